/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TURN_LEGALITY_H
#define RULES_ARBITER_TURN_LEGALITY_H

#include "rules/arbiter/state.h"

bool turn_is_illegal(const struct arbiter *a, const struct ply *ply);
/* Turn n has an explanation that is no fault of its side: the opponent had left pieces in disorder before it. */
/* Is it not proved what a turn was that led to the position? */
bool position_is_doubtful(const struct arbiter *a);
bool turn_was_misled(const struct arbiter *a, unsigned n);
/* The move of turn n was set down before the opponent had pressed, and pressed without touching anything since. */
bool turn_was_made_early(const struct arbiter *a, unsigned n);
/* Turn n only puts back the piece of such a move: its side had displaced it, and was given the clock to put it right.
 */
bool turn_puts_back(const struct arbiter *a, unsigned n);
/* Where a person judges the order in which a promotion was made, and the opponent of claimant made his last turn so. */
bool promotion_order_in_doubt(const struct arbiter *a, enum side claimant);
/* The pawn stood on the last rank unexchanged at the press. */
static inline bool promotion_was_left(const struct ply *ply)
{
	return ply->turn->kind == TURN_PROMOTION_OWED || ply->pawn_left;
}
bool illegal_position(const struct arbiter *a, const struct game_position *pos);
bool king_and_queen_swapped(const struct arbiter *a);
/* The new piece of a promotion was put down before the pawn was taken up, or as it was. */
bool promoted_before_pawn_lifted(const struct turn *turn);
/* King and rook were in the hand. */
bool touched_king_and_rook(const struct turn *turn);

#endif
