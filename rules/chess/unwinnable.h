/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_UNWINNABLE_H
#define RULES_CHESS_UNWINNABLE_H

#include "rules/chess/moves.h"
#include "rules/chess/position.h"

/* --- helpmate.c --- */

/* What the search found. The caller frees line. */
struct chess_mating_line {
	uint64_t nodes; /* positions found, each counted once */
	unsigned length;
	chess_move *line; /* answer GAME_YES: from the position to the mate; NULL with length 0: it is on the board */
};

enum game_answer chess_helpmate(const struct chess_position *p, enum side side, uint64_t nodes, const atomic_bool *stop,
				struct chess_mating_line *ret);

/*
 * --- unwinnable.c ---
 * Can a side still win "by any possible series of legal moves, even with the
 * most unskilled counterplay"? (Handbook 6.10, FIDE 5.2.2 and 6.9)
 *
 * Three questions, the cheap ones first: can this material mate at all; can
 * its pieces ever get to where a mate would be (fortress.c); and a search for a
 * mate that both sides help with (helpmate.c), which is a proof of either
 * answer: a line that mates, or all positions seen and no mate among them.
 */

/*
 * chess_unwinnable - the answer, with its proof
 * @side: the would-be winner
 * @nodes: at most this many different positions are visited; 0: what can be said without a search
 * @stop: set by another thread: the answer is GAME_UNDECIDED soon; NULL: nobody does
 * @ret: NULL if only the answer is wanted
 * GAME_YES, GAME_NO, GAME_UNDECIDED; the last also for positions that chess_searchable() refuses and where memory is
 * short. Repetition and move counts do not end the search. Memory: at most 90 bytes a node, given back before return.
 */
enum game_answer chess_unwinnable(const struct chess_position *p, enum side side, uint64_t nodes,
				  const atomic_bool *stop, struct chess_mating_line *ret);

/* Is it a question at all: one king each, and the side not to move not in check? 0, or -EINVAL with err (may be NULL).
 */
int chess_searchable(const struct chess_position *p, struct game_error *err);

/* The same without the line. */
enum game_answer chess_can_win(const struct chess_position *p, enum side side, uint64_t nodes, const atomic_bool *stop);

/* --- mate-heuristics.c: How near to a mate a position seems, and how promising a move: the order in which helpmate.c
 * searches. --- */

/* What may bring a mate, followed in turn: go for the king as things stand; first take the loser's pieces; or, where
 * the winner has little, put the loser's king into a corner among his own. */
enum mate_plan { PLAN_ATTACK, PLAN_STRIP, PLAN_CORNER, PLANS };

/* How many of them, from the first, are of use to winner. */
unsigned mate_plans(const struct chess_position *p, enum side winner);

/* The distance from a mate by each of the plans, estimated; true if the position is one, the cost is not set then. */
bool mate_estimate(const struct chess_position *p, enum side winner, unsigned plans, unsigned cost[static PLANS]);

/* Brings the few most promising moves to the front, in the same order each time; few is less than MATE_FEW_MOST. */
#define MATE_FEW_MOST 8
void mate_order_moves(const struct chess_position *p, enum side winner, struct chess_moves *moves, unsigned few);

/* --- mating-material.c --- */

/* False: no series of moves mates with these pieces, wherever they stand. Exact, and monotone: captures never undo it.
 */
bool chess_material_can_mate(const struct chess_position *p, enum side side);

/* --- fortress.c --- */

/* False: no piece of side ever gets to where it could mate. True says nothing. */
bool chess_fortress_can_break(const struct chess_position *p, enum side side);

/* --- exchange-loss.c --- */

/* The most that the side to move wins by one capture and what follows on its square, in tenths of a pawn. */
int chess_best_exchange(const struct chess_position *p);
/* How much worse than that best one the move's is, 0 to 100. */
int chess_exchange_loss(const struct chess_position *p, chess_move move, int best);

#endif
