/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a game starts, and starts again. */
#ifndef TRACKER_START_H
#define TRACKER_START_H

#include "daemon/core/tracker/tracker.h"

/* The official position is the start. */
bool official_is_start(const struct tracker *t);
/* The start with king and queen of those sides swapped, if there is one. */
bool other_start(const struct tracker *t, unsigned sides, struct game_position *ret);
/* The readings begin: which starts there may be. */
void start_readings(struct tracker *t);
/* The start was set up so. */
void start_is_swapped(struct tracker *t, unsigned sides);
/* The official position was set by hand: the readings begin there. */
void readings_restart(struct tracker *t);
/* The start stands again. */
bool start_stands_again(const struct tracker *t);

/* The first report of the whole board: where no start was given and sensors that name the pieces show none of the
 * game's, what stands is the start; until a turn is closed, unless the game's own comes to stand. */
bool find_position(struct tracker *t, bool whole);
/* Before an event: the same, where more pieces have come since; pressed: the event is a press. As find_array(), both.
 */
bool find_position_anew(struct tracker *t, bool pressed);
/* A press before anything changed: that side has moved before, whatever stood at the start. */
void start_is_pressed(struct tracker *t, enum side side);
/* Another array of the game stands on the board from the start, perhaps turned: false, none does. */
bool find_array(struct tracker *t);

#endif
