/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clients of the bus that are sent something until they unsubscribe or leave. NULL is a list of nobody. */
#ifndef SHELL_SUBSCRIBERS_H
#define SHELL_SUBSCRIBERS_H

#include <systemd/sd-bus.h>

/* The methods Subscribe and Unsubscribe, once it is known that the caller may: they reply. */
int subscribers_add(sd_bus_track **subscribers, sd_bus_message *call);
int subscribers_remove(sd_bus_track *subscribers, sd_bus_message *call);

#endif
