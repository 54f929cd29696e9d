// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include "daemon/core/state.h"

void flag_fell(struct core *core, enum side side)
{
	core->flag_due_us[side] = core->now + core->tolerance_us;
}

static void rule_flag(struct core *core, enum side side, const struct game_position *before)
{
	struct publication p = { .type = PUBLISH_FLAG, .t_us = core->clock.flag_us[side], .side = side };

	core->flag_due_us[side] = CLOCK_NEVER;
	core->flag_waited[side] = false;
	if (p.t_us == CLOCK_NEVER)
		return;
	publish(core, &p);
	if (!core->over)
		rule_on_flag(core, side, before);
}

void let_flags_wait(struct core *core)
{
	int64_t until = settled_us(core);

	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] <= core->now && !core->flag_waited[s]) {
			core->flag_waited[s] = true;
			core->flag_due_us[s] = until;
		}
}

void rule_flags_due(struct core *core)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] <= core->now)
			rule_flag(core, s, NULL);
}

void rule_flags_before(struct core *core, int64_t t_us, const struct game_position *before)
{
	for (enum side s = WHITE; s <= BLACK && !core->over; s++)
		if (core->flag_waited[s] && core->clock.flag_us[s] + core->tolerance_us < t_us)
			rule_flag(core, s, before);
}

bool flag_waits_from(const struct core *core, int64_t t_us)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_waited[s] && core->clock.flag_us[s] >= t_us)
			return true;
	return false;
}
