/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_ANNOUNCED_MOVE_H
#define RULES_ARBITER_ANNOUNCED_MOVE_H

#include "rules/arbiter/state.h"

void announce_move(struct arbiter *a, enum side side, const struct game_move *move);
/* Turn n was another and is taken back: at the press where the arbiter acts by himself, else where the opponent claims
 * it. */
bool enforce_announced_move(struct arbiter *a, const struct arbiter_view *v, unsigned n);
bool enforce_announced_move_on_claim(struct arbiter *a, const struct arbiter_view *v, unsigned n,
				     enum claim_kind claim);

#endif
