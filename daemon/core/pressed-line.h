/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Under a silent rulebook, at a board with a lever: the line of turns that is public. Each press of the lever is a turn
 * of it, published at its instant as the table stands (table-turn.h), and published again where something else has come
 * to stand before the reply was begun. How the turns are read, and read anew, changes nothing in it; what people say
 * does.
 */
#ifndef CORE_PRESSED_LINE_H
#define CORE_PRESSED_LINE_H

#include "daemon/core/state.h"

/* Before the first turn, from core->start. */
void pressed_line_begin(struct core *core);
/* The lever went down, and the tracker has not been told: that press is to be published, unless it springs back. */
void pressed_line_await(struct core *core, enum side side);
/* A turn was closed: perhaps that of the press which is awaited. */
void pressed_line_turn(struct core *core);
/* The tracker has been told. */
void pressed_line_press(struct core *core);
/* Does something else stand than was published? */
void pressed_line_review(struct core *core);
/* What people did: turn number ply of the history in that state. */
void pressed_line_tell(struct core *core, unsigned ply, enum move_state state);
/* … or to the position after the last turn. */
void pressed_line_set_position(struct core *core, const struct game_position *pos);
/* The last turn that is published; NULL: none is known. */
static inline const struct pressed_turn *pressed_line_last(const struct core *core)
{
	return core->line.is_last_known ? &core->line.last : NULL;
}

#endif
