/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two games of real boards, one of which ends by checkmate (tests/data/two-games.txt), for tests that write a journal
 * themselves, as it was or otherwise. A line is "KIND GAME TEXT": a game's board, setup and map, then its inputs, each
 * with what was ruled behind it.
 */
#ifndef TESTS_BUS_TWO_GAMES_H
#define TESTS_BUS_TWO_GAMES_H

#include <stddef.h>

#include "daemon/journal/journal.h"

#define TWO_GAMES 2

struct game_line {
	char *kind, *text;
	uint64_t game, input; /* input: of a ruling, the one before it */
};

struct two_games {
	struct game_line *lines;
	size_t count;
};

/* The first so many inputs of each game, and what was ruled by then. */
void two_games_read(struct two_games *games, unsigned inputs);
void two_games_free(struct two_games *games);
/* In the n-th line of that kind, from 0, a text becomes another one; the whole line where from is NULL. */
void two_games_change(struct two_games *games, const char *kind, uint64_t game, unsigned n, const char *from,
		      const char *to);
/* The last line of that kind goes. */
void two_games_drop_last(struct two_games *games, const char *kind, uint64_t game);
/* All of it is staged in an empty journal, as if it were played. */
void two_games_stage(const struct two_games *games, struct journal *journal);

#endif
