/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kings put to the centre. */
#ifndef TRACKER_KINGS_H
#define TRACKER_KINGS_H

#include "daemon/core/tracker/squares.h"

struct tracker;

/* The four squares in the middle; none in a game without two kings. */
squares_t centre_squares(const struct game *game);
/* The squares have changed. */
void kings_check(struct tracker *t);
/* Are they there, and for so long that it is a result? */
bool kings_stand_long_enough(const struct tracker *t);
/* They went home to be set up anew, and not to play on: what they showed is the end. */
void kings_are_the_end(struct tracker *t);
/* Time has passed. */
void kings_due(struct tracker *t, bool press);

#endif
