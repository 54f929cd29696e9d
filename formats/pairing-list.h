/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pairings of a round: who plays whom on which board, and who does not play. */
#ifndef FORMATS_PAIRING_LIST_H
#define FORMATS_PAIRING_LIST_H

#include "formats/text-fault.h"

#define PAIRINGS_MAX 1000 /* a round */

struct pairing_player {
	char name[104]; /* "Last, First"; "" nobody: a bye */
	char fide[12];	/* FIDE's number, "" unknown; so are the rest */
	char elo[8];
	char title[8]; /* "GM", "WIM", … */
	char team[64];
	char fed[8];
	unsigned number; /* of the report's list of players, 0 none */
	unsigned line, column;
};

enum bye { BYE_NONE, BYE_FULL, BYE_HALF, BYE_ZERO };

struct pairing {
	unsigned board; /* from 1; 0: none, a bye */
	unsigned match; /* of teams, from 1 in the order of their boards; 0 no teams */
	enum bye bye;	/* then the player is [0], and [1] is nobody */
	struct pairing_player player[2];
	/* as the file has it: "" to be played, "1-0", "0-1", "1/2-1/2", "0-0", of draughts "2-0", "0-2", "1-1"; not
	 * played: "+/-", "-/+", "-/-" */
	char result[8];
	unsigned line, column; /* of the board's number, else of the first player */
};

struct pairings {
	const char *format; /* "trf", "csv", "pgn" */
	struct pairing *list;
	size_t count, size;
};

/* Another one at the end, zeroed, its line and column set; NULL with *fault where there are too many, or where there is
 * no memory (then fault->line is 0). */
struct pairing *pairings_add(struct pairings *pairings, unsigned line, unsigned column, struct text_fault *fault);
void pairings_done(struct pairings *pairings);

/*
 * pairings_settle - puts what was read into the order of the boards, byes last
 * Numbers the matches of teams: pairings of the same two teams on boards that follow each other. 0; -EINVAL with *fault
 * if a board or a player comes twice, or a pairing lacks a player.
 */
int pairings_settle(struct pairings *pairings, struct text_fault *fault);

/*
 * The same in a game's own writing: results has its words for White wins, Black wins, draw, both lose. A file that
 * knows chess alone says "1-0" for "2-0". What was not played, and "", stay. NULL: it is none of this game. Borrowed.
 */
const char *pairing_result_in(const char *const results[4], const char *result);
/* One that nobody played for. */
bool pairing_is_forfeit(const char *result);

#endif
