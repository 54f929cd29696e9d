// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <errno.h>

#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Under silence what ends the game is no sooner answered than what does not. */
static int64_t set_down_due(const struct core *core)
{
	int64_t when = core->set_down.counts_us;

	if (is_silent(core) && core->pending_count && when < core->pending_until_us &&
	    core->set_down.t_us <= core->pending[0].t_us)
		when = core->pending_until_us;
	return when;
}

/* The earliest instant at which something happens by itself, but for the tracker's. */
static int64_t own_deadline(const struct core *core)
{
	int64_t when = earlier(game_clock_deadline(&core->clock), set_down_due(core));

	when = earlier(earlier(when, held_end_due(core)), earlier(core->review_us, core->pending_until_us));
	when = earlier(when, default_due(core));
	when = earlier(when, core->kings_count_us);
	return earlier(when, earlier(core->flag_due_us[WHITE], core->flag_due_us[BLACK]));
}

static void on_periods(struct core *core, const unsigned before[2])
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->clock.period[s] != before[s] && core->arbiter) {
			publish_clock(core);
			rule_on_period(core, s);
		}
}

static void review(struct core *core)
{
	struct tracker_event event = { .type = TRACKER_TIME, .t_us = core->now, .side = NO_SIDE };

	core->review_us = CLOCK_NEVER;
	if (feed_tracker(core, &event) < 0)
		core->failed = -ENOMEM;
	if (is_silent(core))
		silence_review(core);
}

void on_flags_due(struct core *core)
{
	/* what was set down by the instant of the flag was first */
	rule_on_held_end(core);
	if (core->over)
		return;
	let_flags_wait(core);
	/* what was pressed before is judged first, by what is known */
	if (flag_is_due(core) && !is_silent(core) && tracker_press_pending(core->tracker) && settle_turn(core) < 0)
		core->failed = -ENOMEM;
	rule_flags_due(core);
}

/* What happens by itself at core->now: what stands there has been set down before all that waits for it. */
static void on_deadlines(struct core *core, bool board_follows)
{
	if (core->now >= set_down_due(core))
		set_down_counts(core, false);
	if (!board_follows && !core->over && flag_is_due(core))
		on_flags_due(core);
	if (!board_follows && !core->over && core->now >= core->pending_until_us)
		judge_pending_due(core);
	if (core->now >= core->review_us && !core->over)
		review(core);
	if (!core->over && core->now >= default_due(core))
		rule_on_arrival(core, NO_SIDE);
	if (core->now >= core->kings_count_us && !core->over)
		kings_count(core);
}

/* The tracker reports something by itself at core->now. */
static void on_tracker_due(struct core *core)
{
	struct tracker_event event = { .type = TRACKER_TIME, .t_us = core->now, .side = NO_SIDE };

	if (feed_tracker(core, &event) < 0)
		core->failed = -ENOMEM;
}

void advance_to(struct core *core, int64_t t)
{
	int64_t fed = INT64_MIN; /* a deadline that time does not move waits for something else */

	while (!core->over) {
		const unsigned period[2] = { core->clock.period[WHITE], core->clock.period[BLACK] };
		int64_t when = own_deadline(core), tracker = tracker_deadline(core->tracker);
		unsigned fell;

		if (tracker > fed && tracker < when)
			when = tracker;
		if (when < core->now)
			when = core->now;
		if (when > t)
			when = t;
		core->now = when;
		/* what was set down before a flag falls, and nobody claims of, was first */
		if (when >= held_end_due(core) || when >= game_clock_deadline(&core->clock))
			rule_on_held_end(core);
		if (core->over)
			break;
		fell = game_clock_advance(&core->clock, when);
		if (core->clock.period[WHITE] != period[WHITE] || core->clock.period[BLACK] != period[BLACK])
			on_periods(core, period);
		for (enum side s = WHITE; s <= BLACK; s++)
			if (fell & 1u << s)
				flag_fell(core, s);
		if (when < t && when >= tracker && tracker > fed) {
			fed = tracker;
			on_tracker_due(core);
		}
		if (!core->over)
			on_deadlines(core, when >= t);
		if (when >= t)
			break;
	}
	core->now = t;
}

int64_t core_deadline(const struct core *core)
{
	return core->over ? CLOCK_NEVER : earlier(own_deadline(core), tracker_deadline(core->tracker));
}

static bool ends_on_board(const struct core *core)
{
	struct game_position after;
	struct game_move move;

	return core->set_down.counts_us != CLOCK_NEVER && tracker_standing_move(core->tracker, &move, &after) &&
	       arbiter_ends_on_board(core->arbiter, &after);
}

/*
 * Under silence: what is published again, what people said, time that is added, a game that ends. By a lever turns are
 * published at presses, and when the tracker knows more of them nobody hears it.
 */
static int64_t public_deadline(const struct core *core)
{
	const bool calls_flags = arbiter_calls_flags(core->arbiter);
	int64_t when = earlier(default_due(core), earlier(core->review_us, core->pending_until_us));

	if (calls_flags || game_clock_gets_time(&core->clock))
		when = earlier(when, game_clock_deadline(&core->clock));
	if (calls_flags)
		when = earlier(when, earlier(core->flag_due_us[WHITE], core->flag_due_us[BLACK]));
	if (ends_on_board(core))
		when = earlier(when, set_down_due(core));
	return core->setup.has_lever ? when : earlier(when, tracker_deadline(core->tracker));
}

int64_t core_public_deadline(const struct core *core)
{
	return core->over || !is_silent(core) ? core_deadline(core) : public_deadline(core);
}
