/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One input into the core, what it says into the queue, both into the journal, and the answer to whoever asked. */
#ifndef DAEMON_GAME_FEED_H
#define DAEMON_GAME_FEED_H

#include "daemon/games/live-game.h"

/*
 * live_game_feed - one input into the core
 * Staged in the journal, what it says is put in the queue. call (or NULL) is replied to with the rulings; where the
 * rulebook takes more than one instant for the same one, claims are ruled on later, and so is the reply.
 * -EINVAL with a sentence: it cannot be, nothing changed.
 */
int live_game_feed(struct live_game *game, const struct input *input, sd_bus_message *call, char err[static 160]);
/* Where it is in time, and on which board: into the journal with what is staged. 0 or -ENOMEM. */
int live_game_stage_map(struct live_game *game);
void live_game_feed_done(struct live_game *game);

/* The core's sink; userdata is the game. */
void live_game_on_publication(void *userdata, const struct publication *publication);

#endif
