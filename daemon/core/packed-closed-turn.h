/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A closed turn of the history in few bytes. */
#ifndef CORE_PACKED_CLOSED_TURN_H
#define CORE_PACKED_CLOSED_TURN_H

#include "daemon/core/state.h"
#include "rules/packed-turn.h"

/* Bytes of one at most. */
#define PACKED_CLOSED_MAX (PACKED_TURN_MAX + 256)

/* What the one before it left. Zeroed, but for the game: nothing. */
struct closed_packing {
	struct packing turn;
	int64_t left_us[2]; /* of the last turn of each side */
	unsigned tracked;
};

/* Both leave in *p what this one left, and return where its bytes end. */
unsigned char *pack_closed_turn(struct closed_packing *p, unsigned char *to, const struct closed_turn *closed);
/* with_names: text and notation, too, which take longest; else they are not set. */
const unsigned char *unpack_closed_turn(struct closed_packing *p, const unsigned char *from, bool with_names,
					struct closed_turn *closed);

#endif
