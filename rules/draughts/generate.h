/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_DRAUGHTS_GENERATE_H
#define RULES_DRAUGHTS_GENERATE_H

#include "rules/draughts/position.h"

#define DRAUGHTS_MAX_MOVES 512

struct draughts_moves {
	unsigned count;
	unsigned most; /* pieces that must be captured, 0: no capture */
	struct draughts_move move[DRAUGHTS_MAX_MOVES];
};

/* All legal moves: if there are captures only those of the most pieces (Annex I 4.13). */
void draughts_generate(const struct draughts_position *d, struct draughts_moves *ret);
uint64_t draughts_count(const struct draughts_position *d, unsigned depth);
bool draughts_has_move(const struct draughts_position *d);

#endif
