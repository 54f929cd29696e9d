/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBER 9999
#define MAX_PLAYERS 4000

struct entrant {
	struct player player;
	unsigned points;      /* in tenths, as the report has them */
	unsigned team, place; /* from 1, 0 none; place in the team */
	bool paired;	      /* the round has something of this player */
	unsigned opponent;
	char colour, result;
	unsigned line, column; /* of the round */
};

struct report {
	unsigned round;
	struct entrant *list;
	size_t count, size;
	struct entrant *by_number[MAX_NUMBER + 1];
	unsigned teams;
	struct text_fault *fault;
	struct pairings *pairings;
};

static int add_entrant(struct report *rp, unsigned line)
{
	if (rp->count == MAX_PLAYERS)
		return text_fault(rp->fault, line, 1, "a report has at most %d players here", MAX_PLAYERS);
	if (rp->count == rp->size) {
		size_t size = rp->size ? 2 * rp->size : 128;
		struct entrant *list = reallocarray(rp->list, size, sizeof(*list));

		if (!list)
			return -ENOMEM;
		rp->list = list;
		rp->size = size;
	}
	rp->list[rp->count++] = (struct entrant){ .line = line };
	return 0;
}

/* "12.5" */
static unsigned tenths(const char *text, size_t size)
{
	unsigned value = 0;
	size_t i = 0;

	for (; i < size && isdigit((unsigned char)text[i]) && i < 4; i++)
		value = 10 * value + (unsigned)(text[i] - '0');
	value *= 10;
	if (i + 1 < size && strchr(".,", text[i]) && isdigit((unsigned char)text[i + 1]))
		value += (unsigned)(text[i + 1] - '0');
	return value;
}

static int read_round(struct report *rp, const struct trf_line *l, struct entrant *e)
{
	unsigned column = trf_round_column(rp->round);
	size_t size, colour_size, result_size;
	const char *opponent = trf_cell(l, column, column + 3, &size);
	const char *colour = trf_cell(l, column + 5, column + 5, &colour_size);
	const char *result = trf_cell(l, column + 7, column + 7, &result_size);

	e->column = column;
	if (size == 0 && colour_size == 0 && result_size == 0)
		return 0;
	e->paired = true;
	e->colour = colour_size ? (char)tolower((unsigned char)*colour) : '-';
	e->result = result_size ? (char)toupper((unsigned char)*result) : ' ';
	e->opponent = number_read(opponent, size, MAX_NUMBER);
	if (!e->opponent && strspn(opponent, "0 ") < size)
		return text_fault(rp->fault, e->line, column, "an opponent is a player's number, not \"%.*s\"",
				  (int)size, opponent);
	if (!strchr("wb-", e->colour))
		return text_fault(rp->fault, e->line, column + 5, "a colour is w, b or -, not \"%.*s\"",
				  (int)colour_size, colour);
	if (!strchr("10=+-WDLHFUZ *", e->result))
		return text_fault(rp->fault, e->line, column + 7,
				  "a result is 1, 0, =, +, -, W, D, L, H, F, U, Z or a blank, not \"%.*s\"",
				  (int)result_size, result);
	return 0;
}

static int read_player(struct report *rp, const struct trf_line *l, unsigned line)
{
	static const struct {
		unsigned from, to;
		enum player_field field;
	} cells[] = { { 11, 13, PLAYER_TITLE },
		      { 15, 47, PLAYER_NAME },
		      { 49, 52, PLAYER_ELO },
		      { 54, 56, PLAYER_FED },
		      { 58, 68, PLAYER_FIDE } };
	struct entrant *e;
	unsigned number;
	const char *text;
	size_t size;
	int r;

	text = trf_cell(l, 5, 8, &size);
	number = number_read(text, size, MAX_NUMBER);
	if (!number)
		return text_fault(rp->fault, line, 5,
				  "a player's number from 1 to %d is expected in columns 5 to 8, not \"%.*s\"",
				  MAX_NUMBER, (int)size, text);
	r = add_entrant(rp, line);
	if (r < 0)
		return r;
	e = &rp->list[rp->count - 1];
	e->player.number = number;
	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]) && r >= 0; i++) {
		text = trf_cell(l, cells[i].from, cells[i].to, &size);
		r = player_set(&e->player, cells[i].field, text, size, line, cells[i].from, rp->fault);
		if (r < 0 && cells[i].field == PLAYER_TITLE)
			r = pairings_leave_out(rp->pairings, rp->fault);
	}
	if (r < 0)
		return r;
	if (!*e->player.name)
		return text_fault(rp->fault, line, 15, "a name is expected in columns 15 to 47");
	text = trf_cell(l, 81, 84, &size);
	e->points = tenths(text, size);
	return read_round(rp, l, e);
}

/* The list may have moved while it grew. */
static int index_players(struct report *rp)
{
	for (size_t i = 0; i < rp->count; i++) {
		struct entrant *e = &rp->list[i], **slot = &rp->by_number[e->player.number];

		if (*slot)
			return text_fault(rp->fault, e->line, 5, "player %u is also in line %u", e->player.number,
					  (*slot)->line);
		*slot = e;
	}
	return 0;
}

