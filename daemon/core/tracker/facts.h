/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker tells, one fact after the other. */
#ifndef TRACKER_FACTS_H
#define TRACKER_FACTS_H

#include "daemon/core/tracker/tracker.h"

void send(struct tracker *t, const struct tracker_fact *fact);
void say(struct tracker *t, enum tracker_fact_type type, enum side side);
/* A man of square was lifted: it is remembered for the turn, and told. */
void say_touched(struct tracker *t, enum side side, unsigned square, char piece);
void say_move(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned ply, const struct game_move *move,
	      int64_t t_us);
void say_turn(struct tracker *t, enum tracker_fact_type type, unsigned ply, const struct turn *turn);

#endif
