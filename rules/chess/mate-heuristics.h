/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How near to a mate a position seems, and how promising a move: the order in which helpmate.c searches. */
#ifndef RULES_CHESS_MATE_HEURISTICS_H
#define RULES_CHESS_MATE_HEURISTICS_H

#include "rules/chess/generate.h"

/* What may bring a mate, followed in turn: go for the king as things stand; first take the loser's pieces; or, where
 * the winner has little, put the loser's king into a corner among his own. */
enum mate_plan { PLAN_ATTACK, PLAN_STRIP, PLAN_CORNER, PLANS };

/* How many of them, from the first, are of use to winner. */
unsigned mate_plans(const struct chess_position *p, enum side winner);

/* The distance from a mate by each of the plans, estimated; true if the position is one, the cost is not set then. */
bool mate_estimate(const struct chess_position *p, enum side winner, unsigned plans, unsigned cost[static PLANS]);

/* Brings the few most promising moves to the front, in the same order each time; few is less than MATE_FEW_MOST. */
#define MATE_FEW_MOST 8
void mate_order_moves(const struct chess_position *p, enum side winner, struct chess_moves *moves, unsigned few);

#endif
