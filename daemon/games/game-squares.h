/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does the board show what the record says? Told when it has not for some seconds, and when it does again. */
#ifndef DAEMON_GAME_SQUARES_H
#define DAEMON_GAME_SQUARES_H

#include "daemon/games/live-game.h"

/*
 * After every input. Under a rulebook that silences the arbiter only what says nothing of a move's legality counts:
 * pieces that are away, and more wrong squares than a move can make.
 */
void live_game_check_squares(struct live_game *game);
void live_game_squares_done(struct live_game *game);

#endif
