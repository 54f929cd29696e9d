/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

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

/* In the writing of the four columns: "1.5", "1,5", "01.5". */
static void format_points(int points, const char *cell, size_t size, char text[static 16])
{
	const bool zero = size == 4 && *cell == '0';

	snprintf(text, 16, zero ? "%02d.%d" : "%2d.%d", points / 10 % 100, points % 10);
	if (memchr(cell, ',', size))
		*strchr(text, '.') = ',';
}

/* "  12.5" in the columns 81 to 84; what is no number, or stays the same, stays as it is. */
static void add_points(struct output *out, const struct trf_line *line, const struct trf_points *worth, unsigned round,
		       char result)
{
	size_t size, from = trf_offset(line, 81), to = trf_offset(line, 85);
	const char *cell = trf_cell(line, 81, 84, &size);
	const int before = trf_tenths(cell, size);
	int points = before;
	char text[16];

	if (before >= 0 && counts_round(line, worth, round, points))
		points -= trf_points_of(worth, trf_result_letter(line, round));
	points += trf_points_of(worth, result);
	points = points < 0 ? 0 : points;
	if (before < 0 || points == before) {
		trf_results_add(out, line->text + from, to - from);
		return;
	}
	format_points(points, cell, size, text);
	trf_results_add(out, text, strlen(text));
}

/* The letters that say the same: of a game that is not rated, and the other case. */
static bool is_alike(char before, char result)
{
	return before == result || (before == 'W' && result == '1') || (before == 'D' && result == '=') ||
	       (before == 'L' && result == '0') || (before == '*' && result == ' ');
}

/* The file's colour of the round; '-' where it gives none. */
static char colour_of(const struct trf_line *line, unsigned round)
{
	const unsigned column = trf_round_column(round) + 5;
	size_t size;
	const char *cell = trf_cell(line, column, column, &size);

	return size ? *cell : '-';
}

/* One that is not given is any, and case means nothing. */
static bool is_colour(char file, char colour)
{
	return file == '-' || (file | 0x20) == colour;
}

/* A bye of any letter is one already, and of none where the file has "0000": then it is worth nothing. */
static bool is_bye(const struct trf_line *line, unsigned round, char result)
{
	const unsigned column = trf_round_column(round);
	size_t size;

	trf_cell(line, column, column + CELLS - 1, &size);
	return trf_result_letter(line, round) != ' ' || (size && result == 'Z');
}

/* Does the round's part of the line say that already, in whatever writing? */
static bool is_said(const struct trf_line *line, unsigned round, const struct trf_result *p)
{
	const char before = trf_result_letter(line, round);

	if (trf_opponent(line, round) != p->opponent || (p->opponent && !is_colour(colour_of(line, round), p->colour)))
		return false;
	return p->opponent ? is_alike(before, p->result) : is_bye(line, round, p->result);
}

/* What the file has of the round stays where it says the same; a game that was played has its colour. */
static void format_round(const struct trf_line *line, unsigned round, const struct trf_result *p,
			 char cells[static CELLS + 1])
{
	const size_t at = trf_offset(line, trf_round_column(round));
	const bool played = p->result != '+' && p->result != '-';
	const char colour = colour_of(line, round);

	snprintf(cells, CELLS + 1, p->opponent ? "%4u %c %c" : "%04u %c %c", p->opponent % 10000, p->colour, p->result);
	if (!p->opponent || trf_opponent(line, round) != p->opponent || at + 4 > line->size)
		return;
	memcpy(cells, line->text + at, 4);
	if (is_colour(colour, p->colour) && (colour != '-' || !played))
		cells[5] = trf_offset(line, trf_round_column(round) + 5) < line->size ?
				   line->text[trf_offset(line, trf_round_column(round) + 5)] :
				   colour;
}

static void fill_line(struct output *out, const struct trf_line *line, const struct trf_points *worth, unsigned round,
		      const struct trf_result *p)
{
	unsigned column = trf_round_column(round);
	size_t points = trf_offset(line, 81), begin = trf_offset(line, column), rest = trf_offset(line, column + CELLS);
	size_t have = line->bytes ? line->size : text_length(line->text, line->size);
	const bool said = is_said(line, round, p);
	char cells[CELLS + 1];

	if (said && p->opponent) {
		trf_results_add(out, line->text, line->size);
		return;
	}
	trf_results_add(out, line->text, points);
	if (points < line->size)
		add_points(out, line, worth, round, said ? trf_result_letter(line, round) : p->result);
	if (said) { /* a bye */
		trf_results_add(out, line->text + trf_offset(line, 85), line->size - trf_offset(line, 85));
		return;
	}
	if (begin > trf_offset(line, 85))
		trf_results_add(out, line->text + trf_offset(line, 85), begin - trf_offset(line, 85));
	for (; have < column - 1; have++)
		trf_results_add(out, " ", 1);
	format_round(line, round, p, cells);
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
