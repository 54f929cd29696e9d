// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/pending-claims.h"

#include <errno.h>
#include <stdlib.h>

#include "daemon/core/stage/claims.h"
#include "daemon/core/stage/lever.h"
#include "daemon/core/stage/rulings.h"

/* A clock that is started after something was said starts after the answer, where that does not wait. */
static void judge(struct core *core, const struct clock_then *then, const struct input *inputs, unsigned count,
		  unsigned first)
{
	if (!core->over)
		judge_claims(core, then, inputs, count);
	for (unsigned i = first; i < count && !core->over; i++) {
		if (inputs[i].type == INPUT_DECIDE)
			judge_verdict(core, inputs, count, i);
		else if (inputs[i].type == INPUT_RESUME && !core->tolerance_us)
			on_resume(core, inputs[i].side);
	}
}

void judge_pending(struct core *core)
{
	struct input inputs[CORE_GROUP];
	struct clock_then then;
	unsigned count = core->pending_count;

	core->pending_until_us = CLOCK_NEVER;
	core->pending_count = 0;
	if (!count)
		return;
	for (unsigned i = 0; i < count; i++)
		inputs[i] = core->pending[i].in;
	then = core->pending[0].clock;
	judge(core, &then, inputs, count, 0);
	core->judged_count++;
}

void drop_pending(struct core *core)
{
	core->pending_until_us = CLOCK_NEVER;
	core->judged_count += core->pending_count > 0;
	core->pending_count = 0;
}

int64_t core_pending_until(const struct core *core)
{
	return core->pending_until_us;
}

uint64_t core_judged_count(const struct core *core)
{
	return core->judged_count;
}

int on_said(struct core *core, const struct input *inputs, unsigned count, unsigned first)
{
	if (!core->tolerance_us) {
		struct clock_then now = clock_now(core);

		judge(core, &now, inputs, count, first);
		return 0;
	}
	if (!core->pending && !(core->pending = calloc(CORE_GROUP, sizeof(*core->pending))))
		return -ENOMEM;
	for (unsigned i = first; i < count; i++) {
		if (!is_said(&inputs[i]))
			continue;
		if (core->pending_count == CORE_GROUP)
			judge_pending(core);
		if (!core->pending_count)
			core->pending_until_us = core->now + core->tolerance_us;
		core->pending[core->pending_count++] = (struct pending_claim){ .in = inputs[i],
									       .clock = clock_now(core) };
	}
	return 0;
}
