/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One step on the board, in sets of squares. */
#ifndef RULES_DRAUGHTS_STEPS_H
#define RULES_DRAUGHTS_STEPS_H

#include "rules/draughts/position.h"

static const int directions[4] = { -6, -5, 5, 6 };

static inline uint64_t bit(unsigned b)
{
	return UINT64_C(1) << b;
}

/* The set one step on. Steps off the board end outside DRAUGHTS_BOARD. */
static inline uint64_t step(uint64_t set, int by)
{
	return (by < 0 ? set >> -by : set << by) & DRAUGHTS_BOARD;
}

#endif
