/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The turns that were closed, and the official position after each. A turn is
 * kept in short form; the newest few are kept whole.
 */
#ifndef TRACKER_RECORD_H
#define TRACKER_RECORD_H

#include "rules/turn.h"

#define RECORD_WHOLE 4

struct record_turn {
	struct game_move move;
	int64_t t_us, set_down_us;
	uint8_t side, kind, fault, from, to;
	char piece;
	bool has_move;
	bool plays;	/* the position after it is the one before with move played */
};

/* A position that does not follow from the one before by a move. */
struct record_break {
	unsigned ply;	/* turns closed before it stood */
	struct game_position pos;
};

struct record {
	const struct game *game;
	struct game_position pos;	/* after all turns */
	unsigned count, room;
	struct record_turn *turn;
	unsigned break_count, break_room;
	struct record_break *breaks;	/* [0] is the start; ply never decreases */
	struct turn whole[RECORD_WHOLE];	/* turn n at n % RECORD_WHOLE */
	struct turn expanded;
};

int record_init(struct record *record, const struct game *game, const struct game_position *start);
void record_done(struct record *record);
/* Adds a turn; after is the position then. 0 or -ENOMEM. */
int record_add(struct record *record, const struct turn *turn, const struct game_position *after);
/* The official position is now this one, without a turn. */
int record_set_position(struct record *record, const struct game_position *pos);
/* The last turns are no more. -ERANGE: there are not so many. */
int record_drop(struct record *record, unsigned plies);
/* The official position before turn ply (ply == count: now). */
void record_position(const struct record *record, unsigned ply, struct game_position *ret);
const struct turn *record_turn_whole(struct record *record, unsigned ply);

#endif
