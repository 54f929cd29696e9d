/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed turns of a game, and the position before and after each. */
#ifndef CORE_HISTORY_H
#define CORE_HISTORY_H

#include "daemon/core/closed-turns.h"

/* The position before turn ply. */
static inline const struct game_position *history_position(const struct core *core, unsigned ply)
{
	return ply ? &closed_at(core, ply - 1)->after : &core->start;
}

/* Is the turn one legal move, from which the game goes on? */
bool history_is_legal(const struct core *core, const struct closed_turn *closed);
/* The next turn as it would be added, with the time that its side has left. */
void history_make(struct core *core, const struct turn *turn, struct closed_turn *ret);
/* A lever has just counted on the clock: what that shows belongs to the turn, whenever it is closed. */
void history_note_press(struct core *core);
/* Before turns are dropped that may be closed again later: each is to have the time then that it has now. */
void history_keep_times(struct core *core);
/* tracked: its number in the tracker's list, or SET_BY_HAND. 0 or -ENOMEM. */
int history_add(struct core *core, const struct turn *turn, unsigned tracked);
/* The time that may be shown: a fallen flag that nobody may speak of leaves it as it was last shown. */
static inline int64_t shown_left_us(struct core *core, enum side side)
{
	bool hidden = core->arbiter && !core->over && game_clock_flag_down(&core->clock, side) &&
		      !arbiter_calls_flags(core->arbiter);

	if (!hidden)
		core->shown_us[side] = core->clock.left_us[side];
	return core->shown_us[side];
}

/* Where the tracker's turn stands in this list, or would stand: positions set by hand make it another list than the
 * tracker's. */
unsigned history_find(const struct core *core, unsigned tracked);

#endif
