/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a board reports, as an input of a game: for the daemon and for replay. The one place of the core that knows
 * libboard. */
#ifndef REPLAY_BOARD_INPUT_H
#define REPLAY_BOARD_INPUT_H

#include "daemon/core/format/input.h"
#include "libboard/board.h"
#include "rules/game.h"

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

/* --- board-placement.c: What stands on a board, as text: for a board of which nobody said what is played on it. --- */

/* The game whose squares a board of that size has, NULL none. */
const struct game *board_placement_game(const struct board_info *info);
/*
 * board_placement_format - FEN's first field, of what need not be a position
 * @cells: width * height letters, as in board_squares. '?' is a piece that the sensors do not name
 *
 * A game on all squares: the rows from the top, '?' among the letters. A game on numbered squares: White's and Black's
 * lists, and where there are pieces without a name a third, that of '?': "W31,K46:B1,2:?20".
 */
void board_placement_format(const struct game *game, const char *cells, char buf[static GAME_FEN]);

#endif
