/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games that are over and still in memory. */
#ifndef DAEMON_OVER_GAMES_H
#define DAEMON_OVER_GAMES_H

#include "daemon/context.h"

/* Of too many, with so many that are to come, the oldest is not shown any more; the journal has it. */
void over_games_limit(struct context *ctx, unsigned more);

#endif
