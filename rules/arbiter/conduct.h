/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_CONDUCT_H
#define RULES_ARBITER_CONDUCT_H

#include "rules/arbiter/state.h"

void claim_conduct(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* An established offence: what the book lays down for it, or a question. */
void sanction(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side against);
/* Were pieces of culprit's last turn in disorder while the opponent's time ran out? */
bool disorder_cost_flag(const struct arbiter *a, const struct arbiter_view *v, enum side culprit);

#endif
