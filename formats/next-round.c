// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/next-round.h"

#include <stdlib.h>
#include <string.h>

/* The next line of a player, and his number; false: there is none. */
static bool next_player(struct text_lines *l, struct trf_line *line, unsigned *number)
{
	while (text_next_line(l)) {
		const char *cell;
		size_t size;

		if (l->length <= 8 || strncmp(l->line, "001", 3) != 0)
			continue;
		*line = trf_line(l->line, l->length);
		cell = trf_cell(line, 5, 8, &size);
		*number = number_read(cell, size, 9999);
		if (*number)
			return true;
	}
	return false;
}

unsigned next_round_paired(const char *text, size_t size, unsigned *unfinished)
{
	struct text_lines l = { .text = text, .size = size };
	struct trf_line line;
	unsigned number, last = 0, open = 0;

	while (next_player(&l, &line, &number))
		for (unsigned n = 1; n <= TRF_MAX_ROUNDS && trf_offset(&line, trf_round_column(n)) < line.size; n++) {
			const bool is_open = strchr(" *", trf_result_letter(&line, n));

			if (!trf_opponent(&line, n) || n < last)
				continue;
			open = (n > last ? 0 : open) + is_open;
			last = n;
		}
	*unfinished = open / 2;
	return last;
}

unsigned next_round_met(const char *text, size_t size, unsigned round, const struct next_pair *pair, bool colours)
{
	struct text_lines l = { .text = text, .size = size };
	struct trf_line line;
	unsigned number;

	while (pair->black && next_player(&l, &line, &number))
		for (unsigned n = 1; number == pair->white && n < round; n++) {
			const unsigned column = trf_round_column(n) + 5;
			size_t colour_size;
			const char *colour = trf_cell(&line, column, column, &colour_size);

			if (trf_opponent(&line, n) == pair->black && (!colours || (colour_size && *colour == 'w')))
				return n;
		}
	return 0;
}

unsigned next_round_left_out(const char *text, size_t size, unsigned round, unsigned *first)
{
	struct text_lines l = { .text = text, .size = size };
	const unsigned column = trf_round_column(round);
	struct trf_line line;
	unsigned number, count = 0;
	size_t cell_size;

	while (next_player(&l, &line, &number)) {
		trf_cell(&line, column, column + 7, &cell_size);
		if (!cell_size && !count++)
			*first = number;
	}
	return count;
}

static int by_number(const void *a, const void *b)
{
	const unsigned *p = a, *q = b;

	return *p < *q ? -1 : *p > *q;
}

unsigned next_round_players(const char *text, size_t size, unsigned ret[static NEXT_PLAYERS])
{
	struct text_lines l = { .text = text, .size = size };
	struct trf_line line;
	unsigned number, count = 0;

	while (count < NEXT_PLAYERS && next_player(&l, &line, &number))
		ret[count++] = number;
	qsort(ret, count, sizeof(*ret), by_number);
	return count;
}

bool next_round_is_among(const unsigned *list, unsigned count, unsigned number)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i] == number)
			return true;
	return false;
}

char *next_round_write(const char *text, size_t size, unsigned round, const struct next_pair *pairs, unsigned count,
		       const unsigned *withdrawn, unsigned withdrawn_count, char bye)
{
	struct trf_result *list = calloc(2 * (size_t)count + withdrawn_count + 1, sizeof(*list));
	size_t n = 0;
	char *ret;

	if (!list)
		return NULL;
	for (unsigned i = 0; i < count; i++) {
		const struct next_pair *p = &pairs[i];
		const bool gone[] = { next_round_is_among(withdrawn, withdrawn_count, p->white),
				      next_round_is_among(withdrawn, withdrawn_count, p->black) };
		const bool decided = p->black && (gone[0] || gone[1]);

		list[n++] = (struct trf_result){ p->white, p->black, p->black ? 'w' : '-',
						 !p->black ? (gone[0] ? 'Z' : bye) :
						 !decided  ? ' ' :
						 gone[0]   ? '-' :
							     '+' };
		if (p->black)
			list[n++] = (struct trf_result){ p->black, p->white, 'b',
							 !decided ? ' ' :
							 gone[1]  ? '-' :
								    '+' };
	}
	for (unsigned i = 0; i < withdrawn_count; i++) {
		bool there = false;

		for (unsigned k = 0; k < count; k++)
			there |= pairs[k].white == withdrawn[i] || pairs[k].black == withdrawn[i];
		if (!there)
			list[n++] = (struct trf_result){ withdrawn[i], 0, '-', 'Z' };
	}
	ret = trf_fill(text, size, round, list, n, false);
	free(list);
	return ret;
}
