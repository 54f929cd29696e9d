/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The game record on disk. While the game runs it says what stands on the table and no more: coordinates, not notation,
 * which would tell a check or an illegal move that nobody has claimed.
 */
#ifndef SHELL_GAME_RECORD_H
#define SHELL_GAME_RECORD_H

#include "daemon/shell/session.h"

/* Sets session->pgn. 0, or a negative errno value: what was there before is still there. */
int game_record_write(struct session *session);
/* Where the final record of a game belongs that was set up so. New text or NULL. */
char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, int64_t started_us);

#endif
