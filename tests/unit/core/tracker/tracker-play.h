/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole games by hands of chance. A game is made of legal moves that give little away; the hands put it on a board of
 * sensors, in one of many clumsy ways, and the tracker is asked what was played.
 */
#ifndef TESTS_TRACKER_PLAY_H
#define TESTS_TRACKER_PLAY_H

#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/tracker.h"

#define PLAY_PLIES 120 /* of a game of chance */
#define PLAY_MOVES 400
#define PLAY_EVENTS 16384

/* Chances in a thousand, times in ms. */
struct style {
	const char *name;
	unsigned think; /* longest */
	unsigned step;	/* longest between two changes of one hand */
	unsigned slide, hover, takeback, adjust, sweep, roll, knocked, drag;
	unsigned two_hands; /* captures and castlings with both hands at once */
	unsigned swap;	    /* captures that no sensor sees as an empty square */
	unsigned rook_first;
	unsigned early_press, early_hand;
	unsigned bounce;
	unsigned late, late_ms, lost; /* sensor changes */
	unsigned press_lost, press_twice;
	unsigned scan; /* ms of one scan of the board; 0: each change at once */
};

/* Both in time trouble. */
#define PLAY_SCRAMBLE \
	{ \
		.name = "scramble", .think = 1500, .step = 110, .slide = 80, .hover = 50, .takeback = 15, \
		.adjust = 40, .two_hands = 300, .swap = 30, .rook_first = 100, .early_press = 110, .early_hand = 110, \
		.bounce = 90, .late = 4, .late_ms = 2500, .lost = 1, .knocked = 30, .drag = 250, .sweep = 4, .roll = 4 \
	}

/* What no sensor told would be no matter of the road that a trace takes. */
static const struct style play_levels[] = {
	{ .name = "orderly", .think = 5000, .step = 250, .rook_first = 300, .two_hands = 100 },
	{ .name = "club",
	  .think = 4000,
	  .step = 200,
	  .slide = 150,
	  .hover = 30,
	  .takeback = 10,
	  .adjust = 30,
	  .two_hands = 200,
	  .rook_first = 200,
	  .bounce = 30,
	  .knocked = 10,
	  .drag = 100 },
	{ .name = "blitz",
	  .think = 2500,
	  .step = 150,
	  .slide = 100,
	  .hover = 40,
	  .takeback = 15,
	  .adjust = 40,
	  .two_hands = 300,
	  .rook_first = 200,
	  .early_press = 20,
	  .early_hand = 20,
	  .bounce = 60,
	  .knocked = 20,
	  .drag = 150 },
	{ .name = "scramble",
	  .think = 1500,
	  .step = 110,
	  .slide = 80,
	  .hover = 50,
	  .takeback = 15,
	  .adjust = 40,
	  .two_hands = 300,
	  .rook_first = 100,
	  .early_press = 80,
	  .early_hand = 80,
	  .bounce = 90,
	  .knocked = 30,
	  .drag = 250,
	  .sweep = 4,
	  .roll = 4 },
};

struct play_event {
	int64_t t_us;
	int order;
	uint8_t square; /* GAME_NO_SQUARE: a press */
	char is;
	enum side side;
};

struct play {
	const struct game *game;
	const struct style *style;
	uint32_t seed;
	struct game_position start, pos;
	struct game_move move[PLAY_MOVES];
	unsigned plies;
	struct play_event event[PLAY_EVENTS];
	unsigned count;
	int64_t t; /* of the hand that moves */
	int64_t pressed, hand[2];
	char pieces[GAME_MAX_SQUARES];
};

static inline uint32_t play_random(struct play *p, uint32_t below)
{
	p->seed ^= p->seed << 13;
	p->seed ^= p->seed >> 17;
	p->seed ^= p->seed << 5;
	return below ? p->seed % below : 0;
}

static inline bool chance(struct play *p, unsigned thousandths)
{
	return play_random(p, 1000) < thousandths;
}

static inline void play_add(struct play *p, int64_t t, unsigned square, char is, enum side side)
{
	if (p->count < PLAY_EVENTS) {
		p->event[p->count] = (struct play_event){ t, (int)p->count, (uint8_t)square, is, side };
		p->count++;
	}
}

/* A piece comes to stand on square, or leaves it ('.'): what happens on the table. */
static inline void put(struct play *p, unsigned square, char is)
{
	p->t += 1000 * (15 + play_random(p, p->style->step));
	play_add(p, p->t, square, is, NO_SIDE);
	if (chance(p, p->style->bounce)) {
		char other = is == '.' ? p->pieces[square] : '.';
		int64_t t = p->t;

		for (unsigned n = 1 + play_random(p, 3); n && other != is; n--) {
			play_add(p, t += 1000 + play_random(p, 6000), square, other, NO_SIDE);
			play_add(p, t += 1000 + play_random(p, 6000), square, is, NO_SIDE);
		}
		p->t = t > p->t ? t : p->t;
	}
	p->pieces[square] = is;
}

