/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A pawn left on the last rank, and what it becomes. */
#ifndef TRACKER_PROMOTION_H
#define TRACKER_PROMOTION_H

struct tracker;

/* As tracker_set_promotion(). */
int promotion_set(struct tracker *t, unsigned ply, char piece);
/* The squares have changed: was the pawn exchanged? 0 or -ENOMEM. */
int promotion_check(struct tracker *t);

#endif
