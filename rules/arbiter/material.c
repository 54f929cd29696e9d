// SPDX-License-Identifier: GPL-2.0-or-later
/* What pieces are left, as rulebooks ask for it. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"

struct material {
	unsigned pawns, knights, bishops, rooks, queens, pieces; /* pieces: all but the king */
	uint8_t king, pawn, bishop;				 /* squares: the last one seen */
};

static void count_pieces(const struct arbiter *a, const struct game_position *pos, struct material f[2])
{
	char squares[GAME_MAX_SQUARES];

	memset(f, 0, 2 * sizeof(*f));
	a->game->placement(pos, squares);
	for (uint8_t q = 0; q < a->game->squares; q++) {
		enum side s = a->game->piece_side(squares[q]);

		if (s == NO_SIDE)
			continue;
		f[s].pieces++;
		switch (squares[q] | 0x20) {
		case 'p':
			f[s].pawns++;
			f[s].pawn = q;
			break;
		case 'n':
			f[s].knights++;
			break;
		case 'b':
			f[s].bishops++;
			f[s].bishop = q;
			break;
		case 'r':
			f[s].rooks++;
			break;
		case 'q':
			f[s].queens++;
			break;
		case 'k':
			f[s].pieces--;
			f[s].king = q;
			break;
		}
	}
}

/* Two minors (not two knights against a bare king), a pawn, a rook or a queen; one minor only if a win is forced. */
static enum mating can_mate_by_list(struct arbiter *a, const struct game_position *pos, enum side side)
{
	struct material f[2];
	unsigned minors;

	count_pieces(a, pos, f);
	minors = f[side].knights + f[side].bishops;
	if (f[side].pawns || f[side].rooks || f[side].queens)
		return MATES;
	if (minors >= 2)
		return f[side].bishops || minors > 2 || f[other_side(side)].pieces ? MATES : MATES_NOT;
	if (minors == 1 && YES(a, MINOR_ALONE_BY_FORCED_WIN))
		return MATES_IF_FORCED;
	return MATES_NOT;
}

static bool is_bare_king(const struct arbiter *a, const struct game_position *pos, enum side side)
{
	struct material f[2];

	count_pieces(a, pos, f);
	return !f[side].pieces;
}

enum mating can_mate(struct arbiter *a, const struct game_position *pos, enum side side, enum rulebook_parameter test)
{
	a->undecided[WHITE] = a->undecided[BLACK] = false;
	if (test != PARAM_RESIGN_MATING_TEST && rulebook_is(a->book, test, "material-list"))
		return can_mate_by_list(a, pos, side);
	if (rulebook_is(a->book, test, "help-mate") && is_bare_king(a, pos, side))
		return MATES_NOT; /* in no position, be it an impossible one */
	if (rulebook_is(a->book, test, "help-mate"))
		return side_can_win(a, pos, side) == GAME_NO ? MATES_NOT : MATES;
	return MATES;
}

bool bare_kings(const struct arbiter *a, const struct game_position *pos)
{
	struct material f[2];

	count_pieces(a, pos, f);
	return !f[WHITE].pieces && !f[BLACK].pieces;
}

/* With a queen or a rook nothing short of a forced capture could keep both sides from mating. A board that is
 * dead in spite of it is found by search at the next claim or flag. */
bool has_major_piece(const struct arbiter *a, const struct game_position *pos)
{
	struct material f[2];

	count_pieces(a, pos, f);
	return f[WHITE].queens + f[WHITE].rooks + f[BLACK].queens + f[BLACK].rooks > 0;
}

static unsigned rank_from(enum side side, unsigned square)
{
	return side == WHITE ? square / 8 : 7 - square / 8;
}

static bool is_rook_pawn(unsigned square)
{
	return square % 8 == 0 || square % 8 == 7;
}

static bool same_piece(const struct material f[2])
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (f[s].pieces != 1 || f[s].pawns)
			return false;
	return f[0].knights == f[1].knights && f[0].bishops == f[1].bishops && f[0].rooks == f[1].rooks &&
	       f[0].queens == f[1].queens;
}

static enum endgame opposite_bishops(const struct material f[2])
{
	unsigned pawns = f[0].pawns + f[1].pawns;

	for (enum side s = WHITE; s <= BLACK; s++)
		if (f[s].bishops != 1 || f[s].pieces != 1 + f[s].pawns)
			return ENDGAME_NO;
	if ((f[0].bishop / 8 + f[0].bishop % 8) % 2 == (f[1].bishop / 8 + f[1].bishop % 8) % 2)
		return ENDGAME_NO;
	if (pawns == 1)
		return ENDGAME_DRAW;
	/* two against one: a blockade is for a person to see */
	return f[0].pawns && f[1].pawns && pawns == 3 ? ENDGAME_VERDICT : ENDGAME_NO;
}

/* The defender's king stands on the pawn's file, ahead of it. */
static bool king_ahead_of_pawn(enum side s, unsigned pawn, unsigned king)
{
	return king % 8 == pawn % 8 && rank_from(s, king) > rank_from(s, pawn);
}

static bool pawn_alone(const struct material f[2], enum side s)
{
	return f[s].pieces == 1 && f[s].pawns == 1 && f[other_side(s)].pieces == 0;
}

static bool king_and_pawn(const struct material f[2], bool of_rook)
{
	for (enum side s = WHITE; s <= BLACK; s++) {
		unsigned pawn = f[s].pawn, king = f[other_side(s)].king;

		if (!pawn_alone(f, s))
			continue;
		if (of_rook)
			return is_rook_pawn(pawn) && king_ahead_of_pawn(s, pawn, king);
		return king_ahead_of_pawn(s, pawn, king) && rank_from(s, king) == rank_from(s, pawn) + 1 &&
		       rank_from(s, pawn) != 6;
	}
	return false;
}

static bool rook_and_rook_pawn(const struct material f[2])
{
	for (enum side s = WHITE; s <= BLACK; s++) {
		enum side o = other_side(s);

		if (f[s].pieces != 2 || f[s].rooks != 1 || f[s].pawns != 1 || f[o].pieces != 1 || f[o].rooks != 1)
			continue;
		return is_rook_pawn(f[s].pawn) && king_ahead_of_pawn(s, f[s].pawn, f[o].king) &&
		       rank_from(s, f[o].king) == rank_from(s, f[s].pawn) + 1;
	}
	return false;
}

enum endgame endgame_pattern(struct arbiter *a, const struct game_position *pos, enum claim_kind claim)
{
	struct material f[2];
	bool found = false;

	count_pieces(a, pos, f);
	switch (claim) {
	case CLAIM_SAME_PIECE_DRAW:
		found = same_piece(f);
		break;
	case CLAIM_OPPOSITE_BISHOPS_DRAW:
		return opposite_bishops(f);
	case CLAIM_ROOK_PAWN_DRAW:
		found = king_and_pawn(f, true);
		break;
	case CLAIM_KING_PAWN_DRAW:
		found = king_and_pawn(f, false);
		break;
	case CLAIM_ROOK_ROOKPAWN_DRAW:
		found = rook_and_rook_pawn(f);
		break;
	default:
		break;
	}
	return found ? ENDGAME_DRAW : ENDGAME_NO;
}
