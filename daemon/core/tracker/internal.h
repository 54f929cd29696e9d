/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker's layers share. See tracker.h for what they do together. */
#ifndef TRACKER_INTERNAL_H
#define TRACKER_INTERNAL_H

#include "daemon/core/tracker/tracker.h"
#include "daemon/core/tracker/turn-record.h"
#include "daemon/core/tracker/exact/identity.h"

#define SET_DOWN_MAX 4

/* A legal move that stands and whose turn is not closed yet. A reply may stand already. */
struct set_down_move {
	struct game_move move;
	int64_t t_us;
	struct game_position after;
};

struct readings;

struct tracker {
	struct tracker_setup setup;
	const struct game *game;
	tracker_sink sink;
	void *userdata;
	int64_t now;
	struct turn_record record;
	struct identity identity; /* EXACT: which piece stands where */

	struct set_down_move set_down[SET_DOWN_MAX];
	unsigned set_down_count;
	struct game_moves moves; /* legal in the position that stands (after the moves set down) */
	struct turn turn;	 /* being played: touched squares gather here */

	unsigned swapped;	    /* which start is reported: whose king and queen stand swapped, or see start.c */
	struct game_position start; /* the start as it was set up */
	bool found;		    /* the start is one of those that found_on allows, and swapped tells which */
	bool heard;		    /* the board was reported as a whole */
	char found_on[GAME_MAX_SQUARES];

	char began[GAME_MAX_SQUARES]; /* EXACT: the pieces as they stood when the turn at hand began */
	bool restoring;		      /* the pieces do not stand as decided yet */
	char restoring_from[GAME_MAX_SQUARES];
	bool wrong_setup;
	uint8_t owed_square;		    /* where a pawn waits to be exchanged */
	char owed_piece;		    /* for this, as was ruled; 0: for any */
	uint64_t uncrowned;		    /* EXACT: kings by the rules that nobody crowned */
	struct game_position owed_position; /* the official position until then, the pawn still a pawn */
	struct readings *readings;	    /* real sensors */
};

/* The official position: a pawn that waits to be exchanged is a pawn still. */
static inline const struct game_position *official_position(const struct tracker *t)
{
	return t->owed_square != GAME_NO_SQUARE ? &t->owed_position : &t->record.pos;
}

/* What stands: after the moves set down. */
static inline const struct game_position *standing(const struct tracker *t)
{
	return t->set_down_count ? &t->set_down[t->set_down_count - 1].after : official_position(t);
}

#endif
