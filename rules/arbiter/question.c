// SPDX-License-Identifier: GPL-2.0-or-later
/* What a person is asked. */
#include "rules/arbiter/private.h"

void ask(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q)
{
	struct ruling r = draft(a, v, RULING_CLAIM_PENDING, reason, q->object != CLAIM_NONE ? q->object : q->claim);

	a->question = *q;
	a->question.said.about = a->question.said.intend = a->question.said.source = "";
	a->question.said.remedy = a->question.said.want = "";
	r.side = q->by;
	give(a, &r);
}

bool answers(const struct question *q, enum claim_kind claim)
{
	return q->claim != CLAIM_NONE &&
	       (claim == q->claim || claim == q->object || (q->claim == CLAIM_TOUCH_MOVE && claim == CLAIM_ACCIDENTAL_TOUCH));
}

enum claim_kind arbiter_question(const struct arbiter *a)
{
	return a->question.claim;
}

bool arbiter_asked(const struct arbiter *a, struct arbiter_asked *ret)
{
	const struct question *q = &a->question;

	*ret = (struct arbiter_asked){ .claim = q->claim, .object = q->object, .by = q->by, .against = q->against, .postponed = q->postponed };
	return q->claim != CLAIM_NONE;
}
