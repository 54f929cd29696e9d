/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two games, line 0 and line 1, in which the same hands lift, place and press at the same instants; what they put down
 * may stand on different squares. Some hands put pieces right, some press before the piece stands, some levers spring
 * back, and people stop the clock and claim what has nothing to do with a turn.
 */
#ifndef TESTS_CORE_PAIR_HANDS_H
#define TESTS_CORE_PAIR_HANDS_H

#include "tests/unit/core/core-testing.h"

#define PAIR_INPUTS 1024
#define PAIR_PLIES 64
#define PAIR_AFTER 14 /* turns after the one in which the lines part, at least two fewer */

enum pair_kind {
	PAIR_GEOMETRY,
	PAIR_BLOCKED,
	PAIR_CAPTURE,
	PAIR_CHECK,
	PAIR_CASTLING,	     /* king and rook on other squares */
	PAIR_RIGHT_LOST,     /* castled after the rook, or another piece, had gone and come back */
	PAIR_LATE_PASSANT,   /* en passant two turns too late, or in time */
	PAIR_TWO_PIECES,     /* a second piece moves as it could, or otherwise */
	PAIR_PUT_BACK,	     /* a second piece is put back, or moves */
	PAIR_PAWN_LEFT,	     /* on the last rank */
	PAIR_WRONG_PROMOTED, /* to a king or to a piece of the opponent's */
	PAIR_KINDS
};

/* What a hand does. */
struct hand_step {
	uint8_t square;
	char piece; /* 0: it lifts */
};

struct deed {
	struct hand_step step[16];
	unsigned count;
};

struct pair_line {
	struct game_position pos; /* by the rules, or as the pieces stand */
	char board[GAME_MAX_SQUARES];
	char stood[PAIR_PLIES][GAME_MAX_SQUARES]; /* after each turn */
	struct input in[PAIR_INPUTS];
	int64_t due_us[PAIR_INPUTS]; /* after each: core_public_deadline() */
	struct said {
		struct publication what; /* but for what lives no longer than the core */
		char *words;		 /* all but squares */
	} * said;
	unsigned said_count, said_room;
};

struct pair {
	const struct game *game;
	enum pair_kind kind;
	uint32_t seed;
	struct game_position start;
	struct pair_line line[2];
	unsigned inputs, plies, parted; /* parted: the turn in which they differ first */
	bool differs[PAIR_PLIES];	/* the hands did something else in that turn */
	int64_t t_us;
	bool is_alone; /* nobody speaks */
};

static uint32_t pair_next(struct pair *p, uint32_t n)
{
	p->seed = p->seed * 1664525u + 1013904223u;
	return (p->seed >> 8) % n;
}

static int64_t pair_between(struct pair *p, int64_t least_us, int64_t most_us)
{
	return least_us + pair_next(p, (uint32_t)((most_us - least_us) / 1000 + 1)) * 1000;
}

/* --- what hands do for a move --- */

static void add_step(struct deed *d, unsigned square, char piece)
{
	d->step[d->count++] = (struct hand_step){ (uint8_t)square, piece };
}

/* order: what is taken leaves first; stages: the pawn stands on the last rank first. */
static void add_move(struct deed *d, const char *board, const struct game_move *m, bool order, bool stages)
{
	uint64_t taken = m->flags & GAME_MOVE_CASTLING ? 0 : m->captured;

	if (!order)
		add_step(d, m->from, 0);
	if (taken)
		add_step(d, (unsigned)__builtin_ctzll(taken), 0);
	if (order)
		add_step(d, m->from, 0);
	if (m->promotion && stages) {
		add_step(d, m->to, board[m->from]);
		add_step(d, m->to, 0);
	}
	add_step(d, m->to, m->promotion ? m->promotion : board[m->from]);
	if (m->flags & GAME_MOVE_CASTLING) {
		add_step(d, m->rook_from, 0);
		add_step(d, m->rook_to, board[m->rook_from]);
	}
}

