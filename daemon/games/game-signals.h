/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The signals of a game. */
#ifndef DAEMON_GAME_SIGNALS_H
#define DAEMON_GAME_SIGNALS_H

#include "daemon/games/live-game.h"

/* Properties that change while a game goes on, and that no signal of their own tells. */
enum live_game_property {
	LIVE_GAME_STATE = 1 << 0,
	LIVE_GAME_RESULT = 1 << 1,
	LIVE_GAME_QUESTION = 1 << 2,
	LIVE_GAME_PGN_PATH = 1 << 3,
	LIVE_GAME_CLOCK_MODE = 1 << 4,
	LIVE_GAME_BOARD_AGREES = 1 << 5,
	LIVE_GAME_RECORD_FAULT = 1 << 6,
	LIVE_GAME_CLOCK_NOTE = 1 << 7,
	LIVE_GAME_BOARD = 1 << 8,
};

/*
 * One publication: to everybody what is public of a move or a ruling, as JSON to those who subscribed, and all of it to
 * the arbiter's side. A clock is told to everybody by live_game_signal_clock().
 */
void live_game_signal_publication(struct live_game *game, const struct publication *publication,
				  struct prepared_signals *prepared);
/* Makes what will be sent of it, so that it need not be made then; sends nothing. */
void live_game_signal_prepare(struct live_game *game, const struct publication *publication,
			      struct prepared_signals *prepared);
/* The clock as it is published now. */
void live_game_signal_clock(struct live_game *game);
/* These have changed: told once, when the turn of the loop is over. */
void live_game_changed(struct live_game *game, unsigned properties);
/* Tells what has changed since it was told last. */
void live_game_signal_changed(struct live_game *game);

/* What the players are told of a ruling, for whoever keeps the log. */
void live_game_log_ruling(const struct live_game *game, const struct publication *publication);

/* "white", "black", "none". */
const char *side_word(enum side side);

#endif
