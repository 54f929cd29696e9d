/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games of chance that end on the board as is wished. */
#ifndef TESTS_SIM_MADE_GAMES_H
#define TESTS_SIM_MADE_GAMES_H

#include "tests/sim/chance.h"
#include "tests/sim/made-evening.h"

/* From the start position, at most so many plies. What cannot be had within some tries ends otherwise: end says how. 0
 * or -ENOMEM. */
int made_game(const struct game *game, struct chance *chance, enum made_end wished, unsigned most,
	      struct made_game *ret);

#endif
