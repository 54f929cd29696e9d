// SPDX-License-Identifier: GPL-2.0-or-later
/* Rulings that say no more than their kind, their reason and what they answer. */
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

void issue_plain_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, kind, reason, claim);

	issue_ruling(a, &r);
}

void reject_claim(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	issue_plain_ruling(a, v, RULING_CLAIM_REJECTED, reason, claim);
}

void reject_claim_with_award(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim,
			     enum side by, enum rulebook_parameter award)
{
	struct ruling r = new_ruling(a, v, RULING_CLAIM_REJECTED, reason, claim);

	/* where draws are had by stopping the clock, only a stop costs */
	if (by != NO_SIDE && (clock_is_stopped(v) || !draws_by_appeal(a)))
		r.adjust_us[other_side(by)] = award_us(a, award);
	if (by != NO_SIDE && r.adjust_us[other_side(by)])
		add_ground(&r, award);
	issue_ruling(a, &r);
}

void rule_win(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason,
	      enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, RULING_WIN, reason, claim);

	r.result = winner == WHITE ? RESULT_WHITE : RESULT_BLACK;
	r.side = winner;
	issue_ruling(a, &r);
}

void rule_draw(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, RULING_DRAW, reason, claim);

	r.result = RESULT_DRAW;
	issue_ruling(a, &r);
}
