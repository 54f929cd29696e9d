/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a board reports, as an input of a game. The one place of the core that knows libboard. */
#ifndef DAEMON_BOARD_INPUT_H
#define DAEMON_BOARD_INPUT_H

#include "daemon/core/input.h"
#include "libboard/board.h"

/*
 * board_to_input - translate one event
 * @t_us: its time in the game
 * 1 and *ret filled; 0: nothing for this game (a sensor under a square that is not played on);
 * -EINVAL with a sentence for a text that is no input.
 */
int board_to_input(const struct game *game, const struct board_event *event, int64_t t_us, struct input *ret, char err[static 160]);
/* The whole board, from board_squares() or an event. */
int squares_to_input(const struct game *game, const struct board_squares *squares, int64_t t_us, struct input *ret);

#endif
