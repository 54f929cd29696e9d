/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls on the bus that are answered when the board has answered. */
#ifndef DAEMON_BOARD_CALLS_H
#define DAEMON_BOARD_CALLS_H

#include "daemon/boards/live-board.h"

/* The call asked this of the board: what board_request_…() returned. 1, or a negative errno value with *error filled.
 */
int live_board_call_add(struct live_board *board, sd_bus_message *call, int request, enum board_request kind,
			sd_bus_error *error);
/* True: the answer was a call's, which has been replied to. */
bool live_board_call_answer(struct live_board *board, const struct board_answer *answer);
/* The board is gone: so it is said to all that wait. */
void live_board_calls_fail(struct live_board *board);

#endif
