/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed turns of a game, and the position before and after each. */
#ifndef CORE_HISTORY_H
#define CORE_HISTORY_H

#include "daemon/core/state.h"

void history_done(struct core *core);
/* A turn that is closed, or was when one was last added. */
static inline struct past_turn *past_at(const struct core *core, unsigned ply)
{
	return &core->past[ply];
}

/* … what it was: it stays where it is until another one is added in its place. */
static inline const struct turn *turn_at(const struct core *core, unsigned ply)
{
	return &core->past[ply].kept->turn;
}

/* … to be changed. NULL: no memory, and the core has failed. */
struct turn *turn_to_change(struct core *core, unsigned ply);
/* … with all that is said of it. */
void closed_at(const struct core *core, unsigned ply, struct closed_turn *ret);

/* The position before turn ply. */
static inline const struct game_position *history_position(const struct core *core, unsigned ply)
{
	return ply ? &core->past[ply - 1].kept->after : &core->start;
}

/* That is how it stands after the last turn. 0 or -ENOMEM. */
int history_set_position(struct core *core, const struct game_position *pos);
/* What the arbiter may share: it as the history has it; NULL: it has not. */
struct kept_turn *history_kept(void *core, unsigned ply);
/* Is the turn one legal move, from which the game goes on? */
bool history_is_legal(const struct core *core, const struct turn *turn);
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

/* Under a silent rulebook: the turns as they were last published. Those at the beginning of the game that stand so in
 * the list, too, are kept there alone. */

/* One that is kept here: from published_from to published_count. */
struct silent_turn *published_at(const struct core *core, unsigned ply);
/* Room for turn ply, which was published, or is the next; NULL: no memory. */
struct silent_turn *published_turns_reserve(struct core *core, unsigned ply);
/* Turns of the history from that one on are about to become others. Without memory the core has failed. */
void published_turns_keep(struct core *core, unsigned ply);
/* So many are in the history as they were published. */
void published_turns_agree(struct core *core, unsigned count);
/* Turns from that one on are published no more. */
void published_turns_cut(struct core *core, unsigned ply);

#endif
