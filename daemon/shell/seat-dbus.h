/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Board. */
#ifndef SHELL_SEAT_DBUS_H
#define SHELL_SEAT_DBUS_H

#include "daemon/shell/seat.h"

int seat_register(struct context *ctx);
void seat_signal_property(struct seat *seat, const char *property);

#endif
