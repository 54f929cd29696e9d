/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game record on disk: where it is and when it is written. What it says is session-record.h. */
#ifndef SHELL_GAME_RECORD_H
#define SHELL_GAME_RECORD_H

#include <time.h>

#include "daemon/records/record-job.h"
#include "daemon/games/session.h"

/* The record as it is to be written now, and where. New job; NULL: no memory. */
struct record_job *game_record_make(const struct session *session);
/* It was written: sets session->pgn. */
void game_record_made(struct session *session, struct record_job *job);
/* Where the final record of a game belongs that was set up so and played that day. New text or NULL. */
char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, const struct tm *day,
		       const char *suffix);

#endif
