/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker's layers share. See tracker.h for what they do together. */
#ifndef TRACKER_INTERNAL_H
#define TRACKER_INTERNAL_H

#include "daemon/core/tracker/tracker.h"
#include "daemon/core/tracker/turn-record.h"
#include "daemon/core/tracker/exact/identity.h"

#define TRACKER_CHAIN 4

/* A legal move that stands and whose turn is not closed yet. A reply may stand upon it. */
struct set_down {
	struct game_move move;
	int64_t t_us;
	struct game_position after;
};

struct reader;

struct tracker {
	struct tracker_setup setup;
	const struct game *game;
	tracker_sink sink;
	void *userdata;
	int64_t now;
	struct record record;
	struct table table;		/* SURE: identity of all men */

	struct set_down chain[TRACKER_CHAIN];
	unsigned chain_count;
	struct game_moves moves;	/* legal in the position that stands (after the chain) */
	struct turn turn;		/* being played: touched squares gather here */

	unsigned swapped;		/* whose king and queen stand swapped since the start, told */
	struct game_position begin;	/* the start as it was set up */

	bool righting;			/* the men do not stand as decided yet */
	char righting_from[GAME_MAX_SQUARES];
	bool wrong_setup;
	uint8_t owed;			/* where a pawn waits to be exchanged */
	uint64_t uncrowned;		/* SURE: kings by the rules that nobody crowned */
	struct game_position owing;	/* the official position meanwhile, the pawn still a pawn */
	struct reader *reader;		/* real sensors */
};

/* What stands: after the moves set down. */
static inline const struct game_position *standing(const struct tracker *t)
{
	return t->chain_count ? &t->chain[t->chain_count - 1].after : &t->record.pos;
}

#endif
