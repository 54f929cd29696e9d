// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where two captains stand in for the arbiter the word of either counts; if the other's, said later, is another, neither has
 * decided: what the first one gave is taken back and the question is open again. A game that is over stays over, and what
 * was played on by the first answer is not undone.
 */
#include "rules/arbiter/private.h"

static int64_t amount(const struct arbiter_decision *d)
{
	return d->us == ARBITER_ABSENT ? 0 : d->us;
}

bool differs(const struct arbiter *a, const struct arbiter_decision *d)
{
	const struct answered *first = &a->answered;

	return d->by == PERSON_CAPTAIN && first->turns == a->count && a->question.claim == CLAIM_NONE &&
	       answers(&first->question, d->claim) &&
	       (d->verdict != first->verdict || amount(d) != first->us || (amount(d) && d->side != first->side));
}

void reopen(struct arbiter *a, const struct arbiter_view *v)
{
	const struct answered first = a->answered;
	struct ruling r = draft(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_VERDICT, first.question.claim);

	/* what was used of it meanwhile is gone; nobody's flag falls by an answer that does not hold */
	for (enum side s = WHITE; s <= BLACK; s++)
		r.adjust_us[s] = first.given_us[s] < v->left_us[s] ? -first.given_us[s] : 0;
	r.side = first.question.by;
	a->answered.question.claim = CLAIM_NONE;
	a->question = first.question;
	a->also = PARAM_ARBITER_PERSONS;
	give(a, &r);
	a->also = PARAM_COUNT;
}

void note_answer(struct arbiter *a, const struct arbiter_decision *d, const struct question *q, unsigned turns, const int64_t given_us[2])
{
	a->answered.question.claim = CLAIM_NONE;
	if (a->count != turns || d->by != PERSON_CAPTAIN || !IS(a, ARBITER_PERSONS, "captains") || a->over ||
	    a->question.claim != CLAIM_NONE)
		return;
	a->answered = (struct answered){
		.question = *q, .verdict = d->verdict, .us = amount(d), .side = d->side, .turns = turns,
		.given_us = { a->given_us[WHITE] - given_us[WHITE], a->given_us[BLACK] - given_us[BLACK] },
	};
}
