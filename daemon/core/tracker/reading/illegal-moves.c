/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Continuations of a reading against the rules: one piece went, and one came or was exchanged; king and rook as if
 * castled. */
#include <string.h>

#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/illegal-moves.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/squares.h"

enum {
	COST_QUEEN_PERHAPS = 20, /* … of a king that goes as a queen, where the two may stand swapped */
	COST_PUT_BACK = 30,	 /* it stood at the press, and was put back then */
	COST_ILLEGAL_CASTLING = 50,
	COST_KING_TAKEN = 40,  /* … that nothing else resembles */
	COST_CHECK_AGAIN = 23, /* a check that was overlooked once, and stands */
	OFTEN = 10,	       /* changes of a square, bounces among them */
	COST_GONE = 12,	       /* it has left its goal since the press */
};

/* Where a king goes that castles that way: two squares, or where the game has several arrays, to the c- or g-file. */
static unsigned castling_goal(const struct game *game, unsigned king, bool upward, bool usual)
{
	unsigned goal = upward ? king + 2 : king - 2;

	if (game->starts && !usual)
		return king / 8 * 8 + (upward ? 6 : 2);
	return goal < 64 && goal / 8 == king / 8 ? goal : GAME_NO_SQUARE;
}

/* Did king and rook leave their squares and stand as castled? Where arrays are drawn, one may land where the other
 * stood, or stay. */
static bool stands_castled(const struct readings *r, const struct reading *h, const struct evidence *e, squares_t fresh,
			   const struct game_move *castling)
{
	squares_t left = 0, reached = 0;

	if (castling->from != castling->to) {
		left |= square_bit(castling->from);
		reached |= square_bit(castling->to);
	}
	if (castling->rook_from != castling->rook_to) {
		left |= square_bit(castling->rook_from);
		reached |= square_bit(castling->rook_to);
	}
	/* one that another piece left again looks as before where pieces have no names */
	if (r->setup.sensors == TRACKER_PRESENCE)
		fresh |= left & reached & e->seen;
	if (!left || ((left | reached) & ~fresh))
		return false;
	for (squares_t rest = left & ~reached; rest; rest &= rest - 1)
		if (r->sensor[__builtin_ctzll(rest)] != '.')
			return false;
	return square_agrees(r, h->expected[castling->from], r->sensor[castling->to]) &&
	       square_agrees(r, h->expected[castling->rook_from], r->sensor[castling->rook_to]);
}

static bool is_own(const struct readings *r, const struct reading *h, unsigned square, char kind)
{
	return (h->expected[square] | 0x20) == kind && r->game->piece_side(h->expected[square]) == (enum side)h->side;
}

/* The castling of that king and rook, if there is one of its kind. usual: as from the usual array, from whatever one.
 */
static bool castling_of(const struct game *game, unsigned king, unsigned rook, bool usual, struct game_move *ret)
{
	unsigned to = castling_goal(game, king, rook > king, usual);

	*ret = (struct game_move){ .from = (uint8_t)king, .to = (uint8_t)to, .flags = GAME_MOVE_CASTLING };
	if (to == GAME_NO_SQUARE || (usual && to == castling_goal(game, king, rook > king, false)))
		return false;
	ret->rook_from = (uint8_t)rook;
	ret->rook_to = (uint8_t)castled_rook(rook, king, to);
	return true;
}

static bool is_legal_castling(const struct game_moves *moves, const struct game_move *castling)
{
	for (unsigned i = 0; i < moves->count; i++)
		if (moves->move[i].flags & GAME_MOVE_CASTLING && moves->move[i].from == castling->from &&
		    moves->move[i].to == castling->to)
			return true;
	return false;
}

