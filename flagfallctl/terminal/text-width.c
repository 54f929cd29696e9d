/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/screen.h"

#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* The next character: its bytes and cells. What is no character, and controls, are one byte that takes one cell. */
static size_t next(const char *text, mbstate_t *state, int *cells)
{
	wchar_t c;
	size_t n = mbrtowc(&c, text, strlen(text), state);

	if (n == (size_t)-1 || n == (size_t)-2 || n == 0) {
		memset(state, 0, sizeof(*state));
		*cells = 1;
		return 1;
	}
	*cells = wcwidth(c);
	if (*cells < 0)
		*cells = n == 1 ? 1 : 0;
	return n;
}

int text_width(const char *text)
{
	mbstate_t state = { 0 };
	int width = 0, cells;

	while (*text) {
		text += next(text, &state, &cells);
		width += cells;
	}
	return width;
}

static const char *cut_mark(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? "\u2026" : ".";
}

char *text_fit(const char *text, int width, char *buf, size_t size)
{
	const bool cut = text_width(text) > width;
	const int room = cut ? width - 1 : width;
	mbstate_t state = { 0 };
	size_t n = 0;
	int used = 0, cells;

	while (*text) {
		size_t bytes = next(text, &state, &cells);

		if (used + cells > room || n + bytes + 8 > size)
			break;
		if (bytes == 1 && ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7f))
			buf[n++] = (unsigned char)*text < 0x80 ? ' ' : '?';
		else
			memcpy(buf + n, text, bytes), n += bytes;
		used += cells;
		text += bytes;
	}
	if (cut && used < width && n + 5 < size) {
		n += (size_t)snprintf(buf + n, size - n, "%s", cut_mark());
		used++;
	}
	while (used++ < width && n + 1 < size)
		buf[n++] = ' ';
	buf[n] = '\0';
	return buf;
}
