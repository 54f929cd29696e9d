/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Manager. */
#ifndef DAEMON_MANAGER_DBUS_H
#define DAEMON_MANAGER_DBUS_H

#include "daemon/context.h"

/* The manager's object, and the enumeration of all others. */
int manager_register(struct context *ctx);

#endif
