/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does the board show what the record says? Told when it has not for some seconds, and when it does again. */
#ifndef SHELL_SESSION_SQUARES_H
#define SHELL_SESSION_SQUARES_H

#include "daemon/games/session.h"

/*
 * After every input. Under a rulebook that silences the arbiter only what says nothing of a move's legality counts:
 * pieces that are away, and more wrong squares than a move can make.
 */
void session_check_squares(struct session *session);
void session_squares_done(struct session *session);

#endif
