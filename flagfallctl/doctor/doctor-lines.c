/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/doctor/doctor.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libboard/board.h"

#define DAEMON "flagfalld"
#define DAEMON_USER "flagfall"

/* "DGT or Millennium"; lives until the next call. */
static const char *kinds(const struct doctor_line *l)
{
	static char text[96];

	*text = '\0';
	for (const struct board_driver *const *driver = board_drivers; *driver; driver++)
		if (board_adapter_fits(&l->adapter, *driver))
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", *text ? " or " : "",
				 (*driver)->name);
	return text;
}

/* Above the node's device: the USB device, "" none. */
static void usb_device(const struct doctor *d, const char *sys, char *ret, size_t size)
{
	char path[PATH_MAX], root[PATH_MAX], file[PATH_MAX + 16];
	char *slash;

	*ret = '\0';
	if (!realpath(sys, path) || !realpath(doctor_under(d, "/sys"), root))
		return;
	while (strncmp(path, root, strlen(root)) == 0 && (slash = strrchr(path, '/')) && slash != path) {
		snprintf(file, sizeof(file), "%s/idVendor", path);
		if (access(file, F_OK) == 0) {
			snprintf(ret, size, "%s", path);
			return;
		}
		*slash = '\0';
	}
}

static void attribute(const char *usb, const char *name, char *buf, size_t size)
{
	char path[PATH_MAX + 16];

	snprintf(path, sizeof(path), "%s/%s", usb, name);
	doctor_read(path, buf, size);
}

static void take_hid(const char *sys, struct board_adapter *adapter)
{
	char path[PATH_MAX];

	if (realpath(sys, path))
		board_adapter_take_hid(adapter, strrchr(path, '/') + 1);
}

/* What udev has noted of it. */
static void read_udev_data(const struct doctor *d, struct doctor_line *l, const char *sys)
{
	char number[32], line[256];
	FILE *f;

	snprintf(line, sizeof(line), "%.240s/dev", sys);
	doctor_read(line, number, sizeof(number));
	f = *number ? fopen(doctor_under(d, "/run/udev/data/c%s", number), "re") : NULL;
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		l->ignored |= strcmp(line, "E:FLAGFALL_IGNORE=1") == 0;
		l->left_alone |= strcmp(line, "E:ID_MM_DEVICE_IGNORE=1") == 0;
		l->uaccess |= strcmp(line, "Q:uaccess") == 0;
	}
	if (f)
		fclose(f);
}

static void add_line(struct doctor *d, const char *class, const char *name)
{
	struct doctor_line *l = &d->line[d->lines];
	char sys[PATH_MAX], device[PATH_MAX + 8], usb[PATH_MAX], vendor[8] = "", product[8] = "";

	if (d->lines == DOCTOR_BOARDS)
		return;
	snprintf(sys, sizeof(sys), "%s", doctor_under(d, "/sys/class/%s/%s", class, name));
	snprintf(device, sizeof(device), "%s/device", sys);
	usb_device(d, device, usb, sizeof(usb));
	*l = (struct doctor_line){ .adapter.is_hid = strcmp(class, "hidraw") == 0 };
	if (l->adapter.is_hid) {
		take_hid(device, &l->adapter);
	} else if (*usb) {
		attribute(usb, "idVendor", vendor, sizeof(vendor));
		attribute(usb, "idProduct", product, sizeof(product));
		snprintf(l->adapter.id, sizeof(l->adapter.id), "%.4s:%.4s", vendor, product);
	}
	if (!board_adapter_is_known(&l->adapter))
		return;
	snprintf(l->node, sizeof(l->node), "/dev/%.50s", name);
	if (*usb) {
		snprintf(l->port, sizeof(l->port), "%.60s", strrchr(usb, '/') + 1);
		attribute(usb, "product", l->product, sizeof(l->product));
		attribute(usb, "serial", l->serial, sizeof(l->serial));
	}
	read_udev_data(d, l, sys);
	d->lines++;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct doctor_line *)a)->node, ((const struct doctor_line *)b)->node);
}

static void find_lines(struct doctor *d, const char *class)
{
	DIR *dir = opendir(doctor_under(d, "/sys/class/%s", class));
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			add_line(d, class, entry->d_name);
	if (dir)
		closedir(dir);
}

