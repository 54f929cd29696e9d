/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A piece that was set down may be taken up again, and only time shows that it stays. A move that ends the game ended
 * it when it was set down; so what comes within SETTLE_US of that waits, and is then judged by which came first. Under
 * a silent rulebook it waits after every change on the board, or the wait would tell which one it is. A press ends it:
 * then it is known what stays.
 *
 *   s __╭─────────────────  the move stands from s on
 *         f                 a flag, stop or claim waits until s + SETTLE_US: the game ended at s
 *   s __╭──╮_ f             taken up before: f does not wait
 *   s __╭─── f ─╮_          taken up after: f waits, and the game did not end at s
 *   s __╭─╮_╭─ f ─          a contact that failed for BOUNCE_US at most: the move stands from s on
 *
 * Exact sensors know at once.
 */
#ifndef STAGE_SETTLING_H
#define STAGE_SETTLING_H

#include "daemon/core/state.h"

/* How long a move that would end the game must stand before it counts without a press, where a slide may pass there. */
#define SETTLE_US 1000000

/* Has a move that stands, and was set down by t_us, perhaps ended the game? */
bool may_have_ended(const struct core *core, int64_t t_us);
/* The move that was set down is not: its piece was taken up again. */
static inline bool set_down_is_in_hand(const struct core *core)
{
	return core->set_down.stands && core->setup.sensors != TRACKER_EXACT && !core->stood.stands;
}
/* Until when a flag, stop or claim of this instant waits for the board: now if it does not. */
int64_t settled_us(const struct core *core);

#endif
