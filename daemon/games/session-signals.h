/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The signals of a game. */
#ifndef SHELL_SESSION_SIGNALS_H
#define SHELL_SESSION_SIGNALS_H

#include "daemon/games/session.h"

/* Properties that change while a game goes on, and that no signal of their own tells. */
enum session_property {
	SESSION_STATE = 1 << 0,
	SESSION_RESULT = 1 << 1,
	SESSION_QUESTION = 1 << 2,
	SESSION_PGN_PATH = 1 << 3,
	SESSION_CLOCK_MODE = 1 << 4,
	SESSION_BOARD_AGREES = 1 << 5,
	SESSION_RECORD_FAULT = 1 << 6,
	SESSION_CLOCK_NOTE = 1 << 7,
	SESSION_BOARD = 1 << 8,
};

/*
 * One publication: to everybody what is public of a move or a ruling, as JSON to those who subscribed, and all of it to
 * the arbiter's side. A clock is told to everybody by session_signal_clock().
 */
void session_signal_publication(struct session *session, const struct publication *publication,
				struct prepared_signals *prepared);
/* Makes what will be sent of it, so that it need not be made then; sends nothing. */
void session_signal_prepare(struct session *session, const struct publication *publication,
			    struct prepared_signals *prepared);
/* The clock as it is published now. */
void session_signal_clock(struct session *session);
/* These have changed: told once, when the turn of the loop is over. */
void session_changed(struct session *session, unsigned properties);
/* Tells what has changed since it was told last. */
void session_signal_changed(struct session *session);

/* What the players are told of a ruling, for whoever keeps the log. */
void session_log_ruling(const struct session *session, const struct publication *publication);

/* "white", "black", "none". */
const char *side_word(enum side side);

#endif
