/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/trf-report.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A line that is shifted would be read as of another opponent, or of none. */
static int check_blanks(const struct report *rp, const struct trf_line *l, const struct entrant *e)
{
	static const int beside[] = { -2, -1, 4, 6 };
	size_t size;

	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		const unsigned column = e->column + (unsigned)beside[i];
		const char *cell = trf_cell(l, column, column, &size);

		if (size)
			return text_fault(rp->fault, e->line, column,
					  "round %u has its opponent in columns %u to %u, its colour in %u, its result "
					  "in %u and blanks between them, not \"%.*s\"; the line is shifted",
					  rp->round, e->column, e->column + 3, e->column + 5, e->column + 7, (int)size,
					  cell);
	}
	return 0;
}

static int read_round(struct report *rp, const struct trf_line *l, struct entrant *e)
{
	unsigned column = trf_round_column(rp->round);
	size_t size, colour_size, result_size;
	const char *opponent = trf_cell(l, column, column + 3, &size);
	const char *colour = trf_cell(l, column + 5, column + 5, &colour_size);
	const char *result = trf_cell(l, column + 7, column + 7, &result_size);

	e->column = column;
	if (check_blanks(rp, l, e) < 0)
		return -EINVAL;
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
	e->text = *l;
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

/* What is said of the players, and of the round, besides them. */
static int read_other(struct report *rp, const struct trf_line *l, unsigned line)
{
	static const struct {
		const char *code;
		int (*read)(struct report *rp, const struct trf_line *l, unsigned line);
	} codes[] = {
		{ "013", trf_team_read },     { "310", trf_team_read },		{ "240", trf_byes_read },
		{ "300", trf_lineup_read },   { "320", trf_pab_read },		{ "330", trf_forfeit_read },
		{ "299", trf_abnormal_read }, { "250", trf_acceleration_read }, { "XXA", trf_acceleration_read },
	};

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (strncmp(l->text, codes[i].code, 3) == 0)
			return codes[i].read(rp, l, line);
	return 0;
}

enum pass { PASS_PLAYERS, PASS_TEAMS, PASS_OTHERS };

/* Teams are known before what is said of them. */
static bool belongs(const char *code, enum pass pass)
{
	const bool player = strncmp(code, "001", 3) == 0;
	const bool team = strncmp(code, "013", 3) == 0 || strncmp(code, "310", 3) == 0;

	return player ? pass == PASS_PLAYERS : team ? pass == PASS_TEAMS : pass == PASS_OTHERS;
}

/* Codes that the file may have are three letters or digits. */
static int read_lines(struct report *rp, const char *text, size_t size, enum pass pass)
{
	struct text_lines l = { .text = text, .size = size };
	int r = 0;

	while (r >= 0 && text_next_line(&l)) {
		struct trf_line line;

		if (trf_is_comment(l.line, l.length))
			continue;
		if (!trf_is_code(l.line, l.length))
			return text_fault(
				rp->fault, l.number, 1,
				"a line of a report begins with a code of three letters or digits and a blank");
		line = trf_line(l.line, l.length);
		if (pass == PASS_PLAYERS)
			trf_kind_note(rp, &line, l.number);
		if (!belongs(l.line, pass))
			continue;
		r = pass == PASS_PLAYERS ? read_player(rp, &line, l.number) : read_other(rp, &line, l.number);
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
		    read_lines(rp, text, size, PASS_PLAYERS);
	if (r >= 0)
		r = index_players(rp);
	if (r >= 0)
		trf_points_settle(rp, text, size);
	for (enum pass pass = PASS_TEAMS; pass <= PASS_OTHERS && r >= 0; pass++)
		r = read_lines(rp, text, size, pass);
	for (size_t i = 0; i < rp->count && r >= 0; i++) {
		const struct entrant *e = &rp->list[i];

		if (e->paired)
			r = e->opponent ? add_pair(rp, e, pairings) : add_bye(rp, e, pairings);
	}
	if (r >= 0)
		r = trf_boards_number(rp, pairings);
	if (r >= 0 && trf_points_unread(text, size, fault))
		r = pairings_leave_out(pairings, fault);
	free(rp->list);
	free(rp);
	return r;
}
