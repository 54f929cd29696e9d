// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include "daemon/core/silent-rulebook.h"

bool may_have_ended(const struct core *core, int64_t t_us)
{
	struct game_position after;
	struct game_move move;

	return core->arbiter && core->stood.stands && core->stood.t_us <= t_us &&
	       tracker_standing_move(core->tracker, &move, &after) && game_moves_same(&core->stood.move, &move) &&
	       arbiter_may_end(core->arbiter, &after);
}

int64_t settled_us(const struct core *core)
{
	int64_t since = core->now;

	if (!core->arbiter || core->setup.sensors == TRACKER_EXACT)
		return core->now;
	if (is_silent(core))
		since = core->changed_us;
	else if (may_have_ended(core, core->now))
		since = core->stood.t_us;
	else if (tracker_press_pending(core->tracker))
		return core->now + SETTLE_US;
	else
		return core->now;
	return since + SETTLE_US > core->now ? since + SETTLE_US : core->now;
}
