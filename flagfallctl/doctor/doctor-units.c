/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/doctor/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/service-words.h"
#include "flagfallctl/client/bus.h"

#define SYSTEMD "org.freedesktop.systemd1"

/* New text, NULL: there is none. */
static char *unit_text(sd_bus *bus, const char *path, const char *interface, const char *name)
{
	char *text = NULL;

	return sd_bus_get_property_string(bus, SYSTEMD, path, interface, name, NULL, &text) < 0 ? NULL : text;
}

/* What the service says of itself is its status, as systemd shows it. */
static void check_unit(struct doctor *d, sd_bus *bus, const char *check, const char *unit, const char *file)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	char *active = NULL, *status = NULL, what[500], remedy[200];
	const char *path;

	if (sd_bus_call_method(bus, SYSTEMD, "/org/freedesktop/systemd1", SYSTEMD ".Manager", "GetUnit", NULL, &reply,
			       "s", unit) < 0 ||
	    sd_bus_message_read(reply, "o", &path) < 0)
		return; /* there is none that is meant to run */
	active = unit_text(bus, path, SYSTEMD ".Unit", "ActiveState");
	status = unit_text(bus, path, SYSTEMD ".Service", "StatusText");
	if (active && strcmp(active, "active") == 0 && status &&
	    strncmp(status, SERVICE_CONNECTED, strlen(SERVICE_CONNECTED)) == 0) {
		snprintf(what, sizeof(what), "%s is %s", unit, status);
		doctor_report(d, check, OK, what, "");
	} else if (active && strcmp(active, "active") == 0 &&
		   (!status || !*status || strcmp(status, SERVICE_BEGINS) == 0)) {
		snprintf(what, sizeof(what), "%s has just been started: %s", unit, SERVICE_BEGINS);
		doctor_report(d, check, NOTE, what, "ask again in a moment");
	} else if (active && strcmp(active, "active") == 0) {
		snprintf(what, sizeof(what), "%s: %s", unit, status);
		snprintf(remedy, sizeof(remedy),
			 "journalctl -u %s says since when; its settings are in /etc/flagfall/%s", unit, file);
		doctor_report(d, check, FAULT, what, remedy);
	} else if (active && strcmp(active, "inactive") != 0) {
		snprintf(what, sizeof(what), "%s does not run: %s", unit, active);
		snprintf(remedy, sizeof(remedy), "journalctl -u %s says why; its settings are in /etc/flagfall/%s",
			 unit, file);
		doctor_report(d, check, FAULT, what, remedy);
	}
	free(active);
	free(status);
}

void doctor_check_units(struct doctor *d)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;

	if (bus_connect(d->ctl->bus, &bus) < 0)
		return; /* that was said */
	check_unit(d, bus, "relay", "flagfall-relay.service", "relay.conf");
	check_unit(d, bus, "centre", "flagfall-centre.service", "centre.conf");
}
