/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a board with a clock and lights shows of its game. */
#ifndef DAEMON_BOARD_DISPLAY_H
#define DAEMON_BOARD_DISPLAY_H

#include "daemon/boards/live-board.h"
#include "rules/vocabulary.h"

void live_board_show_clock(struct live_board *board, struct live_game *game);
/* On a clock that shows letters: in a word what was ruled, for some seconds; the result, until the next game begins. */
void live_board_show_ruling(struct live_board *board, enum ruling_kind ruling);
void live_board_show_result(struct live_board *board, const char *result);
void live_board_clear_result(struct live_board *board);
/* Where pieces are to be put right: lights the squares of the next step, and puts the lights out after the last. */
void live_board_guide(struct live_board *board, struct live_game *game);

/* The board has answered a request of these functions. */
void live_board_display_answer(struct live_board *board, const struct board_answer *answer);

#endif
