/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_EXCHANGE_LOSS_H
#define RULES_CHESS_EXCHANGE_LOSS_H

#include "rules/chess/position.h"

/* The most that the side to move wins by one capture and what follows on its square, in tenths of a pawn. */
int chess_best_exchange(const struct chess_position *p);
/* How much worse than that best one the move's is, 0 to 100. */
int chess_exchange_loss(const struct chess_position *p, chess_move move, int best);

#endif
