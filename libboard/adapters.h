/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Boards behind adapters that other devices have, too: the ids say that it may be one, only its answers say whether
 * it is, and which.
 */
#ifndef BOARD_ADAPTERS_H
#define BOARD_ADAPTERS_H

#include "libboard/drivers.h"

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
