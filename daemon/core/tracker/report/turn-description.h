/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A turn of a reading in full. */
#ifndef TRACKER_TURN_DESCRIPTION_H
#define TRACKER_TURN_DESCRIPTION_H

#include "daemon/core/tracker/reading/readings.h"
#include "rules/turn.h"

struct tracker;

/* n is a turn of h, before the position before it; last: what stands wrongly now is listed in it. */
void describe_turn(struct tracker *t, const struct reading *h, const struct node *n, bool last,
		   const struct game_position *before, struct turn *turn);

#endif
