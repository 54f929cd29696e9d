/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All boards at once: what is known of each game, and which needs a person first. Pure: it is told what came over the
 * bus, and the time is an argument.
 */
#ifndef FLAGFALLCTL_HALL_MODEL_H
#define FLAGFALLCTL_HALL_MODEL_H

#include "flagfallctl/terminal/screen.h"

/* What a game needs a person for, the most urgent first. */
enum hall_need {
	NEED_DECISION = 1, /* a question is open */
	NEED_FLAG,	   /* a flag is down; known to the arbiter's side, or where the book lets it be said */
	NEED_RECORD,	   /* its record is not on disk */
	NEED_BOARD,	   /* the board is gone */
	NEED_SQUARES,	   /* the pieces do not stand as the record says */
	NEED_RESULT,	   /* the kings say a result that nobody has confirmed */
	NEED_LOOK,	   /* it is over, and nobody has confirmed the result here */
	NEED_NOTHING,
	NEED_NOTHING_MORE, /* over and confirmed */
};

struct hall_game {
	char path[128], id[24], board[64];
	int number; /* of the board in the event, 0 none */
	char white[64], black[64], event[64], round[16], rulebook[32];
	char state[16], result[8], question[32];
	char asked[256];    /* what is asked, or was ruled last, in words */
	char kings[8];	    /* the result that the kings say, "" none */
	char last[16];	    /* the last move, as it may be said; "" none */
	unsigned ply;	    /* its number, from 1 */
	int64_t started_us; /* CLOCK_REALTIME */
	bool result_taken;  /* by an appeal, where it is over and has none */
	bool flag[2], disagrees, unwritten, confirmed, end_told, differs_told;
	struct screen screen;
};

struct hall {
	struct hall_game **game; /* in the order of hall_sort() */
	size_t count, room;
	char fault[256]; /* why the journal cannot be written, "" it can: nothing is ruled then */
};

void hall_done(struct hall *hall);
struct hall_game *hall_find(const struct hall *hall, const char *path);

/* A game as its object has it ({"org.flagfall1.Game": {…}, …}): added, or read anew. NULL for lack of memory. */
struct hall_game *hall_take_object(struct hall *hall, const char *path, json_t *object);
/* The last of the closed turns (game_moves_get()), which an object does not have. */
void hall_take_moves(struct hall_game *game, const json_t *moves);
/* What Published or Observed said. */
void hall_take_publication(struct hall_game *game, const json_t *publication);
/* Changed properties of the Game interface. */
void hall_take_properties(struct hall_game *game, const json_t *changed);
/* Changed of the Clock interface. */
void hall_take_clock(struct hall_game *game, int64_t white_us, int64_t black_us, const char *running,
		     int64_t boottime_us);
void hall_remove(struct hall *hall, const char *path);

/* Into a JSON line: which game it is about, on which board (its number in the event, else its name), in which round,
 * whose. */
void hall_name_game(const struct hall_game *game, json_t *line);

enum hall_need hall_need(const struct hall_game *game);
/* In words, short: "decide: flag"; "" for nothing. */
const char *hall_need_text(const struct hall_game *game, char buf[static 64]);
/* What needs a person first; then by number of the board, by its name, by the game's id. */
void hall_sort(struct hall *hall);

#endif
