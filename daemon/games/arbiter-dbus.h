/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Arbiter: what not everybody may hear. */
#ifndef SHELL_ARBITER_DBUS_H
#define SHELL_ARBITER_DBUS_H

#include <systemd/sd-bus.h>

extern const sd_bus_vtable session_arbiter_vtable[];

#endif
