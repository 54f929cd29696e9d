/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text in columns: how wide it is on a terminal, cut and filled to a width. */
#ifndef FLAGFALLCTL_TEXT_WIDTH_H
#define FLAGFALLCTL_TEXT_WIDTH_H

#include <stddef.h>

/* Cells that a text takes in the locale's encoding; a byte that is no character takes one. */
int text_width(const char *text);

/*
 * text_fit - a text cut or filled with blanks to exactly width cells, in buf
 * What is cut off is marked by "." ("…" where the locale has it). Control characters become blanks. Returns buf. size:
 * four bytes a cell and one are enough for what has no combining marks.
 */
char *text_fit(const char *text, int width, char *buf, size_t size);

#endif