static void say_line(struct doctor *d, const struct doctor_line *l)
{
	char what[400];

	snprintf(what, sizeof(what), "%s: %s, by its adapter %s %s%s%s%s%s", l->node, kinds(l), l->adapter.id,
		 *l->product ? l->product : "(no name)", *l->serial ? ", serial " : "", l->serial,
		 *l->port ? " at USB port " : "", l->port);
	doctor_report(d, "line", OK, what, "");
	if (!l->ignored)
		return;
	snprintf(what, sizeof(what), "%s is kept from flagfalld by a udev rule (FLAGFALL_IGNORE)", l->node);
	doctor_report(d, "line", NOTE, what,
		      "if there is a board, remove that rule: grep -r FLAGFALL_IGNORE /etc/udev/rules.d");
}

/* May the daemon open what belongs to this group? Where its user does not exist here there is nobody to ask about. */
static bool daemon_may(gid_t gid)
{
	struct passwd *user = getpwnam(DAEMON_USER);
	struct group *group;
	gid_t own = user ? user->pw_gid : 0;

	if (!user || own == gid)
		return true;
	group = getgrgid(gid);
	for (char **m = group ? group->gr_mem : NULL; m && *m; m++)
		if (strcmp(*m, DAEMON_USER) == 0)
			return true;
	return false;
}

static void check_permission(struct doctor *d, const struct doctor_line *l)
{
	char what[300], remedy[300];
	char path[PATH_MAX];
	struct stat st;

	snprintf(path, sizeof(path), "%s", doctor_under(d, "%s", l->node));
	if (stat(path, &st) < 0) {
		snprintf(what, sizeof(what), "%s is not there, though the kernel has the device", l->node);
		doctor_report(
			d, "node", FAULT, what,
			"is udevd (or devtmpfs) running? udevadm trigger --subsystem-match=tty --subsystem-match=hidraw");
		return;
	}
	snprintf(what, sizeof(what), "%s belongs to group %s, mode %04o%s", l->node, doctor_group(st.st_gid),
		 (unsigned)st.st_mode & 07777,
		 l->uaccess ? "; whoever is logged in at the screen may use it (uaccess)" : "");
	if ((st.st_gid == 0 || !(st.st_mode & S_IWGRP)) && st.st_uid == 0 && S_ISCHR(st.st_mode) &&
	    !(st.st_mode & S_IWOTH)) {
		doctor_report(
			d, "permission", FAULT, what,
			"install the udev rules (make install), udevadm control --reload, then plug the board in again");
	} else if (S_ISCHR(st.st_mode) && !daemon_may(st.st_gid)) {
		snprintf(remedy, sizeof(remedy),
			 DAEMON "'s user is not in that group: usermod -aG %s " DAEMON_USER
				", then systemctl restart " DAEMON,
			 doctor_group(st.st_gid));
		doctor_report(d, "permission", FAULT, what, remedy);
	} else if (access(path, R_OK | W_OK) < 0) {
		snprintf(remedy, sizeof(remedy),
			 "you may not open it, which only matters for record: usermod -aG %s %s, then log in again",
			 doctor_group(st.st_gid), getenv("USER") ? getenv("USER") : "YOU");
		doctor_report(d, "permission", NOTE, what, remedy);
	} else {
		doctor_report(d, "permission", OK, what, "");
	}
}

static void check_modem(struct doctor *d, const struct doctor_line *l)
{
	bool installed = access(doctor_under(d, "/usr/sbin/ModemManager"), F_OK) == 0;
	char what[300];

	if (l->adapter.is_hid)
		return;
	if (l->left_alone) {
		snprintf(what, sizeof(what), "ModemManager leaves %s alone (ID_MM_DEVICE_IGNORE)", l->node);
		doctor_report(d, "modem", OK, what, "");
		return;
	}
	snprintf(what, sizeof(what), "ModemManager %s %s, in the middle of a game",
		 installed ? "may talk to" : "is not installed; it would talk to", l->node);
	doctor_report(d, "modem", installed ? FAULT : NOTE, what,
		      "install the udev rules (make install), udevadm control --reload, then plug the board in again");
}

/* Is this process's descriptor the node? */
static bool has_open(const char *fds, const char *node, const char *goal)
{
	DIR *dir = opendir(fds);
	struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		char path[PATH_MAX], target[PATH_MAX];
		ssize_t n;

		snprintf(path, sizeof(path), "%.3800s/%.200s", fds, entry->d_name);
		n = readlink(path, target, sizeof(target) - 1);
		if (n < 0)
			continue;
		target[n] = '\0';
		found = strcmp(target, node) == 0 || strcmp(target, goal) == 0;
	}
	if (dir)
		closedir(dir);
	return found;
}

