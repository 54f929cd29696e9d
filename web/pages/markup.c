/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

#include "formats/pairings.h"

void put(const struct page *p, const char *markup)
{
	fputs(markup, p->out);
}

void put_text(const struct page *p, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '&':
			put(p, "&amp;");
			break;
		case '<':
			put(p, "&lt;");
			break;
		case '>':
			put(p, "&gt;");
			break;
		case '"':
			put(p, "&quot;");
			break;
		case '\'':
			put(p, "&#39;");
			break;
		default:
			fputc(*text, p->out);
		}
}

void put_number(const struct page *p, long n)
{
	fprintf(p->out, "%ld", n);
}

bool page_words(const struct page *p, const char *key, char *buf, size_t size)
{
	struct text_lines l = { .text = (const char *)p->texts->data, .size = p->texts->length };
	const size_t n = strlen(key);

	while (text_next_line(&l))
		if (l.length >= n + 3 && memcmp(l.line, key, n) == 0 && memcmp(l.line + n, " = ", 3) == 0) {
			snprintf(buf, size, "%.*s", (int)(l.length - n - 3), l.line + n + 3);
			return true;
		}
	snprintf(buf, size, "%s", key);
	return false;
}

void put_words(const struct page *p, const char *key, const char *name, const char *value)
{
	char words[512], place[32];
	char *at;

	page_words(p, key, words, sizeof(words));
	snprintf(place, sizeof(place), "{%s}", name ? name : "");
	at = name ? strstr(words, place) : NULL;
	if (!at) {
		put_text(p, words);
		return;
	}
	*at = '\0';
	put_text(p, words);
	put_text(p, value);
	put_text(p, at + strlen(place));
}

void put_word(const struct page *p, const char *key)
{
	put_words(p, key, NULL, NULL);
}

void put_address(const struct page *p, const char *part)
{
	static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~";

	for (; *part; part++)
		if (strchr(plain, *part))
			fputc(*part, p->out);
		else
			fprintf(p->out, "%%%02X", (unsigned char)*part);
}

void put_dot(const struct page *p, bool *is_first)
{
	if (!*is_first)
		put(p, " · ");
	*is_first = false;
}

void put_csv(const struct page *p, bool is_first, const char *text)
{
	if (!is_first)
		fputc(',', p->out);
	if (!csv_needs_guard(text, strlen(text)) && !strpbrk(text, ",\"\r\n")) {
		put(p, text);
		return;
	}
	fputc('"', p->out);
	if (csv_needs_guard(text, strlen(text)))
		fputc('\'', p->out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', p->out);
		fputc(*text, p->out);
	}
	fputc('"', p->out);
}
