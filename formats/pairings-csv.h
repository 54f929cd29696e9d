/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pairings as CSV (RFC 4180): a first line of column names, then a line a pairing. Commas, or semicolons or tabs where
 * the first line has those, as spreadsheets write them.
 */
#ifndef FORMATS_PAIRINGS_CSV_H
#define FORMATS_PAIRINGS_CSV_H

#include "formats/pairing-list.h"

/* Adds what the text, which text_check() found good, has. 0; -EINVAL with *fault; -ENOMEM. */
int pairings_csv_read(const char *text, size_t size, struct pairings *pairings, struct text_fault *fault);

#endif
