/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a board to who plays on it, once what is in an answer already is known. */
#ifndef DAEMON_BOARD_EVENTS_H
#define DAEMON_BOARD_EVENTS_H

#include "daemon/boards/live-board.h"

/* Reads what there is and tells its user. The board may be gone afterwards: true if it still is. */
bool live_board_read(struct live_board *board);

#endif
