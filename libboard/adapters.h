/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Boards behind adapters that other devices have, too: the ids say that it may be one, only its answers say whether
 * it is, and which.
 */
#ifndef BOARD_ADAPTERS_H
#define BOARD_ADAPTERS_H

#include <stdbool.h>

struct udev_device;

/* The schemes by which a node may be a board, in the order in which to ask; NULL: none. NULL-terminated, static. */
const char *const *board_adapter_schemes(struct udev_device *node);
/* The same by USB ids, four hexadecimal digits each, as sysfs has them. is_hid: a hidraw node, not a line. */
const char *const *board_adapter_schemes_by_ids(const char *vendor, const char *product, bool is_hid);
/* The same of the node at a path. Of a line without ids (a Bluetooth tty, an emulated board) all are to be asked: never
 * NULL. */
const char *const *board_adapter_schemes_at(const char *path);

#endif
