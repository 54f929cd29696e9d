/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The round that comes next. Pure. */
#ifndef FORMATS_NEXT_ROUND_H
#define FORMATS_NEXT_ROUND_H

#include <stdbool.h>

#include "formats/pairings.h"

/* By players' numbers; black 0: White has nobody to play. */
struct next_pair {
	unsigned white, black;
};

#define NEXT_PLAYERS 4000

/* --- berger.c: Who plays whom where everybody plays everybody: Berger's tables (FIDE C.05, annex 1). --- */

/* How many rounds so many players have. */
unsigned berger_rounds(unsigned players, bool twice);
/*
 * berger_round - the pairs of a round, in the order of the table
 * twice: everybody plays everybody with both colours; then the last two rounds of the first half change places, as the
 * annex recommends. ret: room for (players + 1) / 2. Returns how many; 0: there is no such round.
 */
unsigned berger_round(unsigned players, unsigned round, bool twice, struct next_pair *ret);
/* Where the pair of these numbers stands in the table's row: from 0. */
unsigned berger_place(unsigned players, unsigned a, unsigned b);

/* --- next-round.c: A tournament report with the pairings of the next round. --- */

/* The last round in which anybody has an opponent, 0 none; unfinished: how many of its games have no result. */
unsigned next_round_paired(const char *text, size_t size, unsigned *unfinished);
/* The round before that one in which these two have met, with these colours if that matters; 0 none. */
unsigned next_round_met(const char *text, size_t size, unsigned round, const struct next_pair *pair, bool colours);
/* How many players have nothing in that round; *first: one of them. */
unsigned next_round_left_out(const char *text, size_t size, unsigned round, unsigned *first);
bool next_round_is_among(const unsigned *numbers, unsigned count, unsigned number);
/* The players' numbers in order. Returns how many. */
unsigned next_round_players(const char *text, size_t size, unsigned ret[static NEXT_PLAYERS]);
/*
 * next_round_write - the report with these pairs in the columns of the round
 * Who has withdrawn loses by forfeit to whom he is paired with, and is absent where he is not paired. bye: the letter
 * of who has nobody to play. free() it; NULL without memory.
 */
char *next_round_write(const char *text, size_t size, unsigned round, const struct next_pair *pairs, unsigned count,
		       const unsigned *withdrawn, unsigned withdrawn_count, char bye);

#endif
