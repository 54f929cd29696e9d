/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct page_file *page_file(const char *name)
{
	for (const struct page_file *f = page_files; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

/* "de-AT;q=0.8": the file of its language, and how much it is wanted. */
static const struct page_file *wanted(const char *item, size_t length, double *quality)
{
	const char *q = memmem(item, length, "q=", 2);
	char name[40], language[9] = "";

	for (size_t i = 0; i < length && i < sizeof(language) - 1 && isalpha((unsigned char)item[i]); i++)
		language[i] = (char)tolower((unsigned char)item[i]);
	*quality = q ? strtod(q + 2, NULL) : 1;
	snprintf(name, sizeof(name), "texts-%s.txt", language);
	return page_file(name);
}

const struct page_file *page_texts(const char *accept_language)
{
	const struct page_file *best = page_file("texts-en.txt");
	double most = 0;

	for (const char *at = accept_language; *at;) {
		const size_t length = strcspn(at, ",");
		const size_t blanks = strspn(at, " \t");
		double quality = 0;
		const struct page_file *file = blanks < length ? wanted(at + blanks, length - blanks, &quality) : NULL;

		if (file && quality > most) {
			best = file;
			most = quality;
		}
		at += length + (at[length] == ',');
	}
	return best;
}
