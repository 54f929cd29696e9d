/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Spreadsheets take a cell that begins with =, +, -, @, a tab or the end of a line for a formula, and carry it out.
 * Such a text, which anybody may have entered as a name, is written with ' before it, and read without.
 */
#ifndef FORMATS_CSV_GUARD_H
#define FORMATS_CSV_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Would it be taken for a formula, or for one that is guarded already? Then a ' belongs before it. */
bool csv_needs_guard(const char *text, size_t size);
/* Does it begin with a ' that was put there? */
bool csv_is_guarded(const char *text, size_t size);

#endif
