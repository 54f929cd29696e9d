/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A game and the board that it is played on: what the board says is given the game's time and fed, and what the game
 * has to show is shown there. What an event means is replay/board-input.c's.
 */
#ifndef DAEMON_GAME_BOARD_H
#define DAEMON_GAME_BOARD_H

#include "daemon/boards/live-board.h"
#include "daemon/games/live-game.h"

/* Games, as boards know them. */
extern const struct board_user game_board_user;

/* A new game begins with these squares: what they contain already is not the game's. A source without: count is 0. */
void game_board_start(struct live_board *board, const struct board_squares *squares);
void game_board_take(struct live_board *board, struct live_game *game); /* from now on events are that game's */
void game_board_leave(struct live_board *board);			/* the game is over */
void game_board_rejoin(struct live_board *board);			/* the board is back: its game goes on */
/* The game's time source on this board. */
enum time_source game_board_time_source(const struct live_board *board);

/* Of a game that has its board: */
void game_board_show_clock(struct live_game *game);
/* Where pieces are to be put right: lights the squares of the next step, and puts the lights out after the last. */
void game_board_guide(struct live_game *game);

#endif
