/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_DRAW_CLAIMS_H
#define RULES_ARBITER_DRAW_CLAIMS_H

#include "rules/arbiter/state.h"

/* contested: the opponent says at the same time that he can force a win. */
void claim_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		bool contested);

#endif
