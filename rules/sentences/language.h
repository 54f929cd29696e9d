/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The languages in which rulings are said. One file for each, rules/sentences/ID.txt (README.md there), which is
 * compiled in.
 */
#ifndef RULES_SENTENCES_LANGUAGE_H
#define RULES_SENTENCES_LANGUAGE_H

#include <stddef.h>

struct language_text {
	const char *key, *text;
};

struct language {
	const char *id; /* "en": as locales name it */
	const struct language_text *texts;
	size_t count; /* sorted by key */
};

extern const struct language language_en, language_de, language_ru;

/* All of them, NULL behind the last; the first is the one that the daemon speaks. */
const struct language *const *language_list(void);
/* The language of a locale's name ("de_AT.UTF-8", "ru", "C"); NULL: none of ours. */
const struct language *language_find(const char *locale);
/* The text of that key; NULL: there is none. */
const char *language_text(const struct language *language, const char *key);

#endif
