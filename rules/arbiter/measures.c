// SPDX-License-Identifier: GPL-2.0-or-later
/* Measures of the arbiter that are not about time: both lose, points, expulsion, the move counter. */
#include "rules/arbiter/rulings.h"

void rule_both_lose(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, RULING_DOUBLE_LOSS, REASON_PENALTY_LOSS, claim);

	r.result = RESULT_BOTH_LOSE;
	issue_ruling(a, &r);
}

void rule_points(struct arbiter *a, const struct arbiter_view *v, enum side offender, enum side whose,
		 enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, RULING_POINTS, REASON_CONDUCT, claim);

	if (offender == NO_SIDE && whose == NO_SIDE) {
		struct question q = { .claim = CLAIM_POINTS, .by = NO_SIDE, .against = NO_SIDE };

		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
		return;
	}
	/* the more particular: what the opponent gets */
	if (whose != NO_SIDE && offender != whose)
		r.word = r.facts.word = word_in_book(a, &r, "maximum", "raised");
	r.side = whose != NO_SIDE ? whose : offender;
	issue_ruling(a, &r);
}

bool gives_score(const struct arbiter *a, const struct arbiter_decision *d)
{
	return a->over && a->lost_as_penalty && d->verdict == VERDICT_POINTS && d->side == a->penalty_winner;
}

void rule_score(struct arbiter *a, const struct arbiter_view *v)
{
	struct ruling r = new_ruling(a, v, RULING_POINTS, REASON_CONDUCT, CLAIM_POINTS);

	if (a->lost_for == CLAIM_REFUSAL)
		a->decided_by = PARAM_REFUSAL_PERSISTS;
	r.side = a->penalty_winner;
	r.word = r.facts.word = word_in_book(a, &r, "maximum-score", "score");
	issue_ruling(a, &r);
	a->decided_by = PARAM_COUNT;
}

void rule_expulsion(struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	/* who is out cannot play on */
	if (against != NO_SIDE)
		rule_win(a, v, other_side(against), REASON_PENALTY_LOSS, CLAIM_EXPULSION);
	else
		issue_plain_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, CLAIM_EXPULSION);
}

void rule_counter(struct arbiter *a, const struct arbiter_view *v, enum side by, enum side side, int64_t moves)
{
	struct ruling r = new_ruling(a, v, RULING_ADJUST_CLOCK, REASON_COUNTER, CLAIM_COUNTER);

	if (moves == ARBITER_ABSENT) {
		struct question q = { .claim = CLAIM_COUNTER, .by = by, .against = NO_SIDE };

		ask_about_clock(a, v, &q, "counter-stops");
		return;
	}
	r.effects = EFFECT_COUNTER;
	r.side = side;
	r.counter = (unsigned)moves;
	r.facts.count = moves;
	issue_ruling(a, &r);
}
