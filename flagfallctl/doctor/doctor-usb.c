/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/doctor/doctor.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <grp.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/wire.h"
#include "libboard/board.h"

#define MODULE DOCTOR_MODULE

static long doctor_usb_read_number(const char *path, int base)
{
	char line[32];

	doctor_read(path, line, sizeof(line));
	return *line ? strtol(line, NULL, base) : -1;
}

static long read_hex(const char *path)
{
	return doctor_usb_read_number(path, 16);
}

static void link_name(const char *path, char *buf, size_t size)
{
	char target[PATH_MAX], *slash;
	ssize_t n = readlink(path, target, sizeof(target) - 1);

	*buf = '\0';
	if (n < 0)
		return;
	target[n] = '\0';
	slash = strrchr(target, '/');
	snprintf(buf, size, "%.31s", slash ? slash + 1 : target);
}

static bool is_board_interface(const struct doctor *d, const char *name)
{
	return read_hex(doctor_under(d, "/sys/bus/usb/devices/%s/bInterfaceClass", name)) == SBW_INTERFACE_CLASS &&
	       read_hex(doctor_under(d, "/sys/bus/usb/devices/%s/bInterfaceSubClass", name)) ==
		       SBW_INTERFACE_SUBCLASS &&
	       read_hex(doctor_under(d, "/sys/bus/usb/devices/%s/bInterfaceProtocol", name)) == SBW_INTERFACE_PROTOCOL;
}

static void add_board(struct doctor *d, const char *name)
{
	struct doctor_board *b = &d->board[d->boards];
	struct dirent *entry;
	DIR *dir;

	if (d->boards == DOCTOR_BOARDS || !is_board_interface(d, name))
		return;
	d->boards++;
	snprintf(b->interface, sizeof(b->interface), "%.63s", name);
	snprintf(b->port, sizeof(b->port), "%.*s", (int)strcspn(name, ":"), name);
	snprintf(b->id, sizeof(b->id), "%04lx:%04lx",
		 (unsigned long)read_hex(doctor_under(d, "/sys/bus/usb/devices/%s/idVendor", b->port)) & 0xffff,
		 (unsigned long)read_hex(doctor_under(d, "/sys/bus/usb/devices/%s/idProduct", b->port)) & 0xffff);
	doctor_read(doctor_under(d, "/sys/bus/usb/devices/%s/product", b->port), b->product, sizeof(b->product));
	doctor_read(doctor_under(d, "/sys/bus/usb/devices/%s/serial", b->port), b->serial, sizeof(b->serial));
	link_name(doctor_under(d, "/sys/bus/usb/devices/%s/driver", name), b->driver, sizeof(b->driver));
	snprintf(b->usb_node, sizeof(b->usb_node), "/dev/bus/usb/%03ld/%03ld",
		 doctor_usb_read_number(doctor_under(d, "/sys/bus/usb/devices/%s/busnum", b->port), 10),
		 doctor_usb_read_number(doctor_under(d, "/sys/bus/usb/devices/%s/devnum", b->port), 10));
	dir = opendir(doctor_under(d, "/sys/bus/usb/devices/%s/" MODULE, name));
	while (dir && (entry = readdir(dir)))
		if (strncmp(entry->d_name, MODULE, strlen(MODULE)) == 0)
			snprintf(b->node, sizeof(b->node), "/dev/%.30s", entry->d_name);
	if (dir)
		closedir(dir);
}

static void check_plugged(struct doctor *d)
{
	DIR *dir = opendir(doctor_under(d, "/sys/bus/usb/devices"));
	struct dirent *entry;
	char what[512];

	while (dir && (entry = readdir(dir)))
		if (strchr(entry->d_name, ':'))
			add_board(d, entry->d_name);
	if (dir)
		closedir(dir);
	if (!dir)
		doctor_report(d, "plugged", NOTE, "this machine shows no USB devices", "");
	else if (!d->boards)
		doctor_report(d, "plugged", NOTE, "no USB device has a sensor board's interface",
			      "check cable and power, and with lsusb that the board shows up at all");
	for (int i = 0; i < d->boards; i++) {
		const struct doctor_board *b = &d->board[i];

		snprintf(what, sizeof(what), "%s %s%s%s at USB port %s", b->id, *b->product ? b->product : "(no name)",
			 *b->serial ? ", serial " : "", b->serial, b->port);
		doctor_report(d, "plugged", OK, what, "");
	}
}

