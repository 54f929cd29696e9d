/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards are read by threads of their own (board_start() of libboard), which stamp what they read and leave it in an
 * inbox. Here the event loop takes it from there.
 */
#ifndef DAEMON_BOARD_INBOX_H
#define DAEMON_BOARD_INBOX_H

#include "daemon/context.h"

/* Makes ctx->inbox, and watches it. Before the first board is added and the bus is joined. 0, or a negative errno
 * value. */
int live_board_inbox_open(struct context *ctx);
/* Whatever is called on this bus finds everything that boards had said before. 0, or a negative errno value. */
int live_board_inbox_join_bus(struct context *ctx, sd_bus *bus);
/* After the last board is removed. */
void live_board_inbox_close(struct context *ctx);

#endif
