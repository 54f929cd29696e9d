/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move of a reading that stands on the board, and nothing else beside it. */
#ifndef TRACKER_STANDING_MOVE_H
#define TRACKER_STANDING_MOVE_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/* Does one of the moves stand, and nothing else beside it? */
bool tell_find(struct reader *r, const struct reading *h, const struct game_moves *moves, struct game_move *ret);
/* Does a reply stand upon the move that is shown? */
bool tell_reply_stands(const struct tracker *t);
const struct game_moves *tell_moves(struct tracker *t);	/* legal in the told position */
bool tell_stands(struct tracker *t);	/* the told position, or a move from it */
/* … as tell_stands(), whatever was wrong before but for those squares. */
bool tell_stands_but(struct tracker *t, squares_t wrong);

#endif