static int read_team(struct report *rp, const struct trf_line *l, unsigned line)
{
	size_t name_size, size;
	const char *name = trf_cell(l, 5, 36, &name_size);
	unsigned place = 0;

	rp->teams++;
	for (size_t at = trf_offset(l, 37); at < l->size; at += size) {
		unsigned number;
		struct entrant *e;
		int r;

		while (at < l->size && l->text[at] == ' ')
			at++;
		for (size = 0; at + size < l->size && l->text[at + size] != ' ';)
			size++;
		if (size == 0)
			break;
		number = number_read(l->text + at, size, MAX_NUMBER);
		e = number ? rp->by_number[number] : NULL;
		if (!e)
			return text_fault(rp->fault, line, (unsigned)text_length(l->text, at) + 1,
					  "\"%.*s\" is no player's number of this report", (int)(size > 40 ? 40 : size),
					  l->text + at);
		e->team = rp->teams;
		e->place = ++place;
		r = player_set(&e->player, PLAYER_TEAM, name, name_size, line, 5, rp->fault);
		if (r < 0)
			return r;
	}
	return 0;
}

/*
 * "240 H   3   12   14": byes that were asked for (TRF26): kind, round, players. One that has something in his own line
 * keeps that.
 */
static int read_byes(struct report *rp, const struct trf_line *l, unsigned line)
{
	size_t size, kind_size;
	const char *kind = trf_cell(l, 5, 5, &kind_size), *cell = trf_cell(l, 7, 9, &size);

	if (number_read(cell, size, TRF_MAX_ROUNDS) != rp->round)
		return 0;
	if (!kind_size || !strchr("HFZ", *kind))
		return text_fault(rp->fault, line, 5, "a bye that was asked for is H, F or Z, not \"%.*s\"",
				  (int)kind_size, kind);
	for (unsigned column = 11; trf_offset(l, column) < l->size; column += 5) {
		unsigned number;
		struct entrant *e;

		cell = trf_cell(l, column, column + 3, &size);
		number = number_read(cell, size, MAX_NUMBER);
		e = number ? rp->by_number[number] : NULL;
		if (!e && size)
			return text_fault(rp->fault, line, column, "\"%.*s\" is no player's number of this report",
					  (int)size, cell);
		if (!e || e->paired)
			continue;
		e->paired = true;
		e->colour = '-';
		e->result = *kind;
	}
	return 0;
}

/* Codes that the file may have are three letters or digits. others: not the players, but what is said of them. */
static int read_lines(struct report *rp, const char *text, size_t size, bool others)
{
	struct text_lines l = { .text = text, .size = size };
	int r = 0;

	while (r >= 0 && text_next_line(&l)) {
		struct trf_line line = trf_line(l.line, l.length);

		if (l.length == 0 || strspn(l.line, " \t") >= l.length)
			continue;
		if (l.length < 3 || !isalnum((unsigned char)l.line[0]) || !isalnum((unsigned char)l.line[1]) ||
		    !isalnum((unsigned char)l.line[2]) || (l.length > 3 && l.line[3] != ' '))
			return text_fault(
				rp->fault, l.number, 1,
				"a line of a report begins with a code of three letters or digits and a blank");
		if (!others && strncmp(l.line, "001", 3) == 0)
			r = read_player(rp, &line, l.number);
		else if (others && strncmp(l.line, "013", 3) == 0)
			r = read_team(rp, &line, l.number);
		else if (others && strncmp(l.line, "240", 3) == 0)
			r = read_byes(rp, &line, l.number);
	}
	return r;
}

static const char *result_of(char white, char black)
{
	static const struct {
		char white, black;
		const char *result;
	} list[] = {
		{ ' ', ' ', "" },	 { '*', '*', "" },    { '1', '0', "1-0" }, { '0', '1', "0-1" },
		{ '=', '=', "1/2-1/2" }, { '0', '0', "0-0" }, { '+', '-', "+/-" }, { '-', '+', "-/+" },
		{ '-', '-', "-/-" },	 { 'W', 'L', "1-0" }, { 'L', 'W', "0-1" }, { 'D', 'D', "1/2-1/2" },
		{ 'L', 'L', "0-0" },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i].white == white && list[i].black == black)
			return list[i].result;
	return NULL;
}

static int check_pair(const struct report *rp, const struct entrant *e, const struct entrant *other)
{
	if (!other)
		return text_fault(rp->fault, e->line, e->column, "player %u is not in the report", e->opponent);
	if (other == e)
		return text_fault(rp->fault, e->line, e->column, "player %u is paired with himself", e->opponent);
	if (!other->paired || other->opponent != e->player.number)
		return text_fault(rp->fault, e->line, e->column,
				  "player %u is paired with %u, but line %u does not pair %u with %u", e->player.number,
				  e->opponent, other->line, e->opponent, e->player.number);
	if (e->colour != '-' && e->colour == other->colour)
		return text_fault(rp->fault, e->line, e->column + 5, "both players of this pairing have %s",
				  e->colour == 'w' ? "White" : "Black");
	return 0;
}

