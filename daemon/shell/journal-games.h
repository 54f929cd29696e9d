/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which games the journal has: those that are not finished with, and all, by what is asked for. */
#ifndef SHELL_JOURNAL_GAMES_H
#define SHELL_JOURNAL_GAMES_H

#include "daemon/shell/journal.h"

/* The record of a game that was over under a journal that did not keep whether it was written. */
#define JOURNAL_RECORD_UNKNOWN "?"

/* A row; its texts live as long as the call that it is given to. */
struct journal_game {
	uint64_t number;
	const char *board;
	const char *setup, *map; /* JSON */
	const char *state;	 /* "running", "over" (and its record not written yet), "recorded", "given-up",
				    "unrecovered"; so is one whose row is not what was written */
	const char *program;	 /* version that began it, NULL not kept */
	const char *fault;	 /* why it is unrecovered, NULL it is not */
	const char *result;	 /* NULL none */
	const char *record;	 /* path; JOURNAL_RECORD_UNKNOWN; NULL none */
	int64_t ended_us;	 /* CLOCK_REALTIME, 0: not yet, or not kept */
};

/* What a game must be to be found; NULL: any. */
struct journal_filter {
	const char *player; /* part of White's or Black's name, in any case (of ASCII) */
	const char *board, *event, *round, *state, *result;
	const char *since, *until; /* date of the game, "2026.01.31", both included */
};

/* Returns 0 to go on, else a value that is passed on. */
typedef int (*journal_game_fn)(void *userdata, const struct journal_game *game);
/* All that run, have no record yet or are not recovered, in order. */
int journal_unfinished(struct journal *journal, journal_game_fn fn, void *userdata);
/* The unrecovered game that has that board, 0 none. */
uint64_t journal_unrecovered_on(struct journal *journal, const char *board);
/* The number of the game with that id; 0, which no game has, if that is no number. */
uint64_t journal_game_number(const char *id);
/* That one, if it is there. */
int journal_one_game(struct journal *journal, uint64_t number, journal_game_fn fn, void *userdata);
/*
 * journal_find_games - newest first, of the numbers below *before (0: all)
 * Looks at so many rows at most that nobody waits for long. *before: from where to go on, 0 that was all.
 */
int journal_find_games(struct journal *journal, const struct journal_filter *filter, uint64_t *before,
		       journal_game_fn fn, void *userdata);

#endif
