/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards that come: those found by udev and those named on the command line come through the same two functions. */
#ifndef DAEMON_BOARD_ARRIVAL_H
#define DAEMON_BOARD_ARRIVAL_H

#include "daemon/boards/live-board.h"

/* 0; the board's fault, said in the log. device holds uri at least. */
int live_board_add(struct context *ctx, const struct board_device *device, struct configured_board *named);
/* The same for a board that is open already, and has just said what stands on it (count 0: it has not); it is closed on
 * failure. */
int live_board_add_open(struct context *ctx, const struct board_device *device, struct configured_board *named,
			struct board *board, const struct board_squares *squares);

#endif
