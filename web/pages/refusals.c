/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people are told in place of a page. It needs no file of the page: by a wrong name none is given out. */
#include "web/pages/inside.h"

#include <stdlib.h>
#include <string.h>

static bool begin(struct page *p, const char *languages, const char *style, char **text, size_t *length)
{
	char language[16];

	*text = NULL;
	*p = (struct page){ .out = open_memstream(text, length), .texts = page_texts(languages) };
	if (!p->out)
		return false;
	page_words(p, "language", language, sizeof(language));
	fprintf(p->out,
		"<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
		"content=\"width=device-width, initial-scale=1\"><title>Flagfall</title>%s</head><body><main><h1>",
		language, style);
	return true;
}

static char *end(struct page *p, char **text)
{
	put(p, "</main></body></html>\n");
	if (fclose(p->out) == 0)
		return *text;
	free(*text);
	return NULL;
}

char *pages_wrong_host(const char *host, const char *languages, size_t *length)
{
	struct page p;
	char *text, name[256];
	/* what --host takes is a name alone */
	const size_t n = strcspn(host, ":");

	snprintf(name, sizeof(name), "%.*s", (int)(n < sizeof(name) ? n : sizeof(name) - 1), host);
	if (!begin(&p, languages, "", &text, length))
		return NULL;
	put_words(&p, "wrong-host", "host", name);
	put(&p, "</h1><p>");
	put_word(&p, "wrong-host-visitor");
	put(&p, "</p><p>");
	put_word(&p, "wrong-host-operator");
	put(&p, "</p><pre>OPTIONS=--host ");
	put_text(&p, name);
	put(&p, "</pre>");
	return end(&p, &text);
}

char *pages_not_there(const char *languages, size_t *length)
{
	struct page p;
	char *text;

	if (!begin(&p, languages, "<link rel=\"stylesheet\" href=\"/page.css\">", &text, length))
		return NULL;
	put_word(&p, "not-there");
	put(&p, "</h1><p><a href=\"/\">");
	put_word(&p, "boards");
	put(&p, "</a></p>");
	return end(&p, &text);
}