static bool is_white(const struct entrant *e, const struct entrant *other)
{
	if (e->colour == '-' && other->colour == '-')
		return e->player.number < other->player.number;
	return e->colour == 'w' || other->colour == 'b';
}

static int add_pair(const struct report *rp, const struct entrant *e, struct pairings *pairings)
{
	const struct entrant *other = rp->by_number[e->opponent];
	struct pairing *p;
	const char *result;
	int r = check_pair(rp, e, other);

	if (r < 0 || !is_white(e, other))
		return r;
	result = result_of(e->result, other->result);
	if (!result)
		return text_fault(rp->fault, e->line, e->column + 7,
				  "the results \"%c\" here and \"%c\" in line %u do not fit", e->result, other->result,
				  other->line);
	p = pairings_add(pairings, e->line, e->column, rp->fault);
	if (!p)
		return rp->fault->line ? -EINVAL : -ENOMEM;
	p->player[0] = e->player;
	p->player[1] = other->player;
	strcpy(p->given, result);
	return 0;
}

static int add_bye(const struct report *rp, const struct entrant *e, struct pairings *pairings)
{
	struct pairing *p;

	if (!strchr("HFUZ+- ", e->result))
		return text_fault(rp->fault, e->line, e->column + 7, "a bye is H, F, U or Z, not \"%c\"", e->result);
	p = pairings_add(pairings, e->line, e->column, rp->fault);
	if (!p)
		return rp->fault->line ? -EINVAL : -ENOMEM;
	p->bye = e->result == 'H' ? BYE_HALF : strchr("FU+", e->result) ? BYE_FULL : BYE_ZERO;
	p->player[0] = e->player;
	return 0;
}

/* --- the order of the boards --- */

struct order {
	unsigned team, place; /* teams: the match, and the board in it */
	unsigned high, sum, low;
	size_t index;
};

static int pairings_trf_compare(unsigned a, unsigned b)
{
	return a < b ? -1 : a > b;
}

static int by_order(const void *a, const void *b)
{
	const struct order *p = a, *q = b;
	int r = pairings_trf_compare(p->team, q->team);

	if (r == 0)
		r = pairings_trf_compare(p->place, q->place);
	if (r == 0)
		r = pairings_trf_compare(q->high, p->high);
	if (r == 0)
		r = pairings_trf_compare(q->sum, p->sum);
	return r ? r : pairings_trf_compare(p->low, q->low);
}

static int number_boards(const struct report *rp, struct pairings *pairings)
{
	struct order *orders = calloc(pairings->count + 1, sizeof(*orders));
	size_t n = 0;

	if (!orders)
		return -ENOMEM;
	for (size_t i = 0; i < pairings->count; i++) {
		const struct pairing *p = &pairings->list[i];
		const struct entrant *a = rp->by_number[p->player[0].number], *b;

		if (p->bye)
			continue;
		b = rp->by_number[p->player[1].number];
		orders[n++] = (struct order){
			.team = a->team && b->team ? (a->team < b->team ? a->team : b->team) : 0,
			.place = a->team && b->team ? (a->team < b->team ? a->place : b->place) : 0,
			.high = a->points > b->points ? a->points : b->points,
			.sum = a->points + b->points,
			.low = a->player.number < b->player.number ? a->player.number : b->player.number,
			.index = i,
		};
	}
	qsort(orders, n, sizeof(*orders), by_order);
	for (size_t i = 0; i < n; i++)
		pairings->list[orders[i].index].board = (unsigned)i + 1;
	free(orders);
	return 0;
}

int pairings_trf_read(const char *text, size_t size, unsigned round, struct pairings *pairings,
		      struct text_fault *fault)
{
	struct report *rp = calloc(1, sizeof(*rp));
	int r;

	if (!rp)
		return -ENOMEM;
	rp->round = round;
	rp->fault = fault;
	rp->pairings = pairings;
	r = round < 1 || round > TRF_MAX_ROUNDS ?
		    text_fault(fault, 1, 1, "a report has rounds 1 to %d", TRF_MAX_ROUNDS) :
		    read_lines(rp, text, size, false);
	if (r >= 0)
		r = index_players(rp);
	if (r >= 0)
		r = read_lines(rp, text, size, true);
	for (size_t i = 0; i < rp->count && r >= 0; i++) {
		const struct entrant *e = &rp->list[i];

		if (e->paired)
			r = e->opponent ? add_pair(rp, e, pairings) : add_bye(rp, e, pairings);
	}
	if (r >= 0)
		r = number_boards(rp, pairings);
	if (r >= 0 && trf_points_unread(text, size, fault))
		r = pairings_leave_out(pairings, fault);
	free(rp->list);
	free(rp);
	return r;
}
