/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the record of a game says. It tells what was published, and of legality what may be told. */
#ifndef DAEMON_LIVE_GAME_RECORD_H
#define DAEMON_LIVE_GAME_RECORD_H

#include "daemon/games/live-game.h"

/*
 * Can a record be made that says what was published, and no more? While the core knows what is not on disk yet, only if
 * that comes behind it all, as in play that does not stop: else it has to wait for the disk.
 */
bool live_game_record_is_ready(const struct live_game *game);
/* The record's text, to be freed; NULL without memory. */
char *live_game_record(const struct live_game *game);
/*
 * The record of its first turns, and not all: without the result, as while the game runs, and with nothing of what was
 * said later. given: another result than the game's, which counts; "" none.
 */
char *live_game_record_of(const struct live_game *game, unsigned count, bool all, const char *given);

#endif
