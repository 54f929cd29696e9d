// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/settling.h"

#include "daemon/core/silence.h"

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

void rewind_clock(struct core *core)
{
	if (core->clock.by_device || core->has_device || core->clock.control.mode == CLOCK_NONE)
		return;
	core->clock = core->stood.clock;
	for (enum side s = WHITE; s <= BLACK; s++)
		core->clock.left_us[s] += core->adjust_us[s] - core->stood.adjust_us[s];
}

void rewind_clock_to(struct core *core, const struct arbiter_view *then)
{
	if (core->clock.by_device || core->has_device || core->clock.control.mode == CLOCK_NONE ||
	    then->running == NO_SIDE)
		return;
	/* what has run since then; what rulings gave in the meantime is not of that side's time */
	if (core->clock.running == then->running && core->clock.left_us[then->running] < then->left_us[then->running])
		core->clock.left_us[then->running] = then->left_us[then->running];
	if (core->clock.flag_us[then->running] > then->t_us + core->tolerance_us)
		core->clock.flag_us[then->running] = CLOCK_NEVER;
}
