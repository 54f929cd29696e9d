/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The game that a client of the LiveChess API follows on a board from a position that it named: beside the official
 * game, if there is one, without a rulebook, and in this program.
 *
 * Its moves are those that were made, not those that stand: the press of the lever makes a move; without a lever, or
 * until it is pressed for the first time, so does the reply, or that the move has stood for a while. A move is told
 * when it is sure (line.h), and stays; only another reading of the sensors changes it, never a piece that is taken
 * back.
 *
 * Squares are the board's own, a1 first; times are CLOCK_BOOTTIME microseconds and never decrease.
 */
#ifndef WEB_LIVECHESS_RECONSTRUCTION_H
#define WEB_LIVECHESS_RECONSTRUCTION_H

#include <stdint.h>

#include "rules/game.h"
#include "web/livechess/squares.h"

struct reconstruction;

/* A move that stands so long is made, where there is no lever or nobody has pressed it: players set a piece down, look,
 * and take it back two seconds later. */
#define RECONSTRUCTION_SETTLE_US 3000000
#define RECONSTRUCTION_FINAL_US 1000000 /* … that mates or stalemates, where there is a lever: nobody presses then */
#define RECONSTRUCTION_MOVES 1024	/* more are not kept */

/* What a board can do. */
struct reconstruction_board {
	bool has_lever;
	bool presses_late; /* the clock is asked now and then: a press may be read after the reply has begun */
	bool names_pieces;
};

/*
 * reconstruction_new - from a position on
 * @fen: of 1 to 6 fields; Chess960 where its rights to castle say so
 * 0; -EINVAL with a sentence; -ENOMEM.
 */
int reconstruction_new(const char *fen, const struct reconstruction_board *board, struct reconstruction **ret,
		       char err[static 160]);
void reconstruction_free(struct reconstruction *r);

/* A square emptied ('.') or filled (its piece's letter, '?' not named). */
void reconstruction_square(struct reconstruction *r, unsigned square, char letter, int64_t t_us);
/* The whole board, with what was not seen before it. */
void reconstruction_squares(struct reconstruction *r, const char squares[static SQUARES], int64_t t_us);
void reconstruction_press(struct reconstruction *r, enum side side, int64_t t_us);
/* Nothing else happened up to that instant. */
void reconstruction_time(struct reconstruction *r, int64_t t_us);
/* When reconstruction_time() has to be called though nothing happens; INT64_MAX never. */
int64_t reconstruction_due(const struct reconstruction *r);

/* The moves since the start, as players write them. */
unsigned reconstruction_count(const struct reconstruction *r);
const char *reconstruction_san(const struct reconstruction *r, unsigned ply);
/* How often moves that were told were found to be others, by another reading. */
unsigned reconstruction_revisions(const struct reconstruction *r);
/* Since it was asked last, so many of them stayed at least; UINT_MAX: all. */
unsigned reconstruction_take_kept(struct reconstruction *r);
/* The pieces stand on the board as they do after these moves. */
bool reconstruction_matches(const struct reconstruction *r);
/* White sits at the board's other side. */
bool reconstruction_turned(const struct reconstruction *r);
/* What stands on the board, if that is the position or a move from it. */
bool reconstruction_pieces(const struct reconstruction *r, char pieces[static SQUARES]);

#endif
