/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the library reads boards with. A driver's row, board_driver_NAME, is in its own file and has all that is known
 * of it: from these rows are made what board_open() knows, who is asked what it is, what flagfallctl doctor says, and
 * (by udev/fill-in) udev's rules.
 */
#ifndef BOARD_DRIVERS_H
#define BOARD_DRIVERS_H

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

#endif
