/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Event, and OpenRound of org.flagfall1.Manager. */
#ifndef DAEMON_TOURNAMENT_DBUS_H
#define DAEMON_TOURNAMENT_DBUS_H

#include "daemon/tournaments/tournament.h"

int tournament_register(struct context *ctx);
int tournament_method_open_round(sd_bus_message *m, void *userdata, sd_bus_error *error);

#endif
