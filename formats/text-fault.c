/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The bytes of the character that begins there, 0: none does. */
static size_t character(const unsigned char *s, size_t size)
{
	size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : 4;

	if (n == 1)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4 || size < n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* too long a form, half of a pair, beyond Unicode */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/* One line, and UTF-8 whatever was quoted in it, or cut at its end. */
static void make_line(char *text)
{
	size_t size = strlen(text), n;

	for (size_t i = 0; i < size; i += n) {
		n = character((unsigned char *)text + i, size - i);
		if (n == 0 || (unsigned char)text[i] < ' ' || text[i] == 0x7f) {
			text[i] = '?';
			n = 1;
		}
	}
}

int text_fault(struct text_fault *fault, unsigned line, unsigned column, const char *format, ...)
{
	va_list ap;

	if (!fault)
		return -EINVAL;
	fault->line = line;
	fault->column = column;
	va_start(ap, format);
	vsnprintf(fault->reason, sizeof(fault->reason), format, ap);
	va_end(ap);
	make_line(fault->reason);
	return -EINVAL;
}

static int wrong_byte(struct text_fault *fault, unsigned line, unsigned column, unsigned char byte)
{
	if (byte >= 0xa0)
		return text_fault(fault, line, column,
				  "the byte 0x%02X is not UTF-8, which is expected; in Latin-1 it would be \"%c%c\"",
				  byte, 0xc0 | byte >> 6, 0x80 | (byte & 0x3f));
	return text_fault(fault, line, column, "the byte 0x%02X is not UTF-8, which is expected", byte);
}

int text_check(const char *text, size_t size, struct text_fault *fault)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned line = 1, column = 1;
	size_t n;

	if (size >= 2 && ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff)))
		return text_fault(fault, 1, 1, "this is UTF-16; UTF-8 is expected");
	for (size_t i = text_mark(text, size); i < size; i += n) {
		n = character(s + i, size - i);
		if (n == 0)
			return wrong_byte(fault, line, column, s[i]);
		if ((s[i] < ' ' && !strchr("\t\r\n", s[i])) || s[i] == 0 || s[i] == 0x7f)
			return text_fault(fault, line, column, "the control character 0x%02X is here; text is expected",
					  s[i]);
		column++;
		if (s[i] == '\n' || (s[i] == '\r' && (i + 1 == size || s[i + 1] != '\n'))) {
			line++;
			column = 1;
		}
	}
	return 0;
}

bool text_is_utf8(const char *text, size_t size)
{
	size_t n;

	for (size_t i = 0; i < size; i += n) {
		n = character((const unsigned char *)text + i, size - i);
		if (n == 0)
			return false;
	}
	return true;
}

size_t text_mark(const char *text, size_t size)
{
	return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

size_t text_length(const char *text, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < size; i++)
		n += (text[i] & 0xc0) != 0x80;
	return n;
}

void text_place(const char *text, size_t from, size_t to, unsigned *line, unsigned *column)
{
	for (size_t i = from; i < to; i++)
		if (text[i] == '\n' || (text[i] == '\r' && i + 1 < to && text[i + 1] != '\n')) {
			++*line;
			*column = 1;
		} else if ((text[i] & 0xc0) != 0x80 && text[i] != '\r') {
			++*column;
		}
}

bool text_next_line(struct text_lines *l)
{
	size_t n = 0;

	if (l->number == 0) {
		size_t mark = text_mark(l->text, l->size);

		l->text += mark;
		l->size -= mark;
	}
	if (l->size == 0)
		return false;
	while (n < l->size && l->text[n] != '\n' && l->text[n] != '\r')
		n++;
	l->line = l->text;
	l->length = n;
	l->number++;
	if (n < l->size)
		n += n + 1 < l->size && l->text[n] == '\r' && l->text[n + 1] == '\n' ? 2 : 1;
	l->text += n;
	l->size -= n;
	return true;
}
