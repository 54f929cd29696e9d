/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How near to a mate a position seems, and what a move promises: the order in which helpmate.c looks at them. */
#ifndef RULES_CHESS_MATE_SIGNS_H
#define RULES_CHESS_MATE_SIGNS_H

#include "rules/chess/generate.h"

/* Opinions of what is near, looked at in turn: go for the king as things stand; first take the loser's men; or, where
 * the winner has little, put the loser's king into a corner among his own. */
enum mate_plan { PLAN_ATTACK, PLAN_STRIP, PLAN_CORNER, PLANS };

/* How many of them, from the first, are of use to winner. */
unsigned mate_plans(const struct chess_position *p, enum side winner);

/* How far from a mate it looks, by each of so many plans, the least the nearest; true if it is one, the cost is not set then. */
bool mate_signs(const struct chess_position *p, enum side winner, unsigned plans, unsigned cost[static PLANS]);

/* Brings the few most promising moves to the front, in the same way each time; few is less than MATE_CHOICE. */
#define MATE_CHOICE 8
void mate_choose(const struct chess_position *p, enum side winner, struct chess_moves *moves, unsigned few);

#endif
