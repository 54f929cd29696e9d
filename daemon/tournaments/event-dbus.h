/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Event, and OpenRound of org.flagfall1.Manager. */
#ifndef SHELL_EVENT_DBUS_H
#define SHELL_EVENT_DBUS_H

#include "daemon/tournaments/event.h"

int event_register(struct context *ctx);
int event_method_open_round(sd_bus_message *m, void *userdata, sd_bus_error *error);

#endif
