/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls on the bus that are answered when the board has answered. */
#ifndef SHELL_SEAT_CALLS_H
#define SHELL_SEAT_CALLS_H

#include "daemon/boards/seat.h"

/* The call asked this of the board: what board_request_…() returned. 1, or a negative errno value with *error filled.
 */
int seat_call_add(struct seat *seat, sd_bus_message *call, int request, enum board_request kind, sd_bus_error *error);
/* True: the answer was a call's, which has been replied to. */
bool seat_call_answer(struct seat *seat, const struct board_answer *answer);
/* The board is gone: so it is said to all that wait. */
void seat_calls_fail(struct seat *seat);

#endif
