/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a board to its game: reads what there is, gives it the game's time, and feeds it. What an event means is
 * replay/board-input.c's.
 */
#ifndef SHELL_SEAT_EVENTS_H
#define SHELL_SEAT_EVENTS_H

#include "daemon/boards/seat.h"

/* Reads what there is and feeds it to the game. The seat may be gone afterwards: true if it still is. */
bool seat_read(struct seat *seat);

#endif
