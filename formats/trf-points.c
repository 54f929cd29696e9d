/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

int trf_tenths(const char *text, size_t size)
{
	int value = 0;
	size_t i = 0, digits = 0;

	while (i < size && text[i] == ' ')
		i++;
	for (; i < size && isdigit((unsigned char)text[i]) && digits < 4; i++, digits++)
		value = 10 * value + (text[i] - '0');
	value *= 10;
	if (i + 1 < size && (text[i] == '.' || text[i] == ',') && isdigit((unsigned char)text[i + 1]))
		value += text[i + 1] - '0';
	return digits ? value : -1;
}

static void set(int *value, int to)
{
	if (to >= 0)
		*value = to;
}

/* What is counted for a win counts for a bye, too, unless that is named. */
static void set_letter(struct trf_points *p, char letter, int to, bool *bye_named)
{
	switch (letter) {
	case 'W':
		set(&p->win, to);
		if (!*bye_named)
			set(&p->bye, to);
		break;
	case 'D':
		set(&p->draw, to);
		break;
	case 'L':
		set(&p->loss, to);
		break;
	case 'Z':
		set(&p->zero, to);
		break;
	case 'F':
	case 'A':
		set(&p->forfeit, to);
		break;
	case 'U':
	case 'P':
		set(&p->bye, to);
		*bye_named = true;
		break;
	default:
		break;
	}
}

/* "162  W 3.0    D 1.0": a letter in column 6, its points in four columns, and so on every nine. */
static void read_162(struct trf_points *p, const char *line, size_t size, bool *bye_named)
{
	for (size_t at = 5; at + 5 <= size; at += 9)
		set_letter(p, line[at], trf_tenths(line + at + 1, 4), bye_named);
}

static bool is_of(const char *text, size_t size, const char *characters)
{
	for (size_t i = 0; i < size; i++)
		if (!strchr(characters, text[i]) || !text[i])
			return false;
	return true;
}

/* Of nine columns. One that is blank says nothing. */
static bool is_understood(const char *cell, size_t size)
{
	const size_t points = size < 5 ? size : 5;

	if (is_of(cell, size, " \t\r"))
		return true;
	return is_of(cell, 1, "WDLZFAUPX") && is_of(cell + 1, points - 1, " .,0123456789\r") &&
	       trf_tenths(cell + 1, points - 1) >= 0 && is_of(cell + points, size - points, " \t\r");
}

bool trf_points_unread(const char *text, size_t size, struct text_fault *fault)
{
	struct text_lines l = { .text = text, .size = size };

	for (unsigned line = 1; text_next_line(&l); line++)
		for (size_t at = 3, n; l.length > 3 && strncmp(l.line, "162", 3) == 0 && at < l.length; at += n) {
			n = at == 3 ? 2 : 9;
			n = n < l.length - at ? n : l.length - at;
			if (at == 3 ? is_of(l.line + at, n, " ") : is_understood(l.line + at, n))
				continue;
			text_fault(
				fault, line, (unsigned)at + 1,
				"\"%.*s\" in line 162 says nothing of points; W, D, L, A, P, X, Z or F is expected in "
				"column 6, its points in the four columns behind it, and so on every nine columns, as "
				"\"162  W 2.0    D 1.0\"",
				(int)n, l.line + at);
			return true;
		}
	return false;
}

/* "XXS W=3.0 D=1.0" */
static void read_words(struct trf_points *p, const char *line, size_t size, bool *bye_named)
{
	static const struct {
		const char *word;
		char letter;
	} words[] = { { "W", 'W' }, { "D", 'D' }, { "L", 'L' }, { "PAB", 'U' }, { "ZPB", 'Z' }, { "FL", 'F' } };

	for (size_t at = 3, end; at < size; at = end) {
		const char *equals;

		while (at < size && isspace((unsigned char)line[at]))
			at++;
		for (end = at; end < size && !isspace((unsigned char)line[end]);)
			end++;
		equals = memchr(line + at, '=', end - at);
		for (size_t i = 0; equals && i < sizeof(words) / sizeof(words[0]); i++)
			if (strlen(words[i].word) == (size_t)(equals - line) - at &&
			    strncmp(line + at, words[i].word, strlen(words[i].word)) == 0)
				set_letter(p, words[i].letter,
					   trf_tenths(equals + 1, (size_t)(line + end - equals) - 1), bye_named);
	}
}

struct trf_points trf_points_read(const char *text, size_t size, bool of_draughts)
{
	struct trf_points p = of_draughts ? (struct trf_points){ .win = 20, .draw = 10, .bye = 20 } :
					    (struct trf_points){ .win = 10, .draw = 5, .bye = 10 };
	struct text_lines l = { .text = text, .size = size };
	bool bye_named = false;

	while (text_next_line(&l)) {
		if (l.length < 4)
			continue;
		if (strncmp(l.line, "162", 3) == 0)
			read_162(&p, l.line, l.length, &bye_named);
		else if (strncmp(l.line, "BB", 2) == 0)
			set_letter(&p, l.line[2], trf_tenths(l.line + 3, l.length - 3), &bye_named);
		else if (strncmp(l.line, "XXS", 3) == 0)
			read_words(&p, l.line, l.length, &bye_named);
	}
	return p;
}

int trf_points_of(const struct trf_points *p, char result)
{
	switch (result) {
	case '1':
	case '+':
	case 'W':
	case 'F':
		return p->win;
	case '=':
	case 'D':
	case 'H':
		return p->draw;
	case '0':
	case 'L':
		return p->loss;
	case 'U':
		return p->bye;
	case 'Z':
		return p->zero;
	case '-':
		return p->forfeit;
	default:
		return 0;
	}
}

/* What the rounds before brought; what this round and later ones did, as games and as byes. */
struct brought {
	int file; /* the points in the line, -1 none */
	int before, games, byes;
};

static struct brought brought(const struct trf_points *p, const struct trf_line *line, unsigned round)
{
	size_t size;
	const char *cell = trf_cell(line, 81, 84, &size);
	struct brought b = { .file = trf_tenths(cell, size) };

	for (unsigned n = 1; n <= TRF_MAX_ROUNDS && trf_offset(line, trf_round_column(n)) < line->size; n++) {
		const int points = trf_points_of(p, trf_result_letter(line, n));

		if (n < round)
			b.before += points;
		else if (trf_opponent(line, n))
			b.games += points;
		else
			b.byes += points;
	}
	return b;
}

bool trf_points_agree(const struct trf_points *p, const struct trf_line *line, unsigned round)
{
	const struct brought b = brought(p, line, round);

	return b.file == b.before || b.file == b.before + b.games || b.file == b.before + b.games + b.byes;
}

int trf_points_before(const struct trf_points *p, const struct trf_line *line, unsigned round)
{
	const struct brought b = brought(p, line, round);

	if (b.file < 0 || trf_points_agree(p, line, round))
		return b.before;
	return b.file > b.games ? b.file - b.games : 0;
}
