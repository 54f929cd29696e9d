// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include "daemon/core/history.h"
#include "daemon/core/silent-rulebook.h"
#include "daemon/core/state.h"

/* What a device's clock shows is cut to this. */
#define DEVICE_STEP_US 1000000

/*
 * A clock that runs by itself shows whole seconds, and is read late. What was counted here is kept where it could show
 * as that; a flag falls when the clock says so, never before.
 */
static void correct(struct core *core, enum side side, int64_t us)
{
	int64_t left = core->clock.left_us[side];
	bool was_down = game_clock_flag_down(&core->clock, side);

	if (core->clock.running == side && us > 0 && !was_down && !core->clock.by_device) {
		if (left >= us && left < us + DEVICE_STEP_US)
			return;
		if (left >= us + DEVICE_STEP_US)
			us += DEVICE_STEP_US - 1000;
	}
	game_clock_set(&core->clock, side, us);
	if (!was_down && game_clock_flag_down(&core->clock, side))
		core->flag_due_us[side] = core->now + core->tolerance_us;
}

/* A reply may close a turn before its press is read; the time that stands since is that turn's. */
static void keep_pressed(struct core *core, enum side side)
{
	for (unsigned n = core->closed_count; n && n + 2 > core->closed_count; n--) {
		const struct turn *turn = turn_at(core, n - 1);

		if (turn->side != side || turn->t_us < core->device_since_us ||
		    past_at(core, n - 1)->left_us == core->device_us[side])
			continue;
		past_at(core, n - 1)->left_us = core->device_us[side];
		if (turn->t_us < core->now && !is_silent(core)) /* else it is told by the clock of its instant */
			publish_past(core, n - 1, MOVE_REVISED);
	}
}

/* What the device shows once its lever went down, increment included, is what that turn has left. */
static void keep_reading(struct core *core, const struct input *in)
{
	const struct turn *last = core->closed_count ? turn_at(core, core->closed_count - 1) : NULL;

	for (enum side s = WHITE; s <= BLACK; s++) {
		int64_t us = s == WHITE ? in->white_us : in->black_us;

		core->device_us[s] = us;
		if (in->running != s || !core->has_device)
			core->device_stood_us[s] = us;
		if (last && last->side == s && last->t_us == core->now)
			past_at(core, core->closed_count - 1)->left_us = us;
	}
	if (core->has_device && core->device_running != NO_SIDE && core->device_running != in->running)
		keep_pressed(core, core->device_running);
	if (!core->has_device || core->device_running != in->running)
		core->device_since_us = core->now;
	core->has_device = true;
	core->device_running = in->running;
}

/*
 * Nobody named a time control, and the rulebook wants a clock: the one beside the board is the game's, from where it
 * runs with time for both. Before that it may still show the flag of another game.
 */
static void follow(struct core *core, const struct input *in)
{
	if (!core->arbiter || core->clock.control.mode != CLOCK_NONE || in->running == NO_SIDE || in->white_us <= 0 ||
	    in->black_us <= 0)
		return;
	core->clock.control.mode = CLOCK_SUDDEN_DEATH;
	core->clock.by_device = true;
}

/* At once, whatever was reckoned: by a ruling where there is an arbiter, so that it is in the journal and told with its
 * article. */
static void set_times(struct core *core, const struct input *in)
{
	const int64_t us[2] = { in->white_us, in->black_us };

	if (core->arbiter) {
		rule_on_times_set(core, us);
		return;
	}
	for (enum side s = WHITE; s <= BLACK; s++)
		if (us[s] != INPUT_ABSENT)
			game_clock_set(&core->clock, s, us[s]);
	publish_set_clock(core);
}

void on_clock_report(struct core *core, const struct input *in)
{
	if (in->sets) {
		set_times(core, in);
		return;
	}
	if (in->has_first) {
		game_clock_set(&core->clock, WHITE, in->white_us);
		game_clock_set(&core->clock, BLACK, in->black_us);
		rule_on_clock_report(core, in->first);
		if (!core->over)
			publish_set_clock(core);
		return;
	}
	keep_reading(core, in);
	follow(core, in);
	correct(core, WHITE, in->white_us);
	correct(core, BLACK, in->black_us);
	if (core->clock.control.mode == CLOCK_NONE)
		return;
	/* it also says who runs */
	if (in->running == NO_SIDE && in->white_us > 0 && in->black_us > 0)
		game_clock_pause(&core->clock);
	else if (in->running != NO_SIDE && core->clock.running == NO_SIDE)
		on_resume(core, in->running);
	else if (in->running != NO_SIDE && in->running != core->clock.running)
		game_clock_resume(&core->clock, in->running);
	publish_read_clock(core);
}