/* King and rook stand as castled, and it was no legal castling. */
void collect_castling(struct readings *r, const struct reading *h, const struct evidence *e,
		      const struct game_moves *moves, int extra, struct heap *heap)
{
	struct candidate c = {
		.from = h, .kind = TURN_ILLEGAL, .side = h->side, .own = COST_ILLEGAL_CASTLING, .whole = true
	};
	squares_t fresh = new_mismatches(r, h);

	if (r->game->width != 8 || r->game->irregular || __builtin_popcountll(fresh) < (r->game->starts ? 2 : 4))
		return;
	for (unsigned king = 0; king < r->game->squares; king++) {
		if (!is_own(r, h, king, 'k'))
			continue;
		for (unsigned i = 0; i < (r->game->starts ? 16 : 8); i++) {
			unsigned rook = king / 8 * 8 + i % 8;

			if (!is_own(r, h, rook, 'r') || !castling_of(r->game, king, rook, i >= 8, &c.move) ||
			    !stands_castled(r, h, e, fresh, &c.move) || is_legal_castling(moves, &c.move))
				continue;
			c.added = c.own + extra +
				  other_squares_cost(r, h, e, &c.move, true,
						     square_bit(king) | square_bit(c.move.to) | square_bit(rook) |
							     square_bit(c.move.rook_to));
			c.cost = h->cost + c.added;
			heap_add(heap, &c);
		}
	}
}

/* A king that stood in check was lifted and the piece came to stand there. */
static bool takes_king(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned from,
		       unsigned to)
{
	return (h->expected[to] == 'K' || h->expected[to] == 'k') &&
	       r->game->piece_side(h->expected[to]) == other_side((enum side)h->side) && (e->seen & square_bit(to)) &&
	       e->last_place[to] > e->last_lift[from] && r->game->fault &&
	       r->game->in_check(&h->pos, other_side((enum side)h->side)) &&
	       r->game->fault(&h->pos, from, to) == TURN_FAULT_KING_TAKEN;
}

/* Wrong at the last press, and not at the one before: what a hand did that began early. */
static squares_t made_early(const struct reading *h)
{
	return h->mismatch & h->mismatch_last & ~h->mismatch_twice;
}

/* What stood there when it was pressed, where the opponent's hand has been since. */
static bool has_gone_on(const struct readings *r, const struct reading *h, unsigned square)
{
	return r->forced && (r->after_press & square_bit(square)) && r->at_press[square] != '.' &&
	       !square_agrees(r, h->expected[square], r->at_press[square]);
}

static char shown(const struct readings *r, const struct reading *h, unsigned square)
{
	return has_gone_on(r, h, square) ? r->at_press[square] : r->sensor[square];
}

/* What came there later is the opponent's. INT64_MIN: nothing came by then. */
static int64_t last_place_until(const struct readings *r, const struct reading *h, unsigned square, int64_t t_us)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;

	for (uint32_t i = r->changes; i > h->explained_upto && i >= first; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square == square && c->is != '.' && c->t_us <= t_us)
			return c->t_us;
	}
	return INT64_MIN;
}

/* Did the piece leave, and then one come to its goal: on an empty square, or where another had been lifted? */
static bool seen_whole(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned from,
		       unsigned to)
{
	squares_t both = square_bit(from) | square_bit(to), seen = e->seen & both;
	int64_t left_us = seen & square_bit(from) ? e->last_lift[from] : r->since[from];
	int64_t came_us = seen & square_bit(to) ? e->last_place[to] : r->since[to];

	int64_t landed_us = r->judged_us + (int64_t)r->setup.scan_us + LANDS_US;

	if (has_gone_on(r, h, to) && came_us > r->judged_us)
		came_us = r->judged_us;

	/* a square that goes on and off was not seen to do anything */
	if (((seen | made_early(h)) & both) != both || (seen & square_bit(from) && e->changes[from] > OFTEN) ||
	    (seen & square_bit(to) && e->changes[to] > OFTEN))
		return false;
	if (h->expected[to] != '.' && (!(seen & square_bit(to)) || e->last_lift[to] == INT64_MIN) &&
	    !(h->mismatch & square_bit(to)))
		return false;
	if (may_be_flicker(r, h, e, to))
		return false;
	if (came_us > landed_us)
		came_us = last_place_until(r, h, to, landed_us);
	return came_us != INT64_MIN && left_us <= came_us + (int64_t)r->setup.scan_us;
}

