// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/sentences/language.h"

#include <stdlib.h>
#include <string.h>

const struct language *const *language_list(void)
{
	static const struct language *const list[] = { &language_en, &language_de, &language_ru, NULL };

	return list;
}

const struct language *language_find(const char *locale)
{
	size_t n = strcspn(locale, "_.@-");

	if ((n == 1 && *locale == 'C') || (n == 5 && !strncmp(locale, "POSIX", n)))
		return &language_en;
	for (const struct language *const *l = language_list(); *l; l++)
		if (strlen((*l)->id) == n && !strncmp((*l)->id, locale, n))
			return *l;
	return NULL;
}

static int by_key(const void *key, const void *text)
{
	return strcmp(key, ((const struct language_text *)text)->key);
}

const char *language_text(const struct language *language, const char *key)
{
	const struct language_text *found = bsearch(key, language->texts, language->count, sizeof(language->texts[0]),
						    by_key);

	return found ? found->text : NULL;
}
