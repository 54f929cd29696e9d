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

/* The property Placement of org.flagfall1.Board, "" not known yet. */
void live_board_stream_placement(const struct live_board *board, char text[static GAME_FEN]);

#endif
