/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board without a lever: the clock is switched by the move itself, when it stands. If it is taken back, the clock is
 * as if it had never stood. A turn that was never seen to stand alone (the reply came at once) switches when it is
 * closed.
 */
#ifndef STAGE_MOVE_CLOCK_H
#define STAGE_MOVE_CLOCK_H

#include "daemon/core/state.h"

static inline bool move_switches_clock(const struct core *core)
{
	return !core->setup.has_lever && core->clock.control.mode != CLOCK_NONE && !core->has_device && !core->over;
}

void move_clock_stands(struct core *core, enum side side);
void move_clock_taken_back(struct core *core);
/* The turn of side was closed. */
void move_clock_closed(struct core *core, enum side side);

#endif
