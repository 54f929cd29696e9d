/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed turns of a game, and the position before and after each: the last ones in full, the others packed. */
#ifndef CORE_HISTORY_H
#define CORE_HISTORY_H

#include "daemon/core/state.h"

/* 0 or -ENOMEM. */
int closed_turns_init(struct core *core);
void closed_turns_done(struct core *core);
/* A turn that is closed, or was when one was last added. It stays where it is, and what is changed in it is kept, until
 * the pass is over (closed_turns_pack()). */
struct closed_turn *closed_at(const struct core *core, unsigned ply);
/* The next turn, to be written: turn closed_count. Those from there on are in the list no more. NULL: no memory. */
struct closed_turn *closed_turns_reserve(struct core *core);
/* Nobody holds a turn any more: what is not among the last goes to where it takes little room. 0; -ENOMEM: there was no
 * memory for a turn that was asked for. */
int closed_turns_pack(const struct core *core);
/* Between passes, where many turns have been asked for: what the last few calls returned stays where it is. */
void closed_turns_pack_some(const struct core *core);

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
