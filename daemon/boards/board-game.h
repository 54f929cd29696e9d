/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A board and the game that is played on it. */
#ifndef DAEMON_BOARD_GAME_H
#define DAEMON_BOARD_GAME_H

#include "daemon/boards/live-board.h"
#include "daemon/games/game-time.h"

/* A new game begins with these squares: what they contain already is not the game's. A source without: count is 0. */
void live_board_start(struct live_board *board, const struct board_squares *squares);
void live_board_take(struct live_board *board, struct live_game *game); /* from now on events are that game's */
void live_board_leave(struct live_board *board);			/* the game is over */
void live_board_rejoin(struct live_board *board);			/* the board is back: its game goes on */
/* The game's time source on this board. */
enum time_source live_board_time_source(const struct live_board *board);

#endif
