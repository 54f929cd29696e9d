/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker's layers share. See tracker.h for what they do together. */
#ifndef TRACKER_PRIVATE_H
#define TRACKER_PRIVATE_H

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
	bool moved;			/* a man was lifted or placed since the last turn was closed */

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

/* facts.c: build and send one fact. */
void say(struct tracker *t, enum tracker_fact_type type, enum side side);
void say_square(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned square, char piece);
void say_move(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned ply, const struct game_move *move,
	      int64_t t_us);
void say_turn(struct tracker *t, enum tracker_fact_type type, unsigned ply, const struct turn *turn);

const struct game_position *standing(const struct tracker *t);
void touch(struct tracker *t, unsigned square, char piece);

/* sure.c: every event is what happened. */
int sure_event(struct tracker *t, const struct tracker_event *event);
int sure_finish(struct tracker *t);
void sure_official_changed(struct tracker *t);

/* reader.c: real sensors. */
int reader_new(struct tracker *t);
int reader_event(struct tracker *t, const struct tracker_event *event);
int reader_settle(struct tracker *t);
void reader_note(struct tracker *t, unsigned square, char is);	/* a square shows something else now */
void reader_begin_here(struct tracker *t);	/* what changed so far is of no use any more, but for what the told turn does not explain */
int reader_finish(struct tracker *t);
void reader_official_changed(struct tracker *t);
bool reader_waits(const struct tracker *t);
int64_t reader_deadline(const struct tracker *t);
void reader_placement(const struct tracker *t, char *squares);

/* tell.c: what is told of the readings. */
int tell_turns(struct tracker *t);
/* Does everything stand as another reading says, and not as the one that is told? That one is told from now on. */
bool tell_other_stands(const struct tracker *t);
int tell_again(struct tracker *t);
void tell_set_down(struct tracker *t);
void tell_due(struct tracker *t, int64_t t_us);
void tell_nothing(struct tracker *t);
bool tell_reply_stands(const struct tracker *t);
const struct game_moves *tell_moves(struct tracker *t);	/* legal in the told position */
bool tell_stands(struct tracker *t);	/* the told position, or a move from it */

/* The turn of the press that waits, by what stands now. */
int tell_guess(const struct tracker *t, struct turn *ret);
int tell_why(const struct tracker *t, unsigned ply, char *buf, size_t size);

/* around.c: what happens around the game. */
int around_changed(struct tracker *t);		/* after every change of squares */
int around_board(struct tracker *t);		/* after a report of the whole board */
bool around_new_game(const struct tracker *t);	/* the start stands again */
void around_due(struct tracker *t, bool press);	/* time has passed */
void around_first_press(struct tracker *t);
void around_begin(struct tracker *t);		/* the readings begin: which starts there may be */
void around_swapped(struct tracker *t, unsigned sides);	/* the start was set up so */
void around_turn(struct tracker *t);		/* the board stands turned: the reader begins anew */

#endif
