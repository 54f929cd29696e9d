/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several turns of which only the last was pressed, or none. */
#ifndef TRACKER_UNPRESSED_TURNS_H
#define TRACKER_UNPRESSED_TURNS_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/*
 * The readings go on with two to four turns each, the last one by that side and closed at t_us, if all squares that
 * changed since the last turn show it and that assumes less than limit. Returns what it assumes; -1: there are none,
 * and nothing has changed.
 */
int32_t play_unpressed_turns(struct tracker *t, enum side last, int64_t t_us, int32_t limit);
/* Nothing is played any more: the last turns, two to four, are closed if none was pressed and together they lead to
 * what stands. 1: they are; 0: there are none; negative errno. */
int close_unpressed_turns(struct tracker *t);

#endif
