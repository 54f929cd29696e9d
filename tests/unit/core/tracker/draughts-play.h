/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hands that play a given draughts game on sensors: captures square by square or in one sweep, captured men lifted at
 * once, after, late or in another order, men crowned by a second one or not.
 */
#ifndef TESTS_DRAUGHTS_PLAY_H
#define TESTS_DRAUGHTS_PLAY_H

#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/tracker.h"
#include "rules/draughts/position.h"

#define DRAUGHTS_PLIES 400
#define DRAUGHTS_EVENTS 16384

/* Chances in a thousand, times in ms. */
struct draughts_style {
	const char *name;
	unsigned think, step;
	unsigned sweep;	    /* a capture in one sweep, not square by square */
	unsigned at_once;   /* captured men lifted as they are jumped */
	unsigned first;	    /* … or before the man moves */
	unsigned shuffled;  /* captured men lifted in another order */
	unsigned late;	    /* one of them after the press */
	unsigned forgotten; /* one of several stays until the next turn of that side */
	unsigned slide;	    /* a king is dragged over the squares between */
	unsigned uncrowned; /* no second man is put on a new king */
	unsigned two_hands; /* captured men lifted with the other hand meanwhile */
	unsigned touch, hover, bounce, early_press, early_hand;
	unsigned late_ms; /* longest after the press (300) */
};

struct draughts_event {
	int64_t t_us;
	int order;
	uint8_t square; /* GAME_NO_SQUARE: a press */
	char is;
	enum side side;
};

struct draughts_play {
	const struct draughts_style *style;
	const struct game_position *start; /* NULL: the game's */
	uint32_t seed;
	struct game_move move[DRAUGHTS_PLIES];
	unsigned plies;
	struct draughts_event event[DRAUGHTS_EVENTS];
	unsigned count;
	int64_t t;
	char men[GAME_MAX_SQUARES];
	uint8_t forgot[2];
};

static inline uint32_t draughts_random(struct draughts_play *p, uint32_t below)
{
	p->seed ^= p->seed << 13;
	p->seed ^= p->seed >> 17;
	p->seed ^= p->seed << 5;
	return below ? p->seed % below : 0;
}

static inline bool draughts_chance(struct draughts_play *p, unsigned thousandths)
{
	return draughts_random(p, 1000) < thousandths;
}

static inline void draughts_add(struct draughts_play *p, int64_t t, unsigned square, char is, enum side side)
{
	if (p->count < DRAUGHTS_EVENTS) {
		p->event[p->count] = (struct draughts_event){ t, (int)p->count, (uint8_t)square, is, side };
		p->count++;
	}
}

static inline void draughts_put_at(struct draughts_play *p, int64_t t, unsigned square, char is)
{
	draughts_add(p, t, square, is, NO_SIDE);
	if (draughts_chance(p, p->style->bounce)) {
		draughts_add(p, t + 2000, square, is == '.' ? p->men[square] : '.', NO_SIDE);
		draughts_add(p, t + 5000, square, is, NO_SIDE);
	}
	p->men[square] = is;
}

static inline void draughts_put(struct draughts_play *p, unsigned square, char is)
{
	p->t += 1000 * (15 + draughts_random(p, p->style->step));
	draughts_put_at(p, p->t, square, is);
}

static inline void draughts_touch_down(struct draughts_play *p, unsigned square, char man)
{
	if (p->men[square] == '.') {
		draughts_put(p, square, man);
		draughts_put(p, square, '.');
	}
}

/* The man that a jump from a to b takes: the one of captured between them. */
static inline unsigned draughts_jumped(unsigned a, unsigned b, uint64_t captured)
{
	const int x = game_draughts.cell_of_square(a), y = game_draughts.cell_of_square(b);
	const int dx = y % 10 > x % 10 ? 1 : -1, dy = y > x ? 10 : -10;

	for (int c = x + dx + dy; c != y && c >= 0 && c < 100; c += dx + dy) {
		const int q = game_draughts.square_of_cell((unsigned)c);

		if (q >= 0 && captured & UINT64_C(1) << q)
			return (unsigned)q;
	}
	return GAME_NO_SQUARE;
}

