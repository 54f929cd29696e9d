/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a clock that runs by itself showed as the game began, and whether that is what the game was started with. */
#ifndef SHELL_CLOCK_READING_H
#define SHELL_CLOCK_READING_H

#include "daemon/boards/seat.h"
#include "daemon/games/session.h"

/* Each input passes; readings of a device until the first turn count. */
void clock_reading_take(struct session *session, const struct input *input);
/* The game begins on this board: what its clock told before counts until it says something else. */
void clock_reading_begin(struct session *session, const struct seat *seat);
/* The time control of the record: the clock's own where it runs by itself and was set otherwise, or nobody named one;
 * "?" where that is not known. */
const char *clock_reading_control(const struct session *session);

#endif
