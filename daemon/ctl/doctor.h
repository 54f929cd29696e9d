/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What doctor looks at, in the order of an event's road: cable, driver, node, permission, udev, bus, daemon.
 * Each finding is said as it is made; a later check says less where an earlier one explains it.
 */
#ifndef CTL_DOCTOR_H
#define CTL_DOCTOR_H

#include "daemon/ctl/ctl.h"

enum verdict { OK, FAULT, NOTE };

#define DOCTOR_BOARDS 32

struct doctor_board {
	char port[64];		/* 1-2.3 */
	char interface[64];	/* 1-2.3:1.0, its name in sysfs */
	char id[16];		/* 1209:0001 */
	char product[64], serial[64];
	char driver[32];	/* "" none */
	char node[40];		/* /dev/sensorboard0, "" none */
};

struct doctor {
	const struct ctl *ctl;
	const char *root;	/* "" or the tree that stands for / */
	int faults;
	struct doctor_board board[DOCTOR_BOARDS];
	int boards;
	char daemon_seen[1024];	/* what the daemon lists, " NAME URI NODE " words */
	int daemon_boards;
};

/* One line: check's short name, how it stands, what was found, what to do ("" nothing). */
void doctor_say(struct doctor *d, const char *check, enum verdict verdict, const char *what, const char *remedy);

void doctor_system(struct doctor *d);	/* plugged, module, driver, node, permission, udev, answer */
void doctor_bus(struct doctor *d);	/* bus, daemon, authority, seen */

#endif
