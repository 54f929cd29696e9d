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

/* Time passes on the clocks alone: periods begin, flags fall. */
static void advance_clock(struct core *core)
{
	unsigned period[2] = { core->clock.period[WHITE], core->clock.period[BLACK] };
	unsigned fell = game_clock_advance(&core->clock, core->now);

	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->clock.period[s] != period[s] && core->arbiter) {
			struct arbiter_view view = view_for_arbiter(core);

			publish_clock(core);
			arbiter_next_period(core->arbiter, &view, s);
			apply_rulings(core);
		}
	for (enum side s = WHITE; s <= BLACK; s++)
		if (fell & 1u << s)
			flag_fell(core, s);
}

static void review(struct core *core)
{
	struct tracker_event event = { .type = TRACKER_TIME, .t_us = core->now, .side = NO_SIDE };

	core->review_us = CLOCK_NEVER;
	if (feed_tracker(core, &event) < 0)
		core->failed = -ENOMEM;
	silence_review(core);
}

void advance_to(struct core *core, int64_t t)
{
	while (!core->over) {
		int64_t when = own_deadline(core);

		if (when < core->now)
			when = core->now;
		if (when > t)
			when = t;
		core->now = when;
		advance_clock(core);
		if (when < t)
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
