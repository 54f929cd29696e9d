/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_FLAG_FALL_H
#define RULES_ARBITER_FLAG_FALL_H

#include "rules/arbiter/state.h"

void claim_flag(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
void rule_flag_loss(struct arbiter *a, const struct arbiter_view *v, enum side loser, bool forced_win,
		    enum claim_kind claim);
void play_on_after_both_flags(struct arbiter *a, const struct arbiter_view *v);
void rule_moves_met(struct arbiter *a, const struct arbiter_view *v, enum side side, enum claim_kind claim);

#endif