static inline unsigned play_near(struct play *p, unsigned square)
{
	int x = (int)(square % 8) + (int)play_random(p, 3) - 1, y = (int)(square / 8) + (int)play_random(p, 3) - 1;

	return x < 0 || x > 7 || y < 0 || y > 7 ? square : (unsigned)(y * 8 + x);
}

/* Lifts a piece of square and puts it back. */
static inline void touch_back(struct play *p, unsigned square)
{
	char piece = p->pieces[square];

	if (piece == '.')
		return;
	put(p, square, '.');
	p->t += 1000 * play_random(p, 500);
	put(p, square, piece);
}

static inline void pass_over(struct play *p, unsigned square, char piece)
{
	if (p->pieces[square] != '.')
		return;
	put(p, square, piece);
	put(p, square, '.');
}

static inline void play_way(struct play *p, const struct game_move *m, char piece)
{
	int dx = (int)(m->to % 8) - (int)(m->from % 8), dy = (int)(m->to / 8) - (int)(m->from / 8);
	int n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);

	if (dx && dy && abs(dx) != abs(dy))
		return;
	for (int i = 1; i < n; i++)
		pass_over(p, (unsigned)((int)m->from + i * (dy / n * 8 + dx / n)), piece);
}

/* The hands make one move; before: the position. Returns when the last piece stands. */
static inline void play_hands(struct play *p, const struct game_position *before, const struct game_move *m)
{
	const struct style *s = p->style;
	struct game_position after = *before;
	char then[GAME_MAX_SQUARES], piece = p->pieces[m->from];
	int64_t knocked_at = 0;
	unsigned knocked = GAME_NO_SQUARE;
	char knocked_piece = '.';

	p->game->play(&after, m);
	p->game->placement(&after, then);
	if (chance(p, s->adjust))
		touch_back(p, play_random(p, 64));
	if (chance(p, s->sweep))
		for (unsigned file = play_random(p, 8), y = 0; y < 8; y++)
			if (p->pieces[y * 8 + file] != '.' && chance(p, 600)) {
				char swept = p->pieces[y * 8 + file];

				play_add(p, p->t += 10000, y * 8 + file, '.', NO_SIDE);
				play_add(p, p->t + 20000 + 1000 * play_random(p, 200), y * 8 + file, swept, NO_SIDE);
			}
	if (chance(p, s->sweep))
		p->t += 250000;
	if (m->flags & GAME_MOVE_CASTLING) {
		const unsigned from = m->rook_from, to = m->rook_to;
		bool rook_first = chance(p, s->rook_first), both = chance(p, s->two_hands);

		if (m->from == m->to || from == to) {
			/* one of the two stays */
			const unsigned left = m->from == m->to ? from : m->from, came = m->from == m->to ? to : m->to;
			const char who = p->pieces[left];

			put(p, left, '.');
			put(p, came, who);
		} else if (both || m->to == from || m->from == to) {
			put(p, m->from, '.');
			put(p, from, '.');
			put(p, rook_first ? to : m->to, rook_first ? then[to] : piece);
			put(p, rook_first ? m->to : to, rook_first ? piece : then[to]);
		} else {
			for (unsigned i = 0; i < 2; i++) {
				bool rook = (i == 0) == rook_first;
				char who = rook ? then[to] : piece;

				put(p, rook ? from : m->from, '.');
				put(p, rook ? to : m->to, who);
			}
		}
	} else {
		bool takes = p->pieces[m->to] != '.';
		bool victim_first = takes && chance(p, 450);
		char placed = then[m->to];

		if (takes && chance(p, s->swap)) {
			put(p, m->from, '.');
			put(p, m->to, placed);
		} else {
			if (victim_first) {
				char victim = p->pieces[m->to];

				put(p, m->to, '.');
				if (chance(p, s->drag))
					pass_over(p, play_near(p, m->to), victim);
			}
			put(p, m->from, '.');
			if (chance(p, s->hover) || chance(p, s->takeback)) {
				struct game_moves all;

				p->game->moves(before, &all);
				for (unsigned i = 0, k = play_random(p, all.count); i < all.count; i++) {
					const struct game_move *o = &all.move[(i + k) % all.count];

					if (o->from == m->from && p->pieces[o->to] == '.' && o->to != m->to) {
						p->t += 1000 * play_random(p, 400);
						put(p, o->to, piece);
						p->t += 1000 * play_random(p, 900);
						put(p, o->to, '.');
						break;
					}
				}
			}
			if (chance(p, s->slide))
				play_way(p, m, piece);
			if (takes && !victim_first)
				put(p, m->to, '.');
			if (takes && chance(p, s->two_hands))
				p->t -= 10000;
			put(p, m->to, placed);
			if (chance(p, s->roll)) {
				/* it falls, rolls over three squares, and is set right */
				unsigned q = m->to;

				p->t += 120000;
				put(p, q, '.');
				for (unsigned i = 0; i < 3; i++)
					pass_over(p, q = play_near(p, q), placed);
				p->t += 1000 * (100 + play_random(p, 400));
				put(p, m->to, placed);
			}
		}
		for (unsigned q = 0; q < 64; q++)
			if (p->pieces[q] != then[q] && then[q] == '.')
				put(p, q, '.'); /* taken in passing */
	}
	if (chance(p, s->knocked)) {
		knocked = play_near(p, m->to);
		knocked_piece = p->pieces[knocked];
		if (knocked != m->to && knocked != m->from && knocked_piece != '.') {
			knocked_at = p->t - 5000;
			play_add(p, knocked_at, knocked, '.', NO_SIDE);
			play_add(p, knocked_at + 1000 * (200 + play_random(p, 1200)), knocked, knocked_piece, NO_SIDE);
		}
	}
}

