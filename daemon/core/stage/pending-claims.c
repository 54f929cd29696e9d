// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What people say is judged after what happened on the board and on the clock at the same instant, and what several say at
 * the same instant is judged together. Where the rulebook takes more than one instant for the same one, what is said is
 * held that long: with the clock as it stood, for a stop or a time that came later answers nothing.
 */
#include <errno.h>
#include <stdlib.h>

#include "daemon/core/state.h"

static int judge(struct core *core, const struct arbiter_view *view, const struct input *inputs, unsigned count, unsigned from,
		 char err[static 160])
{
	int r = 0;

	if (!core->over)
		tell_claims(core, view, inputs, count);
	for (unsigned i = from; i < count && r == 0 && !core->over; i++)
		if ((inputs[i].type == INPUT_DECIDE && !decided_before(inputs, i)) ||
		    (inputs[i].type == INPUT_RESUME && !core->tolerance_us)) {
			core->contradicted = decided_otherwise(inputs, count, i);
			r = take(core, &inputs[i], err);
		}
	core->contradicted = false;
	return r;
}

int hear_held(struct core *core)
{
	struct input inputs[CORE_GROUP];
	struct arbiter_view view = core_view(core);
	unsigned count = core->held_count;
	char err[160];

	int r;

	core->held_us = CLOCK_NEVER;
	core->held_count = 0;
	if (!count)
		return 0;
	for (unsigned i = 0; i < count; i++)
		inputs[i] = core->held[i].in;
	view.running = core->held[0].running;
	for (enum side s = WHITE; s <= BLACK; s++)
		view.left_us[s] = core->held[0].left_us[s];
	r = judge(core, &view, inputs, count, 0, err);
	core->hearings++;
	return r;
}

void drop_held(struct core *core)
{
	core->held_us = CLOCK_NEVER;
	core->hearings += core->held_count > 0;
	core->held_count = 0;
}

int64_t core_held_until(const struct core *core)
{
	return core->held_us;
}

uint64_t core_hearings(const struct core *core)
{
	return core->hearings;
}

int hear_people(struct core *core, const struct input *inputs, unsigned count, unsigned spoken, char err[static 160])
{
	struct arbiter_view view = core_view(core);
	int r = 0;

	if (!core->tolerance_us)
		return judge(core, &view, inputs, count, spoken, err);
	if (!core->held && !(core->held = calloc(CORE_GROUP, sizeof(*core->held))))
		return -ENOMEM;
	for (unsigned i = spoken; i < count && r == 0; i++) {
		if (!is_said(&inputs[i]))
			continue;
		if (core->held_count == CORE_GROUP)
			r = hear_held(core);
		if (!core->held_count)
			core->held_us = core->now + core->tolerance_us;
		core->held[core->held_count++] = (struct held){
			.in = inputs[i], .running = core->clock.running,
			.left_us = { core->clock.left_us[WHITE], core->clock.left_us[BLACK] },
		};
	}
	return r;
}