static inline void draughts_hands(struct draughts_play *p, const struct game_position *before,
				  const struct game_move *m, uint8_t *late, int64_t *press)
{
	const struct draughts_style *s = p->style;
	const enum side side = game_draughts.to_move(before);
	const struct draughts_move dm = draughts_from_game(m);
	uint8_t route[DRAUGHTS_MAX_CAPTURED], victim[DRAUGHTS_MAX_CAPTURED];
	unsigned n = 0, victims = 0;
	const bool sweep = draughts_chance(p, s->sweep), at_once = draughts_chance(p, s->at_once),
		   first = draughts_chance(p, s->first), two_hands = draughts_chance(p, s->two_hands);
	const char man = p->men[m->from];
	uint64_t left = m->captured;
	unsigned at = m->from;
	int64_t began;

	if (p->forgot[side] != GAME_NO_SQUARE) {
		if (p->men[p->forgot[side]] != '.' && game_draughts.piece_side(p->men[p->forgot[side]]) != side)
			draughts_put(p, p->forgot[side], '.');
		p->forgot[side] = GAME_NO_SQUARE;
	}
	if (draughts_chance(p, s->touch)) {
		const unsigned q = draughts_random(p, 50);
		const char stood = p->men[q];

		if (stood != '.') {
			draughts_put(p, q, '.');
			draughts_put(p, q, stood);
		}
	}
	if (m->captured)
		n = draughts_route(draughts_position_of_const(before), &dm, NULL, 0, route);
	for (unsigned i = 0; i < n; i++) {
		const unsigned to = draughts_square(route[i]);
		const unsigned q = draughts_jumped(at, to, left);

		if (q != GAME_NO_SQUARE) {
			victim[victims++] = (uint8_t)q;
			left &= ~(UINT64_C(1) << q);
		}
		at = to;
	}
	if (draughts_chance(p, s->shuffled))
		for (unsigned i = victims; i > 1; i--) {
			const unsigned j = draughts_random(p, i);
			const uint8_t swap = victim[i - 1];

			victim[i - 1] = victim[j];
			victim[j] = swap;
		}
	if (first && !at_once)
		for (unsigned i = 0; i < victims; i++)
			draughts_put(p, victim[i], '.');
	draughts_put(p, m->from, '.');
	began = p->t;
	if (draughts_chance(p, s->hover)) {
		struct game_moves all;
		const unsigned k = draughts_random(p, 64);

		game_draughts.moves(before, &all);
		for (unsigned i = 0; i < all.count; i++)
			if (all.move[(i + k) % all.count].from == m->from &&
			    all.move[(i + k) % all.count].to != m->to) {
				draughts_touch_down(p, all.move[(i + k) % all.count].to, man);
				break;
			}
	}
	for (unsigned i = 0; i + 1 < n; i++) {
		if (!sweep)
			draughts_touch_down(p, draughts_square(route[i]), man);
		if (at_once)
			draughts_put(p, victim[i], '.');
	}
	if (!n && draughts_chance(p, s->slide))
		for (uint64_t way = game_draughts.path_squares(before, m); way;) {
			/* the lowest number first, or the highest, as the move goes */
			const unsigned q = m->to > m->from ? (unsigned)__builtin_ctzll(way) :
							     63 - (unsigned)__builtin_clzll(way);

			draughts_touch_down(p, q, man);
			way &= ~(UINT64_C(1) << q);
		}
	draughts_put(p, m->to, man);
	*press = p->t + 1000 * (30 + draughts_random(p, 150));
	for (unsigned i = 0; i < victims; i++) {
		if (p->men[victim[i]] == '.')
			continue;
		if (i + 1 == victims && draughts_chance(p, s->late)) {
			*late = victim[i];
		} else if (victims > 1 && i + 1 == victims && draughts_chance(p, s->forgotten)) {
			p->forgot[side] = victim[i];
		} else if (two_hands) {
			draughts_put_at(p, began + (p->t - began) * (i + 1) / (victims + 1), victim[i], '.');
		} else {
			draughts_put(p, victim[i], '.');
		}
	}
	if (m->promotion && !draughts_chance(p, s->uncrowned))
		draughts_put(p, m->to, m->promotion);
	if (p->t + 30000 > *press)
		*press = p->t + 1000 * (30 + draughts_random(p, 150));
	if (draughts_chance(p, s->early_press))
		*press = p->t - 1000 * draughts_random(p, 80);
}

static int draughts_by_time(const void *a, const void *b)
{
	const struct draughts_event *x = a, *y = b;

	return x->t_us != y->t_us ? (x->t_us < y->t_us ? -1 : 1) : x->order - y->order;
}

