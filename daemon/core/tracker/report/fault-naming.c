/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a turn by real sensors is called where the cheapest reading of it leaves pieces standing wrongly.
 *
 *   a legal move, and a piece of the same side where it could have moved to after it      more than one move
 *   no move, and a piece of that side is gone, or one stands where none should            vanished, appeared
 *   a promotion, and what stands there is no piece that a pawn may become                 promoted to what cannot be
 *   castling, and the rook stands where it stood; en passant, and the pawn does           half a move: illegal
 */
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/fault-naming.h"

/* The move itself stood at the press, and stands still. */
static bool first_stands(const struct readings *r, const struct turn *turn)
{
	bool followed = false;

	for (unsigned d = 0; d < turn->displaced_count; d++)
		followed |= turn->displaced[d].to == turn->from;
	return r->at_press[turn->to] != '.' && r->sensor[turn->to] != '.' &&
	       (turn->from == turn->to || followed || (r->at_press[turn->from] == '.' && r->sensor[turn->from] == '.'));
}

/* A piece of that side stands where a second move puts it; all that stand wrongly do, where the rest has words of its
 * own. */
static bool is_several(const struct tracker *t, const struct game_position *before, const struct turn *turn)
{
	struct game_position pos = *before;
	struct game_moves moves;
	char pieces[GAME_MAX_SQUARES];
	unsigned moved = 0;

	memset(pieces, '.', sizeof(pieces));
	t->game->play(&pos, &turn->move);
	t->game->placement(&pos, pieces);
	t->game->set_placement(&pos, pieces, turn->side);
	t->game->moves(&pos, &moves);
	for (unsigned d = 0; d < turn->displaced_count; d++)
		for (unsigned i = 0; i < moves.count; i++)
			if (moves.move[i].from == turn->displaced[d].from &&
			    moves.move[i].to == turn->displaced[d].to) {
				moved++;
				break;
			}
	return t->game->irregular ? moved == turn->displaced_count && first_stands(t->readings, turn) : moved;
}

/* What no sensor names stands in the placement as the pieces that moved there. */
static void place_others(struct turn *turn)
{
	for (unsigned d = 0; d < turn->displaced_count; d++)
		if (turn->placement[turn->displaced[d].to] == '?')
			turn->placement[turn->displaced[d].to] = turn->displaced[d].piece;
}

static void name_first(struct turn *turn, enum turn_fault fault)
{
	turn->kind = TURN_ILLEGAL;
	turn->fault = fault;
	turn->from = turn->displaced[0].from;
	turn->to = turn->displaced[0].to;
	turn->piece = turn->displaced[0].piece;
	memmove(turn->displaced, turn->displaced + 1, --turn->displaced_count * sizeof(*turn->displaced));
}

/* Pieces of that side are away, or pieces stand where none should: nothing of both, which a hand on its way would be.
 */
static void name_no_move(struct turn *turn)
{
	unsigned gone = 0, came = 0;

	for (unsigned d = 0; d < turn->displaced_count; d++) {
		gone += turn->displaced[d].to == GAME_NO_SQUARE;
		came += turn->displaced[d].from == GAME_NO_SQUARE;
	}
	if (gone && gone == turn->displaced_count)
		name_first(turn, TURN_FAULT_VANISHED);
	else if (came && came == turn->displaced_count)
		name_first(turn, TURN_FAULT_APPEARED);
}

enum { A_REPLY = 4 }; /* squares that are otherwise while the reply is made; more, and the pieces are set up anew */

/* A named piece stands on the last rank that no pawn becomes, and none of its kind was missing elsewhere as it came
 * there. */
