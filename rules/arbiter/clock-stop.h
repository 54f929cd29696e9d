/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_CLOCK_STOP_H
#define RULES_ARBITER_CLOCK_STOP_H

#include "rules/arbiter/state.h"

void claim_stop_for_arbiter(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			    enum side by);
void claim_promotion_piece_missing(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c);

#endif
