/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made-units BUS UNIT ACTIVE STATUS: is systemd on that bus, with one service of which it says that. Prints "ready".
 */
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define PATH "/org/freedesktop/systemd1"
#define NAME "org.freedesktop.systemd1"

static char **arguments;

static int get_unit(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const char *unit = "";

	sd_bus_message_read(m, "s", &unit);
	if (strcmp(unit, arguments[2]) != 0)
		return sd_bus_error_setf(error, NAME ".NoSuchUnit", "Unit %s not loaded.", unit);
	return sd_bus_reply_method_return(m, "o", PATH "/unit/it");
}

static int text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		void *userdata, sd_bus_error *error)
{
	return sd_bus_message_append(reply, "s", arguments[strcmp(property, "ActiveState") == 0 ? 3 : 4]);
}

static const sd_bus_vtable manager[] = { SD_BUS_VTABLE_START(0),
					 SD_BUS_METHOD("GetUnit", "s", "o", get_unit, SD_BUS_VTABLE_UNPRIVILEGED),
					 SD_BUS_VTABLE_END };
static const sd_bus_vtable unit[] = { SD_BUS_VTABLE_START(0), SD_BUS_PROPERTY("ActiveState", "s", text, 0, 0),
				      SD_BUS_VTABLE_END };
static const sd_bus_vtable service[] = { SD_BUS_VTABLE_START(0), SD_BUS_PROPERTY("StatusText", "s", text, 0, 0),
					 SD_BUS_VTABLE_END };

int main(int argc, char **argv)
{
	sd_bus *bus = NULL;
	int r = argc == 5 ? sd_bus_new(&bus) : -1;

	arguments = argv;
	if (r < 0) {
		fprintf(stderr, "usage: made-units BUS UNIT ACTIVE STATUS\n");
		return 2;
	}
	sd_bus_set_address(bus, argv[1]);
	sd_bus_set_bus_client(bus, 1);
	r = sd_bus_start(bus);
	if (r >= 0)
		r = sd_bus_add_object_vtable(bus, NULL, PATH, NAME ".Manager", manager, NULL);
	if (r >= 0)
		r = sd_bus_add_object_vtable(bus, NULL, PATH "/unit/it", NAME ".Unit", unit, NULL);
	if (r >= 0)
		r = sd_bus_add_object_vtable(bus, NULL, PATH "/unit/it", NAME ".Service", service, NULL);
	if (r >= 0)
		r = sd_bus_request_name(bus, NAME, SD_BUS_NAME_REPLACE_EXISTING | SD_BUS_NAME_ALLOW_REPLACEMENT);
	printf(r < 0 ? "%s\n" : "ready\n", strerror(-r));
	fflush(stdout);
	while (r >= 0) {
		r = sd_bus_process(bus, NULL);
		if (r == 0)
			r = sd_bus_wait(bus, UINT64_MAX);
	}
	return 1;
}
