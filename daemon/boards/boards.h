/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All boards: how they come and go, and what of them is read. */
#ifndef DAEMON_BOARDS_H
#define DAEMON_BOARDS_H

#include "daemon/boards/live-board.h"
#include "daemon/publish/publisher.h"

/* --- board-inbox.c --- */

/* Makes ctx->boards, and watches the inbox, for this user of all boards. Before the first board is added and the bus is
 * joined. 0, or a negative errno value. */
int boards_open(struct context *ctx, const struct board_user *user);
/* Reads all boards that have said something until now. False: none has. */
bool live_board_read_all(struct context *ctx);
/* After the last board is removed. */
void boards_close(struct context *ctx);

/* --- udev-boards.c: Boards that udev reports: they come and go. --- */

struct udev_boards;

/* Takes those that are there, and watches. 0 and NULL: udev does not tell of boards here, which the log says. */
int udev_boards_new(struct context *ctx, struct udev_boards **ret);
void udev_boards_free(struct udev_boards *boards); /* NULL is allowed */

/* --- configured-board.c --- */

/* Was it there a moment ago, so that it may be there again at once? Where a plug is loose, or what it can do changes.
 */
#define BOARD_RETURN_US 3000000
bool configured_board_returns(const struct context *ctx, const char *name);

/* --- configured-board-open.c: Boards named on the command line (configured-board.c) are opened. --- */

/* -EINVAL, -ENAMETOOLONG: that can never be one, which the log says. Else it is there, or is tried again. */
int configured_board_add(struct context *ctx, const char *uri);
/* Is one of those on sockets, which answer at once, being opened? */
bool configured_boards_opening(const struct context *ctx);
/* Those that are not there: a(ss), uri and why. 0 or more, or a negative errno value. */
int configured_boards_missing_append(const struct context *ctx, sd_bus_message *reply);
void configured_boards_free(struct context *ctx);

/* --- board-probe.c --- */

/* Waits for those that are being asked. */
void board_probes_free(struct context *ctx);

/* --- board-dbus.c --- */

int live_board_register(struct context *ctx);
/* Tells that. */
extern const struct publish_listener live_board_listener;

#endif
