// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where two captains stand in for the arbiter the verdict of either counts; if the other gives another one later,
 * neither has decided: what the first one gave is taken back and the question is open again. A game that is over stays
 * over, and what was played on by the first answer is not undone.
 */
#include "rules/arbiter/claims.h"
#include "rules/arbiter/rulings.h"

static int64_t amount(const struct arbiter_decision *d)
{
	return d->us == ARBITER_ABSENT ? 0 : d->us;
}

bool captains_differ(const struct arbiter *a, const struct arbiter_decision *d)
{
	const struct captain_verdict *first = &a->captain_verdict;

	return d->by == PERSON_CAPTAIN && first->turns == a->count && a->question.claim == CLAIM_NONE &&
	       question_covers(&first->question, d->claim) &&
	       (d->verdict != first->verdict || amount(d) != first->us || (amount(d) && d->side != first->side));
}

void reopen_question(struct arbiter *a, const struct arbiter_view *v)
{
	const struct captain_verdict first = a->captain_verdict;
	struct ruling r = new_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_VERDICT, first.question.claim);

	/* time that was used meanwhile stays used: no flag falls by an answer that does not hold */
	for (enum side s = WHITE; s <= BLACK; s++)
		r.adjust_us[s] = first.given_us[s] < v->left_us[s] ? -first.given_us[s] : 0;
	r.side = first.question.by;
	r.facts.word = "captains";
	a->captain_verdict.question.claim = CLAIM_NONE;
	a->question = first.question;
	a->decided_by = PARAM_ARBITER_PERSONS;
	issue_ruling(a, &r);
	a->decided_by = PARAM_COUNT;
}

void note_captain_verdict(struct arbiter *a, const struct arbiter_decision *d, const struct question *q, unsigned turns,
			  const int64_t given_us[2])
{
	a->captain_verdict.question.claim = CLAIM_NONE;
	if (a->count != turns || d->by != PERSON_CAPTAIN || !IS(a, ARBITER_PERSONS, "captains") || a->over ||
	    a->question.claim != CLAIM_NONE)
		return;
	a->captain_verdict = (struct captain_verdict){
		.question = *q,
		.verdict = d->verdict,
		.us = amount(d),
		.side = d->side,
		.turns = turns,
		.given_us = { a->given_us[WHITE] - given_us[WHITE], a->given_us[BLACK] - given_us[BLACK] },
	};
}
