/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

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

static unsigned blanks(const struct trf_line *l, const unsigned *columns, size_t count)
{
	unsigned n = 0;

	for (size_t i = 0; i < count; i++) {
		size_t at = trf_offset(l, columns[i]);

		n += at >= l->size || l->text[at] == ' ';
	}
	return n;
}

/*
 * How well a line has its columns there. First come the blanks between name and date of birth, then the point in the
 * points, then the blanks behind: what is filled in must not make the same line be read otherwise the next time.
 */
static unsigned agreement(const struct trf_line *l)
{
	static const unsigned first[] = { 48, 53, 57, 69 }, behind[] = { 80, 85, 90, 91, 96, 98 };
	size_t point = trf_offset(l, 83);

	return 16 * blanks(l, first, 4) + (point < l->size && l->text[point] == '.' ? 8 : 0) + blanks(l, behind, 6);
}

struct trf_line trf_line(const char *text, size_t size)
{
	struct trf_line l = { .text = text, .size = size }, bytes = { .text = text, .size = size, .bytes = true };

	return text_length(text, size) != size && agreement(&bytes) > agreement(&l) ? bytes : l;
}
