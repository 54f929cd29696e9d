/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_DRAUGHTS_DRAWS_H
#define RULES_ARBITER_DRAUGHTS_DRAWS_H

#include "rules/arbiter/state.h"

void claim_draughts_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
			 bool contested);
bool rule_regulation_draw(struct arbiter *a, const struct arbiter_view *v);
/* A player short of time could claim a draw by the pieces on the board. */
bool time_shortage_open(const struct arbiter *a, const struct arbiter_view *v);

#endif
