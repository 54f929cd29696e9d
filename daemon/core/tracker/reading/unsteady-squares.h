/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A square whose sensor cannot decide: a magnet at the edge of what it feels, a loose contact. It goes and comes by
 * itself while nobody moves. When that is noticed its changes are no evidence any more but where it stays.
 *
 *   U1   a ─╮╭──╮╭────╮╭──╮╭──      nothing else moves: a hand does not lift and put back so often
 *   U2   a ─╮╭──╮╭──╮____╭╮___      once it is known, a change counts when it lasts, but for what goes and comes still
 */
#ifndef TRACKER_UNSTEADY_SQUARES_H
#define TRACKER_UNSTEADY_SQUARES_H

#include "daemon/core/tracker/reading/readings.h"

/* Is that report of a square to be kept back? To be asked before each change of a square. */
bool unsteady_holds(struct readings *r, unsigned square, char is, int64_t t_us);
/* When the next of those kept back has lasted long enough; INT64_MAX: none waits. */
int64_t unsteady_due(const struct readings *r);
/* The square that is to be read as *is by now; GAME_NO_SQUARE: none. */
unsigned unsteady_settles(struct readings *r, int64_t t_us, char *is);
/* All squares are known: nothing is kept back any more. */
void unsteady_forget(struct readings *r);

#endif
