/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed turns of a game, and the position before and after each. */
#ifndef CORE_HISTORY_H
#define CORE_HISTORY_H

#include "daemon/core/state.h"

/* The position before turn ply. */
const struct game_position *history_position(const struct core *core, unsigned ply);
/* The next turn as it would be added. left_us: what its side has left after it. */
void history_make(const struct core *core, const struct turn *turn, int64_t left_us, struct closed_turn *ret);
/* tracked: its number in the tracker's list, or SET_BY_HAND. 0 or -ENOMEM. */
int history_add(struct core *core, const struct turn *turn, unsigned tracked, int64_t left_us);
/* Where the tracker's turn stands in this list, or would stand: positions set by hand make it another list than the tracker's. */
unsigned history_find(const struct core *core, unsigned tracked);

#endif
