/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A board that stands turned by 180°. */
#ifndef TRACKER_ORIENTATION_H
#define TRACKER_ORIENTATION_H

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

/* The square in the game's view: the board may stand turned. */
static inline unsigned board_square(const struct tracker *t, unsigned square)
{
	return t->readings->board_turned ? t->game->squares - 1 - square : square;
}

/* The board stands turned: the readings begin again. */
void turn_board(struct tracker *t);
/* A3: at the first press it shows from which side the first move makes sense. 0 or -ENOMEM. */
int orientation_at_first_press(struct tracker *t);
/* A3 without a lever: pieces of the far side moved first, and seen from the other side it is a legal move. */
void orientation_by_moves(struct tracker *t);
/* A2: also when a move or two were made before the board was reported. */
bool fits_turned(const struct tracker *t);
/* Does a named piece that is lifted or set down show it? */
void orientation_by_names(struct tracker *t, const struct tracker_event *event);

#endif
