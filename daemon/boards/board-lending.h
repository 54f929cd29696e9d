/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board's lights, sounds and texts for programs: one program has them at a time, from its first call until it leaves
 * the bus, gives them back, or a game begins, to which they belong then.
 */
#ifndef DAEMON_BOARD_LENDING_H
#define DAEMON_BOARD_LENDING_H

#include "daemon/boards/live-board.h"

/* What a program lit and wrote ends. */
void live_board_lending_end(struct live_board *board);

#endif
