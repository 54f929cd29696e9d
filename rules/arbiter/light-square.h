/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_LIGHT_SQUARE_H
#define RULES_ARBITER_LIGHT_SQUARE_H

#include "rules/arbiter/state.h"

void claim_light_square(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* The opponent of against, whose piece it is, has it put back, or does not. */
void decide_light_square(struct arbiter *a, const struct arbiter_view *v, bool accept, enum side against);

#endif
