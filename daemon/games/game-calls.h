/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls on the bus come behind what boards had said before them. What a person asks of a game keeps its place in it
 * from when it came, however late it is handled.
 */
#ifndef DAEMON_GAME_CALLS_H
#define DAEMON_GAME_CALLS_H

#include "daemon/context.h"

/* Before the bus is joined. 0, or a negative errno value. */
int game_calls_open(struct context *ctx);
/* Whatever is called on this bus finds everything that boards had said before. 0, or a negative errno value. */
int game_calls_join_bus(struct context *ctx, sd_bus *bus);
void game_calls_close(struct context *ctx);

#endif
