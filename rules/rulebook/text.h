/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_TEXT_H
#define RULES_RULEBOOK_TEXT_H

#include <stdio.h>

#include "rules/rulebook.h"

/* For `rules show` and `rules explain`. explain: -ENOENT for an article that the book does not have. */
int rulebook_show(const struct rulebook *book, FILE *out);
int rulebook_explain(const struct rulebook *book, const char *article, FILE *out);

#endif
