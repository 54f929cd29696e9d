// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <string.h>

static struct arbiter_decision decision_of(const struct input *in)
{
	_Static_assert(ARBITER_ABSENT == INPUT_ABSENT, "one word for absent");
	return (struct arbiter_decision){
		.verdict = in->verdict,
		.claim = in->claim,
		.by = in->by,
		.about = in->about,
		.level = in->level,
		.against = in->against,
		.side = in->side,
		.count = in->claim_count,
		.us = in->ms == INPUT_ABSENT ? ARBITER_ABSENT : in->ms * 1000,
		.set_us = { in->white_us, in->black_us },
		.move = in->text,
	};
}

bool core_was_asked(const struct core *core, const struct input *input)
{
	struct arbiter_decision d = decision_of(input);

	return core->arbiter && arbiter_was_asked(core->arbiter, &d);
}

int check_decision(const struct core *core, const struct input *input, char err[static 160])
{
	struct arbiter_decision d = decision_of(input);

	return core->arbiter ? arbiter_check_decision(core->arbiter, &d, err) : 0;
}

/* Another captain decides the same otherwise, at the same instant. */
static bool contradict(const struct input *x, const struct input *y)
{
	return x->type == INPUT_DECIDE && y->type == INPUT_DECIDE && x->by == PERSON_CAPTAIN &&
	       y->by == PERSON_CAPTAIN && !strcmp(x->about, y->about) &&
	       (x->verdict != y->verdict || strcmp(x->text, y->text));
}

static bool decided_before(const struct input *inputs, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (contradict(&inputs[k], &inputs[i]))
			return true;
	return false;
}

static bool decided_otherwise(const struct input *inputs, unsigned count, unsigned i)
{
	for (unsigned k = i + 1; k < count; k++)
		if (contradict(&inputs[k], &inputs[i]))
			return true;
	return false;
}

void judge_verdict(struct core *core, const struct input *inputs, unsigned count, unsigned i)
{
	struct arbiter_decision decision = decision_of(&inputs[i]);

	if (decided_before(inputs, i))
		return;
	decision.contradicted = decided_otherwise(inputs, count, i);
	rule_on_decision(core, &decision);
}

void judge_claims(struct core *core, const struct arbiter_view *then, const struct input *inputs, unsigned count)
{
	struct arbiter_claim claims[CORE_GROUP];
	unsigned n = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct input *in = &inputs[i];

		if (!is_claim(in))
			continue;
		claims[n++] = (struct arbiter_claim){
			.claim = in->claim,
			.by = in->by,
			.is_report = in->type == INPUT_REPORT,
			.against = in->against,
			.side = in->side,
			.square = in->square,
			.count = in->claim_count,
			.base_us = in->base_ms == INPUT_ABSENT ? ARBITER_ABSENT : in->base_ms * 1000,
			.forced_win = in->forced_win,
			.about = in->about,
			.intend = in->intend,
			.source = in->source,
			.remedy = in->remedy,
			.want = in->want,
		};
	}
	rule_on_claims(core, then, claims, n);
}
