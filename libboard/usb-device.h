/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which USB device a usb: URI names. */
#ifndef BOARD_USB_DEVICE_H
#define BOARD_USB_DEVICE_H

#include "libboard/backend.h"

/*
 * The node of the device at address: a node (with a slash), a port path (1-2.3), or the serial number of a board.
 * 0; -ENODEV there is none; -ENOTUNIQ several boards have this serial number. The sentence is in board.
 */
int board_usb_node(struct board *board, const char *address, char node[static 64]);

struct udev_device;

/* Is this (of libudev) the interface of a board? */
bool board_usb_is_interface(struct udev_device *interface);

#endif
