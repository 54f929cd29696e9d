/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a move must assume. */
#ifndef TRACKER_MOVE_COST_H
#define TRACKER_MOVE_COST_H

#include "daemon/core/tracker/reading/noise-cost.h"

struct effect {		   /* what a move does to the squares */
	squares_t emptied; /* captured beside the goal */
	bool takes, castles;
	uint8_t rook_from, rook_to;
	char piece; /* that stands on the goal then */
	char rook;
};

void effect_of(const struct readings *r, const struct reading *h, const struct game_move *move, struct effect *ret);
/* What the move's own squares assume; *roles: those squares. waited: the press was long enough ago. */
int move_cost(const struct readings *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
	      const struct effect *effect, bool waited, squares_t *roles);
/* The same at once for a move of whose squares nothing was seen: all of these cost as much. False: ask move_cost(). */
bool untouched_move_cost(const struct readings *r, const struct evidence *e, const struct game_move *move, bool waited,
			 int *ret);
/* What it assumes that the hand began only after the press that is judged. */
int late_begin_cost(const struct readings *r, const struct evidence *e, const struct game_move *move);
/* What the changes of all other squares assume beside that move. */
int other_squares_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
		       const struct game_move *move, bool waited, squares_t roles);
/* The mover's piece that the goal's sensor named last: it may have been taken at once. 0: none, or the pawn. */
char promotion_named(const struct readings *r, const struct reading *h, const struct game_move *move);
/* Of pieces a pawn may become, all but the one that was named; if none was, all but the best. */
int promotion_cost(const struct readings *r, char piece, char named);
/* What the move assumes because it gives pieces away; for games that evaluate exchanges (game.exchange_loss). *given:
 * how much that is; may be NULL. */
int blunder_cost(const struct readings *r, const struct game_position *pos, const struct game_move *move, int *given);
/* … where the best exchange of the position is known already. */
int blunder_cost_beside(const struct readings *r, const struct game_position *pos, const struct game_move *move,
			int best);

/* Squares that the piece of a move may cross. */
squares_t path_squares(const struct readings *r, const struct reading *h, const struct game_move *move);

#endif
