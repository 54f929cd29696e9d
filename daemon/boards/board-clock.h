/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the clock beside a board shows while no game is on: whether it is set as a game needs it. */
#ifndef DAEMON_BOARD_CLOCK_H
#define DAEMON_BOARD_CLOCK_H

#include "daemon/boards/live-board.h"

/* Each event passes; a clock that runs by itself tells its times. */
void live_board_clock_event(struct live_board *board, const struct board_event *event);
/*
 * A sentence where the clock will not show what a game is started with: it is set by hand, and was set otherwise.
 * False, and "": it shows it, the board sets it, or it has told nothing.
 */
bool live_board_clock_differs(const struct live_board *board, const int64_t start_us[2], char buf[static 160]);

#endif
