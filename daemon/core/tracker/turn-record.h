/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The turns that were closed, and the official position after each. A turn is kept in short form, the newest few are
 * kept whole. So many are remembered and no more: what is older is forgotten, but for how many there were and the
 * start.
 */
#ifndef TRACKER_TURN_RECORD_H
#define TRACKER_TURN_RECORD_H

#include "rules/turn.h"

#define RECORD_WHOLE 4
#define RECORD_STEP 128 /* turns for which room is made, and which are forgotten, at once */

/* How the position after a turn is made of the one before. */
enum record_how {
	RECORD_BREAK = 0, /* it does not follow: it is kept */
	RECORD_MOVE,	  /* the move is played */
	RECORD_PASS,	  /* the same pieces, the other side to move */
	RECORD_PIECE,	  /* the piece of move.from stands on move.to, against the rules */
};

struct short_turn {
	uint64_t captured; /* of the move */
	int64_t t_us;
	int32_t stood_us; /* set down so long before; -1: not set down */
	uint8_t move_from, move_to, move_flags, rook_from, rook_to;
	char promotion;
	uint8_t from, to;
	char piece;
	uint8_t fault;
	uint8_t side : 1, kind : 4, has_move : 1, how : 2;
	bool unpressed;
};

/* A position that does not follow from the one before and its turn. */
struct record_break {
	unsigned ply; /* turns closed before it stood */
	struct game_position pos;
};

struct turn_record {
	const struct game *game;
	struct game_position start, pos; /* before and after all turns */
	unsigned count;			 /* turns so far */
	unsigned first;			 /* number of the oldest that is remembered */
	unsigned room, most;		 /* turns: allocated, and at most */
	struct short_turn *turn;	 /* turn n at n - first */
	unsigned break_count, break_room, break_most;
	struct record_break *breaks;	 /* [0] is the position before turn first; ply never decreases */
	struct turn whole[RECORD_WHOLE]; /* turn n at n % RECORD_WHOLE */
	struct turn expanded;
};

/* most: turns that are remembered at most, a multiple of RECORD_STEP of two at least; break_most: positions, two at
 * least. */
int record_init(struct turn_record *record, const struct game *game, const struct game_position *start, unsigned most,
		unsigned break_most);
void record_done(struct turn_record *record);
/* Bytes beside the record itself. */
size_t record_memory(const struct turn_record *record);
/* Adds a turn; after is the position then. 0 or -ENOMEM. */
int record_add(struct turn_record *record, const struct turn *turn, const struct game_position *after);
/* The official position is now this one, without a turn. */
int record_set_position(struct turn_record *record, const struct game_position *pos);
/* The last turns are no more. -ERANGE: there are not so many, or what was before them is forgotten. All can always go.
 */
int record_drop(struct turn_record *record, unsigned plies);
/* The official position before turn ply (ply == count: now), which must be remembered. */
void record_position(const struct turn_record *record, unsigned ply, struct game_position *ret);
/* NULL: no such turn, or it is forgotten. */
const struct short_turn *record_at(const struct turn_record *record, unsigned ply);
const struct short_turn *record_last(const struct turn_record *record);
const struct turn *record_turn_whole(struct turn_record *record, unsigned ply);

#endif
