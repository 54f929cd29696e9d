/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of squares, and how squares lie to one another. */
#ifndef TRACKER_SQUARES_H
#define TRACKER_SQUARES_H

#include "rules/game.h"

typedef uint64_t squares_t; /* a set of squares */

static inline squares_t square_bit(unsigned square)
{
	return UINT64_C(1) << (square & 63);
}

/* A sensor that does not know which piece stands there agrees with any. */
static inline bool piece_agrees(char expected, char stands)
{
	return expected == stands || (stands == '?' && expected != '.');
}

/* The squares on which placements differ. */
squares_t placement_diff(const struct game *game, const char *a, const char *b);
/* In steps of a king. */
unsigned square_distance(const struct game *game, unsigned a, unsigned b);
/* Squares between two on a line of the sensors. */
squares_t squares_between(const struct game *game, unsigned from, unsigned to);
/* The squares to which a piece of each square may go. */
void goal_squares(const struct game_moves *moves, squares_t goals[static GAME_MAX_SQUARES]);
/* Where the rook of a castling ends: beside the king, towards where he came from. */
static inline unsigned castled_rook(unsigned rook_from, unsigned from, unsigned to)
{
	return rook_from > from ? to - 1 : to + 1;
}

#endif
