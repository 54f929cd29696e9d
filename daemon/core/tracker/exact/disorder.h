/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pieces that stood wrongly as a turn began. Whoever displaced them did it earlier, so the turn is read as if they
 * stood where they belong, and they are not counted against it.
 */
#ifndef TRACKER_DISORDER_H
#define TRACKER_DISORDER_H

#include "daemon/core/tracker/internal.h"

/* The next turn begins: what stands wrongly now is not its doing. */
void disorder_begin(struct tracker *t);
/* The same, the pieces standing as in squares. */
void disorder_begin_as(struct tracker *t, const char *squares);
/* What stands now, the pieces that nobody has touched since the turn began put where they belong. False: there are
 * none. */
bool disorder_put_right(const struct tracker *t, char ret[static GAME_MAX_SQUARES]);
/* Marks the displaced pieces of turn that stood so when it began. */
void disorder_mark(const struct tracker *t, struct turn *turn);
/* A piece of the side to move stands elsewhere than it belongs since before the last press. */
bool disorder_moved_early(const struct tracker *t);
/* classify() of what stands against the official position, whose legal moves are t->moves. */
void disorder_classify(const struct tracker *t, struct turn *ret, struct game_position *after);

#endif
