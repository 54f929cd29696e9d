/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What can be said of a request before the board sees it: 0, or a negative errno value with the sentence in board. */
#ifndef BOARD_REQUEST_CHECK_H
#define BOARD_REQUEST_CHECK_H

#include "libboard/backend.h"

/* Is there a board, and is it able to? can: its backend is. */
int board_check_squares(struct board *board, bool can);
int board_check_recall(struct board *board, bool can);
int board_check_leds(struct board *board, bool can, size_t n);
int board_check_beep(struct board *board, bool can, unsigned hz, unsigned ms);
int board_check_clock(struct board *board, bool can, int running);
int board_check_text(struct board *board, bool can, const char *text, unsigned ms);

#endif
