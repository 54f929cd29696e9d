// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include "daemon/core/history.h"
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
	if (core->absent[side]) {
		core->absent[side] = false;
		publish_absent(core);
	}
	if (!core->arbiter)
		return;
	rule_on_arrival(core, side);
	if (core->over || core->awaited == NO_SIDE || arbiter_awaits_players(core->arbiter))
		return;
	game_clock_resume(&core->clock, core->awaited);
	core->awaited = NO_SIDE;
	publish_clock(core);
}

void on_awaited(struct core *core, enum side side)
{
	const enum side running = core->clock.running;

	for (unsigned ply = 0; ply < core->closed_count && ply < 2; ply++)
		if (turn_at(core, ply)->side == side)
			return;
	if (core->absent[side])
		return;
	core->absent[side] = true;
	publish_absent(core);
	if (core->arbiter)
		arbiter_absent(core->arbiter, side);
	await_players(core);
	if (core->clock.running != running)
		publish_clock(core);
}

void arrives_by_turn(struct core *core, enum side side)
{
	if (side != NO_SIDE && core->absent[side] &&
	    side == core->game->to_move(history_position(core, core->closed_count)))
		on_arrive(core, side);
}
