/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Can a side still win "by any possible series of legal moves, even with the
 * most unskilled counterplay"? (Handbook 6.10, FIDE 5.2.2 and 6.9)
 *
 * Three questions, the cheap ones first: can this material mate at all; can
 * its pieces ever get to where a mate would be (fortress.c); and a search for a
 * mate that both sides help with (helpmate.c), which is a proof of either
 * answer: a line that mates, or all positions seen and no mate among them.
 */
#ifndef RULES_CHESS_UNWINNABLE_H
#define RULES_CHESS_UNWINNABLE_H

#include "rules/chess/helpmate.h"

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

#endif