static int by_time(const void *a, const void *b)
{
	const struct play_event *x = a, *y = b;

	if (x->t_us != y->t_us)
		return x->t_us < y->t_us ? -1 : 1;
	return x->order - y->order;
}

/* A legal move that gives little away. */
static inline struct game_move play_choose(struct play *p, const struct game_position *pos)
{
	const struct game *game = p->game;
	int best = 1000, exchange = game->best_exchange ? game->best_exchange(pos) : 0;
	struct game_moves all;
	struct game_move m;

	game->moves(pos, &all);
	for (unsigned i = 0; i < 4; i++) {
		const struct game_move *c = &all.move[play_random(p, all.count)];
		int loss = (game->exchange_loss ? game->exchange_loss(pos, c, exchange) : 0) -
			   (c->flags & (GAME_MOVE_CASTLING | GAME_MOVE_EN_PASSANT) ? 20 : 0) -
			   (c->flags & GAME_MOVE_CAPTURE ? 5 : 0);

		if (c->promotion && c->promotion != 'Q' && c->promotion != 'q')
			loss += 200;
		if (loss < best) {
			best = loss;
			m = *c;
		}
	}
	return m;
}

static inline void play_begin(struct play *p, const struct game *game, const struct game_position *start,
			      const struct style *style, uint32_t seed)
{
	*p = (struct play){
		.game = game, .style = style, .seed = seed * 2654435761u | 1, .start = *start, .pos = *start
	};
	p->pressed = 1000000;
	for (unsigned i = 0; i < 8; i++)
		play_random(p, 2);
	game->placement(start, p->pieces);
}

/* Everything that the hands do to play the next move, which must be legal. */
static inline void play_move(struct play *p, const struct game_move *m)
{
	const struct style *style = p->style;
	const enum side side = p->game->to_move(&p->pos);
	int64_t press;

	p->t = p->pressed + 1000 * (100 + play_random(p, style->think));
	if (chance(p, style->early_hand))
		p->t = p->pressed - 1000 * play_random(p, 150);
	/* a hand does one thing after the other */
	if (p->t < p->hand[side] + 80000)
		p->t = p->hand[side] + 80000;
	play_hands(p, &p->pos, m);
	press = p->t + 1000 * (30 + play_random(p, 200));
	if (chance(p, style->early_press))
		press = p->t - 1000 * play_random(p, 90);
	if (press < p->pressed + 50000)
		press = p->pressed + 50000;
	p->hand[side] = press > p->t ? press : p->t;
	if (!chance(p, style->press_lost))
		play_add(p, press, GAME_NO_SQUARE, 0, side);
	if (chance(p, style->press_twice))
		play_add(p, press + 60000, GAME_NO_SQUARE, 0, side);
	p->pressed = press;
	p->move[p->plies++] = *m;
	p->game->play(&p->pos, m);
}

static inline void play_sort(struct play *p)
{
	qsort(p->event, p->count, sizeof(p->event[0]), by_time);
}

/* Everything the hands do to play that game; given NULL: one of legal moves that they choose. */
static inline void play_given(struct play *p, const struct game *game, const struct style *style, uint32_t seed,
			      const struct game_move *given, unsigned plies)
{
	struct game_position start;

	game->parse(game->start_fen, &start, NULL);
	play_begin(p, game, &start, style, seed);
	while (p->plies < plies && game->end(&p->pos) == GAME_GOES_ON) {
		const struct game_move m = given ? given[p->plies] : play_choose(p, &p->pos);

		play_move(p, &m);
	}
	play_sort(p);
}

