/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/exact/identity.h"

void identity_set(struct identity *identity, const struct game *game, const char *squares)
{
	identity->game = game;
	memset(identity->piece, '.', sizeof(identity->piece));
	memcpy(identity->piece, squares, game->squares);
	identity->in_hand_count = 0;
	identity->half_castled.piece = 0;
}

static void hand_remove(struct identity *identity, unsigned i)
{
	memmove(&identity->in_hand[i], &identity->in_hand[i + 1],
		(--identity->in_hand_count - i) * sizeof(identity->in_hand[0]));
}

static void hand_add(struct identity *identity, char piece, unsigned from)
{
	if (identity->in_hand_count == IDENTITY_HANDS)
		hand_remove(identity, 0);
	identity->in_hand[identity->in_hand_count++] = (struct piece_in_hand){ piece, (uint8_t)from };
}

char identity_lift(struct identity *identity, unsigned square, char piece)
{
	char lifted = identity->piece[square];

	if (piece && piece != '?')
		lifted = piece;
	else if (lifted == '.')
		return '.';
	if (identity->half_castled.to == square)
		identity->half_castled.piece = 0;
	identity->piece[square] = '.';
	hand_add(identity, lifted, square);
	return lifted;
}

static bool may_go(const struct game_moves *moves, unsigned from, unsigned to)
{
	for (unsigned i = 0; moves && i < moves->count; i++)
		if (moves->move[i].from == from && moves->move[i].to == to)
			return true;
	return false;
}

static int find_in_hand(const struct identity *identity, unsigned from)
{
	for (unsigned i = 0; i < identity->in_hand_count; i++)
		if (identity->in_hand[i].from == from)
			return (int)i;
	return -1;
}

/* King and rook are both in the air, and one of them ends there when they castle. -1: none does. */
static int choose_castling(const struct identity *identity, unsigned square, const struct game_moves *moves)
{
	for (unsigned m = 0; moves && m < moves->count; m++) {
		const struct game_move *move = &moves->move[m];
		int king, rook;

		if (!(move->flags & GAME_MOVE_CASTLING) || (move->to != square && move->rook_to != square))
			continue;
		king = find_in_hand(identity, move->from);
		rook = find_in_hand(identity, move->rook_from);
		if (king >= 0 && rook >= 0)
			return move->to == square ? king : rook;
	}
	return -1;
}

/* The piece in the air that the next nameless place sets down: king or rook of a castling, one that goes back to where
 * it came from, then one that may go there by the rules, then the first own one, then the last of the others. */
static int choose(const struct identity *identity, unsigned square, enum side side, const struct game_moves *moves)
{
	int own = -1, other = -1, legal = -1, castling = choose_castling(identity, square, moves);

	if (castling >= 0)
		return castling;
	for (int i = (int)identity->in_hand_count - 1; i >= 0; i--)
		if (identity->in_hand[i].from == square &&
		    identity->game->piece_side(identity->in_hand[i].piece) == side)
			return i;
	for (unsigned i = 0; i < identity->in_hand_count; i++) {
		const struct piece_in_hand *a = &identity->in_hand[i];

		if (identity->game->piece_side(a->piece) != side)
			continue;
		if (own < 0)
			own = (int)i;
		if (may_go(moves, a->from, square)) {
			for (unsigned m = 0; m < moves->count; m++)
				if ((moves->move[m].flags & GAME_MOVE_CASTLING) && moves->move[m].from == a->from &&
				    moves->move[m].to == square)
					castling = (int)i;
			legal = (int)i;
		}
	}
	if (castling >= 0)
		return castling;
	if (legal >= 0)
		return legal;
	if (own >= 0)
		return own;
	for (unsigned i = 0; i < identity->in_hand_count; i++) {
		other = (int)i;
		if (identity->in_hand[i].from == square)
			break;
	}
	return other;
}

/*
 * A piece of the other side goes down elsewhere than it came from, and on its own square stands an own piece that could
 * have gone where it goes: the two were taken for one another. Puts the first one home and returns the own piece.
 */
