/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/chess/unwinnable.h"

#define LIGHT UINT64_C(0x55aa55aa55aa55aa)

enum game_answer chess_can_win(const struct chess_position *p, enum side side, uint64_t nodes)
{
	uint64_t own = p->colour[side] & ~p->type[KING], theirs = p->colour[side ^ 1] & ~p->type[KING];

	if (!own)
		return GAME_NO;
	/* Bishops of one colour of squares mate only with a man of the other kind beside them. */
	if (!(own & ~p->type[BISHOP]) && (!(own & LIGHT) || !(own & ~LIGHT))) {
		uint64_t others = theirs & ~p->type[BISHOP];
		uint64_t colour = own & LIGHT ? LIGHT : ~LIGHT;
		if (!others && !(theirs & ~colour))
			return GAME_NO;
	}
	/* A knight alone needs a man of the opponent that takes a square from his king: any but a queen. */
	if (!(own & ~p->type[KNIGHT]) && !several(own) && !(theirs & ~p->type[QUEEN]))
		return GAME_NO;
	return GAME_UNDECIDED;
}
