/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_ACCEPTED_TURN_H
#define RULES_ARBITER_ACCEPTED_TURN_H

#include "rules/arbiter/state.h"

void accept_turn(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply);
/* A pawn was pressed on the last rank, and its piece is owed: nothing is lost by that. */
void rule_promotion_owed(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn);

#endif
