/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What has changed from a text to the next: its beginning and its end stay, and what lies between is another. The
 * record of a game grows move by move, so that this is short. Pure.
 */
#ifndef COMMON_TEXT_CHANGE_H
#define COMMON_TEXT_CHANGE_H

#include <stddef.h>

struct text_change {
	size_t keep, tail; /* bytes of the text before that stay, at its beginning and at its end */
	const char *text;  /* what is new between them: borrowed from the later text, not terminated */
	size_t length;
};

/* Both in UTF-8; no character is cut. */
void text_change_find(const char *before, const char *now, struct text_change *ret);
/* The later text, to be freed. NULL: without memory, or the change is of another text (errno says which: EBADMSG). */
char *text_change_apply(const char *before, const struct text_change *change);

#endif
