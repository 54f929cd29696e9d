/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a clock that runs by itself showed as the game began, and whether that is what the game was started with. */
#ifndef DAEMON_CLOCK_READING_H
#define DAEMON_CLOCK_READING_H

#include "daemon/boards/live-board.h"
#include "daemon/games/live-game.h"

/* Each input passes; readings of a device until the first turn count. */
void clock_reading_take(struct live_game *game, const struct input *input);
/* The game begins on this board: what its clock told before counts until it says something else. */
void clock_reading_begin(struct live_game *game, const struct live_board *board);
/* The time control of the record: the clock's own where it runs by itself and was set otherwise, or nobody named one;
 * "?" where that is not known. */
const char *clock_reading_control(const struct live_game *game);

#endif
