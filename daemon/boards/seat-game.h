/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A board and the game that is played on it. */
#ifndef SHELL_SEAT_GAME_H
#define SHELL_SEAT_GAME_H

#include "daemon/boards/seat.h"
#include "daemon/games/timemap.h"

/* A new game begins with these squares: what they contain already is not the game's. A source without: count is 0. */
void seat_start(struct seat *seat, const struct board_squares *squares);
void seat_take(struct seat *seat, struct session *session); /* from now on events are that game's */
void seat_leave(struct seat *seat);			    /* the game is over */
void seat_rejoin(struct seat *seat);			    /* the board is back: its game goes on */
/* The session's time source on this board. */
enum time_source seat_time_source(const struct seat *seat);

#endif
