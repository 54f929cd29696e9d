/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is irregular on a board where no legal move stands (Annex I 5.4), in the words of turn.h. */
#ifndef RULES_DRAUGHTS_FAULT_H
#define RULES_DRAUGHTS_FAULT_H

#include "rules/draughts/position.h"

/* See struct game. */
int draughts_fault(const struct game_position *pos, unsigned from, unsigned to);
int draughts_irregular(const struct game_position *pos, const char squares[static GAME_MAX_SQUARES], unsigned *from,
		       unsigned *to);

#endif
