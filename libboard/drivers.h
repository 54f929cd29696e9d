/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the library reads boards with. A driver's row, board_driver_NAME, is in its own file and has all that is known
 * of it: from these rows are made what board_open() knows, who is asked what it is, what flagfallctl doctor says, and
 * (by udev/fill-in) udev's rules.
 */
#ifndef LIBBOARD_DRIVERS_H
#define LIBBOARD_DRIVERS_H

#include "libboard/backend.h"

struct snapshot_protocol;

struct board_driver {
	const char *scheme; /* what stands before the colon */
	const struct board_backend *backend;
	const struct snapshot_protocol *snapshots; /* of a board that sends all its squares; else NULL */

	/* Of boards that one can buy: */
	const char *name; /* the makers, or what their boards speak, for people */
	/* The USB ids of what they are behind, as fnmatch(3) matches them, the last NULL: terminal lines, hidraw nodes.
	 */
	const char *line_ids[4], *hid_ids[4];
};

/*
 * Boards that one can buy are asked in this order. Those that send by themselves come first, since nothing has to be
 * sent to recognise them. A DGT board at 9600 baud would take bytes sent at 38400 for commands of its own, some of
 * which it stores: so it is asked before Millennium, whose boards ignore two letters without a checksum. A question in
 * words comes last, and only where others have been asked: what else has such an adapter may take words for commands.
 */
#define BOARD_DRIVERS(X) \
	X(chardev) \
	X(usb) \
	X(socket) \
	X(livechess) \
	X(trace) \
	X(record) \
	X(certabo) \
	X(chessnut) \
	X(dgt) \
	X(millennium) \
	X(cpp)

#define BOARD_DRIVER_DECLARED(name) extern const struct board_driver board_driver_##name;
BOARD_DRIVERS(BOARD_DRIVER_DECLARED)
#undef BOARD_DRIVER_DECLARED

/* All of them, the last NULL. */
extern const struct board_driver *const board_drivers[];

/*
 * --- adapters.c ---
 * Boards behind adapters that other devices have, too: the ids say that it may be one, only its answers say whether
 * it is, and which.
 */

struct udev_device;

struct board_adapter {
	bool is_hid; /* a hidraw node, not a line */
	char id[10]; /* USB's, as lsusb has it, "0403:6001"; "" not known */
};

/* May there be this driver's board? Behind an adapter without ids (a Bluetooth tty, an emulated board) there may be any
 * that has one. */
bool board_adapter_fits(const struct board_adapter *adapter, const struct board_driver *driver);
/* Some driver's. */
bool board_adapter_is_known(const struct board_adapter *adapter);
/* The ids of a HID device, by its name in sysfs; those of USB if it is not such a name. */
void board_adapter_take_hid(struct board_adapter *adapter, const char *name);

/* Of a node. False: its ids are no board's, or it is to be left alone. */
bool board_adapter_of(struct udev_device *node, struct board_adapter *ret);
/* Of the node at a path; ids that are no board's are not known. */
void board_adapter_at(const char *path, struct board_adapter *ret);

#endif
