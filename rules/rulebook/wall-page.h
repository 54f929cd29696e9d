/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_WALL_PAGE_H
#define RULES_RULEBOOK_WALL_PAGE_H

#include <stdio.h>

#include "rules/rulebook.h"

enum wall_reader { WALL_PLAYER = 1 << 0, WALL_ARBITER = 1 << 1 };

/*
 * rulebook_wall_page - a page for the wall: what is claimed how, what costs what
 * Made from the book's parameters, with the articles behind each; the articles follow in the book's words. roff: as the
 * source of a man page, else as plain text in lines of 80. Without the parameters that the text of the book does not
 * settle. 0, or -EIO.
 */
int rulebook_wall_page(const struct rulebook *book, enum wall_reader reader, bool roff, FILE *out);

#endif
