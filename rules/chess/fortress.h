/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_FORTRESS_H
#define RULES_CHESS_FORTRESS_H

#include "rules/chess/position.h"

/* False: no piece of side ever gets to where it could mate. True says nothing. */
bool chess_fortress_can_break(const struct chess_position *p, enum side side);

#endif
