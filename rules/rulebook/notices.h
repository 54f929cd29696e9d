/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_NOTICES_H
#define RULES_RULEBOOK_NOTICES_H

#include <stdio.h>

#include "rules/parameters.h"
#include "rules/rulebook.h"
#include "rules/sentences/language.h"

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
	const char *choice; /* … or the word for its kind, in the key of its sentence */
};

extern const char *const wall_headings[WALL_SECTIONS];
extern const struct wall_line wall_lines[]; /* the last has no choice */

/* --- wall-page.c --- */

enum wall_reader { WALL_PLAYER = 1 << 0, WALL_ARBITER = 1 << 1 };

enum wall_form { WALL_TEXT, WALL_ROFF, WALL_HTML };

/*
 * rulebook_wall_page - a page for the wall: what is claimed how, what costs what
 * Made from the book's parameters, with the articles behind each. Without the parameters that the text of the book does
 * not settle. As plain text in lines of 80, or as the source of a man page, the articles follow in the book's words; as
 * HTML for print a player's page is one side, and an arbiter's at most two. paper: "A4", "letter". 0, -ENOMEM or -EIO.
 */
struct wall_page {
	enum wall_reader reader;
	enum wall_form form;
	const struct language *language;
	const char *paper; /* of HTML */
};

int rulebook_wall_page(const struct rulebook *book, const struct wall_page *page, FILE *out);

#endif
