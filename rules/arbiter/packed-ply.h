/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A closed turn as the arbiter remembers it, in few bytes. */
#ifndef RULES_ARBITER_PACKED_PLY_H
#define RULES_ARBITER_PACKED_PLY_H

#include "rules/arbiter/state.h"
#include "rules/packed-turn.h"

/* Bytes of one at most. */
#define PACKED_PLY_MAX (PACKED_TURN_MAX + 512)

/* What the one before it left. Zeroed, but for the game: nothing. */
struct ply_packing {
	struct packing turn;
	int64_t credited_us;
};

/* Both leave in *p what this one left, and return where its bytes end. */
unsigned char *pack_ply(struct ply_packing *p, unsigned char *to, const struct ply *ply);
const unsigned char *unpack_ply(struct ply_packing *p, const unsigned char *from, struct ply *ply);

#endif
