/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pieces that stood wrongly before a turn of a reading began: whoever displaced them did it earlier.
 */
#ifndef TRACKER_OLD_DISORDER_H
#define TRACKER_OLD_DISORDER_H

#include "daemon/core/tracker/reading/readings.h"
#include "rules/turn.h"

struct tracker;

/* Adds what stood wrongly at the press before, too, to the displaced pieces of h's last turn n. */
void add_inherited(const struct tracker *t, const struct reading *h, const struct node *n, struct turn *turn);
/* Is an illegal turn a legal move as the pieces stood at the press before? before: the position before it. */
bool is_from_disorder(struct tracker *t, const struct game_position *before, const struct turn *turn);
/* A piece of the side to move stands elsewhere than it belongs since before the last press. */
bool readings_moved_early(const struct tracker *t);

#endif
