/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands on a board, as text: for a board of which nobody said what is played on it. */
#ifndef REPLAY_BOARD_PLACEMENT_H
#define REPLAY_BOARD_PLACEMENT_H

#include "libboard/board.h"
#include "rules/game.h"

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
