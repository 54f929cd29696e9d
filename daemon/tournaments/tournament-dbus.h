/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Event, and OpenRound of org.flagfall1.Manager. */
#ifndef DAEMON_TOURNAMENT_DBUS_H
#define DAEMON_TOURNAMENT_DBUS_H

#include "daemon/tournaments/tournament.h"

int tournament_register(struct context *ctx);

#endif
