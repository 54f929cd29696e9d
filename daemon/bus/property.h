/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How properties are read. BUS_PROPERTY(board_property_width, "u", struct live_board *board, board->width) is one whose
 * value, of that type, is an expression of whose it is; BUS_PROPERTY_READ(event_property_dates) begins a function that
 * appends it to reply.
 */
#ifndef DAEMON_PROPERTY_H
#define DAEMON_PROPERTY_H

#include <systemd/sd-bus.h>

#define BUS_PROPERTY_READ(name) \
	static int name(sd_bus *bus, const char *path, const char *interface, const char *property, \
			sd_bus_message *reply, void *userdata, sd_bus_error *error)

#define BUS_PROPERTY(name, type, owner, ...) \
	BUS_PROPERTY_READ(name) \
	{ \
		owner = userdata; \
		return sd_bus_message_append(reply, type, __VA_ARGS__); \
	}

#endif
