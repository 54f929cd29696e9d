/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does a board show the position that a game is to start from? */
#ifndef DAEMON_START_SQUARES_H
#define DAEMON_START_SQUARES_H

#include "daemon/games/game-setup.h"

/*
 * Sentences for the squares that do not stand as the start position says, NULL-terminated; free each and the list. A
 * board that tells no squares (count 0) has none. 0 or -ENOMEM.
 */
int start_squares_compare(const struct game_setup *setup, const struct board_squares *squares, char ***ret);

/*
 * Where no start was given and the game has several: the FEN of the one that stands, also turned, is added to the
 * options. *error says why there is none.
 */
int start_squares_choose(const struct game_setup *setup, const struct board_squares *squares, json_t *options,
			 sd_bus_error *error);

#endif
