/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_KNOWN_WORDS_H
#define RULES_RULEBOOK_KNOWN_WORDS_H

#include <stdbool.h>

/* False with what is wrong. */
bool rulebook_cite_is_known(const char *key, char reason[static 160]);
bool rulebook_condition_is_known(const char *key, const char *value, char reason[static 160]);
/* Articles, separated by blanks: short enough, and at most so many (0: any number)? */
bool rulebook_articles_fit(const char *articles, unsigned most, char reason[static 160]);

#endif
