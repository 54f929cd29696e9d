/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_NOTICES_H
#define RULES_RULEBOOK_NOTICES_H

#include <stdio.h>

#include "rules/parameters.h"
#include "rules/rulebook.h"

/* --- wall-lines.c: What a page for the wall says of each value that a rulebook may set. --- */

enum wall_section {
	WALL_FLAG,
	WALL_ILLEGAL,
	WALL_TOUCH,
	WALL_DRAWS,
	WALL_START,
	WALL_CONDUCT,
	WALL_COSTS,
	WALL_OFFICE,
	WALL_SECTIONS,
};

/* When a line is said: of a choice, of a choice in a set, of yes, of a number above 0 or 1, of a list that is not
 * empty, of these words, of words that name the levels of appeal. */
enum wall_when { WALL_IS, WALL_HAS, WALL_YES, WALL_SOME, WALL_MORE, WALL_LISTED, WALL_WORD, WALL_OTHER_WORDS };

struct wall_line {
	enum wall_section section;
	unsigned readers; /* enum wall_reader */
	enum rulebook_parameter parameter;
	enum wall_when when;
	const char *choice;
	const char *sentence; /* %t, %n, %h, %l, %w, %1, %2: see wall-page.c */
};

extern const char *const wall_headings[WALL_SECTIONS];
extern const struct wall_line wall_lines[]; /* the last has no sentence */

/* --- wall-page.c --- */

enum wall_reader { WALL_PLAYER = 1 << 0, WALL_ARBITER = 1 << 1 };

/*
 * rulebook_wall_page - a page for the wall: what is claimed how, what costs what
 * Made from the book's parameters, with the articles behind each; the articles follow in the book's words. roff: as the
 * source of a man page, else as plain text in lines of 80. Without the parameters that the text of the book does not
 * settle. 0, or -EIO.
 */
int rulebook_wall_page(const struct rulebook *book, enum wall_reader reader, bool roff, FILE *out);

#endif
