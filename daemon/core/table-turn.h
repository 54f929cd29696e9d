/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A turn as everybody at the table has seen it: what stands on the squares after it, and from where to where a piece
 * went. No rule has a say in what changed, so that a turn which is explained by one looks as one that is not.
 */
#ifndef CORE_TABLE_TURN_H
#define CORE_TABLE_TURN_H

#include "daemon/core/state.h"

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
