// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <errno.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"

/* The game began with what stood on the board, and nobody knows yet who was to move. */
static bool began_anywhere(const struct core *core)
{
	struct game_position usual;

	return core->setup.any_start && core->game->parse(core->game->start_fen, &usual, NULL) == 0 &&
	       !core->game->same(&usual, &core->start);
}

int on_press(struct core *core, enum side side)
{
	struct tracker_event event = { .type = TRACKER_PRESS, .t_us = core->now, .side = side };
	bool clock = core->clock.control.mode != CLOCK_NONE;
	int r;

	/* whoever presses first starts the game: Black without a move, or White with one; where it began with what
	 * stood on the board, either with one */
	if (clock && core->setup.press_starts && !core->started) {
		on_resume(core, began_anywhere(core) ? side : NO_SIDE);
		if (side != core->clock.running)
			return 0;
	}
	arrives_by_turn(core, side);
	if (core->over)
		return 0;
	/* a device that counts alone says itself whose time runs */
	if (clock && !game_clock_press(&core->clock, side) && !core->clock.by_device)
		return 0;
	if (clock)
		history_note_press(core);
	core->changed_us = INT64_MIN / 2; /* whatever was set down stays */
	if (is_silent(core))
		silence_before_press(core, side);
	r = feed_tracker(core, &event);
	if (!core->over && is_silent(core))
		silence_press(core);
	if (clock && !core->over)
		publish_clock(core);
	return r;
}

bool stop_clock(struct core *core)
{
	if (core->clock.running == NO_SIDE)
		return false;
	if (settle_turn(core) < 0)
		core->failed = -ENOMEM;
	if (core->over)
		return false;
	game_clock_pause(&core->clock);
	publish_clock(core);
	return true;
}

enum side start_clock(struct core *core, enum side side)
{
	if (side == NO_SIDE)
		side = core->game->to_move(tracker_position(core->tracker));
	core->started = true;
	game_clock_resume(&core->clock, side);
	await_players(core);
	publish_clock(core);
	return side;
}

enum clock_start kind_of_start(const struct core *core)
{
	return !core->started		      ? CLOCK_START_FIRST :
	       core->clock.running == NO_SIDE ? CLOCK_START_STOPPED :
						CLOCK_START_RUNNING;
}

void on_resume(struct core *core, enum side side)
{
	const enum clock_start start = kind_of_start(core);
	struct arbiter_view now;

	side = start_clock(core, side);
	now = table_now(core);
	rule_on_resume(core, &now, side, start);
}
