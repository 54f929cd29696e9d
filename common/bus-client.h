/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What clients of the bus share: the connection, and values as JSON. */
#ifndef COMMON_BUS_CLIENT_H
#define COMMON_BUS_CLIENT_H

#include <jansson.h>
#include <systemd/sd-bus.h>

#include "common/bus-names.h"

/*
 * Connects to a bus.
 * @address: a D-Bus address, "user" for the session's bus, NULL for the system bus
 * Returns 0 or more, or a negative errno value; nothing is said. sd_bus_flush_close_unref() it.
 */
int bus_connect(const char *address, sd_bus **ret);

/*
 * The next value of a message as JSON: numbers, strings, booleans, arrays, dictionaries, variants. New reference; NULL
 * on -errno in *r.
 */
json_t *bus_read_json(sd_bus_message *m, int *r);

#endif
