/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a page for the wall says of each value that a rulebook may set. */
#ifndef RULES_RULEBOOK_WALL_LINES_H
#define RULES_RULEBOOK_WALL_LINES_H

#include "rules/parameters.h"

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

#endif
