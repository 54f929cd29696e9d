/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/doctor/doctor.h"

#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/client/bus.h"

#define GROUP "flagfall"

static int get_objects(sd_bus *bus, sd_bus_error *error, json_t **ret)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	int r;

	r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
			       error, &reply, NULL);
	if (r >= 0)
		*ret = bus_read_json(reply, &r);
	return r;
}

static bool in_group(gid_t gid)
{
	gid_t groups[256];
	int n = getgroups(256, groups);

	for (int i = 0; i < n; i++)
		if (groups[i] == gid)
			return true;
	return getegid() == gid;
}

/* On a private bus the daemon's own user may act, and that is most likely the one who asks. */
static void check_authority(struct doctor *d, sd_bus *bus)
{
	__attribute__((cleanup(sd_bus_creds_unrefp))) sd_bus_creds *creds = NULL;
	struct group *g = getgrnam(GROUP);
	const bool in_all = g && in_group(g->gr_gid);
	struct group *operators = getgrnam(GROUP "-operator"); /* in the place of the first */
	uid_t daemon_uid;

	if (geteuid() == 0)
		doctor_report(d, "authority", OK, "you are root and may start games and act on them", "");
	else if (sd_bus_get_name_creds(bus, BUS_NAME, SD_BUS_CREDS_EUID, &creds) >= 0 &&
		 sd_bus_creds_get_euid(creds, &daemon_uid) >= 0 && daemon_uid == geteuid())
		doctor_report(d, "authority", OK, "flagfalld runs as you, so you may start games and act on them", "");
	else if (in_all)
		doctor_report(d, "authority", OK, "you are in the group " GROUP " and may start games and act on them",
			      "");
	else if (operators && in_group(operators->gr_gid))
		doctor_report(d, "authority", OK,
			      "you are in the group " GROUP "-operator and may start games, claim and stop clocks", "");
	else if (g)
		doctor_report(d, "authority", NOTE, "you may look, but not act: you are not in the group " GROUP,
			      "usermod -aG " GROUP " YOU, then log in again");
	else
		doctor_report(d, "authority", NOTE, "you may look, but not act: there is no group " GROUP,
			      "make install says how to create it");
}

static bool same_board(const struct doctor_board *b, json_t *seen)
{
	return (*b->node && strcmp(ctl_text(seen, "Node"), b->node) == 0) ||
	       (*b->serial && strcmp(ctl_text(seen, "Serial"), b->serial) == 0) ||
	       strcmp(ctl_text(seen, "Port"), b->port) == 0;
}

static bool same_line(const struct doctor *d, const struct doctor_line *l, json_t *seen)
{
	const char *uri = ctl_text(seen, "Uri"), *at = strchr(uri, ':');
	char here[PATH_MAX], there[PATH_MAX];

	if (strcmp(ctl_text(seen, "Node"), l->node) == 0)
		return true;
	/* by any of its names */
	return at && realpath(at + 1, there) && realpath(doctor_under(d, "%s", l->node), here) &&
	       strcmp(here, there) == 0;
}

static const char *or_unnamed(const char *text)
{
	return *text ? text : "unnamed";
}

static void check_seen(struct doctor *d, json_t *objects)
{
	bool known[DOCTOR_BOARDS] = { false };
	const char *path;
	json_t *object;
	char what[400];
	int n = 0;

	json_object_foreach(objects, path, object) {
		json_t *board = json_object_get(object, BUS_BOARD);

		if (!board)
			continue;
		n++;
		for (int i = 0; i < d->boards; i++)
			known[i] |= same_board(&d->board[i], board);
		for (int i = 0; i < d->lines; i++)
			d->line[i].seen |= same_line(d, &d->line[i], board);
		snprintf(what, sizeof(what), "flagfalld has %s (%s): %s, firmware %s, %dx%d, sensors: %s",
			 ctl_text(board, "Name"), ctl_text(board, "Uri"), or_unnamed(ctl_text(board, "Model")),
			 or_unnamed(ctl_text(board, "Firmware")),
			 (int)json_integer_value(json_object_get(board, "Width")),
			 (int)json_integer_value(json_object_get(board, "Height")), ctl_text(board, "Sensors"));
		doctor_report(d, "seen", OK, what, "");
	}
	for (int i = 0; i < d->boards; i++) {
		if (known[i])
			continue;
		snprintf(what, sizeof(what), "flagfalld does not have the board at USB port %s", d->board[i].port);
		doctor_report(d, "seen", FAULT, what,
			      "fix what is named above; journalctl -u flagfalld says why it was refused");
	}
	if (!n && !d->boards && !d->lines)
		doctor_report(d, "seen", FAULT, "flagfalld has no board, and none is plugged in", "plug one in");
}