static bool wrong_piece(const struct tracker *t, const struct reading *h, const struct game_position *before,
			const struct turn *turn)
{
	const struct readings *r = t->readings;
	char is = r->sensor[turn->to];
	struct game_moves moves;
	int more = 0;

	if (t->setup.sensors != TRACKER_PIECE_ID || t->game->shows_as || is == '.' || is == '?' || is == turn->piece ||
	    (t->setup.has_lever ? is != r->at_press[turn->to] :
				  __builtin_popcountll(mismatching_squares(r, h->expected)) > A_REPLY))
		return false;
	t->game->moves(before, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].from == turn->from && moves.move[i].to == turn->to && moves.move[i].promotion == is)
			return false;
	for (unsigned q = 0; q < t->game->squares; q++) {
		bool left_since = r->sensor[q] == '.' && r->number[q] > r->number[turn->to];

		more += (r->sensor[q] == is) - (h->expected[q] == is && !left_since);
	}
	return more > 0;
}

/* The piece of that square stood there at the press, stands there still, and the sensor is not known to be stuck. */
static bool was_left(const struct readings *r, const struct reading *h, char piece, unsigned square)
{
	return r->at_press[square] != '.' && r->sensor[square] != '.' && square_agrees(r, piece, r->at_press[square]) &&
	       square_agrees(r, piece, r->sensor[square]) && !(h->stuck & square_bit(square));
}

/* The squares of the other half of a move that were left as they were before it: the captured pawn's, or the rook's
 * two. 0: none were. Where nobody rules, what is meant counts. */
static squares_t half_left(const struct tracker *t, const struct reading *h, const struct game_position *before,
			   const struct turn *turn)
{
	const struct readings *r = t->readings;
	struct reading then = *h;
	struct effect effect;

	if (t->setup.keep_illegal || t->game->irregular)
		return 0;
	then.pos = *before;
	memset(then.expected, '.', sizeof(then.expected));
	t->game->placement(before, then.expected);
	effect_of(r, &then, &turn->move, &effect);
	for (squares_t rest = effect.emptied; rest; rest &= rest - 1)
		if (!was_left(r, h, then.expected[__builtin_ctzll(rest)], (unsigned)__builtin_ctzll(rest)))
			return 0;
	if (effect.emptied)
		return effect.emptied;
	if (effect.castles && then.expected[effect.rook_to] == '.' && r->at_press[effect.rook_to] == '.' &&
	    r->sensor[effect.rook_to] == '.' && was_left(r, h, effect.rook, effect.rook_from))
		return square_bit(effect.rook_from) | square_bit(effect.rook_to);
	return 0;
}

static void name_half(const struct tracker *t, const struct game_position *before, squares_t left, struct turn *turn)
{
	char pieces[GAME_MAX_SQUARES];
	unsigned kept = 0;

	memset(pieces, '.', sizeof(pieces));
	t->game->placement(before, pieces);
	turn->kind = TURN_ILLEGAL;
	turn->fault = turn->move.flags & GAME_MOVE_CASTLING ? TURN_FAULT_CASTLING : TURN_FAULT_PIECE;
	turn->has_move = false;
	for (unsigned i = 0; i < turn->displaced_count; i++) {
		const struct turn_displaced *d = &turn->displaced[i];
		unsigned at = d->to != GAME_NO_SQUARE ? d->to : d->from;

		if (!(left & square_bit(at)))
			turn->displaced[kept++] = *d;
	}
	turn->displaced_count = kept;
	for (; left; left &= left - 1)
		turn->placement[__builtin_ctzll(left)] = pieces[__builtin_ctzll(left)];
}

void name_mismatches(const struct tracker *t, const struct reading *h, const struct game_position *before,
		     struct turn *turn)
{
	squares_t left;

	if (turn->kind == TURN_LEGAL && turn->move.promotion && wrong_piece(t, h, before, turn)) {
		turn->kind = TURN_ILLEGAL;
		turn->fault = TURN_FAULT_PROMOTION;
		turn->has_move = false;
	} else if (turn->kind == TURN_LEGAL && (left = half_left(t, h, before, turn))) {
		name_half(t, before, left, turn);
	} else if (turn->kind == TURN_LEGAL && turn->displaced_count && is_several(t, before, turn)) {
		turn->kind = TURN_SEVERAL;
		if (t->game->irregular)
			place_others(turn);
	} else if (t->game->irregular) {
		return; /* that game has its own words for the rest */
	} else if (turn->kind == TURN_NO_MOVE) {
		name_no_move(turn);
	}
}
