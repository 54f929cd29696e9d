/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The moves of a record as they stand on the table: the piece's letter with from and to ("Ng1f3", "e7e8Q", "32-28"),
 * castling by where king and rook went. Readers that know the rules take them as moves, as far as they are legal; the
 * text does not say how far that is. No reader takes a turn without a move, which everybody at the table has seen: it
 * and what follows are in a comment.
 */
#ifndef FORMATS_TABLE_LINE_H
#define FORMATS_TABLE_LINE_H

#include "formats/line-turn.h"
#include "formats/pgn.h"

/*
 * table_line_add - the moves of a running game under a silent rulebook
 * start: FEN of the position before the first turn. set_fen: set after the last one, "" none. A position that the
 * arbiter set begins the record anew, with a FEN tag, once a turn was made from it. 0, -ENOMEM, -EINVAL.
 */
int table_line_add(struct pgn_game *pgn, const struct game *game, const char *start, const struct line_turn *turns,
		   unsigned count, const char *set_fen);

/* One move, made between these two placements (FEN's first field). */
void table_move_text(const struct game *game, const char *before, const char *after, const char *coordinates,
		     char text[static GAME_TEXT + 1]);

#endif
