/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a turn was: the pieces as they stand at the press, judged against the
 * official position before it.
 */
#ifndef TRACKER_CLASSIFY_H
#define TRACKER_CLASSIFY_H

#include "rules/turn.h"

/*
 * classify - fill kind, fault, has_move, move, from, to, piece, displaced and placement of *ret
 * stands: letters of the pieces, '?' a piece whose letter nobody knows (it counts as whichever fits). moves: the legal
 * ones of pos. owed: the square of a pawn left standing on the last rank by the turn before, GAME_NO_SQUARE none: what
 * stands there is no difference. The other fields of *ret are the caller's. *after is the position that stands then:
 * the side to move has changed.
 */
void classify(const struct game *game, const struct game_position *pos, const struct game_moves *moves,
	      const char *stands, unsigned owed, struct turn *ret, struct game_position *after);

/* Is what stands one legal move from pos with its pieces standing as in began? */
bool is_legal_from(const struct game *game, const struct game_position *pos, const char *began, const char *stands);

/* Pairs the pieces missing from expected with those that stand too much: displaced[] of ret, over all squares of the
 * mask. */
void list_displaced(const struct game *game, const char *expected, const char *stands, uint64_t mask, struct turn *ret);

#endif
