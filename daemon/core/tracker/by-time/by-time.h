/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: time and quiet are the evidence. */
#ifndef TRACKER_BY_TIME_H
#define TRACKER_BY_TIME_H

#include "daemon/core/tracker/tracker.h"

struct tracker;

/* Before an event: all may have been quiet for a while. 0 or -ENOMEM. */
int by_time_passes(struct tracker *t);
/* A square is about to change. */
void by_time_before(struct tracker *t);
/* It has changed; GAME_NO_SQUARE: several have, or the readings. 0 or -ENOMEM. */
int by_time_change(struct tracker *t, unsigned square);
/* When it must be asked although nothing happens; INT64_MAX: need not. */
int64_t by_time_due(const struct tracker *t);
/* The board was away: what was played then is searched for from what was reported. */
void by_time_gap(struct tracker *t);
/* The kings in the centre show the result: the move that stands is closed, unless it is one of theirs. 0 or -ENOMEM. */
int by_time_kings(struct tracker *t);
/* Nothing more will come. 0 or -ENOMEM. */
int by_time_finish(struct tracker *t);

#endif
