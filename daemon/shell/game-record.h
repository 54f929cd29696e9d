/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game record on disk: where it is and when it is written. What it says is session-record.h. */
#ifndef SHELL_GAME_RECORD_H
#define SHELL_GAME_RECORD_H

#include <time.h>

#include "daemon/shell/session.h"

/* Sets session->pgn. 0, or a negative errno value: what was there before is still there. */
int game_record_write(struct session *session);
/* Where the final record of a game belongs that was set up so and played that day. New text or NULL. */
char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, const struct tm *day,
		       const char *suffix);

#endif
