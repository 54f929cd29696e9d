// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pairings.h"

/* Of Windows-1252, where it is not Latin-1: 0x80 to 0x9f. What it leaves free stays the byte's number. */
static const unsigned short windows[32] = {
	0x20ac, 0x81,	0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
	0x2039, 0x0152, 0x8d,	0x017d, 0x8f,	0x90,	0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
	0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,	0x017e, 0x0178,
};

static size_t put(char *to, unsigned c)
{
	const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	static const unsigned char lead[] = { 0, 0xc0, 0xe0, 0xf0 };

	to[0] = (char)(lead[more] | c >> 6 * more);
	for (int i = 1; i <= more; i++)
		to[i] = (char)(0x80 | ((c >> 6 * (more - i)) & 0x3f));
	return (size_t)more + 1;
}

/* A mark says it, and without one that every other of the first bytes is 0. */
static const char *utf_16(const unsigned char *s, size_t size)
{
	if (size >= 2 && s[0] == 0xff && s[1] == 0xfe)
		return "utf-16le";
	if (size >= 2 && s[0] == 0xfe && s[1] == 0xff)
		return "utf-16be";
	if (size < 4 || size % 2)
		return NULL;
	return s[0] && !s[1] && s[2] && !s[3] ? "utf-16le" : !s[0] && s[1] && !s[2] && s[3] ? "utf-16be" : NULL;
}

static int decode_utf_16(const unsigned char *s, size_t size, bool big, char *to, size_t *n, struct text_fault *fault)
{
	for (size_t i = 0; i < size; i += 2) {
		unsigned line = 1, column = 1,
			 c = i + 1 < size ? (unsigned)(big ? s[i] << 8 | s[i + 1] : s[i + 1] << 8 | s[i]) : 0xd800;

		if (c >= 0xd800 && c < 0xdc00 && i + 3 < size) {
			const unsigned low = (unsigned)(big ? s[i + 2] << 8 | s[i + 3] : s[i + 3] << 8 | s[i + 2]);

			c = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : c;
			i += 2;
		}
		if (c >= 0xd800 && c < 0xe000) {
			text_place(to, text_mark(to, *n), *n, &line, &column);
			return text_fault(fault, line, column, "this is UTF-16, and breaks off within a character");
		}
		*n += put(to + *n, c);
	}
	return 0;
}

/*
 * The lead of a character without the rest of it, where characters of UTF-8 are: a program cut a name there, by bytes.
 * 1 the text is such a one, with the place; 0 it is not UTF-8.
 */
static int is_cut(const unsigned char *s, size_t size, size_t *place)
{
	bool whole = false, cut = false;

	for (size_t i = 0, n, k; i < size; i += k) {
		n = s[i] < 0x80 ? 1 : s[i] < 0xc2 ? 0 : s[i] < 0xe0 ? 2 : s[i] < 0xf0 ? 3 : s[i] < 0xf5 ? 4 : 0;
		for (k = 1; k < n && i + k < size && (s[i + k] & 0xc0) == 0x80;)
			k++;
		if (n == 0 || (k < n && i + k < size && s[i + k] >= 0x80))
			return 0;
		whole |= n > 1 && k == n;
		if (k < n && !cut)
			*place = i;
		cut |= k < n;
	}
	return whole && cut;
}

/* "windows-1257", "ISO_8859-13" */
bool encoding_is_name(const char *name)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:+()";

	return *name && !name[strspn(name, letters)] && strlen(name) < sizeof(((struct pairings *)0)->encoding);
}

int text_decode(const char *text, size_t size, char **ret, size_t *ret_size, const char **encoding,
		struct text_fault *fault)
{
	const unsigned char *s = (const unsigned char *)text;
	const char *wide = utf_16(s, size);
	unsigned line = 1, column = 1;
	size_t at = 0, n = 0;
	int r = 0;

	*ret = NULL;
	*encoding = "";
	if (!wide && text_is_utf8(text, size))
		return 0;
	if (!wide && is_cut(s, size, &at)) {
		text_place(text, text_mark(text, size), at, &line, &column);
		return text_fault(fault, line, column,
				  "a character is cut off here, as by a program that counts a name's bytes; the "
				  "whole character is expected, or none of it");
	}
	*ret = malloc(3 * size + 1);
	if (!*ret)
		return -ENOMEM;
	if (wide)
		r = decode_utf_16(s, size, strcmp(wide, "utf-16be") == 0, *ret, &n, fault);
	for (size_t i = 0; i < size && !wide; i++)
		n += put(*ret + n, s[i] >= 0x80 && s[i] < 0xa0 ? windows[s[i] - 0x80] : s[i]);
	(*ret)[n] = '\0';
	*ret_size = n;
	*encoding = wide ? wide : "windows-1252";
	if (r < 0) {
		free(*ret);
		*ret = NULL;
	}
	return r;
}
