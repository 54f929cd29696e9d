/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * King and rook that are close change places, or one of them stays. Costs as in move-cost.c.
 *
 *       K R        K R        K R
 *   f1 g1 h1    f1 g1 h1    e1 f1 g1
 *
 *   C1  f1 and g1 lifted, both placed                 an exchange: sensors that name no piece show nothing new
 *   C2  f1 lifted, h1 lifted, g1 and f1 placed        the rook ends where the king stood: without what f1 did
 *                                                     it is a rook's move
 *   C3  e1 lifted, f1 placed, g1 lifted and placed    the king ends where the rook stood: without what g1 did
 *                                                     it is a king's move
 *   C4  h1 lifted, f1 placed; the king on g1          only one of them moves, past the other
 */
#include "daemon/core/tracker/reading/castling-cost.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/squares.h"

enum {
	COST_KING_STANDS = 60, /* it has not left */
	COST_KING_WAITS = 40,  /* … and the rook has arrived */
	COST_ROOK_STANDS = 22,
	COST_LIFT_UNSEEN = 8,
	COST_IN_AIR = 22,
	COST_NEVER_DOWN = 58,
	COST_ROOK_AWAY = 18,
	COST_WRONG_PIECE = 60,
	COST_EXCHANGE_UNSEEN = 32, /* a square that stands as before, and did nothing */
	COST_NOTHING_SEEN = 60,	   /* … and no other square shows anything either */
	COST_HALF_SEEN = 6,
	COST_FLICKER = 14, /* empty for so short a time that nobody exchanged pieces */
	FLICKER_US = 30000,
	EARLY_US = 800000, /* a hand begins so long before the other side's press */
};

bool castling_is_close(const struct game_move *move)
{
	return move->from == move->to || move->rook_from == move->rook_to || move->from == move->rook_to ||
	       move->rook_from == move->to;
}

squares_t castling_squares(const struct game_move *move)
{
	return square_bit(move->from) | square_bit(move->to) | square_bit(move->rook_from) | square_bit(move->rook_to);
}

/* What stands on one of its squares when it is done. */
static char stands_then(const struct reading *h, const struct game_move *move, unsigned square)
{
	return square == move->to      ? h->expected[move->from] :
	       square == move->rook_to ? h->expected[move->rook_from] :
					 '.';
}

squares_t castling_difference(const struct readings *r, const struct reading *h, const struct game_move *move)
{
	squares_t set = castling_squares(move);

	for (squares_t rest = set; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		char then = stands_then(h, move, q);

		if (then == h->expected[q] || (then != '.' && h->expected[q] != '.' && is_unnamed(r, q)))
			set &= ~square_bit(q);
	}
	return set;
}

/* A square that king or rook leaves for good. */
static int left_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
		     const struct game_move *move, unsigned q, char is)
{
	if (is == '.')
		return e->seen & square_bit(q)		? 0 :
		       h->mismatch_last & square_bit(q) ? COST_RIGHT_AGAIN :
							  COST_LIFT_UNSEEN;
	if (q == move->rook_from)
		return COST_ROOK_STANDS;
	return move->rook_from != move->rook_to && r->sensor[move->rook_from] == '.' &&
			       r->sensor[move->rook_to] != '.' ?
		       COST_KING_WAITS :
		       COST_KING_STANDS;
}

/* Changes of the square while the last turn was being ended, which that turn is taken to explain. */
static unsigned early_changes(const struct readings *r, const struct reading *h, unsigned q)
{
	const struct node *last = h->node == NO_NODE ? NULL : &r->node[h->node];
	int64_t since = INT64_MAX;
	unsigned n = 0;

	if (last && last->parent != NO_NODE)
		since = r->node[last->parent].t_us;
	if (last && since < last->t_us - EARLY_US)
		since = last->t_us - EARLY_US;
	for (uint32_t i = h->explained_upto; i > r->position_change && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->t_us <= since)
			break;
		n += c->square == q;
	}
	return n;
}

/* A square on which king or rook stands then. */
static int reached_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
			const struct game_move *move, unsigned q, char is, bool waited)
{
	char before = h->expected[q], then = stands_then(h, move, q);
	unsigned n = e->seen & square_bit(q) ? e->changes[q] : 0;

	/* a hand that began early had lifted it before the last press, or has done all before the last turn was over */
	if (n == 1 && h->mismatch_last & square_bit(q))
		n = 2;
	else if (n < 2)
		n += early_changes(r, h, q);
	if (is == '.')
		return q == move->rook_to ? COST_ROOK_AWAY : waited ? COST_NEVER_DOWN : COST_IN_AIR;
	if (!square_agrees(r, then, is))
		return COST_WRONG_PIECE;
	if (before == '.')
		return n ? 0 : COST_RIGHT_AGAIN;
	if (before == then || !is_unnamed(r, q))
		return 0;
	if (n < 2)
		return n ? COST_HALF_SEEN : COST_EXCHANGE_UNSEEN;
	/* of the two, one or both may have come before the last press */
	if (n == 2 && e->seen & square_bit(q) && e->last_lift[q] > INT64_MIN && e->last_place[q] > INT64_MIN &&
	    e->last_place[q] - e->last_lift[q] < FLICKER_US)
		return COST_FLICKER;
	return 0;
}

int castling_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
		  const struct game_move *move, bool waited)
{
	squares_t squares = castling_squares(move);
	bool early = false;
	int cost = 0;

	for (squares_t rest = squares; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		char then = stands_then(h, move, q), is = r->sensor[q];

		/* what stood at the press may have gone on, or been taken */
		if (r->forced && e->seen & square_bit(q) && square_agrees(r, then, r->at_press[q]))
			is = r->at_press[q];
		early |= early_changes(r, h, q) > 1;
		cost += then == '.' ? left_cost(r, h, e, move, q, is) : reached_cost(r, h, e, move, q, is, waited);
	}
	if (!early && !(e->seen & squares) && !(h->mismatch & squares))
		cost += COST_NOTHING_SEEN;
	return cost;
}

bool castling_exchange_seen(const struct readings *r, const struct reading *h, const struct evidence *e,
			    const struct game_move *move)
{
	bool exchanges = false;

	for (squares_t rest = castling_squares(move); rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		char then = stands_then(h, move, q);

		if (then == '.' || h->expected[q] == '.' || then == h->expected[q] || !is_unnamed(r, q))
			continue;
		if (reached_cost(r, h, e, move, q, r->sensor[q], false) > 0)
			return false;
		exchanges = true;
	}
	return exchanges;
}