static void check_driver(struct doctor *d)
{
	char what[300], remedy[300];

	for (int i = 0; i < d->boards; i++) {
		const struct doctor_board *b = &d->board[i];

		if (strcmp(b->driver, MODULE) == 0) {
			snprintf(what, sizeof(what), "%s is bound to %s", b->interface, b->driver);
			doctor_report(d, "driver", OK, what, "");
		} else if (strcmp(b->driver, "usbfs") == 0) {
			snprintf(what, sizeof(what), "%s is read through libusb", b->interface);
			doctor_report(d, "driver", OK, what, "");
		} else if (*b->driver) {
			snprintf(what, sizeof(what), "%s is bound to another driver, %s", b->interface, b->driver);
			snprintf(remedy, sizeof(remedy),
				 "echo %s > /sys/bus/usb/drivers/%s/unbind, then plug the board in again", b->interface,
				 b->driver);
			doctor_report(d, "driver", FAULT, what, remedy);
		} else if (!d->module_loaded) {
			snprintf(what, sizeof(what), "%s has no driver: libusb can read it through %s", b->interface,
				 b->usb_node);
			doctor_report(d, "driver", NOTE, what, "");
		} else {
			snprintf(what, sizeof(what), "%s has no driver", b->interface);
			snprintf(remedy, sizeof(remedy),
				 "the module refuses what does not answer as a board: dmesg | grep " MODULE
				 "; an id it does not know: echo %.4s %.4s > /sys/bus/usb/drivers/" MODULE "/new_id",
				 b->id, b->id + 5);
			doctor_report(d, "driver", FAULT, what, remedy);
		}
	}
}

static void check_permission(struct doctor *d, const char *node, const char *path)
{
	char what[300], remedy[300];
	struct stat st;

	if (stat(path, &st) < 0)
		return;
	snprintf(what, sizeof(what), "%s belongs to group %s, mode %04o", node, doctor_group(st.st_gid),
		 (unsigned)st.st_mode & 07777);
	if (access(path, R_OK | W_OK) == 0) {
		doctor_report(d, "permission", OK, what, "");
		return;
	}
	if (st.st_gid != 0)
		snprintf(remedy, sizeof(remedy),
			 "you may not open it, which only matters for record: usermod -aG %s %s, then log in again",
			 doctor_group(st.st_gid), getenv("USER") ? getenv("USER") : "YOU");
	else
		snprintf(remedy, sizeof(remedy), "install the udev rules (make install), then plug the board in again");
	doctor_report(d, "permission", st.st_gid != 0 ? NOTE : FAULT, what, remedy);
}

static void check_nodes(struct doctor *d)
{
	char what[300], path[PATH_MAX];

	for (int i = 0; i < d->boards; i++) {
		const struct doctor_board *b = &d->board[i];

		if (strcmp(b->driver, "usbfs") == 0 || (!*b->driver && !d->module_loaded))
			check_permission(d, b->usb_node, doctor_under(d, "%s", b->usb_node));
		if (strcmp(b->driver, MODULE) != 0)
			continue;
		if (!*b->node) {
			snprintf(what, sizeof(what), "%s is no board yet: it has not said what it is", b->interface);
			doctor_report(d, "node", FAULT, what,
				      "it is asked each half a minute; dmesg says more, or plug it in again");
			continue;
		}
		snprintf(path, sizeof(path), "%s", doctor_under(d, "%s", b->node));
		if (access(path, F_OK) < 0) {
			snprintf(what, sizeof(what), "%s has no node in /dev", b->interface);
			doctor_report(d, "node", FAULT, what,
				      "is udevd (or devtmpfs) running? udevadm trigger --subsystem-match=" MODULE);
			continue;
		}
		snprintf(what, sizeof(what), "%s", b->node);
		doctor_report(d, "node", OK, what, "");
		check_permission(d, b->node, path);
	}
}

static void check_udev(struct doctor *d)
{
	static const char *const places[] = { "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d",
					      "/usr/lib/udev/rules.d", "/lib/udev/rules.d" };
	char what[PATH_MAX + 64];
	glob_t found;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (glob(doctor_under(d, "%s/*" MODULE "*.rules", places[i]), 0, NULL, &found) != 0)
			continue;
		snprintf(what, sizeof(what), "%s", found.gl_pathv[0] + strlen(d->root));
		globfree(&found);
		doctor_report(d, "udev", OK, what, "");
		return;
	}
	doctor_report(d, "udev", d->boards ? FAULT : NOTE, "no udev rules for " MODULE " are installed",
		      "make install puts them there; then udevadm control --reload");
}

static void check_answer(struct doctor *d)
{
	char what[300], uri[64];

	if (*d->root)
		return;
	for (int i = 0; i < d->boards; i++) {
		const struct doctor_board *b = &d->board[i];
		const struct board_info *info;
		struct board *board;

		if (!*b->node || access(b->node, R_OK | W_OK) < 0)
			continue;
		snprintf(uri, sizeof(uri), "chardev:%s", b->node);
		if (board_open(uri, NULL, &board) < 0) {
			doctor_report(d, "answer", FAULT, board_error(NULL), "");
			continue;
		}
		info = board_get_info(board);
		snprintf(what, sizeof(what), "%s: %ux%u %s, firmware %s", *info->model ? info->model : "a board",
			 info->width, info->height, info->sensors == BOARD_PIECE_ID ? "piece-id" : "presence",
			 *info->firmware ? info->firmware : "?");
		doctor_report(d, "answer", OK, what, "");
		board_close(board);
	}
}

void doctor_check_usb(struct doctor *d)
{
	check_plugged(d);
	doctor_check_module(d);
	check_driver(d);
	check_nodes(d);
	check_udev(d);
	check_answer(d);
}
