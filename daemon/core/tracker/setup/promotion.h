/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A pawn left on the last rank, and what it becomes. */
#ifndef TRACKER_PROMOTION_H
#define TRACKER_PROMOTION_H

#include "rules/turn.h"

struct tracker;

/* As tracker_set_promotion(). */
int promotion_set(struct tracker *t, unsigned ply, char piece);
/* As tracker_rule_promotion(). */
int promotion_rule(struct tracker *t, unsigned ply, char piece);
/* turn has left its pawn on the last rank: that is exchanged still, or counts as its move's piece from the reply on.
 * after: the position with that. */
void promotion_owe(struct tracker *t, const struct turn *turn, const struct game_position *after);
/* Turns were taken back: if the last one that is left has left its pawn, that is owed a piece again. */
void promotion_owed_again(struct tracker *t);
/* A position after the reply, made of one in which the pawn is owed still: the pawn is the piece that it counts as. */
void promotion_settle(const struct tracker *t, struct game_position *pos);
/* The squares have changed: was the pawn exchanged? 0 or -ENOMEM. */
int promotion_check(struct tracker *t);

#endif
