/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Positions, moves and clumsy hands of chance, for a table (chance-table.h). */
#ifndef TESTS_CHANCE_HANDS_H
#define TESTS_CHANCE_HANDS_H

#include "tests/sim/restless.h"
#include "tests/unit/core/tracker/chance-table.h"
#include "tests/unit/core/tracker/draughts-play.h"

#define PART_PLIES 16

static const char *const chess_scenes[] = {
	"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 10",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 30",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 40",
	"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 40",
	"8/2p1p3/3p4/KP1P3r/1R2pp1k/8/4P1PP/8 w - - 0 30",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 30",
	"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30",
	"k7/2Q5/8/8/8/8/8/1K6 w - - 0 60",
	"3q3k/6pp/8/8/8/8/PP6/K2Q4 w - - 0 50",
	"2b1k1n1/8/8/8/8/8/8/1N2K1B1 w - - 0 50",
};

static const char *const draughts_scenes[] = {
	"W:WK5,K10,K28:BK46,K3",
	"W:W7,12,33:B40,44,26",
	"B:W28,32,33,38,39:B7,8,12,13,18",
	"W:W31,32,33,37,38,K42:B6,9,K11,14,22",
	"W:W6,7,8,27,K40:B21,41,42,44,K16",
};

/* A legal move that gives little away; what is seldom is preferred. False: there is none. */
static inline bool choose_move(struct table *t, const struct game_position *pos, struct game_move *ret)
{
	const struct game *g = t->game;
	struct game_moves all;
	int best = 1000, exchange;

	g->moves(pos, &all);
	if (!all.count)
		return false;
	exchange = g->best_exchange ? g->best_exchange(pos) : 0;
	for (unsigned i = 0; i < 3; i++) {
		const struct game_move *c = &all.move[next(t, all.count)];
		int loss = g->exchange_loss ? g->exchange_loss(pos, c, exchange) : 0;

		loss -= c->flags & (GAME_MOVE_CASTLING | GAME_MOVE_EN_PASSANT | GAME_MOVE_PROMOTION) ? 40 : 0;
		loss -= c->captured ? 5 : 0;
		if (loss < best) {
			best = loss;
			*ret = *c;
		}
	}
	return true;
}

/* So many moves on. */
static inline void play_on(struct table *t, struct game_position *pos, unsigned plies)
{
	struct game_move m;

	for (; plies && choose_move(t, pos, &m); plies--)
		t->game->play(pos, &m);
}

/* What hands do and sensors report of it, whatever makes it. */
struct square_change {
	int64_t t_us;
	bool press;
	enum side side;
	uint8_t square;
	char is, said;
};

struct changes {
	struct square_change *c;
	size_t count;
};

static inline void restless_changes(struct table *t, const struct hands_score *score, struct changes *ret)
{
	static const struct restless_style careful = {
		.name = "careful", .beat_ms = 350, .think_ms = 8000, .promotion_swap = 500, .rook_first = 300
	};
	const struct restless_style *style;
	struct restless hands;
	unsigned styles = 0;

	while (restless_styles[styles].name)
		styles++;
	style = t->careful ? &careful : &restless_styles[next(t, styles)];
	assert_int_equal(restless_play(score, style, next(t, 0x7fffffff), &hands), 0);
	ret->c = calloc(hands.count + 1, sizeof(*ret->c));
	assert_non_null(ret->c);
	for (size_t i = 0; i < hands.count; i++) {
		const struct hands_event *e = &hands.event[i];

		ret->c[ret->count++] = (struct square_change){ .t_us = e->t_us,
							       .press = e->action == HANDS_PRESS,
							       .side = e->side,
							       .square = e->square,
							       .is = e->action == HANDS_PLACE ? e->piece : '.',
							       .said = e->piece };
	}
	restless_free(&hands);
}

static inline void draughts_changes(struct table *t, const struct hands_score *score, struct changes *ret)
{
	static const struct draughts_style careful = {
		.name = "careful", .think = 5000, .step = 250, .sweep = 300, .shuffled = 200
	};
	const struct draughts_style *style = t->careful ? &careful : &ONE_OF(t, draughts_styles);
	static struct draughts_play play;

	play.start = &score->start;
	play.plies = score->plies;
	memcpy(play.move, score->move, score->plies * sizeof(*play.move));
	draughts_game(&play, style, next(t, 0x7fffffff));
	ret->c = calloc(play.count + 1, sizeof(*ret->c));
	assert_non_null(ret->c);
	for (unsigned i = 0; i < play.count; i++) {
		const struct draughts_event *e = &play.event[i];

		ret->c[ret->count++] = (struct square_change){ .t_us = e->t_us,
							       .press = e->square == GAME_NO_SQUARE,
							       .side = e->side,
							       .square = e->square,
							       .is = e->is,
							       .said = e->is };
	}
}