/* Of other people's programs only root learns. */
static void check_held(struct doctor *d, struct doctor_line *l)
{
	DIR *dir = opendir(doctor_under(d, "/proc"));
	char goal[PATH_MAX], what[300], remedy[100], comm[32], fds[PATH_MAX];
	struct dirent *entry;

	if (!realpath(doctor_under(d, "%s", l->node), goal))
		snprintf(goal, sizeof(goal), "%s", l->node);
	while (dir && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]) || (!*d->root && atol(entry->d_name) == (long)getpid()))
			continue;
		snprintf(fds, sizeof(fds), "%s", doctor_under(d, "/proc/%s/fd", entry->d_name));
		if (!has_open(fds, l->node, goal))
			continue;
		l->held = true;
		doctor_read(doctor_under(d, "/proc/%s/comm", entry->d_name), comm, sizeof(comm));
		snprintf(what, sizeof(what), "%s has %s open (process %.20s)", *comm ? comm : "a program", l->node,
			 entry->d_name);
		snprintf(remedy, sizeof(remedy), "what it reads is lost to " DAEMON ": end it (kill %.20s)",
			 entry->d_name);
		if (strcmp(comm, DAEMON) == 0)
			doctor_report(d, "held", OK, what, "");
		else
			doctor_report(d, "held", FAULT, what, remedy);
	}
	if (dir)
		closedir(dir);
}

void doctor_check_lines(struct doctor *d)
{
	find_lines(d, "tty");
	find_lines(d, "hidraw");
	qsort(d->line, (size_t)d->lines, sizeof(d->line[0]), by_name);
	for (int i = 0; i < d->lines; i++) {
		say_line(d, &d->line[i]);
		check_permission(d, &d->line[i]);
		check_modem(d, &d->line[i]);
		check_held(d, &d->line[i]);
	}
}

/* Asks in the words of each kind that it may be. 0: *ret is open; else what the last said. */
static int doctor_lines_ask(const struct doctor *d, const struct doctor_line *l, struct board **ret)
{
	int r = -ENODEV;

	for (const struct board_driver *const *driver = board_drivers; *driver; driver++) {
		char uri[PATH_MAX + 16];

		if (!board_adapter_fits(&l->adapter, *driver) || (r != -ENODEV && r != -ETIMEDOUT && r != -EBADMSG))
			continue;
		snprintf(uri, sizeof(uri), "%s:%s", (*driver)->scheme, doctor_under(d, "%s", l->node));
		r = board_open(uri, NULL, ret);
	}
	return r;
}

static void check_answer(struct doctor *d, const struct doctor_line *l)
{
	char what[400];
	const struct board_info *info;
	struct board *board;
	int r = doctor_lines_ask(d, l, &board);

	if (r == -EBUSY) {
		snprintf(what, sizeof(what), "a program has exclusive use of %s", l->node);
		doctor_report(d, "held", FAULT, what, "sudo flagfallctl doctor names it");
		return;
	}
	if (r == -ENODEV || r == -ETIMEDOUT || r == -EBADMSG) {
		snprintf(what, sizeof(what), "no board answers on %s (%s)", l->node, kinds(l));
		doctor_report(
			d, "answer", NOTE, what,
			"if it is a board: is it switched on, and does its cable carry data? If it is another device, nothing is wrong");
		return;
	}
	if (r < 0) {
		doctor_report(d, "answer", FAULT, board_error(NULL), "");
		return;
	}
	info = board_get_info(board);
	snprintf(what, sizeof(what), "%s: %s%s%s%s%s", l->node, info->model, *info->serial ? ", serial " : "",
		 info->serial, *info->firmware ? ", firmware " : "", info->firmware);
	doctor_report(d, "answer", OK, what, "");
	board_close(board);
	if (!d->daemon_answers || l->ignored)
		return;
	snprintf(what, sizeof(what), "flagfalld does not have the board on %s", l->node);
	doctor_report(d, "seen", FAULT, what,
		      "fix what is named above; journalctl -u flagfalld says why it was refused");
}

void doctor_ask_lines(struct doctor *d)
{
	for (int i = 0; i < d->lines; i++) {
		const struct doctor_line *l = &d->line[i];
		struct stat st;
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "%s", doctor_under(d, "%s", l->node));
		/* a tree that stands for / may hold plain files */
		if (!l->seen && !l->held && stat(path, &st) == 0 && S_ISCHR(st.st_mode) &&
		    access(path, R_OK | W_OK) == 0)
			check_answer(d, l);
	}
}
