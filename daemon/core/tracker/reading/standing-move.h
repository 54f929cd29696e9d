/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move of a reading that stands on the board, and nothing else beside it. */
#ifndef TRACKER_STANDING_MOVE_H
#define TRACKER_STANDING_MOVE_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/* Does one of the moves stand, and nothing else beside it? */
bool find_standing_move(struct readings *r, const struct reading *h, const struct game_moves *moves,
			struct game_move *ret);
/* Does a reply to that move stand? */
bool reply_stands(const struct tracker *t, const struct provisional_move *move);
const struct game_moves *legal_moves(struct tracker *t); /* legal in the reported position */
bool position_stands(struct tracker *t);		 /* the reported position stands, or a move from it */
/* … as position_stands(), but only those squares may have been wrong before. */
bool position_stands_except(struct tracker *t, squares_t wrong);

#endif
