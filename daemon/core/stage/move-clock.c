// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include "daemon/core/state.h"

void move_clock_stands(struct core *core, enum side side)
{
	if (!move_switches_clock(core) || core->clock.running != side)
		return;
	core->clock_before = core->clock;
	core->clock_moved = game_clock_press(&core->clock, side);
	publish_clock(core);
}

void move_clock_taken_back(struct core *core)
{
	if (!core->clock_moved || core->clock.running != other_side(core->clock_before.running))
		return;
	core->clock_moved = false;
	core->clock = core->clock_before;
	if (game_clock_advance(&core->clock, core->now))
		core->flag_due_us[core->clock.running] = core->now + core->tolerance_us;
	publish_clock(core);
}

void move_clock_closed(struct core *core, enum side side)
{
	if (move_switches_clock(core) && core->clock.running == side) {
		game_clock_press(&core->clock, side);
		publish_clock(core);
	}
	core->clock_moved = false;
}
