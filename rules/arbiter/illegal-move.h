/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_ILLEGAL_MOVE_H
#define RULES_ARBITER_ILLEGAL_MOVE_H

#include "rules/arbiter/state.h"

/* c: the claim that it answers, NULL where the arbiter acts by himself. */
void rule_on_illegal_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c,
			  enum side claimant);
void rule_rectification(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c);

#endif
