/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A new game on a board: StartGame of org.flagfall1.Manager, without the bus's part of it. */
#ifndef DAEMON_GAME_START_H
#define DAEMON_GAME_START_H

#include "daemon/games/pending-start.h"
#include "daemon/games/live-game.h"

/*
 * options: as read by details_read() against game_setup_options; completed here, and kept until the end. The board is
 * asked what stands on it, if it can be, and nobody waits for its answer, nor for the disk: done is called from the
 * event loop when the game is in the journal, durably, or cannot begin. 0; or *error names the fault, and done is not
 * called.
 */
int start_game(struct context *ctx, const char *board, json_t *options, start_done done, void *userdata,
	       sd_bus_error *error);

/*
 * What a game on this board would be played by; options as above, completed. 0 and *ret, which needs game_setup_done();
 * or *error says why it could not begin.
 */
int start_game_setup(const struct live_board *board, json_t *options, struct game_setup *ret, sd_bus_error *error);

#endif
