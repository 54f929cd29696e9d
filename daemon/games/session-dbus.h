/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The objects of games: org.flagfall1.Game, .Clock and .Arbiter. */
#ifndef SHELL_SESSION_DBUS_H
#define SHELL_SESSION_DBUS_H

#include "daemon/context.h"

int session_register(struct context *ctx);

#endif
