// SPDX-License-Identifier: GPL-2.0-or-later
/* What a turn and a position are under this rulebook: legal or not, and in what way. */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"

bool turn_is_illegal(const struct arbiter *a, const struct ply *ply)
{
	switch (ply->turn->kind) {
	case TURN_LEGAL:
		if (ply->pawn_left)
			return !IS(a, PROMOTION_PAWN_LEFT, "owed") && !IS(a, PROMOTION_PAWN_LEFT, "not-crowned");
		/* by its squares, but made in an irregular way: the opponent's to have rectified */
		return ply->turn->fault != TURN_FAULT_NONE && IS(a, ILLEGAL_REMEDY, "rectify-or-stand");
	case TURN_NO_MOVE:
		return true;
	case TURN_UNSEEN:
		return false;
	case TURN_PROMOTION_OWED:
		return !ply->promotion_ruled && !IS(a, PROMOTION_PAWN_LEFT, "owed") &&
		       !IS(a, PROMOTION_PAWN_LEFT, "not-crowned");
	default:
		return true;
	}
}

bool position_is_doubtful(const struct arbiter *a)
{
	return a->doubt && a->doubt <= a->count && ply_at(a, a->doubt - 1)->turn->unsure;
}

bool turn_was_made_early(const struct arbiter *a, unsigned n)
{
	const struct turn *turn = ply_at(a, n)->turn, *before = n ? ply_at(a, n - 1)->turn : NULL;

	if (!before || before->side == turn->side || turn->kind != TURN_LEGAL || turn->set_down_us >= before->t_us)
		return false;
	for (unsigned i = 0; i < turn->touched_count; i++)
		/* at the press itself: nobody saw it lifted */
		if (turn->touched[i].t_us > before->t_us && turn->touched[i].t_us != turn->t_us)
			return false;
	return true;
}

bool turn_puts_back(const struct arbiter *a, unsigned n)
{
	const struct turn *turn = ply_at(a, n)->turn;
	char squares[GAME_MAX_SQUARES];

	if (turn->kind == TURN_LEGAL || n < 2 || !turn_was_made_early(a, n - 1) ||
	    ply_at(a, n - 1)->turn->side == turn->side)
		return false;
	a->game->placement(&ply_at(a, n - 2)->kept->after, squares);
	return !memcmp(squares, turn->placement, a->game->squares);
}

bool turn_was_misled(const struct arbiter *a, unsigned n)
{
	unsigned k = n;

	if (turn_puts_back(a, n))
		return true;
	if (!ply_at(a, n)->turn->from_disorder)
		return false;
	/* the turn that left the disorder: where no turn lists it, it looked like a reply made on the opponent's time
	 */
	while (k-- > 0 && ply_at(a, k)->turn->displaced_count)
		if (turn_displaces(ply_at(a, k)->turn))
			return ply_at(a, k)->turn->side != ply_at(a, n)->turn->side;
	return true;
}

bool promoted_before_pawn_lifted(const struct turn *turn)
{
	/* never set down: the pawn was left, and exchanged after the press */
	if (turn->kind != TURN_LEGAL || !turn->has_move || !turn->move.promotion || turn->set_down_us == INT64_MIN)
		return false;
	for (unsigned i = 0; i < turn->touched_count; i++)
		if (turn->touched[i].square == turn->move.from)
			return turn->touched[i].t_us >= turn->set_down_us;
	return false;
}

/* Where a person judges the order in which a promotion was made, and the opponent of claimant made his last turn so. */
bool promotion_order_in_doubt(const struct arbiter *a, enum side claimant)
{
	return a->count && !ply_at(a, a->count - 1)->order_allowed && IS(a, PROMOTION_ORDER, "pawn-first-verdict") &&
	       ply_at(a, a->count - 1)->turn->side != claimant &&
	       promoted_before_pawn_lifted(ply_at(a, a->count - 1)->turn);
}

static bool pawn_on_last_rank(const struct arbiter *a, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];

	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++)
		if ((squares[q] == 'P' && q >= a->game->squares - a->game->width) ||
		    (squares[q] == 'p' && q < a->game->width))
			return true;
	return false;
}

bool illegal_position(const struct arbiter *a, const struct game_position *pos)
{
	return (a->game->in_check(pos, WHITE) && a->game->in_check(pos, BLACK)) || pawn_on_last_rank(a, pos);
}

bool king_and_queen_swapped(const struct arbiter *a)
{
	struct game_position initial;
	char now[GAME_MAX_SQUARES], right[GAME_MAX_SQUARES];

	if (IS(a, SWAPPED_KQ_CASTLING, "none"))
		return false;
	game_right_start(a->game, &a->start, &initial);
	a->game->placement(&initial, right);
	a->game->placement(&a->start, now);
	for (unsigned q = 0; q < a->game->squares; q++)
		if ((right[q] | 0x20) == 'q' && now[q] == right[q] + ('K' - 'Q'))
			return true;
	return false;
}

/* King and rook were in the hand. */
bool touched_king_and_rook(const struct turn *turn)
{
	bool king = false, rook = false;

	for (unsigned i = 0; i < turn->touched_count; i++) {
		king |= (turn->touched[i].piece | 0x20) == 'k';
		rook |= (turn->touched[i].piece | 0x20) == 'r';
	}
	return king && rook;
}

/* Who only presses, to give the turn back, has made no move that could be a reply. */
static bool was_replied_to(const struct arbiter *a, unsigned n)
{
	for (unsigned k = n + 1; k < a->count; k++)
		if (ply_at(a, k)->turn->side == ply_at(a, n)->turn->side || ply_at(a, k)->turn->kind != TURN_NO_MOVE)
			return true;
	return false;
}

bool illegal_window_open(const struct arbiter *a, unsigned n)
{
	const bool replied = was_replied_to(a, n);

	if (IS(a, ILLEGAL_WINDOW, "whole-game"))
		return true;
	if (IS(a, ILLEGAL_WINDOW, "until-reply-set-down"))
		return !replied && !a->move_stands && !a->reply_made;
	return !replied;
}

/* Somebody moved, took or exchanged what stands there, in a turn after n. */
static bool changed_since(const struct arbiter *a, unsigned n, uint8_t square)
{
	while (++n < a->count) {
		const struct turn *turn = ply_at(a, n)->turn;

		if (turn->has_move && (turn->move.from == square || turn->move.to == square))
			return true;
		for (unsigned i = 0; i < turn->touched_count; i++)
			if (turn->touched[i].square == square)
				return true;
	}
	return false;
}

const struct ply *pawn_still_left(const struct arbiter *a)
{
	for (unsigned n = a->count; n-- > 0;)
		if (ply_at(a, n)->pawn_unpromoted && !ply_at(a, n)->promotion_ruled &&
		    !changed_since(a, n, ply_at(a, n)->turn->to))
			return ply_at(a, n);
	return NULL;
}

bool illegal_position_stands(const struct arbiter *a)
{
	return a->count && (illegal_position(a, &ply_at(a, a->count - 1)->kept->after) || pawn_still_left(a));
}
