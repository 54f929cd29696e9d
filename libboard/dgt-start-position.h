/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The start position of recorded bytes of a DGT board that begin in the middle of a game. The board's squares come
 * first; who is to move, and which side of the clock is White's, is known only from what follows.
 */
#ifndef BOARD_DGT_START_POSITION_H
#define BOARD_DGT_START_POSITION_H

#include "libboard/dgt-frame.h"

#define DGT_FEN 96

struct dgt_start_position {
	char fen[DGT_FEN];   /* from White's side, however the board stood */
	enum dgt_side white; /* DGT_NONE: not known */
};

/*
 * Reads the file from its beginning to its end; the descriptor's offset is not changed. 1: *ret is filled; 0: the
 * pieces stand at the start of a game or within four moves of it, or are set up for it later, or it cannot be known;
 * else a negative errno value.
 */
int board_dgt_start_position(int fd, struct dgt_start_position *ret);

#endif
