/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Board. */
#ifndef DAEMON_BOARD_DBUS_H
#define DAEMON_BOARD_DBUS_H

#include "daemon/boards/live-board.h"
#include "daemon/publish/publisher.h"

int live_board_register(struct context *ctx);

/* Properties that change while a board is plugged in. */
enum live_board_property {
	LIVE_BOARD_LOST = 1 << 0,
	LIVE_BOARD_SENSORS = 1 << 1,
	LIVE_BOARD_GAME = 1 << 2,
	LIVE_BOARD_REMARK = 1 << 3
};

/* This has changed: told once, when the turn of the loop is over. */
void live_board_changed(struct live_board *board, enum live_board_property property);
/* Tells that. */
extern const struct publish_listener live_board_listener;

#endif
