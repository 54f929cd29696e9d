/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A new game on a board: StartGame of org.flagfall1.Manager, without the bus's part of it. */
#ifndef SHELL_GAME_START_H
#define SHELL_GAME_START_H

#include "daemon/shell/session.h"

/*
 * options: as read by details_read() against game_setup_options; completed here. On success the game is in the journal,
 * durably, and *wrong (free each and the array) lists the squares that stand wrongly, one sentence each,
 * NULL-terminated. Else *error names the fault and nothing has begun.
 */
int start_game(struct context *ctx, const char *board, json_t *options, struct session **ret, char ***wrong,
	       sd_bus_error *error);

#endif
