/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_AGREED_RECTIFICATION_H
#define RULES_ARBITER_AGREED_RECTIFICATION_H

#include "rules/arbiter/state.h"

/* The players have agreed to put an illegal move right; or one of them says so, and the other is asked. */
void claim_rectify_agreed(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
void decide_rectify_agreed(struct arbiter *a, const struct arbiter_view *v, bool accept);

#endif