static char untangle(struct identity *identity, unsigned i, unsigned square, enum side side,
		     const struct game_moves *moves)
{
	struct piece_in_hand air = identity->in_hand[i];
	char own = identity->piece[air.from];

	if (identity->game->piece_side(air.piece) == side || air.from == square ||
	    identity->game->piece_side(own) != side || !moves)
		return air.piece;
	for (unsigned m = 0; m < moves->count; m++)
		if (moves->move[m].to == square && identity->piece[moves->move[m].from] == '.') {
			identity->piece[air.from] = air.piece;
			return own;
		}
	return air.piece;
}

static bool are_king_and_rook(const struct game *game, char a, char b)
{
	return a && game->piece_side(a) == game->piece_side(b) &&
	       (((a | 0x20) == 'k' && (b | 0x20) == 'r') || ((a | 0x20) == 'r' && (b | 0x20) == 'k'));
}

/* King and rook were both in the air, and stand as castled, but for their names: no two moves lead there, so they
 * castled, be it against the rules. */
static bool castled_by_squares(const struct identity *identity, char piece, unsigned from, unsigned to)
{
	const bool is_king = (piece | 0x20) == 'k';
	const int king = is_king ? (int)from : identity->half_castled.from;
	const int rook = is_king ? identity->half_castled.from : (int)from;
	const int goal = is_king ? identity->half_castled.to : (int)to,
		  beside = is_king ? (int)to : identity->half_castled.to;
	const int way = rook > king ? 1 : -1, width = identity->game->width;

	return !identity->game->starts && king / width == rook / width && king / width == (king + 2 * way) / width &&
	       goal == king + 2 * way && beside == king + way;
}

/* The piece that stands on square now, nameless, came from there. Returns its name. */
static char remember_half(struct identity *identity, char piece, unsigned from, unsigned square)
{
	const char other = identity->half_castled.piece;

	if (are_king_and_rook(identity->game, other, piece) && castled_by_squares(identity, piece, from, square)) {
		identity->piece[identity->half_castled.to] = piece;
		identity->half_castled.piece = 0;
		return other;
	}
	identity->half_castled.piece = 0;
	for (unsigned i = 0; i < identity->in_hand_count; i++)
		if (are_king_and_rook(identity->game, piece, identity->in_hand[i].piece)) {
			identity->half_castled.piece = piece;
			identity->half_castled.from = (uint8_t)from;
			identity->half_castled.to = (uint8_t)square;
		}
	return piece;
}

char identity_place(struct identity *identity, unsigned square, char piece, enum side side,
		    const struct game_moves *moves)
{
	const bool named = piece && piece != '?';
	unsigned from;
	int i;

	if (named) {
		if (identity->piece[square] == piece)
			return piece;
		for (i = (int)identity->in_hand_count - 1; i >= 0; i--)
			if (identity->in_hand[i].piece == piece)
				break;
	} else {
		if (identity->piece[square] != '.' && !identity->in_hand_count)
			return identity->piece[square];
		i = choose(identity, square, side, moves);
		piece = i >= 0 ? untangle(identity, (unsigned)i, square, side, moves) : '?';
	}
	from = i >= 0 ? identity->in_hand[i].from : GAME_NO_SQUARE;
	if (i >= 0)
		hand_remove(identity, (unsigned)i);
	if (!named && i >= 0)
		piece = remember_half(identity, piece, from, square);
	if (identity->piece[square] != '.')
		hand_add(identity, identity->piece[square], square);
	identity->piece[square] = piece;
	return piece;
}

void identity_settle(struct identity *identity, const char *placement)
{
	for (unsigned i = 0; i < identity->in_hand_count;) {
		const struct piece_in_hand *a = &identity->in_hand[i];
		int missing = 0;

		for (unsigned q = 0; q < identity->game->squares; q++)
			missing += (placement[q] == a->piece) - (identity->piece[q] == a->piece);
		/* a piece that the position still wants stays in the hand; any other has left the board */
		if (missing > 0)
			i++;
		else
			hand_remove(identity, i);
	}
}
