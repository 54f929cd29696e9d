/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The signals of a game. */
#ifndef SHELL_SESSION_SIGNALS_H
#define SHELL_SESSION_SIGNALS_H

#include "daemon/shell/session.h"

/* One publication: to everybody what is public, and all of it to the arbiter's side. */
void session_signal_publication(struct session *session, const struct publication *publication);
/* Properties of org.flagfall1.Game have changed; names ends with NULL. */
void session_signal_properties(struct session *session, char **names);
void session_signal_state(struct session *session);
/* The game has a clock now. */
void session_signal_mode(struct session *session);

/* "white", "black", "none". */
const char *side_word(enum side side);

#endif
