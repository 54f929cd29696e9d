/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which moves lead from a position to what stands on the board, where nobody saw them being made. */
#ifndef WEB_LIVECHESS_REACH_H
#define WEB_LIVECHESS_REACH_H

#include "rules/game.h"
#include "web/livechess/squares.h"

#define REACH_MOVES 2

/*
 * reach - the shortest line of legal moves, at most so many, after which the pieces stand like that
 * Returns how many moves it has; 0: there is none, or several of that length (which piece a pawn became is taken to be
 * a queen where the sensors do not say).
 */
unsigned reach(const struct game *game, const struct game_position *from, const char squares[static SQUARES],
	       struct game_move line[static REACH_MOVES]);

#endif
