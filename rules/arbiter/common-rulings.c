// SPDX-License-Identifier: GPL-2.0-or-later
/* Rulings that say no more than their kind, their reason and what they answer. */
#include "rules/arbiter/private.h"

void rule(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason, enum claim_kind claim)
{
	struct ruling r = draft(a, v, kind, reason, claim);

	give(a, &r);
}

void reject(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	rule(a, v, RULING_CLAIM_REJECTED, reason, claim);
}

void reject_costs(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim, enum side by,
		  enum rulebook_parameter award)
{
	struct ruling r = draft(a, v, RULING_CLAIM_REJECTED, reason, claim);

	/* where draws are had by stopping the clock, only a stop costs */
	if (by != NO_SIDE && (stopped(v) || !draws_by_appeal(a)))
		r.adjust_us[other_side(by)] = AWARD_US(a, award);
	if (by != NO_SIDE && r.adjust_us[other_side(by)])
		rests_on(a, &r, award);
	give(a, &r);
}

void win(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason, enum claim_kind claim)
{
	struct ruling r = draft(a, v, RULING_WIN, reason, claim);

	r.result = winner == WHITE ? RESULT_WHITE : RESULT_BLACK;
	r.side = winner;
	give(a, &r);
}

void draw(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	struct ruling r = draft(a, v, RULING_DRAW, reason, claim);

	r.result = RESULT_DRAW;
	give(a, &r);
}
