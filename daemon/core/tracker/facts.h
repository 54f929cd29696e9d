/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker reports, one fact after the other. */
#ifndef TRACKER_FACTS_H
#define TRACKER_FACTS_H

#include "daemon/core/tracker/tracker.h"

void report(struct tracker *t, const struct tracker_fact *fact);
void report_fact(struct tracker *t, enum tracker_fact_type type, enum side side);
/* A piece of square was lifted: it is recorded for the turn, and reported. */
void report_touched(struct tracker *t, enum side side, unsigned square, char piece);
void report_move(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned ply,
		 const struct game_move *move, int64_t t_us);
void report_turn(struct tracker *t, enum tracker_fact_type type, unsigned ply, const struct turn *turn);

#endif
