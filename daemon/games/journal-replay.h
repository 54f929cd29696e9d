/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recovery: the journal's inputs through the core again, and the rulings compared with those that were heard. */
#ifndef DAEMON_JOURNAL_REPLAY_H
#define DAEMON_JOURNAL_REPLAY_H

#include "daemon/journal/journal.h"
#include "daemon/games/live-game.h"

/* Takes up the running games. One that cannot be is said in the log and left: its fault is not the others'. */
int journal_replay(struct context *ctx);
/* A game as the journal has it, to be looked at and freed with live_game_free(). Nothing may wait to be published. 0,
 * or a failure that was said in the log. */
int journal_replay_game(struct context *ctx, const struct journal_game *game, struct live_game **ret);
/* A finished game, to go on from where its file ends. 0; a fault that is not said: *error, or the errno value. */
int journal_replay_finished(struct context *ctx, const struct journal_game *game, struct live_game **ret,
			    sd_bus_error *error);

#endif
