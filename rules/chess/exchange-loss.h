/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_EXCHANGE_LOSS_H
#define RULES_CHESS_EXCHANGE_LOSS_H

#include "rules/chess/position.h"

/* How much worse than the best exchange of the position the move's is, in tenths of a pawn, 0 to 100. */
int chess_exchange_loss(const struct chess_position *p, chess_move move);

#endif
