/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TURN_LEGALITY_H
#define RULES_ARBITER_TURN_LEGALITY_H

#include "rules/arbiter/state.h"

bool turn_is_illegal(const struct arbiter *a, const struct ply *ply);
/* Where a person judges the order in which a promotion was made, and the opponent of claimant made his last turn so. */
bool promotion_order_in_doubt(const struct arbiter *a, enum side claimant);
bool illegal_position(const struct arbiter *a, const struct game_position *pos);
bool king_and_queen_swapped(const struct arbiter *a);
/* The new piece of a promotion was put down before the pawn was taken up, or as it was. */
bool promoted_before_pawn_lifted(const struct turn *turn);
/* King and rook were in the hand. */
bool touched_king_and_rook(const struct turn *turn);

#endif
