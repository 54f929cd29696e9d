/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a board to its game: reads what there is, gives it the game's time, and feeds it. What an event means is
 * replay/board-input.c's.
 */
#ifndef DAEMON_BOARD_EVENTS_H
#define DAEMON_BOARD_EVENTS_H

#include "daemon/boards/live-board.h"

/* Reads what there is and feeds it to the game. The board may be gone afterwards: true if it still is. */
bool live_board_read(struct live_board *board);

#endif
