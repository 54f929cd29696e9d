// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include "daemon/core/state.h"

void await_players(struct core *core)
{
	if (!core->arbiter || core->clock.running == NO_SIDE || !arbiter_awaits_players(core->arbiter))
		return;
	core->awaited = core->clock.running;
	game_clock_pause(&core->clock);
}

void on_arrive(struct core *core, enum side side)
{
	if (!core->arbiter)
		return;
	rule_on_arrival(core, side);
	if (core->over || core->awaited == NO_SIDE || arbiter_awaits_players(core->arbiter))
		return;
	game_clock_resume(&core->clock, core->awaited);
	core->awaited = NO_SIDE;
	publish_clock(core);
}
