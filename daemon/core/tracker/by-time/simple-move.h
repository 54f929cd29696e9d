/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: what a reading becomes by a move of a single piece, without asking the game for all squares. */
#ifndef TRACKER_SIMPLE_MOVE_H
#define TRACKER_SIMPLE_MOVE_H

#include "daemon/core/tracker/reading/readings.h"

/* Does the move change no squares but its piece's two and those that it takes? */
static inline bool move_is_simple(const struct readings *r, const struct game_move *m)
{
	return !r->game->path_squares && !(m->flags & GAME_MOVE_CASTLING);
}

/* The squares that do not match after a simple move. */
squares_t mismatch_after(const struct readings *r, const struct reading *h, const struct game_move *m);
/* The reading after a simple move, but for pos and key; wrong is what mismatch_after() says. */
void play_on_squares(struct reading *h, const struct game_move *m, squares_t wrong);

#endif
