/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens by itself as time passes: flags, periods, moves that have stood long enough, reviews under silence. */
#ifndef STAGE_DEADLINES_H
#define STAGE_DEADLINES_H

#include "daemon/core/state.h"

/* May something happen by itself until t, t included? */
static inline bool something_is_due(const struct core *core, int64_t t)
{
	return game_clock_deadline(&core->clock) <= t || core->set_down.counts_us <= t || core->review_us <= t ||
	       core->pending_until_us <= t || core->flag_due_us[WHITE] <= t || core->flag_due_us[BLACK] <= t ||
	       tracker_deadline(core->tracker) <= t;
}
/* Time passes to t: what happens by itself before t happens. Flags that fall at t itself wait for the board. */
void advance_to(struct core *core, int64_t t);
/* Flags are due: they wait for what was just set down, or are ruled on. */
void on_flags_due(struct core *core);

#endif
