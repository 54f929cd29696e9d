/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The boards of named-board.h are opened here. */
#ifndef SHELL_NAMED_BOARD_OPEN_H
#define SHELL_NAMED_BOARD_OPEN_H

#include "daemon/boards/named-board.h"

/* -EINVAL, -ENAMETOOLONG: that can never be one, which the log says. Else it is there, or is tried again. */
int named_board_add(struct context *ctx, const char *uri);
/* Is one of those on sockets, which answer at once, being opened? */
bool named_boards_opening(const struct context *ctx);
void named_boards_free(struct context *ctx);

#endif
