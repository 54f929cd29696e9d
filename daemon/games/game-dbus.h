/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The objects of games: org.flagfall1.Game, .Clock and .Arbiter. */
#ifndef DAEMON_GAME_DBUS_H
#define DAEMON_GAME_DBUS_H

#include "daemon/context.h"

int live_game_register(struct context *ctx);

#endif
