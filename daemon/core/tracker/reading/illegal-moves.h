/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Continuations of a reading against the rules. */
#ifndef TRACKER_ILLEGAL_MOVES_H
#define TRACKER_ILLEGAL_MOVES_H

#include "daemon/core/tracker/reading/cheapest.h"
#include "daemon/core/tracker/reading/noise-cost.h"

enum {
	COST_ILLEGAL_SEEN = 62,	  /* a move against the rules of which every change was seen, in order, … */
	FEW = 24,		  /* … and hardly another one, … */
	FEW_NAMED = 60,		  /* … though beside a piece that the sensor names more may happen */
	COST_ILLEGAL_UNSEEN = 85, /* any other one */
};

/* King and rook stand as castled, and it was no legal castling. */
void collect_castling(struct readings *r, const struct reading *h, const struct evidence *e,
		      const struct game_moves *moves, int extra, struct heap *heap);
/* All of them, that castling too. */
void collect_illegal(struct readings *r, const struct reading *h, const struct evidence *e,
		     const struct game_moves *moves, int extra, struct heap *heap);

#endif
