// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A board without a lever: the clock is switched by the move itself, when it stands. If it is taken back, the clock is as if
 * it had never stood. A turn that was never seen to stand alone (the reply came at once) switches when it is closed.
 */
#include "daemon/core/state.h"

static bool is_ours(const struct core *core)
{
	return !core->setup.has_lever && core->clock.control.mode != CLOCK_NONE && !core->has_device && !core->over;
}

void move_clock_stands(struct core *core, enum side side)
{
	if (!is_ours(core) || core->clock.running != side)
		return;
	core->clock_before = core->clock;
	core->clock_moved = game_clock_press(&core->clock, side);
	publish_clock(core);
}

void move_clock_taken_back(struct core *core)
{
	if (!is_ours(core) || !core->clock_moved || core->clock.running != other_side(core->clock_before.running))
		return;
	core->clock_moved = false;
	core->clock = core->clock_before;
	if (game_clock_advance(&core->clock, core->now))
		core->flag_due_us[core->clock.running] = core->now + core->tolerance_us;
	publish_clock(core);
}

void move_clock_closed(struct core *core, enum side side)
{
	if (is_ours(core) && core->clock.running == side) {
		game_clock_press(&core->clock, side);
		publish_clock(core);
	}
	core->clock_moved = false;
}