/* The cable is out from one change to another. What the board says when it is in again is whole, and where the lever
 * is. */
struct gap {
	size_t from, to;
	bool told;
};

static inline void unplug(struct table *t, const struct gap *gap)
{
	if (gap->told)
		table_event(t, (struct tracker_event){ .type = TRACKER_EVENTS_LOST, .t_us = t->t_us });
	t->unplugged = true;
}

static inline void plug(struct table *t, unsigned unseen, enum side last)
{
	t->unplugged = t->need_squares = false;
	pause_ms(t, 1, next(t, 3) ? 100 : 3000);
	table_squares(t);
	if (unseen % 2 && next(t, 4)) {
		pause_ms(t, 1, 200);
		table_press(t, last);
	}
}

static inline void hands_move(struct table *t, const struct changes *l)
{
	const int64_t begin = t->t_us;
	struct gap gap = { l->count, l->count, next(t, 2) };
	enum side last = NO_SIDE;
	unsigned unseen = 0;

	if (!t->careful && next(t, 6) == 0) {
		gap.from = next(t, next(t, 4) ? (unsigned)l->count : 4);
		gap.to = gap.from + 1 + next(t, next(t, 3) ? 6 : 24);
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct square_change *c = &l->c[i];

		if (begin + c->t_us > t->t_us)
			t->t_us = begin + c->t_us;
		if (i == gap.to)
			plug(t, unseen, last);
		if (i == gap.from)
			unplug(t, &gap);
		if (c->press) {
			unseen += t->unplugged;
			last = c->side;
			table_press(t, c->side);
		} else if (t->pieces[c->square] != c->is || t->setup.sensors != TRACKER_EXACT) {
			table_put(t, c->square, c->is, c->said);
		}
		if (t->meanwhile)
			t->meanwhile(t);
	}
	if (t->unplugged)
		plug(t, unseen, last);
}

/* How much of what was played is read so. */
struct count {
	unsigned plies, right;
	int first_wrong; /* -1: none */
};

static inline bool is_as_played(const struct table *t, unsigned ply, const struct game_move *m)
{
	const struct turn *turn = tracker_turn(t->tracker, ply);

	return turn && turn->kind == TURN_LEGAL && game_moves_alike(&turn->move, m) &&
	       (t->setup.sensors == TRACKER_PRESENCE || turn->move.promotion == m->promotion);
}

/* A few moves from the official position. False: it is no position to play from. */
static inline bool play_part(struct table *t, struct count *count)
{
	struct hands_score score = { .game = t->game, .start = *tracker_position(t->tracker) };
	const unsigned most = 2 + next(t, 8), first = tracker_turns(t->tracker);
	struct game_position pos = score.start;
	struct game_move move[PART_PLIES];
	struct changes l = { 0 };

	if (t->game->playable(&pos, NULL) < 0)
		return false;
	score.move = move;
	while (score.plies < most && t->game->end(&pos) == GAME_GOES_ON && choose_move(t, &pos, &move[score.plies])) {
		t->game->play(&pos, &move[score.plies]);
		score.plies++;
	}
	if (!score.plies)
		return false;
	if (t->game == &game_draughts)
		draughts_changes(t, &score, &l);
	else
		restless_changes(t, &score, &l);
	hands_move(t, &l);
	free(l.c);
	pause_ms(t, 100, 3000);
	/* what waits for a reply is not judged yet */
	for (unsigned i = 0; i < score.plies; i++) {
		const bool right = is_as_played(t, first + i, &move[i]) ||
				   (i + 1 == score.plies && tracker_turns(t->tracker) == first + i);

		count->plies++;
		count->right += right;
		if (!right && count->first_wrong < 0)
			count->first_wrong = (int)(first + i);
	}
	return true;
}

/* A piece goes where it may not, or a turn is no turn; pressed. */
static inline void against_the_rules(struct table *t)
{
	const enum side side = t->game->to_move(tracker_position(t->tracker));
	unsigned from = any_square(t, next(t, 6) ? is_to_move : is_opponents);

	switch (next(t, 5)) {
	case 0:
		carry(t, from, any_square(t, is_opponents));
		break;
	case 1: /* something else is gone, or two are moved */
		carry(t, from, any_square(t, is_empty));
		from = any_square(t, is_taken);
		if (next(t, 2))
			table_put(t, from, '.', '.');
		else
			carry(t, from, any_square(t, is_empty));
		break;
	case 2: /* a piece too many */
		table_put(t, any_square(t, is_empty), t->pieces[from], t->pieces[from]);
		break;
	case 3:
		carry(t, from, any_square(t, is_taken));
		break;
	default:
		carry(t, from, any_square(t, is_empty));
		break;
	}
	pause_ms(t, 20, 200);
	table_press(t, next(t, 12) ? side : other_side(side));
	if (next(t, 2))
		table_wait(t, 1000 + next(t, 2000));
}

#endif
