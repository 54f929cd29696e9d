/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts that devices and the kernel give, as logs and D-Bus can take them. */
#ifndef BOARD_PLAIN_TEXT_H
#define BOARD_PLAIN_TEXT_H

#include <stddef.h>

/*
 * Copies from (NULL: "") as UTF-8 without control characters: a byte that is neither becomes '?'. What does not fit
 * into size bytes is cut, between two characters.
 */
void board_plain_text(char *to, size_t size, const char *from);

#endif
