/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a silent rulebook lets out: turns reach the list of publications through here and nowhere else.
 *
 * Where the arbiter must not speak first, the sensors must not speak for him. A legal turn is known at its press; one
 * that no move explains only later, when the hand had time to finish, and what explains it then may be thought better
 * of. So where there is a lever the public line is one of presses: each is a turn of it, published at its instant as
 * the table stands (table-turn.c), and published again where something else has come to stand before the reply was
 * begun. That is reviewed at the same instants of every turn: REVIEW_US after the press, at the next press, and when
 * people speak or stop the clock. How the turns are read, and read anew, changes nothing in it; what people say does.
 *
 * Without a lever a turn is published as it is read.
 *
 * An exact sensor knows everything at the press, and nothing needs to be made equal.
 */
#ifndef DAEMON_CORE_SILENT_RULEBOOK_H
#define DAEMON_CORE_SILENT_RULEBOOK_H

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

/*
 * --- table-turn.c ---
 * A turn as everybody at the table has seen it: what stands on the squares after it, and from where to where a piece
 * went. No rule has a say in what changed, so that a turn which is explained by one looks as one that is not.
 */

/* The last turn that was published; NULL: none is known. */
static inline const struct pressed_turn *pressed_line_last(const struct core *core)
{
	return core->line.is_last_known ? &core->line.last : NULL;
}

/* The pieces before the first turn, or as they were published after the last one: nothing is in a hand. */
void table_begin(struct core *core, const char shown[static GAME_MAX_SQUARES]);
/* What the sensors show now; … and a square of it has just changed. */
void table_look(struct core *core);
void table_changed(struct core *core);
/* The lever goes down there: is it only springing back, as nothing has changed so soon after the last press, and that
 * side has not begun to move? */
bool table_springs_back(struct core *core, enum side side);
/* Since the last turn that was published pieces of both sides have gone elsewhere. side: who presses. */
bool table_both_moved(const struct core *core, enum side side);
/* A turn was published so: what was taken off in it is in no hand any more. */
void table_pressed(struct core *core, enum side side, const char before[static GAME_MAX_SQUARES],
		   const char shown[static GAME_MAX_SQUARES]);

/*
 * table_turn - the same turn as it stands
 * before: the pieces as they were shown before it. stands, filled: as they stand (struct table_seen). read: the turn as
 * it is read; of it are the names of pieces that nobody saw, and its text where it is what stands. ret->after and
 * ret->text are what stands. What the other side holds in its hand already, or has put down too early, belongs to the
 * next turn. may_be_unseen: a piece that was left nowhere may have taken another one without its sensor having noticed.
 * True: one was left nowhere.
 */
bool table_turn(const struct core *core, const char before[static GAME_MAX_SQUARES],
		const char stands[static GAME_MAX_SQUARES], uint64_t filled, const struct closed_turn *read,
		bool may_be_unseen, struct closed_turn *ret);

/* Is there a square that shows one of them and not the other? */
bool table_differs(const struct core *core, const char *a, const char *b);

#endif
