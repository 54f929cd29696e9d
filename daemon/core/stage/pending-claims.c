// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A clock that is started after something was said starts after the answer, where that does not wait. */
static void judge(struct core *core, const struct arbiter_view *then, const struct input *inputs, unsigned count,
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

/* What was said at the same instant, or one stop or start of the clock. */
static void judge_instant(struct core *core, const struct pending_claim *pending, unsigned count)
{
	struct input inputs[CORE_GROUP];

	core->judged = &pending->table;
	if (pending->in.type == INPUT_PAUSE) {
		rule_on_pause(core, &pending->table);
	} else if (pending->in.type == INPUT_RESUME) {
		rule_on_resume(core, &pending->table, pending->in.side, pending->start);
	} else {
		for (unsigned i = 0; i < count; i++)
			inputs[i] = pending[i].in;
		judge(core, &pending->table, inputs, count, 0);
	}
	core->judged = NULL;
}

/* How many are judged together with number i, or alone. */
static unsigned of_one_instant(const struct core *core, unsigned i)
{
	const struct pending_claim *pending = core->pending;
	unsigned n = i;

	while (n < core->pending_count && is_said(&pending[n].in) &&
	       pending[n].t_us <= pending[i].t_us + core->tolerance_us)
		n++;
	return n > i ? n - i : 1;
}

/* What waits until then, and before anything that waits longer. */
static void judge_until(struct core *core, int64_t t_us)
{
	struct pending_claim instant[CORE_GROUP];
	unsigned n;

	while (core->pending_count && !core->over && core->pending[0].until_us <= t_us) {
		n = of_one_instant(core, 0);
		memcpy(instant, core->pending, n * sizeof(*instant));
		core->pending_count -= n;
		memmove(core->pending, core->pending + n, core->pending_count * sizeof(*instant));
		judge_instant(core, instant, n);
		core->judged_count += n;
	}
	core->pending_until_us = core->pending_count ? core->pending[0].until_us : CLOCK_NEVER;
}

void judge_pending(struct core *core)
{
	judge_until(core, CLOCK_NEVER);
}

void judge_pending_due(struct core *core)
{
	judge_until(core, core->now);
}

void judge_pending_before(struct core *core, int64_t t_us)
{
	while (core->pending_count && !core->over && core->pending[0].t_us + core->tolerance_us < t_us)
		judge_until(core, core->pending[0].until_us);
}

void drop_pending(struct core *core)
{
	core->pending_until_us = CLOCK_NEVER;
	core->judged_count += core->pending_count;
	core->pending_count = 0;
}

void judge_pending_before_press(struct core *core)
{
	if (core->now > core->pending[0].t_us + core->tolerance_us && !may_have_ended(core, core->pending[0].t_us))
		judge_pending(core);
}

int64_t core_pending_until(const struct core *core)
{
	return core->pending_until_us;
}

uint64_t core_judged_count(const struct core *core)
{
	return core->judged_count;
}

uint64_t core_said_count(const struct core *core)
{
	return core->judged_count + core->pending_count;
}

static int add_pending(struct core *core, const struct input *in, enum clock_start start)
{
	int64_t until = core->pending_count ? core->pending[0].t_us : core->now;

	if (!core->pending && !(core->pending = calloc(CORE_GROUP, sizeof(*core->pending))))
		return -ENOMEM;
	if (core->pending_count == CORE_GROUP)
		judge_pending(core);
	if (core->over)
		return 0;
	/* of one instant with what was said first, or of one of its own */
	until = (core->now <= until + core->tolerance_us ? until : core->now) + core->tolerance_us;
	if (until < settled_us(core))
		until = settled_us(core);
	core->pending[core->pending_count++] = (struct pending_claim){
		.in = *in, .t_us = core->now, .until_us = until, .start = start, .table = table_now(core)
	};
	core->pending_until_us = core->pending[0].until_us;
	return 0;
}

/* For the board, or for something said before that does. */
static bool waits_for_board(const struct core *core)
{
	return settled_us(core) > core->now ||
	       (core->pending_count && core->pending_until_us > core->pending[0].t_us + core->tolerance_us);
}

bool clock_starts_after_answer(const struct core *core)
{
	return !core->tolerance_us || waits_for_board(core);
}

int on_stopped(struct core *core, const struct input *in)
{
	struct arbiter_view now = table_now(core);

	if (waits_for_board(core))
		return add_pending(core, in, false);
	rule_on_pause(core, &now);
	return 0;
}

int on_started(struct core *core, const struct input *in)
{
	struct input started = *in;
	const enum clock_start start = kind_of_start(core);

	if (!waits_for_board(core)) {
		on_resume(core, in->side);
		return 0;
	}
	started.side = start_clock(core, in->side);
	return add_pending(core, &started, start);
}

int on_said(struct core *core, const struct input *inputs, unsigned count, unsigned first)
{
	bool waits = waits_for_board(core);
	int r = 0;

	if (!core->tolerance_us && !waits) {
		struct arbiter_view now = table_now(core);

		judge(core, &now, inputs, count, first);
		return 0;
	}
	for (unsigned i = first; i < count && r == 0 && !core->over; i++)
		if (is_said(&inputs[i]))
			r = add_pending(core, &inputs[i], false);
		else if (inputs[i].type == INPUT_RESUME && waits)
			r = on_started(core, &inputs[i]);
	return r;
}
