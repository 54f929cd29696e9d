/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a silent rulebook lets out: turns reach the list of publications through here and nowhere else.
 *
 * Where the arbiter must not speak first, the sensors must not speak for him. A legal turn is known at its press; one
 * that no move explains only later, when the hand had time to finish, and what explains it then may be thought better
 * of. So where there is a lever the public line is one of presses: each is a turn of it, published at its instant as
 * the table stands (table-turn.h), and published again where something else has come to stand before the reply was
 * begun. That is reviewed at the same instants of every turn: REVIEW_US after the press, at the next press, and when
 * people speak or stop the clock. How the turns are read, and read anew, changes nothing in it; what people say does.
 *
 * Without a lever a turn is published as it is read.
 *
 * An exact sensor knows everything at the press, and nothing needs to be made equal.
 */
#ifndef CORE_SILENCE_H
#define CORE_SILENCE_H

#include "daemon/core/state.h"

static inline bool is_silent(const struct core *core)
{
	return core->arbiter && arbiter_is_silent(core->arbiter) && core->setup.sensors != TRACKER_EXACT;
}

#define REVIEW_US 1500000 /* so long the tracker may wait for what is still to come */

static inline void review_later(struct core *core)
{
	core->review_us = core->now + REVIEW_US;
}
/* Before the first turn, from core->start. */
void silence_begin(struct core *core);
/* Turn ply of the history, in that state. */
void publish_turn(struct core *core, unsigned ply, enum move_state state);
/* The lever went down: before the tracker sees it, and after. Only under silence. */
void silence_before_press(struct core *core, enum side side);
void silence_press(struct core *core);
/* A turn was added. Only under silence. */
void silence_turn(struct core *core);
/* Turns that are not as they were published are published again. Only under silence. */
void silence_review(struct core *core);
/* A person has set the position after the last turn, or lets the pieces stand. */
void silence_position_set(struct core *core, const struct game_position *pos);
/* Turn ply and what came after it are no more: people decided so, … */
void history_drop(struct core *core, unsigned ply);
/* … or they are read otherwise now. */
void history_withdraw(struct core *core, unsigned ply);

#endif
