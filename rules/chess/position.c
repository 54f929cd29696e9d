// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "rules/chess/attacks.h"
#include "rules/chess/position.h"

enum chess_type chess_type_on(const struct chess_position *p, unsigned square)
{
	for (unsigned t = PAWN; t <= KING; t++)
		if (p->type[t] >> square & 1)
			return (enum chess_type)t;
	return NO_TYPE;
}

void chess_placement(const struct chess_position *p, char squares[static 64])
{
	memset(squares, '.', 64);
	for (unsigned t = PAWN; t <= KING; t++)
		for (uint64_t s = p->type[t] & occupied(p); s; s &= s - 1) {
			unsigned q = first_square(s);

			/* small letters are Black's */
			squares[q] = (char)("PNBRQK"[t] | (p->colour[WHITE] >> q & 1 ? 0 : 'a' - 'A'));
		}
}

/* A colour without rights left is no longer mirrored: equal positions are then equal in memory. */
static void style_in_order(struct chess_position *p)
{
	if (!(p->castling & RANK_1))
		p->castling_style &= (uint8_t)~CASTLE_WHITE_MIRRORED;
	if (!(p->castling & RANK_8))
		p->castling_style &= (uint8_t)~CASTLE_BLACK_MIRRORED;
}

unsigned chess_castling_rook(const struct chess_position *p, unsigned from, unsigned to)
{
	uint64_t rank = from < 32 ? RANK_1 : RANK_8, below = bit(from) - 1, rooks;
	bool toward_h = p->castling_style & CASTLE_CHESS960 ? (to & 7) == 6 : to > from;

	rooks = p->castling & rank & (toward_h ? ~(below | bit(from)) : below);
	return rooks ? first_square(rooks) : GAME_NO_SQUARE;
}

/* King and rook leave their squares together: each may end where the other stood, or stay. */
static __attribute__((noinline)) void castle(struct chess_position *p, unsigned from, unsigned to)
{
	unsigned us = p->side, rook = chess_castling_rook(p, from, to);

	p->colour[us] &= ~bit(from);
	p->type[KING] &= ~bit(from);
	if (rook != GAME_NO_SQUARE) {
		uint64_t rook_to = bit(chess_castled_rook(rook, from, to));

		p->colour[us] = (p->colour[us] & ~bit(rook)) | rook_to;
		p->type[ROOK] = (p->type[ROOK] & ~bit(rook)) | rook_to;
	}
	p->colour[us] |= bit(to);
	p->type[KING] |= bit(to);
	p->castling &= us ? ~RANK_8 : ~RANK_1;
	style_in_order(p);
	if (p->halfmove_clock < UINT16_MAX)
		p->halfmove_clock++;
	if (us == BLACK && p->fullmove < UINT16_MAX)
		p->fullmove++;
	p->en_passant = GAME_NO_SQUARE;
	p->side = (uint8_t)(us ^ 1);
}

void chess_play(struct chess_position *p, chess_move move)
{
	unsigned us = p->side, them = us ^ 1, from = chess_move_from(move), to = chess_move_to(move);
	uint64_t f = bit(from), t = bit(to), both = f | t;
	enum chess_type mover = chess_type_on(p, from);
	bool captures = p->colour[them] & t;

	if (chess_move_kind(move) == MOVE_CASTLING && mover == KING) {
		castle(p, from, to);
		return;
	}
	if (captures) {
		p->colour[them] ^= t;
		for (unsigned i = PAWN; i <= KING; i++)
			p->type[i] &= ~t;
	}
	p->colour[us] ^= both;
	p->type[mover] ^= both;
	p->halfmove_clock = captures || mover == PAWN	   ? 0 :
			    p->halfmove_clock < UINT16_MAX ? p->halfmove_clock + 1 :
							     p->halfmove_clock;
	p->en_passant = GAME_NO_SQUARE;

	if (mover == PAWN) {
		if ((from ^ to) == 16)
			p->en_passant = (uint8_t)((from + to) / 2);
		else if (chess_move_kind(move) == MOVE_PROMOTION) {
			p->type[PAWN] ^= t;
			p->type[chess_move_promotion(move)] |= t;
		} else if (chess_move_kind(move) == MOVE_EN_PASSANT) {
			uint64_t victim = bit(to ^ 8);
			p->colour[them] &= ~victim;
			p->type[PAWN] &= ~victim;
		}
	}
	if (p->castling) {
		p->castling &= ~both;
		if (mover == KING)
			p->castling &= us ? ~RANK_8 : ~RANK_1;
		if (p->castling_style)
			style_in_order(p);
	}
	if (us == BLACK && p->fullmove < UINT16_MAX)
		p->fullmove++;
	p->side = (uint8_t)them;
}

