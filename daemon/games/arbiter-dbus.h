/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Arbiter: what not everybody may hear. */
#ifndef DAEMON_ARBITER_DBUS_H
#define DAEMON_ARBITER_DBUS_H

#include <systemd/sd-bus.h>

extern const sd_bus_vtable live_game_arbiter_vtable[];

#endif