/* A game of legal moves, and everything the hands do to play it. */
static inline void play_game(struct play *p, const struct game *game, const struct style *style, uint32_t seed)
{
	play_given(p, game, style, seed, NULL, PLAY_PLIES);
}

/* What sensors of that kind say of it: late, lost, and once a scan. */
static inline unsigned play_sensors(struct play *p, bool presence, struct tracker_event *ret, unsigned room)
{
	static struct play_event seen[PLAY_EVENTS];
	const struct style *s = p->style;
	char shows[GAME_MAX_SQUARES];
	unsigned n = 0, count = 0;

	p->seed = 12345;
	memset(shows, '.', sizeof(shows));
	p->game->placement(&p->start, shows);
	for (unsigned i = 0; i < p->count; i++) {
		seen[n] = p->event[i];
		seen[n].order = (int)i;
		if (seen[n].square != GAME_NO_SQUARE) {
			if (chance(p, s->lost))
				continue;
			if (chance(p, s->late))
				seen[n].t_us += 1000 * (100 + play_random(p, s->late_ms));
			if (s->scan) {
				seen[n].t_us += 1000 * s->scan - seen[n].t_us % (1000 * s->scan);
				seen[n].order = (int)(seen[n].square * 7919u % 64) + 64 * (int)i / 64;
			}
		}
		n++;
	}
	qsort(seen, n, sizeof(seen[0]), by_time);
	for (unsigned i = 0; i < n && count < room; i++) {
		struct play_event *e = &seen[i];
		struct tracker_event *out = &ret[count];

		*out = (struct tracker_event){ .t_us = e->t_us, .square = e->square };
		if (e->square == GAME_NO_SQUARE) {
			out->type = TRACKER_PRESS;
			out->side = e->side;
			count++;
			continue;
		}
		if (presence ? (shows[e->square] == '.') == (e->is == '.') : shows[e->square] == e->is) {
			shows[e->square] = e->is;
			continue;
		}
		out->type = e->is == '.' ? TRACKER_LIFT : TRACKER_PLACE;
		if (!presence)
			out->piece = e->is == '.' ? shows[e->square] : e->is;
		shows[e->square] = e->is;
		count++;
	}
	return count;
}

struct play_score {
	unsigned games, right, plies, plies_right;
};

static inline void play_ignore(void *userdata, const struct tracker_fact *fact)
{
}

static inline bool play_track(struct play *p, enum tracker_sensors sensors, bool has_lever, struct play_score *score,
			      bool tell)
{
	static struct tracker_event events[PLAY_EVENTS];
	unsigned n = play_sensors(p, sensors == TRACKER_PRESENCE, events, PLAY_EVENTS), right = 0, wrong = 0;
	struct tracker_setup setup = {
		.game = p->game, .sensors = sensors, .has_lever = has_lever, .scan_us = p->style->scan * 1000
	};
	struct tracker *t;

	setup.start = p->start;
	if (tracker_new(&setup, play_ignore, NULL, &t) < 0)
		return false;
	for (unsigned i = 0; i < n; i++)
		if (has_lever || events[i].type != TRACKER_PRESS)
			tracker_event(t, &events[i]);
	tracker_finish(t);
	for (unsigned i = 0; i < p->plies; i++) {
		const struct turn *turn = tracker_turn(t, i);

		if (turn && turn->from == p->move[i].from && turn->to == p->move[i].to) {
			right++;
		} else if (!wrong++ && tell) {
			char want[GAME_TEXT], from[8] = "-", to[8] = "-";
			struct game_position pos;

			pos = p->start;
			for (unsigned k = 0; k < i; k++)
				p->game->play(&pos, &p->move[k]);
			p->game->move_text(&pos, &p->move[i], want);
			if (turn && turn->from != GAME_NO_SQUARE)
				p->game->square_name(turn->from, from);
			if (turn && turn->to != GAME_NO_SQUARE)
				p->game->square_name(turn->to, to);
			printf("# %s sensors %d: ply %u %s read as %s%s at %lld, %u turns of %u\n", p->style->name,
			       sensors, i, want, from, to, turn ? (long long)turn->t_us : -1LL, tracker_turns(t),
			       p->plies);
		}
	}
	score->games++;
	score->plies += p->plies;
	score->plies_right += right;
	score->right += right == p->plies && tracker_turns(t) == p->plies;
	wrong += tracker_turns(t) != p->plies;
	tracker_free(t);
	return !wrong;
}

#endif