static void follow_deed(struct pair *p, struct pair_line *l, const struct deed *d)
{
	for (unsigned i = 0; i < d->count; i++)
		l->board[d->step[i].square] = d->step[i].piece ? d->step[i].piece : '.';
	memcpy(l->stood[p->plies], l->board, sizeof(l->board));
}

static void add_input(struct pair *p, const struct input *a, const struct input *b)
{
	assert_true(p->inputs < PAIR_INPUTS);
	p->line[0].in[p->inputs] = *a;
	p->line[1].in[p->inputs] = *b;
	p->inputs++;
}

static struct input input_of(const struct pair *p, const struct hand_step *step)
{
	struct input in = input_at(p->t_us, step->piece ? INPUT_PLACE : INPUT_LIFT);

	in.square = step->square;
	in.piece = step->piece;
	return in;
}

static void press_pair(struct pair *p, enum side side)
{
	struct input in = input_at(p->t_us, INPUT_PRESS);

	in.side = side;
	add_input(p, &in, &in);
}

/* A turn of both lines, at the same instants: some hands press before the piece stands, some levers spring back. */
static void add_turn(struct pair *p, const struct deed *a, const struct deed *b, enum side side)
{
	static const int64_t least_us[] = { 50000, 300000, 1000000 };
	const bool in_the_air = !pair_next(p, 12), springs_back = !pair_next(p, 20);

	assert_int_equal(a->count, b->count);
	p->t_us += pair_between(p, least_us[pair_next(p, 3)], 2500000);
	for (unsigned i = 0; i < a->count; i++) {
		const struct input x = input_of(p, &a->step[i]), y = input_of(p, &b->step[i]);

		if (i + 1 == a->count && in_the_air) {
			struct input late[2] = { x, y };

			press_pair(p, side);
			p->t_us += pair_between(p, 20000, 200000);
			late[0].t_us = late[1].t_us = p->t_us;
			add_input(p, &late[0], &late[1]);
			break;
		}
		add_input(p, &x, &y);
		p->t_us += pair_between(p, 60000, 500000);
	}
	if (!in_the_air)
		press_pair(p, side);
	if (springs_back && !in_the_air) {
		p->t_us += 30000;
		press_pair(p, other_side(side));
		p->t_us += 40000;
		press_pair(p, side);
	}
	p->differs[p->plies] = memcmp(a->step, b->step, a->count * sizeof(*a->step));
	follow_deed(p, &p->line[0], a);
	follow_deed(p, &p->line[1], b);
	p->plies++;
}

/* --- the lines go on --- */

static bool find_legal(const struct game *game, const struct game_position *pos, const struct game_move *move)
{
	struct game_moves moves;

	game->moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (game_moves_same(&moves.move[i], move))
			return true;
	return false;
}

/* The position of a line after that move, or after whatever its hands did. */
static void go_on(const struct pair *p, struct pair_line *l, const struct game_move *move)
{
	char squares[GAME_MAX_SQUARES];
	enum side next = other_side(p->game->to_move(&l->pos));

	if (move && find_legal(p->game, &l->pos, move))
		p->game->play(&l->pos, move);
	p->game->placement(&l->pos, squares);
	if (memcmp(squares, l->board, sizeof(squares)) || p->game->to_move(&l->pos) != next)
		p->game->set_placement(&l->pos, l->board, next);
}

static bool ends(const struct pair *p, const struct pair_line *l)
{
	return p->game->end(&l->pos) != GAME_GOES_ON;
}

/* The same on all squares that the move touches. */
static bool can_be_both(const struct pair *p, const struct game_move *m)
{
	uint64_t squares = UINT64_C(1) << m->from | UINT64_C(1) << m->to | m->captured;

	if (m->flags & GAME_MOVE_CASTLING)
		squares |= UINT64_C(1) << m->rook_from | UINT64_C(1) << m->rook_to;
	for (; squares; squares &= squares - 1)
		if (p->line[0].board[__builtin_ctzll(squares)] != p->line[1].board[__builtin_ctzll(squares)])
			return false;
	return true;
}

static void shuffle_moves(struct pair *p, struct game_moves *moves)
{
	for (unsigned i = moves->count; i > 1; i--) {
		unsigned j = pair_next(p, i);
		struct game_move m = moves->move[j];

		moves->move[j] = moves->move[i - 1];
		moves->move[i - 1] = m;
	}
}

