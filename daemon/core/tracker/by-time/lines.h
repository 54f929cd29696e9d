/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: the readings are continued by the moves that stand, at every change of a square. */
#ifndef TRACKER_LINES_H
#define TRACKER_LINES_H

#include "daemon/core/tracker/reading/readings.h"

#define LINES_KEEP 120	/* readings that cost so much more than the cheapest are given up */
#define LINES_UNDONE 60 /* … but the one before its last move costs no more than this */

#define LINES_MOVES 3 /* at once, at most */

/* The reading after these moves of h, which cost so much (hundredths): it is among the others if it is cheap enough and
 * there is room. Of one position the cheapest stays. */
bool add_line(struct readings *r, const struct reading *h, const struct game_move *moves, unsigned count,
	      unsigned hundredths, int64_t t_us);
/* The same after a turn that is no legal move: of this kind, which makes that position. */
bool add_irregular_turn(struct readings *r, const struct reading *h, const struct node *turn,
			const struct game_position *after, unsigned hundredths, int64_t t_us);
/* May a line of h that costs so much get a place? */
bool line_has_room(const struct readings *r, const struct reading *h, unsigned hundredths);
/* What a move of h gives away. */
int move_blunder(const struct readings *r, struct reading *h, const struct game_move *move);
/* What a move assumes by the changes of its squares, in hundredths. */
unsigned line_cost(const struct readings *r, struct reading *h, const struct game_move *move, int64_t t_us);
/* Square has changed: every reading is continued by each move that stands now. only_whole: nothing else may be wrong
 * then. */
void continue_lines(struct readings *r, unsigned square, bool only_whole, int64_t t_us);

#endif
