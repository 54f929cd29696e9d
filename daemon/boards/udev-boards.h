/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards that udev reports: they come and go. */
#ifndef DAEMON_UDEV_BOARDS_H
#define DAEMON_UDEV_BOARDS_H

#include "daemon/context.h"

struct udev_boards;

/* Takes those that are there, and watches. 0 and NULL: udev does not tell of boards here, which the log says. */
int udev_boards_new(struct context *ctx, struct udev_boards **ret);
void udev_boards_free(struct udev_boards *boards); /* NULL is allowed */

#endif
