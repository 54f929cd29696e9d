/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When game records are written: a running one soon after each move, however much else goes on; a final one at once,
 * and again until it is on disk. Only then does the journal say that the game is recorded.
 */
#ifndef DAEMON_RECORD_KEEPER_H
#define DAEMON_RECORD_KEEPER_H

#include "daemon/games/live-game.h"
#include "daemon/publish/publisher.h"

extern const struct publish_listener record_listener;

/* Adds it to the event loop. */
int record_keeper_start(struct context *ctx);
/* Some game's pgn_due is set: its record is written in a moment. */
void record_keeper_arm(struct context *ctx);
/* One record, now, by a thread; a game that knows more than was published waits. A failure is said, and it is tried
 * again. */
void record_keeper_write(struct live_game *game);
/* All that are due, now: the daemon ends. What is not on disk then is said; the journal has it. */
void record_keeper_finish(struct context *ctx);
/* Ends its thread; what that writes still is not noted any more. */
void record_keeper_close(struct context *ctx);

#endif
