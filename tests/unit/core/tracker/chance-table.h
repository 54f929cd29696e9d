/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board on which hands of chance play, and the pieces as they stand. Everything is drawn from the game's number. What
 * the board says goes to a tracker, or to a whole game.
 */
#ifndef TESTS_CHANCE_TABLE_H
#define TESTS_CHANCE_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/core/tracker/tracker.h"

struct table {
	void (*give)(struct table *t, const struct tracker_event *e); /* times never decrease */
	void (*meanwhile)(struct table *t);			      /* after each change; may be NULL */
	struct tracker_setup setup;
	const struct game *game;
	const struct tracker *tracker;
	uint64_t seed;
	int64_t t_us;
	char pieces[GAME_MAX_SQUARES]; /* as they stand */
	bool turned;		       /* the board stands turned */
	bool names_lifted;	       /* a lift says which piece it was */
	bool names_none;	       /* exact sensors that name no piece */
	bool unplugged;
	bool need_squares;
	bool careful; /* the hands make each move plainly, and no cable is pulled */
};

static inline unsigned next(struct table *t, unsigned n)
{
	uint64_t z = t->seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return n ? (unsigned)((z ^ z >> 31) % n) : 0;
}

#define ONE_OF(t, list) ((list)[next(t, sizeof(list) / sizeof(*(list)))])

static inline void table_event(struct table *t, struct tracker_event e)
{
	if (e.t_us > t->t_us)
		t->t_us = e.t_us;
	e.t_us = t->t_us;
	t->give(t, &e);
}

/* So many ms pass, and what is due happens. */
static inline void table_wait(struct table *t, unsigned ms)
{
	table_event(t, (struct tracker_event){ .type = TRACKER_TIME, .t_us = t->t_us + 1000 * (int64_t)ms });
}

static inline unsigned table_square(const struct table *t, unsigned square)
{
	return t->turned ? t->game->squares - 1 - square : square;
}

/* What the whole board shows; now and then it cannot name a piece. */
static inline void table_squares(struct table *t)
{
	char squares[GAME_MAX_SQUARES] = "";

	for (unsigned q = 0; q < t->game->squares; q++) {
		char piece = t->pieces[q];

		if (piece != '.' && (t->setup.sensors == TRACKER_PRESENCE || !next(t, 200)))
			piece = '?';
		squares[table_square(t, q)] = piece;
	}
	table_event(t, (struct tracker_event){ .type = TRACKER_SQUARES, .t_us = t->t_us, .squares = squares });
}

/* A piece comes to stand there, or is taken away ('.'); said: how the sensor names it ('?': not). */
static inline void table_put(struct table *t, unsigned square, char is, char said)
{
	struct tracker_event e = { .type = is == '.' ? TRACKER_LIFT : TRACKER_PLACE, .t_us = t->t_us };
	char was = t->pieces[square];

	t->pieces[square] = is;
	if (t->unplugged)
		return;
	e.square = (uint8_t)table_square(t, square);
	if (t->setup.sensors == TRACKER_PRESENCE || t->names_none)
		e.piece = 0;
	else if (is != '.')
		e.piece = said;
	else if (t->names_lifted)
		e.piece = was;
	table_event(t, e);
	if (t->need_squares && next(t, 4)) {
		t->need_squares = false;
		t->t_us += 1000 * next(t, 300);
		table_squares(t);
	}
}

static inline void table_press(struct table *t, enum side side)
{
	if (!t->unplugged && t->setup.has_lever)
		table_event(t, (struct tracker_event){ .type = TRACKER_PRESS, .t_us = t->t_us, .side = side });
}

static inline void pause_ms(struct table *t, unsigned at_least, unsigned more)
{
	t->t_us += 1000 * (int64_t)(at_least + next(t, more));
}

static inline unsigned any_square(struct table *t, bool (*wanted)(const struct table *t, unsigned square))
{
	const unsigned first = next(t, t->game->squares);

	for (unsigned i = 0; i < t->game->squares; i++)
		if (wanted(t, (first + i) % t->game->squares))
			return (first + i) % t->game->squares;
	return first;
}

static inline bool is_empty(const struct table *t, unsigned square)
{
	return t->pieces[square] == '.';
}

static inline bool is_taken(const struct table *t, unsigned square)
{
	return t->pieces[square] != '.';
}

static inline bool is_to_move(const struct table *t, unsigned square)
{
	return t->game->piece_side(t->pieces[square]) == t->game->to_move(tracker_position(t->tracker));
}

static inline bool is_opponents(const struct table *t, unsigned square)
{
	return t->game->piece_side(t->pieces[square]) == other_side(t->game->to_move(tracker_position(t->tracker)));
}

/* A piece goes from one square to another, over what stands there. */
static inline void carry(struct table *t, unsigned from, unsigned to)
{
	const char piece = t->pieces[from];

	if (t->pieces[to] != '.' && from != to && next(t, 2)) {
		table_put(t, to, '.', '.');
		pause_ms(t, 40, 300);
	}
	table_put(t, from, '.', '.');
	pause_ms(t, 40, 400);
	if (t->pieces[to] != '.') {
		table_put(t, to, '.', '.');
		pause_ms(t, 1, 200);
	}
	table_put(t, to, piece, piece);
	pause_ms(t, 40, 300);
}

static inline void carry_any(struct table *t, bool (*from)(const struct table *t, unsigned square),
			     bool (*to)(const struct table *t, unsigned square))
{
	const unsigned square = any_square(t, from);

	carry(t, square, any_square(t, to));
}

/* The pieces are set right, in any order, some in one's hand for a while; few are forgotten. */
static inline void set_right(struct table *t, const struct game_position *pos, unsigned forgotten_in_1000)
{
	char want[GAME_MAX_SQUARES] = "";
	const unsigned squares = t->game->squares, step = next(t, 2) ? 7 : 1, first = next(t, squares);

	t->game->placement(pos, want);
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < squares; i++) {
			const unsigned q = (first + i * step) % squares;

			if (t->pieces[q] == want[q] || next(t, 1000) < forgotten_in_1000)
				continue;
			if (t->pieces[q] != '.') {
				table_put(t, q, '.', '.');
				pause_ms(t, 20, 200);
			}
			if (want[q] != '.' && (pass || next(t, 2))) {
				table_put(t, q, want[q], want[q]);
				pause_ms(t, 20, next(t, 4) ? 300 : 3000);
			}
		}
}

#endif
