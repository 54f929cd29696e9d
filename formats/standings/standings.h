/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Standings: points and tie-breaks (FIDE C.07) of what each round brought to each player, or to each team. Pure.
 *
 * An unplayed round counts in Buchholz and Sonneborn-Berger as C.07.16 says (in the form of February 2026): an opponent
 * whose last rounds were byes has draws there; a player's own unplayed round counts as one against himself, but at most
 * as the opponent who was missed, or as a draw in every round. In a round robin it counts as it was paired. Where that
 * matters a value is said to be unplayed: earlier forms of the rule, and other programs, give another number.
 */
#ifndef FORMATS_STANDINGS_H
#define FORMATS_STANDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/pairings.h"

#define STANDINGS_TIES 8
#define STANDINGS_NONE (-1) /* no such value */

/* What a round brought to one of them. */
struct standings_cell {
	int opponent;	/* an index, -1 nobody */
	char letter;	/* as in a report: '1', '0', '=', '+', '-', 'H', 'F', 'U', 'Z'; '*' it goes on; ' ' nothing */
	bool has_white; /* of those with an opponent */
};

struct standings_tie {
	const char *code; /* "BH/C1", static */
	int scale;	  /* a value of so much is 1 */
};

struct standings_row {
	unsigned rating;  /* 0 none */
	int board_points; /* in tenths, of a team */
	int points;	  /* in tenths */
	unsigned running; /* games that go on */
	unsigned rank;	  /* from 1; who are level in everything have the same */
	int value[STANDINGS_TIES];
	bool unplayed[STANDINGS_TIES]; /* that depends on how rounds without a game are counted */
	int adjusted;		       /* … in the tie-breaks of opponents */
};

struct standings {
	unsigned count, rounds;
	struct standings_row *rows;
	struct standings_cell *cells;
	unsigned *order; /* indices of rows, the first is first */
	bool is_round_robin;
	struct standings_tie ties[STANDINGS_TIES];
	unsigned tie_count;
	char uncounted[64]; /* tie-breaks that were named and are not known here, with blanks between */
};

/* All cells are ' '. 0 or -ENOMEM; standings_done() in any case. */
int standings_init(struct standings *standings, unsigned count, unsigned rounds);
void standings_done(struct standings *standings);

static inline struct standings_cell *standings_cell(const struct standings *s, unsigned row, unsigned round)
{
	return &s->cells[row * s->rounds + round];
}

/*
 * standings_count - fills in is_round_robin, ties, rows and order
 * @ties: "BH/C1 SB DE", blanks or commas between, as a report names them; "": Buchholz, the same without the weakest,
 *        Sonneborn-Berger, wins, and who won among those who are level; in a round robin without Buchholz
 * Known are BH and SB (with /C1, /C2, /M1, /M2), WIN, WON, BPG, BWG, PS, KS, ARO, DE, and BP, a team's board points.
 * 0 or -ENOMEM.
 */
int standings_count(struct standings *standings, const struct trf_points *points, const char *ties);

#endif
