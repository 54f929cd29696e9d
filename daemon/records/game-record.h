/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game record on disk: where it is and when it is written. What it says is live-game-record.h. */
#ifndef DAEMON_GAME_RECORD_H
#define DAEMON_GAME_RECORD_H

#include <time.h>

#include "daemon/records/record-job.h"
#include "daemon/games/live-game.h"

/* The record as it is to be written now, and where. New job; NULL: no memory. */
struct record_job *game_record_make(const struct live_game *game);
/* It was written: sets game->pgn. */
void game_record_made(struct live_game *game, struct record_job *job);
/* Where the final record of a game belongs that was set up so and played that day. New text or NULL. */
char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, const struct tm *day,
		       const char *suffix);

#endif
