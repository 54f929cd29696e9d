// SPDX-License-Identifier: GPL-2.0-or-later
/* Whether these pieces can mate at all, wherever they stand. */
#include "rules/chess/unwinnable.h"

#define LIGHT UINT64_C(0x55aa55aa55aa55aa)

bool chess_material_can_mate(const struct chess_position *p, enum side side)
{
	uint64_t own = p->colour[side] & ~p->type[KING], theirs = p->colour[side ^ 1] & ~p->type[KING];

	if (own & (p->type[PAWN] | p->type[ROOK] | p->type[QUEEN]))
		return true;
	if (!own)
		return false;
	/* Bishops of one colour of squares never take the other squares beside the king, and a rook or queen on one of
	 * those could always step between or take: somebody else must stand there, a pawn, a knight, or a bishop of
	 * that colour. */
	if (!(own & p->type[KNIGHT])) {
		if (theirs & (p->type[PAWN] | p->type[KNIGHT]))
			return true;
		return p->type[BISHOP] & LIGHT && p->type[BISHOP] & ~LIGHT;
	}
	/* A knight alone mates only a king whose own piece takes a square from him; a queen could always take the
	 * knight or step between him and the mate. */
	return more_than_one(own) || theirs & ~p->type[QUEEN];
}
