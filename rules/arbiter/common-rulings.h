/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_COMMON_RULINGS_H
#define RULES_ARBITER_COMMON_RULINGS_H

#include "rules/arbiter/state.h"

void issue_plain_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			enum claim_kind claim);
void reject_claim(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);
/* Rejected, and the claimant's opponent gets time. */
void reject_claim_with_award(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim,
			     enum side by, enum rulebook_parameter award);
void rule_win(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason,
	      enum claim_kind claim);
void rule_draw(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);

#endif