/* A king that goes far may be a queen, if another reading has the two swapped. */
static bool queen_perhaps(struct readings *r, const struct reading *h, unsigned from, unsigned to)
{
	if (!r->setup.swapped_kq || (h->expected[from] | 0x20) != 'k' || square_distance(r->game, from, to) < 2)
		return false;
	for (unsigned i = 0; i < r->count; i++)
		if (beam_reading(r, i)->swapped != h->swapped)
			return true;
	return false;
}

/* Squares that were left and reached since the last turn, and where they belong to the move, those of captured pieces.
 */
static void find_gone_and_came(const struct readings *r, const struct reading *h, squares_t *gone, squares_t *came,
			       squares_t *taken)
{
	squares_t fresh = new_mismatches(r, h) | made_early(h);

	for (squares_t rest = r->after_press; rest; rest &= rest - 1)
		if (has_gone_on(r, h, (unsigned)__builtin_ctzll(rest)))
			fresh |= rest & -rest;
	*gone = *came = *taken = 0;
	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (shown(r, h, q) != '.')
			*came |= square_bit(q);
		else if (r->game->irregular && r->game->piece_side(h->expected[q]) == other_side((enum side)h->side))
			*taken |= square_bit(q);
		else
			*gone |= square_bit(q);
	}
	if (!*gone) {
		*gone = *taken;
		*taken = 0;
	}
	/* a piece that was never put back, and was moved on from where it should not be */
	if (!*gone && *came)
		for (squares_t rest = h->mismatch & ~fresh; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			if (r->sensor[q] == '.' && r->game->piece_side(h->expected[q]) == (enum side)h->side)
				*gone |= square_bit(q);
		}
}

/* The side's last turn left its king in check, nobody said so, and it is in check still. Who overlooks a check once
 * overlooks it again: that is one mistake, and is paid for. */
static bool check_was_overlooked(const struct readings *r, const struct reading *h)
{
	const struct node *reply = h->node != NO_NODE ? &r->node[h->node] : NULL;
	const struct node *own = reply && reply->parent != NO_NODE ? &r->node[reply->parent] : NULL;

	return own && own->in_check && own->side == h->side && r->game->in_check(&h->pos, (enum side)h->side);
}

/* What the move assumes; others: what the squares beside it do. */
static int illegal_cost(struct readings *r, const struct reading *h, const struct evidence *e, unsigned from,
			unsigned to, bool came, int others)
{
	bool own = r->game->piece_side(h->expected[from]) == (enum side)h->side;
	int cost;

	if (takes_king(r, h, e, from, to))
		return COST_KING_TAKEN;
	if (own && others <= FEW && seen_whole(r, h, e, from, to))
		cost = check_was_overlooked(r, h) && r->game->fault(&h->pos, from, to) == TURN_FAULT_CHECK ?
			       COST_CHECK_AGAIN :
			       COST_ILLEGAL_SEEN;
	else
		cost = COST_ILLEGAL_UNSEEN + (came ? 0 : 10);
	if (queen_perhaps(r, h, from, to))
		cost += COST_QUEEN_PERHAPS;
	if (!own)
		cost += 30;
	/* a sensor that names the piece leaves no doubt */
	if (r->game->piece_side(h->expected[to]) == (enum side)h->side && r->setup.sensors == TRACKER_PRESENCE)
		cost += 10;
	return cost;
}

/* A named piece that a pawn of the side may become stands on the last rank, where its pawn might have come but for the
 * king. */
static bool is_promoted(const struct readings *r, const struct reading *h, unsigned from, unsigned to)
{
	enum side side = (enum side)h->side;
	char pawn = h->expected[from], is = r->sensor[to];
	unsigned last = side == WHITE ? r->game->squares - r->game->width : 0;

	return r->setup.sensors == TRACKER_PIECE_ID && r->game->fault && !r->game->irregular &&
	       (pawn == 'P' || pawn == 'p') && to >= last && to < last + r->game->width &&
	       r->game->piece_side(pawn) == side && r->game->piece_side(is) == side && is != pawn &&
	       (is | 0x20) != 'k' && r->game->fault(&h->pos, from, to) == TURN_FAULT_CHECK;
}

