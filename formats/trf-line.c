/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
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

/* Blanks of a line of teams, between its parts. */
static const unsigned of_013[] = { 41, 46, 51, 56 }, of_310[] = { 41, 47, 54, 61, 68, 72, 73, 78 };

/*
 * How well a line has its columns there. Of a player first come the blanks between name and date of birth, then the
 * point in the points, then the blanks behind: what is filled in must not make the same line be read otherwise the
 * next time.
 */
static unsigned agreement(const struct trf_line *l)
{
	static const unsigned first[] = { 48, 53, 57, 69 }, behind[] = { 80, 85, 90, 91, 96, 98 };
	size_t point = trf_offset(l, 83);

	if (strncmp(l->text, "013", 3) == 0)
		return blanks(l, of_013, 4);
	if (strncmp(l->text, "310", 3) == 0)
		return blanks(l, of_310, 8);
	return 16 * blanks(l, first, 4) + (point < l->size && l->text[point] == '.' ? 8 : 0) + blanks(l, behind, 6);
}

struct trf_line trf_line(const char *text, size_t size)
{
	struct trf_line l = { .text = text, .size = size }, bytes = { .text = text, .size = size, .bytes = true };

	return size > 3 && text_length(text, size) != size && agreement(&bytes) > agreement(&l) ? bytes : l;
}

bool trf_is_code(const char *text, size_t size)
{
	return size >= 3 && isalnum((unsigned char)text[0]) && isalnum((unsigned char)text[1]) &&
	       isalnum((unsigned char)text[2]) && (size == 3 || text[3] == ' ');
}

bool trf_is_comment(const char *text, size_t size)
{
	size_t n = 0;

	if ((size >= 3 && strncmp(text, "###", 3) == 0) || (size >= 4 && strncmp(text, "DDD ", 4) == 0))
		return true;
	while (n < size && text[n] && strchr(" \t0123456789-_=.:+*|^", text[n]))
		n++;
	return n == size && !trf_is_code(text, size);
}

unsigned trf_opponent(const struct trf_line *line, unsigned round)
{
	size_t size;
	const char *cell = trf_cell(line, trf_round_column(round), trf_round_column(round) + 3, &size);

	return number_read(cell, size, 9999);
}

char trf_result_letter(const struct trf_line *line, unsigned round)
{
	size_t size;
	const char *cell = trf_cell(line, trf_round_column(round) + 7, trf_round_column(round) + 7, &size);

	return size ? (char)toupper((unsigned char)*cell) : ' ';
}
