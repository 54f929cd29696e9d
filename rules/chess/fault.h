/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_FAULT_H
#define RULES_CHESS_FAULT_H

#include "rules/chess/position.h"

/* Why the move from from to to is illegal, an enum turn_fault. The move is known to be illegal. */
int chess_fault(const struct chess_position *p, unsigned from, unsigned to);

#endif