void chess_trim_castling(struct chess_position *p, const struct chess_position *before)
{
	for (unsigned s = WHITE; s <= BLACK; s++) {
		uint64_t rank = s ? RANK_8 : RANK_1;

		if (pieces(p, s, KING) != pieces(before, s, KING))
			p->castling &= ~rank;
		p->castling &= ~rank | pieces(p, s, ROOK);
	}
	style_in_order(p);
}

uint64_t chess_attackers_to(const struct chess_position *p, unsigned square, uint64_t occ)
{
	uint64_t b = bit(square);

	return (chess_knight_attacks[square] & p->type[KNIGHT]) | (chess_king_attacks[square] & p->type[KING]) |
	       (pawns_attack(b, BLACK) & p->type[PAWN] & p->colour[WHITE]) |
	       (pawns_attack(b, WHITE) & p->type[PAWN] & p->colour[BLACK]) |
	       (bishop_attacks(square, occ) & (p->type[BISHOP] | p->type[QUEEN])) |
	       (rook_attacks(square, occ) & (p->type[ROOK] | p->type[QUEEN]));
}

bool chess_in_check(const struct chess_position *p, enum side side)
{
	for (uint64_t kings = pieces(p, side, KING); kings; kings &= kings - 1)
		if (chess_attackers_to(p, first_square(kings), occupied(p)) & p->colour[side ^ 1])
			return true;
	return false;
}

/* En passant is the only move that empties two squares of a line: the king is checked afterwards. */
bool chess_en_passant_legal(const struct chess_position *p, unsigned us, unsigned from, unsigned to)
{
	uint64_t victim = bit(to ^ 8);
	uint64_t occ = (occupied(p) ^ bit(from) ^ victim) | bit(to);

	for (uint64_t kings = pieces(p, us, KING); kings; kings &= kings - 1)
		if (chess_attackers_to(p, first_square(kings), occ) & p->colour[us ^ 1] & ~victim)
			return false;
	return true;
}

uint64_t chess_en_passant_capturers(const struct chess_position *p, unsigned us)
{
	return p->en_passant < 64 ? pawns_attack(bit(p->en_passant), us ^ 1) & p->type[PAWN] & p->colour[us] : 0;
}

unsigned chess_en_passant(const struct chess_position *p)
{
	for (uint64_t s = chess_en_passant_capturers(p, p->side); s; s &= s - 1)
		if (chess_en_passant_legal(p, p->side, first_square(s), p->en_passant))
			return p->en_passant;
	return GAME_NO_SQUARE;
}

/* Both halves of the product, one over the other. */
static uint64_t mix(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	const unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
#else
	const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32, low = a0 * b0,
		       middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;

	return (other << 32 | (uint32_t)low) ^ (a1 * b1 + (middle >> 32) + (other >> 32));
#endif
}

/* Chess960 is the same for the whole game, and tells no positions apart. */
static unsigned mirrored(const struct chess_position *p)
{
	return p->castling_style & (CASTLE_WHITE_MIRRORED | CASTLE_BLACK_MIRRORED);
}

/* The pieces, the side, the rights, and en passant where it can be done: what repetition compares. The products do not
 * wait for one another. */
uint64_t chess_key(const struct chess_position *p)
{
	uint64_t state = (uint64_t)p->side | (p->castling & RANK_1) << 8 | p->castling >> 56 << 16 |
			 (uint64_t)chess_en_passant(p) << 24 | (uint64_t)mirrored(p) << 32;
	uint64_t h = mix(p->colour[0] ^ UINT64_C(0xbf58476d1ce4e5b9), p->colour[1] ^ UINT64_C(0x9e3779b97f4a7c15)) ^
		     mix(p->type[PAWN] ^ UINT64_C(0x94d049bb133111eb), p->type[KNIGHT] ^ UINT64_C(0xd6e8feb86659fd93)) ^
		     mix(p->type[BISHOP] ^ UINT64_C(0xa0761d6478bd642f), p->type[ROOK] ^ UINT64_C(0x8ebc6af09c88c6e3)) ^
		     mix(p->type[QUEEN] ^ UINT64_C(0x589965cc75374cc3), p->type[KING] ^ UINT64_C(0x1d8e4e27c47d124f));

	return mix(h ^ state, UINT64_C(0xe7037ed1a0b428db));
}

bool chess_same(const struct chess_position *a, const struct chess_position *b)
{
	return a->side == b->side && a->castling == b->castling && mirrored(a) == mirrored(b) &&
	       !memcmp(a->type, b->type, sizeof a->type) && !memcmp(a->colour, b->colour, sizeof a->colour) &&
	       chess_en_passant(a) == chess_en_passant(b);
}
