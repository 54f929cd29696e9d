/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_MEASURES_H
#define RULES_ARBITER_MEASURES_H

#include "rules/arbiter/state.h"

/* claim: what they answer. */
void rule_both_lose(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* Offender's points for this game are reduced, or, where whose is the opponent, the opponent's are raised. */
void rule_points(struct arbiter *a, const struct arbiter_view *v, enum side offender, enum side whose,
		 enum claim_kind claim);
/* NO_SIDE: somebody who does not play here. */
void rule_expulsion(struct arbiter *a, const struct arbiter_view *v, enum side against);
/* The counter of side, NO_SIDE both, shows that many moves; ARBITER_ABSENT: a person is asked how many. */
void rule_counter(struct arbiter *a, const struct arbiter_view *v, enum side by, enum side side, int64_t moves);

#endif