/* The moves of p are played. */
static inline void draughts_game(struct draughts_play *p, const struct draughts_style *style, uint32_t seed)
{
	struct game_position pos;
	int64_t pressed = 1000000;

	p->style = style;
	p->seed = seed * 2654435761u | 1;
	p->count = 0;
	p->forgot[0] = p->forgot[1] = GAME_NO_SQUARE;
	for (unsigned i = 0; i < 8; i++)
		draughts_random(p, 2);
	game_draughts.parse(game_draughts.start_fen, &pos, NULL);
	if (p->start)
		pos = *p->start;
	game_draughts.placement(&pos, p->men);
	for (unsigned i = 0; i < p->plies; i++) {
		uint8_t late = GAME_NO_SQUARE;
		int64_t press;

		p->t = pressed + 1000 * (100 + draughts_random(p, style->think));
		if (draughts_chance(p, style->early_hand))
			p->t = pressed - 1000 * draughts_random(p, 150);
		draughts_hands(p, &pos, &p->move[i], &late, &press);
		if (press < pressed + 50000)
			press = pressed + 50000;
		draughts_add(p, press, GAME_NO_SQUARE, 0, game_draughts.to_move(&pos));
		if (late != GAME_NO_SQUARE)
			draughts_put_at(p,
					press + 1000 * (20 + draughts_random(p, style->late_ms ? style->late_ms : 300)),
					late, '.');
		pressed = press;
		game_draughts.play(&pos, &p->move[i]);
	}
	qsort(p->event, p->count, sizeof(p->event[0]), draughts_by_time);
}

static inline void draughts_ignore(void *userdata, const struct tracker_fact *fact)
{
	(void)userdata;
	(void)fact;
}

/* How many plies were read as they were played; all: and no other. *first: number of the first that was not. */
static inline unsigned draughts_track(const struct draughts_play *p, enum tracker_sensors sensors, bool *all,
				      unsigned *first, struct turn *got)
{
	struct tracker_setup setup = { .game = &game_draughts, .sensors = sensors, .has_lever = true };
	char shows[GAME_MAX_SQUARES];
	struct tracker *t = NULL;
	unsigned right = 0;

	*first = p->plies;
	*all = false;
	game_draughts.parse(game_draughts.start_fen, &setup.start, NULL);
	game_draughts.placement(&setup.start, shows);
	if (tracker_new(&setup, draughts_ignore, NULL, &t) < 0)
		return 0;
	for (unsigned i = 0; i < p->count; i++) {
		const struct draughts_event *e = &p->event[i];
		struct tracker_event out = {
			.t_us = e->t_us, .square = e->square, .type = TRACKER_PRESS, .side = e->side
		};

		if (e->square != GAME_NO_SQUARE) {
			if (sensors == TRACKER_PRESENCE ? (shows[e->square] == '.') == (e->is == '.') :
							  shows[e->square] == e->is)
				continue;
			out.type = e->is == '.' ? TRACKER_LIFT : TRACKER_PLACE;
			if (sensors == TRACKER_PIECE_ID)
				out.piece = e->is == '.' ? shows[e->square] : e->is;
			shows[e->square] = e->is;
		}
		tracker_event(t, &out);
	}
	tracker_finish(t);
	for (unsigned i = 0; i < p->plies; i++) {
		const struct turn *turn = tracker_turn(t, i);

		if (turn && turn->kind == TURN_LEGAL && turn->from == p->move[i].from && turn->to == p->move[i].to &&
		    turn->move.captured == p->move[i].captured) {
			right++;
		} else if (*first == p->plies) {
			*first = i;
			*got = turn ? *turn : (struct turn){ .from = GAME_NO_SQUARE, .to = GAME_NO_SQUARE };
		}
	}
	*all = right == p->plies && tracker_turns(t) == p->plies;
	tracker_free(t);
	return right;
}

static const struct draughts_style draughts_styles[] = {
	{ .name = "orderly", .think = 5000, .step = 250, .sweep = 300, .shuffled = 200, .uncrowned = 300 },
	{ .name = "club",
	  .think = 4000,
	  .step = 200,
	  .sweep = 500,
	  .at_once = 200,
	  .first = 50,
	  .shuffled = 300,
	  .late = 30,
	  .slide = 300,
	  .uncrowned = 400,
	  .two_hands = 50,
	  .touch = 20,
	  .hover = 10,
	  .bounce = 20,
	  .early_press = 10,
	  .early_hand = 10 },
	{ .name = "blitz",
	  .think = 900,
	  .step = 110,
	  .sweep = 700,
	  .at_once = 250,
	  .first = 60,
	  .shuffled = 500,
	  .late = 120,
	  .forgotten = 15,
	  .slide = 400,
	  .uncrowned = 700,
	  .two_hands = 250,
	  .touch = 20,
	  .hover = 25,
	  .bounce = 60,
	  .early_press = 60,
	  .early_hand = 80 },
	{ .name = "scramble",
	  .think = 400,
	  .step = 90,
	  .sweep = 800,
	  .at_once = 250,
	  .first = 100,
	  .shuffled = 600,
	  .late = 300,
	  .forgotten = 50,
	  .slide = 500,
	  .uncrowned = 900,
	  .two_hands = 300,
	  .touch = 40,
	  .hover = 60,
	  .bounce = 100,
	  .early_press = 150,
	  .early_hand = 250,
	  .late_ms = 1500 },
};
#define DRAUGHTS_STYLES (sizeof(draughts_styles) / sizeof(*draughts_styles))

#endif
