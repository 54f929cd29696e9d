/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games whose running record is there and that the journal does not have any more. */
#ifndef DAEMON_LOST_GAMES_H
#define DAEMON_LOST_GAMES_H

#include "daemon/context.h"

/* Lists them as unrecovered, and says so in the log. Called before anything is published. 0 or -ENOMEM. */
int lost_games_find(struct context *ctx);

#endif
