/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A running game goes on on another board: its own has failed. */
#ifndef DAEMON_GAME_MOVE_H
#define DAEMON_GAME_MOVE_H

#include "daemon/boards/live-board.h"
#include "daemon/games/live-game.h"

/*
 * Can it go on there? The clocks must stand, so that pieces can be put up, and the board must tell as much as the one
 * on which the game began, in the same way. 0; or *error.
 */
int live_game_move_check(const struct live_game *game, const struct live_board *to, sd_bus_error *error);
/*
 * The game belongs to the board of that name, from now on and after a restart: what stands there is asked for, and time
 * goes on by the machine's clock. Staged in the journal, not committed. The name is copied. 0 or -ENOMEM.
 */
int live_game_move(struct live_game *game, const char *board);

#endif
