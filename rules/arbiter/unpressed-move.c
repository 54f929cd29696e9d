// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where an illegal move is complete as it is set down (illegal-move-complete), one that stands may be claimed before
 * its press. While a claim is judged it is remembered as a turn that nobody has pressed.
 */
#include <string.h>

#include "rules/arbiter/turn-memory.h"
#include "rules/arbiter/unpressed-move.h"

static bool may_lead_to(const struct arbiter *a, const char *before, const char *after, const struct game_move *m,
			const char *stands)
{
	for (unsigned q = 0; q < a->game->squares; q++)
		if (stands[q] != before[q] && stands[q] != after[q] &&
		    !(q == m->to && m->promotion && stands[q] == before[m->from]))
			return false;
	return true;
}

/* What stands may still become a legal move: castling before the rook is moved, a capture before the piece is off. */
static bool may_become_legal(const struct arbiter *a, const struct arbiter_view *v, const char *before)
{
	struct game_moves moves;
	char after[GAME_MAX_SQUARES];

	a->game->moves(&v->position, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct game_position pos = v->position;

		a->game->play(&pos, &moves.move[i]);
		a->game->placement(&pos, after);
		if (may_lead_to(a, before, after, &moves.move[i], v->squares))
			return true;
	}
	return false;
}

/* Else pieces are in disorder, or are in the hand still. */
bool one_piece_moved(const struct arbiter *a, const struct arbiter_view *v, enum side side, const char *before,
		     struct turn *turn)
{
	unsigned came = 0, left = 0;
	bool king = false;

	for (unsigned q = 0; q < a->game->squares; q++) {
		enum side was = a->game->piece_side(before[q]), is = a->game->piece_side(v->squares[q]);

		if (before[q] == v->squares[q])
			continue;
		if (is == other_side(side))
			return false;
		if (is == side && (!came || (v->squares[q] | 0x20) == 'k')) {
			turn->to = (uint8_t)q;
			turn->piece = v->squares[q];
		}
		if (was == side && (!left || (before[q] | 0x20) == 'k'))
			turn->from = (uint8_t)q;
		king |= is == side && (v->squares[q] | 0x20) == 'k';
		came += is == side;
		left += was == side;
	}
	return came == left && (came == 1 || (came == 2 && king));
}

bool assume_unpressed_move(struct arbiter *a, const struct arbiter_view *v)
{
	enum side side = a->game->to_move(&v->position);
	struct turn turn = {
		.side = side,
		.kind = TURN_ILLEGAL,
		.from = GAME_NO_SQUARE,
		.to = GAME_NO_SQUARE,
		.unsure = !a->setup.sensors_sure,
		.t_us = v->t_us,
		.set_down_us = v->t_us,
		.unpressed = true,
	};
	struct game_position after = v->position;
	char before[GAME_MAX_SQUARES];

	if (!IS(a, ILLEGAL_MOVE_COMPLETE, "set-down") || a->move_stands || reserve_turn(a) < 0)
		return false;
	a->game->placement(&v->position, before);
	if (!one_piece_moved(a, v, side, before, &turn) || may_become_legal(a, v, before))
		return false;
	turn.fault = a->game->fault ? (enum turn_fault)a->game->fault(&v->position, turn.from, turn.to) :
				      TURN_FAULT_NONE;
	if (turn.fault == TURN_FAULT_NONE)
		turn.fault = TURN_FAULT_PIECE;
	memcpy(turn.placement, v->squares, sizeof(turn.placement));
	turn.touched_count = a->touched_count[side];
	for (unsigned i = 0; i < a->touched_count[side]; i++) {
		turn.touched[i].square = a->touched[side][i].square;
		turn.touched[i].piece = a->touched[side][i].piece;
	}
	a->game->set_placement(&after, v->squares, other_side(side));
	remember_turn(a, ply_at(a, a->count), v, &turn, &after);
	a->count++;
	ply_at(a, a->count - 1)->is_assumed = true;
	ply_at(a, a->count - 1)->credited_us = 0;
	return true;
}

/* What was ruled on it is done; it was no turn. */
void drop_unpressed_move(struct arbiter *a, bool begun)
{
	if (begun && a->count && ply_at(a, a->count - 1)->is_assumed)
		a->count--;
}
