/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The moves of a record as a game: legal moves in the game's notation, from a position that can be played from, so that
 * every reader accepts them. What was none of these is said in comments.
 *
 * - A turn that stands and is no legal move ends the line; it and what followed are in the comment at the end.
 * - A position that the arbiter set: the moves that lead there from the game, where there is one way only (one or two
 *   that were missed, the last one otherwise, some taken back). Else the record begins anew from it, with a FEN tag,
 * once a move was made from it, and the moves before are in the comment at the beginning.
 */
#ifndef FORMATS_MAIN_LINE_H
#define FORMATS_MAIN_LINE_H

#include "daemon/core/core.h"
#include "formats/line-turn.h"
#include "formats/pgn.h"

/*
 * main_line_add - the first count turns of the core's game
 * turns: what was published of them (times are taken from there). Sets SetUp and FEN where the game does not begin at
 * the usual position. partial: what the arbiter set after them is not told. 0, -ENOMEM, -EINVAL.
 */
int main_line_add(struct pgn_game *pgn, const struct core *core, const struct line_turn *turns, unsigned count,
		  bool partial);

#endif
