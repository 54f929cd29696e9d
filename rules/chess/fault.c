// SPDX-License-Identifier: GPL-2.0-or-later
/* What makes a move illegal, in the words of turn.h. Squares and the pieces on them are all that counts. */
#include <stdlib.h>

#include "rules/chess/attacks.h"
#include "rules/chess/moves.h"
#include "rules/turn.h"

/* Where a piece of that type moves, whatever becomes of its king. */
static uint64_t pseudo_moves(const struct chess_position *p, enum chess_type type, unsigned side, unsigned from,
			     uint64_t occ)
{
	uint64_t step;

	switch (type) {
	case PAWN:
		step = pawns_push(bit(from), side) & ~occ;
		if ((bit(from) >> (side ? 48 : 8)) & 0xff)
			step |= pawns_push(step, side) & ~occ;
		return step | (pawns_attack(bit(from), side) &
			       (p->colour[side ^ 1] | (p->en_passant < 64 ? bit(p->en_passant) : 0)));
	case KNIGHT:
		return chess_knight_attacks[from];
	case BISHOP:
		return bishop_attacks(from, occ);
	case ROOK:
		return rook_attacks(from, occ);
	case QUEEN:
		return queen_attacks(from, occ);
	case KING:
		return chess_king_attacks[from];
	default:
		return 0;
	}
}

/* Does a king that goes there along its rank go as if it castled? */
static bool as_castling(const struct chess_position *p, unsigned from, unsigned to)
{
	int distance = abs((int)from - (int)to);

	if (p->castling_style & CASTLE_CHESS960)
		return distance >= 2 && from / 8 == (p->side ? 7 : 0) && ((to & 7) == 6 || (to & 7) == 2);
	return distance == 2;
}

int chess_fault(const struct chess_position *p, unsigned from, unsigned to)
{
	unsigned side = p->side;
	enum chess_type type = chess_type_on(p, from);
	uint64_t target = bit(to);

	if (type == NO_TYPE)
		return TURN_FAULT_APPEARED;
	if (!(p->colour[side] & bit(from)))
		return TURN_FAULT_OTHER_SIDE;
	if (p->colour[side] & target)
		return TURN_FAULT_OWN_CAPTURE;
	if (p->type[KING] & target)
		return TURN_FAULT_KING_TAKEN;
	if (type == KING && from / 8 == to / 8 && as_castling(p, from, to))
		return TURN_FAULT_CASTLING;
	if (!(pseudo_moves(p, type, side, from, occupied(p)) & target)) {
		if (pseudo_moves(p, type, side, from, 0) & target)
			return TURN_FAULT_BLOCKED;
		return TURN_FAULT_PIECE;
	}
	if (type == KING && (chess_king_attacks[to] & pieces(p, (enum side)(side ^ 1), KING)))
		return TURN_FAULT_KINGS;
	return TURN_FAULT_CHECK;
}
