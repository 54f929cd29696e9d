/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Board. */
#ifndef SHELL_SEAT_DBUS_H
#define SHELL_SEAT_DBUS_H

#include "daemon/boards/seat.h"

int seat_register(struct context *ctx);

/* Properties that change while a board is plugged in. */
enum seat_property { SEAT_LOST = 1 << 0, SEAT_SENSORS = 1 << 1, SEAT_GAME = 1 << 2, SEAT_REMARK = 1 << 3 };

/* This has changed: told once, when the turn of the loop is over. */
void seat_changed(struct seat *seat, enum seat_property property);
/* Tells what has changed since it was told last. */
void seat_signal_changed(struct seat *seat);

#endif
