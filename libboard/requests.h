/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a board is asked to do, on its way to the backend and back. */
#ifndef BOARD_REQUESTS_H
#define BOARD_REQUESTS_H

#include "libboard/backend.h"

struct board_call {
	struct board_call *next; /* in a mailbox */
	struct board_answer answer;
	char error[BOARD_ERROR_SIZE];
	int64_t asked_us; /* when: a clock that is set later is set to less */
	union {
		char squares[BOARD_MAX_SQUARES];
		uint8_t level[BOARD_MAX_SQUARES];
		struct {
			uint32_t white_ms, black_ms;
			int running;
		} clock;
		struct {
			unsigned hz, ms;
		} beep;
		struct {
			char text[BOARD_SHOWN_SIZE + 1];
			unsigned ms;
		} show;
	};
};

/* Asks the board and waits. 0, with call->answer.squares filled where they are what is asked for, or the error. */
int board_make_request(struct board *board, struct board_call *call);

#endif
