/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the clock beside a board shows while no game is on: whether it is set as a game needs it. */
#ifndef SHELL_SEAT_CLOCK_H
#define SHELL_SEAT_CLOCK_H

#include "daemon/games/game-setup.h"
#include "daemon/boards/seat.h"

/* Each event passes; a clock that runs by itself tells its times. */
void seat_clock_event(struct seat *seat, const struct board_event *event);
/*
 * A sentence where the clock will not show what this game is started with: it is set by hand, and was set otherwise.
 * False, and "": it shows it, the board sets it, or it has told nothing.
 */
bool seat_clock_differs(const struct seat *seat, const struct game_setup *setup, char buf[static 160]);

#endif
