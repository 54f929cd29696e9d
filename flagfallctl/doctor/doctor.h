/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What doctor checks, in the order of an event's way: cable, driver, node, permission, udev, bus, daemon. Boards that
 * one can buy have a terminal line or a hidraw node in place of a driver. Each finding is said as it is made; a later
 * check says less where an earlier one explains it.
 */
#ifndef FLAGFALLCTL_DOCTOR_DOCTOR_H
#define FLAGFALLCTL_DOCTOR_DOCTOR_H

#include <sys/types.h>

#include "flagfallctl/ctl.h"
#include "libboard/drivers.h"

enum verdict { OK, FAULT, NOTE };

#define DOCTOR_BOARDS 32

struct doctor_board {
	char port[64];	    /* 1-2.3 */
	char interface[64]; /* 1-2.3:1.0, its name in sysfs */
	char id[16];	    /* 1209:0001 */
	char product[64], serial[64];
	char driver[32];   /* "" none */
	char node[40];	   /* /dev/sensorboard0, "" none */
	char usb_node[40]; /* /dev/bus/usb/001/004 */
};

/* A terminal line or hidraw node behind which there may be a board that one can buy. */
struct doctor_line {
	char node[64]; /* /dev/ttyUSB0 */
	struct board_adapter adapter;
	char port[64], product[64], serial[64]; /* of the USB device; "" none, or not known */
	bool ignored;				/* FLAGFALL_IGNORE */
	bool left_alone;			/* ID_MM_DEVICE_IGNORE */
	bool uaccess;
	bool held; /* some program has it open */
	bool seen; /* the daemon has it */
};

struct doctor {
	const struct ctl *ctl;
	const char *root; /* "" or the tree that stands for / */
	int faults;
	struct doctor_board board[DOCTOR_BOARDS];
	int boards;
	struct doctor_line line[DOCTOR_BOARDS];
	int lines;
	bool module_loaded;
	bool daemon_answers;
	char daemon_version[40]; /* "" it did not say */
};

/* The kernel module's name. */
#define DOCTOR_MODULE "sensorboard"

/* One line: check's short name, how it stands, what was found, what to do ("" nothing). */
void doctor_report(struct doctor *d, const char *check, enum verdict verdict, const char *what, const char *remedy);

/* The path below the root that is checked; lives until the next call. */
const char *doctor_under(const struct doctor *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* First line of a small file, "" if there is none. */
void doctor_read(const char *path, char *buf, size_t size);
/* By name or, where it has none, number; lives until the next call. */
const char *doctor_group(gid_t gid);

/* --- doctor-board.c: Is it wired rightly? A person does what is asked for on standard error. --- */

/* wiring. An exit status, after saying why the test did not come to its end. */
int doctor_test_board(struct doctor *d, const char *name);

/* --- doctor-bus.c: Bus, daemon, authority, and whether the daemon has the boards that are there. --- */

void doctor_check_bus(struct doctor *d); /* bus, daemon, authority, journal, seen, named */

/* --- doctor-units.c: What the relay and the centre say, where they are meant to run. --- */

void doctor_check_units(struct doctor *d); /* relay, centre */

/*
 * --- doctor-lines.c ---
 * Boards that one can buy, on a terminal line or a hidraw node. What sysfs, /dev, /proc and udev's own data say of
 * them; and, where no program has one open, what answers there.
 */

void doctor_check_lines(struct doctor *d); /* line, permission, modem, held */
void doctor_ask_lines(struct doctor *d);   /* answer, seen: of lines that nobody has open */

/* --- doctor-module.c: The kernel module: is it there, did DKMS build it, is it the daemon's version? All works without
 * it, through libusb. --- */

void doctor_check_module(struct doctor *d);  /* module; sets module_loaded */
void doctor_check_version(struct doctor *d); /* version, of daemon and module; after the bus was asked */

/* --- doctor-usb.c: What the kernel and udev made of boards with a sensor board's USB interface. Reads sysfs and /dev,
 * changes nothing. --- */

void doctor_check_usb(struct doctor *d); /* plugged, module, driver, node, permission, udev, answer */

#endif
