/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The boards of configured-board.h are opened here. */
#ifndef DAEMON_CONFIGURED_BOARD_OPEN_H
#define DAEMON_CONFIGURED_BOARD_OPEN_H

#include "daemon/boards/configured-board.h"

/* -EINVAL, -ENAMETOOLONG: that can never be one, which the log says. Else it is there, or is tried again. */
int configured_board_add(struct context *ctx, const char *uri);
/* Is one of those on sockets, which answer at once, being opened? */
bool configured_boards_opening(const struct context *ctx);
void configured_boards_free(struct context *ctx);

#endif
