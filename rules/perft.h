/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting the tree of legal moves: the proof that move generation is exact. */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/game.h"

/* Leaves at that depth; 1 at depth 0. No hash; the last ply is counted without being played. */
uint64_t perft(const struct game *game, const struct game_position *pos, unsigned depth);

/* The same split by the moves of the first ply. Returns the sum. depth at least 1. */
typedef void (*perft_line)(void *userdata, const char *move, uint64_t leaves);
uint64_t perft_divide(const struct game *game, const struct game_position *pos, unsigned depth, perft_line line,
		      void *userdata);

#endif
