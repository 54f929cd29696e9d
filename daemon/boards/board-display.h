/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a board with a clock and lights shows of what is played on it. */
#ifndef DAEMON_BOARD_DISPLAY_H
#define DAEMON_BOARD_DISPLAY_H

#include "daemon/boards/live-board.h"
#include "rules/game.h"
#include "rules/vocabulary.h"

/* On a board with a clock: what is left of each side's time, and which of BOARD_WHITE and BOARD_BLACK runs, 0 none. */
void live_board_show_clock(struct live_board *board, const int64_t left_us[2], unsigned running);
/* On a clock that shows letters: in a word what was ruled, for some seconds; the result, until the next game begins. */
void live_board_show_ruling(struct live_board *board, enum ruling_kind ruling);
void live_board_show_result(struct live_board *board, const char *result);
void live_board_clear_result(struct live_board *board);
/* On a board with lights: how bright each cell is from now on. */
void live_board_light(struct live_board *board, const uint8_t level[static BOARD_MAX_SQUARES]);

/* The board has answered a request of these functions. */
void live_board_display_answer(struct live_board *board, const struct board_answer *answer);

#endif
