/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 8 /* of a round: opponent, colour, result */

struct output {
	char *text;
	size_t length, size;
	bool failed;
};

static void trf_results_add(struct output *out, const char *text, size_t size)
{
	if (out->length + size + 1 > out->size) {
		size_t room = 2 * (out->length + size + 1);
		char *more = realloc(out->text, room);

		out->failed = out->failed || !more;
		if (!more)
			return;
		out->text = more;
		out->size = room;
	}
	memcpy(out->text + out->length, text, size);
	out->length += size;
	out->text[out->length] = '\0';
}

char trf_letter(const char *result, int side)
{
	static const char *const list[][2] = {
		{ "1-0", "10" }, { "0-1", "01" }, { "1/2-1/2", "==" }, { "0-0", "00" }, { "+/-", "+-" },
		{ "-/+", "-+" }, { "-/-", "--" }, { "2-0", "10" },     { "0-2", "01" }, { "1-1", "==" },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (strcmp(result, list[i][0]) == 0)
			return list[i][1][side];
	return ' ';
}

static const struct trf_result *trf_results_find(const struct trf_result *results, size_t count, unsigned number)
{
	for (size_t i = 0; i < count; i++)
		if (number && results[i].number == number)
			return &results[i];
	return NULL;
}

/*
 * Of byes that are known before the round, some programs count the points at once, and some do not: such a bye is
 * counted if the points are other ones than those of the rounds before. Who has an opponent and a letter has played.
 */
static bool counts_round(const struct trf_line *line, const struct trf_points *worth, unsigned round, int points)
{
	int before = 0;

	for (unsigned n = 1; n < round && trf_round_column(n) <= line->size; n++)
		before += trf_points_of(worth, trf_result_letter(line, n));
	return points != before || trf_opponent(line, round) > 0;
}

/* "  12.5" in the columns 81 to 84; what is no number stays. */
static void add_points(struct output *out, const struct trf_line *line, const struct trf_points *worth, unsigned round,
		       char result)
{
	size_t size, from = trf_offset(line, 81), to = trf_offset(line, 85);
	const char *cell = trf_cell(line, 81, 84, &size);
	unsigned whole = 0, part = 0;
	int points;
	char text[16];

	if (size == 0 || sscanf(cell, "%3u.%1u", &whole, &part) < 1) {
		trf_results_add(out, line->text + from, to - from);
		return;
	}
	points = (int)(10 * whole + part);
	if (counts_round(line, worth, round, points))
		points -= trf_points_of(worth, trf_result_letter(line, round));
	points += trf_points_of(worth, result);
	points = points < 0 ? 0 : points;
	snprintf(text, sizeof(text), "%2d.%d", points / 10 % 100, points % 10);
	if (strlen(text) < 4)
		trf_results_add(out, " ", 1);
	trf_results_add(out, text, strlen(text));
}

static void fill_line(struct output *out, const struct trf_line *line, const struct trf_points *worth, unsigned round,
		      const struct trf_result *p)
{
	unsigned column = trf_round_column(round);
	size_t points = trf_offset(line, 81), begin = trf_offset(line, column), rest = trf_offset(line, column + CELLS);
	size_t have = line->bytes ? line->size : text_length(line->text, line->size);
	char before = trf_result_letter(line, round), result = p->result, cells[16];

	if (!p->opponent && before != ' ')
		result = before;
	trf_results_add(out, line->text, points);
	if (points < line->size)
		add_points(out, line, worth, round, result);
	if (begin > trf_offset(line, 85))
		trf_results_add(out, line->text + trf_offset(line, 85), begin - trf_offset(line, 85));
	for (; have < column - 1; have++)
		trf_results_add(out, " ", 1);
	snprintf(cells, sizeof(cells), p->opponent ? "%4u %c %c" : "%04u %c %c", p->opponent % 10000, p->colour,
		 result);
	trf_results_add(out, cells, CELLS);
	trf_results_add(out, line->text + rest, line->size - rest);
}

char *trf_fill(const char *text, size_t size, unsigned round, const struct trf_result *results, size_t count,
	       bool of_draughts)
{
	struct text_lines l = { .text = text, .size = size };
	struct trf_points worth = trf_points_read(text, size, of_draughts);
	struct output out = { 0 };
	const char *done = text;

	trf_results_add(&out, "", 0);
	while (text_next_line(&l)) {
		struct trf_line line = trf_line(l.line, l.length);
		const struct trf_result *p = NULL;
		size_t cell_size;

		if (l.length > 8 && strncmp(l.line, "001", 3) == 0) {
			const char *cell = trf_cell(&line, 5, 8, &cell_size);

			p = trf_results_find(results, count, number_read(cell, cell_size, 9999));
		}
		if (!p)
			continue;
		trf_results_add(&out, done, (size_t)(l.line - done));
		fill_line(&out, &line, &worth, round, p);
		done = l.line + l.length;
	}
	trf_results_add(&out, done, (size_t)(text + size - done));
	if (out.failed) {
		free(out.text);
		return NULL;
	}
	return out.text;
}