/*
 * What stood at the press was no legal move, and was put back since. The press had completed it, whatever the hand did
 * then.
 *
 *   a lifted, b placed, press, b lifted, a placed
 */
static void collect_put_back(struct readings *r, const struct reading *h, const struct evidence *e,
			     const squares_t *goals, int extra, struct heap *heap)
{
	struct candidate c = { .from = h, .kind = TURN_ILLEGAL, .side = h->side, .own = COST_PUT_BACK, .whole = true };
	unsigned from = GAME_NO_SQUARE, to = GAME_NO_SQUARE;

	if (!r->forced || !r->setup.has_lever || r->game->irregular)
		return;
	for (unsigned q = 0; q < r->game->squares; q++) {
		unsigned *end = r->at_press[q] == '.' ? &from : &to;

		if (square_agrees(r, h->expected[q], r->at_press[q]))
			continue;
		if (*end != GAME_NO_SQUARE || !square_agrees(r, h->expected[q], r->sensor[q]))
			return;
		*end = q;
	}
	if (from == GAME_NO_SQUARE || to == GAME_NO_SQUARE || goals[from] & square_bit(to) ||
	    r->game->piece_side(h->expected[from]) != (enum side)h->side ||
	    r->game->piece_side(h->expected[to]) == (enum side)h->side ||
	    !square_agrees(r, h->expected[from], r->at_press[to]))
		return;
	c.move = (struct game_move){ .from = (uint8_t)from, .to = (uint8_t)to };
	if (h->expected[to] != '.')
		c.move.captured = square_bit(to);
	c.added = c.own + extra + other_squares_cost(r, h, e, &c.move, true, square_bit(from) | square_bit(to));
	c.cost = h->cost + c.added;
	heap_add(heap, &c);
}

void collect_illegal(struct readings *r, const struct reading *h, const struct evidence *e,
		     const struct game_moves *moves, int extra, struct heap *heap)
{
	squares_t gone, came, taken, exchanged;
	squares_t goals[GAME_MAX_SQUARES];
	struct candidate c = { .from = h, .kind = TURN_ILLEGAL, .side = h->side };

	collect_castling(r, h, e, moves, extra, heap);
	goal_squares(moves, goals);
	collect_put_back(r, h, e, goals, extra, heap);
	find_gone_and_came(r, h, &gone, &came, &taken);
	/* what came may be the reply's */
	exchanged = e->seen & ~h->mismatch & (came ? h->pieces[!h->side] : ~UINT64_C(0));
	if (__builtin_popcountll(gone) > 3 || __builtin_popcountll(came) > 3)
		return;
	for (; gone; gone &= gone - 1) {
		unsigned from = (unsigned)__builtin_ctzll(gone);
		bool own = r->game->piece_side(h->expected[from]) == (enum side)h->side;

		for (squares_t rest = came | exchanged; rest; rest &= rest - 1) {
			unsigned to = (unsigned)__builtin_ctzll(rest);
			bool promoted;
			int others;

			r->work++;
			if (to == from || shown(r, h, to) == '.' || goals[from] & square_bit(to))
				continue;
			promoted = is_promoted(r, h, from, to);
			if (r->setup.sensors == TRACKER_PIECE_ID && !promoted &&
			    !square_agrees(r, h->expected[from], shown(r, h, to)))
				continue;
			/* without a lever that is a piece knocked, and put back before long */
			if (!r->setup.has_lever && !own)
				continue;
			c.move = (struct game_move){ .from = (uint8_t)from,
						     .to = (uint8_t)to,
						     .promotion = promoted ? r->sensor[to] : 0,
						     .captured = taken };
			others = other_squares_cost(r, h, e, &c.move, true, square_bit(from) | square_bit(to) | taken);
			c.own = illegal_cost(r, h, e, from, to, came, others);
			c.whole = own && seen_whole(r, h, e, from, to);
			c.added = c.own + extra + others + (has_gone_on(r, h, to) ? COST_GONE : 0);
			c.cost = h->cost + c.added;
			heap_add(heap, &c);
		}
	}
}