/* Both make that move. False: the game would be over. */
static bool both_make(struct pair *p, const struct game_move *m)
{
	const struct game_position before[2] = { p->line[0].pos, p->line[1].pos };
	struct deed d = { .count = 0 };
	const enum side side = p->game->to_move(&p->line[0].pos);
	char stood[2][GAME_MAX_SQUARES];

	for (unsigned i = 0; i < 2; i++)
		memcpy(stood[i], p->line[i].board, GAME_MAX_SQUARES);
	if (!pair_next(p, 10)) { /* a piece is put right before */
		unsigned q = pair_next(p, p->game->squares);

		if (p->game->piece_side(stood[0][q]) == side && stood[0][q] == stood[1][q] && q != m->from &&
		    !(m->flags & GAME_MOVE_CASTLING && q == m->rook_from)) {
			add_step(&d, q, 0);
			add_step(&d, q, stood[0][q]);
		}
	}
	add_move(&d, p->line[0].board, m, pair_next(p, 2), pair_next(p, 2));
	for (unsigned i = 0; i < 2; i++) {
		follow_deed(p, &p->line[i], &d);
		go_on(p, &p->line[i], m);
	}
	if (ends(p, &p->line[0]) || ends(p, &p->line[1])) {
		for (unsigned i = 0; i < 2; i++) {
			p->line[i].pos = before[i];
			memcpy(p->line[i].board, stood[i], GAME_MAX_SQUARES);
		}
		return false;
	}
	for (unsigned i = 0; i < 2; i++)
		memcpy(p->line[i].board, stood[i], GAME_MAX_SQUARES);
	add_turn(p, &d, &d, side);
	return true;
}

/* People: none of this is about the turn in which the lines part. */
static void people_speak(struct pair *p)
{
	static const enum claim_kind claims[] = { CLAIM_OFFER_DRAW,    CLAIM_FIFTY_MOVES,  CLAIM_REPETITION,
						  CLAIM_DEAD_POSITION, CLAIM_CLEAR_DRAW,   CLAIM_SAME_PIECE_DRAW,
						  CLAIM_NO_PROGRESS,   CLAIM_COUNTED_DRAW, CLAIM_STOP_FOR_ARBITER };
	const enum side next = p->game->to_move(&p->line[0].pos);
	struct input in;

	p->t_us += pair_between(p, 20000, 2500000);
	if (!pair_next(p, 3)) {
		in = input_at(p->t_us, INPUT_PAUSE);
		add_input(p, &in, &in);
		p->t_us += pair_between(p, 200000, 2500000);
	}
	in = input_at(p->t_us, INPUT_CLAIM);
	in.claim = claims[pair_next(p, sizeof(claims) / sizeof(*claims))];
	in.by = pair_next(p, 2) ? PERSON_WHITE : PERSON_BLACK;
	add_input(p, &in, &in);
	p->t_us += pair_between(p, 200000, 2500000);
	in = input_at(p->t_us, INPUT_DECIDE);
	in.verdict = VERDICT_REJECT;
	in.by = PERSON_ARBITER;
	add_input(p, &in, &in);
	in = input_at(p->t_us, INPUT_RESUME);
	in.side = next;
	add_input(p, &in, &in);
}

static void play_on(struct pair *p, unsigned turns)
{
	struct game_moves moves;

	while (turns--) {
		bool made = false;

		if (!pair_next(p, 9) && !p->is_alone)
			people_speak(p);
		p->game->moves(&p->line[0].pos, &moves);
		shuffle_moves(p, &moves);
		/* rather one that is legal in both */
		for (unsigned pass = 0; pass < 2 && !made; pass++)
			for (unsigned i = 0; i < moves.count && !made; i++)
				if (can_be_both(p, &moves.move[i]) &&
				    (pass || find_legal(p->game, &p->line[1].pos, &moves.move[i])))
					made = both_make(p, &moves.move[i]);
		if (!made)
			return;
	}
}

#endif
