// SPDX-License-Identifier: GPL-2.0-or-later
/* Time passes: flags, periods, presses of the lever, pauses. */
#include <errno.h>

#include "daemon/core/state.h"
#include "rules/parameters.h"

static bool says(const struct core *core, enum rulebook_parameter p, const char *choice)
{
	const struct rulebook *book = core->book ? core->book : core->setup.rulebook;

	return book && rulebook_is(book, p, choice);
}

static void tell_flag(struct core *core, enum side side)
{
	struct publication p = { .type = PUBLISH_FLAG, .t_us = core->clock.flag_us[side], .side = side };
	struct arbiter_view view = core_view(core);

	publish(core, &p);
	if (core->arbiter && !core->over)
		arbiter_flag(core->arbiter, &view, side);
}

/* When what waits for the end of its instant is dealt with. */
static int64_t waiting_until(const struct core *core)
{
	int64_t when = core->held_us;

	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] < when)
			when = core->flag_due_us[s];
	return when;
}

/* The earliest instant at which something happens by itself, but for the tracker's. */
static int64_t own_deadline(const struct core *core)
{
	int64_t when = game_clock_deadline(&core->clock);

	if (core->settle_us < when)
		when = core->settle_us;
	if (core->look_us < when)
		when = core->look_us;
	if (waiting_until(core) < when)
		when = waiting_until(core);
	return when;
}

/* Time passes to t; what happens by itself before t happens. Flags that fall at t itself wait for the board. */
void advance_to(struct core *core, int64_t t)
{
	while (!core->over) {
		int64_t when = own_deadline(core);
		unsigned period[2] = { core->clock.period[WHITE], core->clock.period[BLACK] };
		unsigned fell;

		if (when < core->now)
			when = core->now;
		if (when > t)
			when = t;
		core->now = when;
		fell = game_clock_advance(&core->clock, when);
		for (enum side s = WHITE; s <= BLACK; s++)
			if (core->clock.period[s] != period[s] && core->arbiter) {
				struct arbiter_view view = core_view(core);

				publish_clock(core);
				arbiter_next_period(core->arbiter, &view, s);
			}
		for (enum side s = WHITE; s <= BLACK; s++)
			if (fell & 1u << s)
				core->flag_due_us[s] = when + (says(core, PARAM_TIE_BOARD_AND_FLAG, "flag") ? 0 : core->tolerance_us);
		if (when < t)
			tell_flags_due(core);
		if (when >= core->held_us && when < t && hear_held(core) < 0)
			core->failed = -ENOMEM;
		if (when >= core->settle_us)
			down_counts(core);
		if (when >= core->look_us && !core->over) {
			struct tracker_event event = { .type = TRACKER_TIME, .t_us = when, .side = NO_SIDE };

			core->look_us = CLOCK_NEVER;
			if (tell_tracker(core, &event) < 0)
				core->failed = -ENOMEM;
			hushed_look(core);
		}
		if (when >= t)
			break;
	}
	core->now = t;
}

/* The flag falls and the board ends the game at the same instant. */
void tell_flags_before_board(struct core *core, const struct input *inputs, unsigned count)
{
	if (core->flag_due_us[WHITE] > core->now && core->flag_due_us[BLACK] > core->now)
		return;
	/* a press that counts at that instant is in time for the board too */
	if (says(core, PARAM_TIE_FLAG_AND_PRESS, "press"))
		for (unsigned i = 0; i < count; i++)
			if (inputs[i].type == INPUT_PRESS)
				return;
	if (says(core, PARAM_TIE_BOARD_AND_FLAG, "flag"))
		tell_flags_due(core);
}

void tell_flags_due(struct core *core)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] <= core->now) {
			core->flag_due_us[s] = CLOCK_NEVER;
			tell_flag(core, s);
		}
}

/* A press at the instant of the flag, where the rulebook lets it count. */
static void press_counts(struct core *core, enum side side)
{
	if (core->flag_due_us[side] != CLOCK_NEVER && core->clock.running == side && says(core, PARAM_TIE_FLAG_AND_PRESS, "press")) {
		core->flag_due_us[side] = CLOCK_NEVER;
		game_clock_revive(&core->clock, side, 0);
	}
}

int on_press(struct core *core, enum side side)
{
	struct tracker_event event = { .type = TRACKER_PRESS, .t_us = core->now, .side = side };
	bool clock = core->clock.control.mode != CLOCK_NONE;
	int r;

	press_counts(core, side);
	/* a device that counts alone says itself whose time runs */
	if (clock && !game_clock_press(&core->clock, side) && !core->clock.by_device)
		return 0;
	r = tell_tracker(core, &event);
	if (!core->over)
		hushed_press(core);
	if (clock && !core->over)
		publish_clock(core);
	return r;
}

void on_pause(struct core *core)
{
	struct arbiter_view view;

	if (core->clock.running == NO_SIDE)
		return;
	if (settle_turn(core) < 0)
		core->failed = -ENOMEM;
	if (core->over)
		return;
	game_clock_pause(&core->clock);
	publish_clock(core);
	view = core_view(core);
	if (core->arbiter)
		arbiter_paused(core->arbiter, &view);
}

void on_resume(struct core *core, enum side side)
{
	struct arbiter_view view;
	bool first = !core->started;

	if (side == NO_SIDE)
		side = core->game->to_move(tracker_position(core->tracker));
	core->started = true;
	game_clock_resume(&core->clock, side);
	await_players(core);
	publish_clock(core);
	view = core_view(core);
	if (core->arbiter)
		arbiter_resumed(core->arbiter, &view, side, first);
}

void await_players(struct core *core)
{
	if (!core->arbiter || core->clock.running == NO_SIDE || !arbiter_awaits_players(core->arbiter))
		return;
	core->awaited = core->clock.running;
	game_clock_pause(&core->clock);
}

void on_arrive(struct core *core, enum side side)
{
	struct arbiter_view view = core_view(core);

	if (!core->arbiter)
		return;
	arbiter_arrived(core->arbiter, &view, side);
	if (core->over || core->awaited == NO_SIDE || arbiter_awaits_players(core->arbiter))
		return;
	game_clock_resume(&core->clock, core->awaited);
	core->awaited = NO_SIDE;
	publish_clock(core);
}

int64_t core_deadline(const struct core *core)
{
	int64_t when, tracker;

	if (core->over)
		return CLOCK_NEVER;
	when = own_deadline(core);
	tracker = tracker_deadline(core->tracker);
	return tracker < when ? tracker : when;
}