/* Those that the daemon was told of. An older daemon does not say. */
static void check_named(struct doctor *d, sd_bus *bus)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *uri, *why;
	char what[600];

	if (sd_bus_get_property(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "MissingBoards", NULL, &reply, "a(ss)") < 0 ||
	    sd_bus_message_enter_container(reply, 'a', "(ss)") < 0)
		return;
	while (sd_bus_message_read(reply, "(ss)", &uri, &why) > 0) {
		snprintf(what, sizeof(what), "flagfalld does not have the board at %s: %s", uri, why);
		doctor_report(
			d, "named", FAULT, what,
			"it is tried again and again: plug it in or start it, see that the daemon's user may open it, or take it out of "
			"the daemon's options (--board, OPTIONS in /etc/flagfall/flagfalld.conf)");
	}
}

static void check_journal(struct doctor *d, sd_bus *bus)
{
	char *fault = bus_journal_fault(bus);

	if (fault && *fault)
		doctor_report(
			d, "journal", FAULT, fault,
			"there are no rulings until the journal can be written; what is played is kept: see to the disk, and to its free space");
	free(fault);
}

/* Records that wait to be written: nothing is lost, but nobody can read them. */
static void check_records(struct doctor *d, json_t *objects)
{
	const char *path;
	json_t *object;
	char what[400];

	json_object_foreach(objects, path, object) {
		json_t *game = json_object_get(object, BUS_GAME);

		if (!game || !*ctl_text(game, "RecordFault"))
			continue;
		snprintf(what, sizeof(what), "the record of game g%s is not written: %s", ctl_text(game, "Id"),
			 ctl_text(game, "RecordFault"));
		doctor_report(
			d, "record", FAULT, what,
			"make its folder writable and free disk space: it is tried again; \"flagfallctl games --give-up\" drops one");
	}
}

static void get_version(struct doctor *d, sd_bus *bus)
{
	char *version = NULL;

	if (sd_bus_get_property_string(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "Version", NULL, &version) >= 0)
		snprintf(d->daemon_version, sizeof(d->daemon_version), "%s", version);
	free(version);
}

void doctor_check_bus(struct doctor *d)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *name = d->ctl->bus ? d->ctl->bus : "the system bus";
	json_t *objects = NULL;
	char what[400];
	int r;

	r = bus_connect(d->ctl->bus, &bus);
	if (r < 0) {
		snprintf(what, sizeof(what), "%s cannot be reached: %s", name, strerror(-r));
		doctor_report(d, "bus", FAULT, what,
			      d->ctl->bus ? "is the address right, and does that bus run?" : "systemctl start dbus");
		return;
	}
	doctor_report(d, "bus", OK, name, "");
	r = get_objects(bus, &error, &objects);
	if (r < 0) {
		snprintf(what, sizeof(what), "flagfalld does not answer: %s",
			 error.message ? error.message : strerror(-r));
		doctor_report(d, "daemon", FAULT, what,
			      "systemctl start flagfalld; journalctl -u flagfalld says why it ended");
		return;
	}
	doctor_report(d, "daemon", OK, "flagfalld answers", "");
	d->daemon_answers = true;
	get_version(d, bus);
	check_authority(d, bus);
	check_journal(d, bus);
	check_records(d, objects);
	check_seen(d, objects);
	check_named(d, bus);
	json_decref(objects);
}
