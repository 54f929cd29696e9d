/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A turn and the positions before and after it, in few bytes: what follows from the game's rules, or from the turn
 * before, is not written. Nothing is lost: what does not follow is written as it is. Displaced and touched pieces
 * beyond their counts are not there afterwards.
 */
#ifndef RULES_PACKED_TURN_H
#define RULES_PACKED_TURN_H

#include "rules/turn.h"

/* Bytes of one turn at most. */
#define PACKED_TURN_MAX 1024

/* What is known when a turn is packed, or unpacked: what the one before it left. Zeroed, but for the game: nothing. */
struct packing {
	const struct game *game;
	struct game_position pos;
	int64_t t_us;
};

/* Both leave in *p what this turn left, and return where its bytes end. */
unsigned char *pack_turn(struct packing *p, unsigned char *to, const struct turn *turn,
			 const struct game_position *before, const struct game_position *after);
const unsigned char *unpack_turn(struct packing *p, const unsigned char *from, struct turn *turn,
				 struct game_position *before, struct game_position *after);

/* A move, where it is known that it is most often *expected, as which it takes a byte. */
unsigned char *pack_move(unsigned char *to, const struct game_move *move, const struct game_move *expected);
const unsigned char *unpack_move(const unsigned char *from, struct game_move *move, const struct game_move *expected);

#endif
