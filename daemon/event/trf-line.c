/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/event/trf-line.h"

#include <string.h>

size_t trf_offset(const struct trf_line *l, unsigned column)
{
	size_t at = 0;

	if (l->bytes)
		return column - 1 < l->size ? column - 1 : l->size;
	while (at < l->size && column > 1) {
		at++;
		while (at < l->size && (l->text[at] & 0xc0) == 0x80)
			at++;
		column--;
	}
	return at;
}

const char *trf_cell(const struct trf_line *l, unsigned from, unsigned to, size_t *size)
{
	size_t begin = trf_offset(l, from), end = trf_offset(l, to + 1);

	while (begin < end && l->text[begin] == ' ')
		begin++;
	while (end > begin && l->text[end - 1] == ' ')
		end--;
	*size = end - begin;
	return l->text + begin;
}

static unsigned blanks(const struct trf_line *l)
{
	static const unsigned columns[] = { 48, 53, 57, 69, 80, 85, 90, 91, 96, 98 };
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		size_t at = trf_offset(l, columns[i]);

		n += at >= l->size || l->text[at] == ' ';
	}
	return n;
}

struct trf_line trf_line(const char *text, size_t size)
{
	struct trf_line l = { .text = text, .size = size }, bytes = { .text = text, .size = size, .bytes = true };

	return text_length(text, size) != size && blanks(&bytes) > blanks(&l) ? bytes : l;
}
