/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a board's sensors saw and nothing else, with a game or without one: for programs that show boards. It knows no
 * rules and is the same under every rulebook: a question that a game asks the board leaves no trace here.
 */
#ifndef DAEMON_BOARD_STREAM_H
#define DAEMON_BOARD_STREAM_H

#include "daemon/boards/live-board.h"

/* One event, as it is read. */
void live_board_stream_event(struct live_board *board, const struct board_event *event);
/* The whole board: what it is told to the stream for is in board->stream_asks, which ends. */
void live_board_stream_squares(struct live_board *board, const struct board_squares *squares);

/* The property Placement, and the methods, of org.flagfall1.Board. */
int live_board_stream_placement(sd_bus *bus, const char *path, const char *interface, const char *property,
				sd_bus_message *reply, void *userdata, sd_bus_error *error);
int live_board_subscribe(sd_bus_message *message, void *userdata, sd_bus_error *error);
int live_board_unsubscribe(sd_bus_message *message, void *userdata, sd_bus_error *error);

#endif
