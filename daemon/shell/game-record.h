/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The game record on disk. While the game runs it says what stands on the table and no more: coordinates, not notation,
 * which would tell a check or an illegal move that nobody has claimed.
 */
#ifndef SHELL_GAME_RECORD_H
#define SHELL_GAME_RECORD_H

#include "daemon/shell/session.h"

/* Errors are said, and it is tried again at the next move. */
void game_record_write(struct session *session);

#endif
