// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/deadlines.h"

#include <errno.h>

#include "daemon/core/publish.h"
#include "daemon/core/silence.h"
#include "daemon/core/stage/board.h"
#include "daemon/core/stage/flags.h"
#include "daemon/core/stage/pending-claims.h"
#include "daemon/core/stage/rulings.h"

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* The earliest instant at which something happens by itself, but for the tracker's. */
static int64_t own_deadline(const struct core *core)
{
	int64_t when = earlier(game_clock_deadline(&core->clock), core->set_down.counts_us);

	when = earlier(when, earlier(core->review_us, core->pending_until_us));
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

void advance_to(struct core *core, int64_t t)
{
	while (!core->over) {
		const unsigned period[2] = { core->clock.period[WHITE], core->clock.period[BLACK] };
		int64_t when = own_deadline(core);
		unsigned fell;

		if (when < core->now)
			when = core->now;
		if (when > t)
			when = t;
		core->now = when;
		fell = game_clock_advance(&core->clock, when);
		if (core->clock.period[WHITE] != period[WHITE] || core->clock.period[BLACK] != period[BLACK])
			on_periods(core, period);
		for (enum side s = WHITE; s <= BLACK; s++)
			if (fell & 1u << s)
				flag_fell(core, s);
		if (when < t && flag_is_due(core))
			rule_flags_due(core);
		if (when >= core->pending_until_us && when < t)
			judge_pending(core);
		if (when >= core->set_down.counts_us)
			set_down_counts(core, false);
		if (when >= core->review_us && !core->over)
			review(core);
		if (when >= t)
			break;
	}
	core->now = t;
}

int64_t core_deadline(const struct core *core)
{
	return core->over ? CLOCK_NEVER : earlier(own_deadline(core), tracker_deadline(core->tracker));
}
