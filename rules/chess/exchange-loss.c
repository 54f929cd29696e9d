// SPDX-License-Identifier: GPL-2.0-or-later
/* What a move gives away at once, by exchanges on its destination. Not an engine: a hint to tell apart what sensors
 * cannot. */
#include "rules/chess/attacks.h"
#include "rules/chess/unwinnable.h"
#include "rules/chess/moves.h"

static const int piece_value[] = {
	[PAWN] = 10, [KNIGHT] = 30, [BISHOP] = 30, [ROOK] = 50, [QUEEN] = 90, [KING] = 200, [NO_TYPE] = 0
};

/* What attacks the square along lines; others may stand behind a piece that has left. */
static uint64_t line_attackers(const struct chess_position *p, unsigned square, uint64_t occ)
{
	return (bishop_attacks(square, occ) & (p->type[BISHOP] | p->type[QUEEN])) |
	       (rook_attacks(square, occ) & (p->type[ROOK] | p->type[QUEEN]));
}

/* Static exchange evaluation: what the side to move wins by captures on to, the cheapest piece first. */
static int see(const struct chess_position *p, unsigned from, unsigned to)
{
	uint64_t occ = occupied(p) & ~bit(from), attackers = chess_attackers_to(p, to, occ) & occ;
	enum chess_type occupant = chess_type_on(p, from), next;
	unsigned side = p->side;
	int gain[32], depth = 0;

	gain[0] = piece_value[chess_type_on(p, to)];
	while (depth < 31) {
		uint64_t own;

		side ^= 1;
		own = attackers & p->colour[side];
		if (!own)
			break;
		for (next = PAWN; next < KING && !(own & p->type[next]); next++)
			;
		if (next == KING && attackers & p->colour[side ^ 1])
			break;
		depth++;
		gain[depth] = piece_value[occupant] - gain[depth - 1];
		occ &= ~bit(first_square(own & p->type[next]));
		attackers = (attackers | line_attackers(p, to, occ)) & occ;
		occupant = next;
	}
	for (; depth; depth--)
		if (gain[depth] > -gain[depth - 1])
			gain[depth - 1] = -gain[depth];
	return gain[0];
}

int chess_best_exchange(const struct chess_position *p)
{
	const struct game_choice captures = { .from = ~UINT64_C(0),
					      .onto = p->colour[p->side ^ 1],
					      .through = ~UINT64_C(0) };
	struct chess_moves some;
	int best = 0;

	chess_generate_some(p, &captures, &some);
	for (unsigned i = 0; i < some.count; i++) {
		unsigned from = chess_move_from(some.move[i]), to = chess_move_to(some.move[i]);
		int e;

		/* en passant and castling are no exchanges here; and no more is won than what is taken first */
		if (!(captures.onto & bit(to)) || chess_move_kind(some.move[i]) == MOVE_CASTLING ||
		    piece_value[chess_type_on(p, to)] <= best)
			continue;
		e = see(p, from, to);
		if (e > best)
			best = e;
	}
	return best;
}

int chess_exchange_loss(const struct chess_position *p, chess_move move, int best)
{
	int lost = best;

	/* the king of a castling may go where its own rook stands, or nowhere */
	if (chess_move_kind(move) != MOVE_CASTLING || !(p->colour[p->side] & bit(chess_move_to(move))))
		lost -= see(p, chess_move_from(move), chess_move_to(move));
	return lost < 0 ? 0 : lost > 100 ? 100 : lost;
}
