/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards are read by threads of their own (board_start() of libboard), which stamp what they read and leave it in an
 * inbox. Here the event loop takes it from there.
 */
#ifndef DAEMON_BOARD_INBOX_H
#define DAEMON_BOARD_INBOX_H

#include "daemon/boards/live-board.h"

/* Makes ctx->boards, and watches the inbox, for this user of all boards. Before the first board is added and the bus is
 * joined. 0, or a negative errno value. */
int boards_open(struct context *ctx, const struct board_user *user);
/* Reads all boards that have said something until now. False: none has. */
bool live_board_read_all(struct context *ctx);
/* After the last board is removed. */
void boards_close(struct context *ctx);

#endif
