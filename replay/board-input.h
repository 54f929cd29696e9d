/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a board reports, as an input of a game: for the daemon and for replay. The one place of the core that knows
 * libboard. */
#ifndef REPLAY_BOARD_INPUT_H
#define REPLAY_BOARD_INPUT_H

#include "daemon/core/format/input.h"
#include "libboard/board.h"

/*
 * board_to_input - translate one event
 * @t_us: its time in the game. BOARD_EVENT_TIME becomes a tick
 * 1 and *ret filled; 0: nothing for this game (a sensor under a square that is not played on);
 * -EINVAL with a sentence for a text that is no input.
 */
int board_to_input(const struct game *game, const struct board_event *event, int64_t t_us, struct input *ret,
		   char err[static 160]);
/* The whole board, from board_request_squares() or an event, in the game's order; '?' where the board has no such
 * square.
 */
void squares_to_game(const struct game *game, const struct board_squares *squares, char ret[static GAME_MAX_SQUARES]);
void squares_to_input(const struct game *game, const struct board_squares *squares, int64_t t_us, struct input *ret);
/* The lever that is down there, as the press that put it down. 1 and *ret filled; 0: no lever is known to be down. */
int lever_to_input(const struct board_squares *squares, int64_t t_us, struct input *ret);

#endif
