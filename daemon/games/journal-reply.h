/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal has of a game, as the two methods Journal answer it. */
#ifndef DAEMON_JOURNAL_REPLY_H
#define DAEMON_JOURNAL_REPLY_H

#include "daemon/context.h"

/*
 * journal_reply - answers call when all that went into games before it is on disk
 * @setup:   what the game was started with, JSON; taken, also on failure. NULL: as the journal has it
 * @salvage: rows as far as they are sound, and a sentence behind them that says what is wrong then, "" nothing; else
 *           what is unsound is an error
 * 1, the reply follows; or *error.
 */
int journal_reply(struct context *ctx, sd_bus_message *call, uint64_t game, char *setup, bool salvage,
		  sd_bus_error *error);

#endif
