/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapters that udev tells of, behind which a board may be or anything else, and boards for libusb: each is asked
 * (async-open.h), once more if it was plugged in just now and does not answer yet, and let alone. One that another
 * program has (-EBUSY) is asked again while it is plugged in, every ten seconds in the end.
 */
#ifndef DAEMON_BOARD_PROBE_H
#define DAEMON_BOARD_PROBE_H

#include "daemon/context.h"
#include "libboard/board.h"

struct board_probe;

/* device->uri is find:NODE or usb:NODE. 0, or -ENOMEM and what async_open_start() gives. */
int board_probe_add(struct context *ctx, const struct board_device *device);
/* It was pulled out: what is opened there yet is closed again. */
void board_probe_forget(struct context *ctx, const char *node);
/* Is that node being asked? */
bool board_probe_at(const struct context *ctx, const char *node);
/* Waits for those that are being asked. */
void board_probes_free(struct context *ctx);

#endif
