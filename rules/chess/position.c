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
	for (unsigned t = PAWN; t <= KING; t++) {
		for (uint64_t s = p->type[t] & p->colour[BLACK]; s; s &= s - 1)
			squares[first_square(s)] = "pnbrqk"[t];
		for (uint64_t s = p->type[t] & p->colour[WHITE]; s; s &= s - 1)
			squares[first_square(s)] = "PNBRQK"[t];
	}
}

/* A colour without rights left is no longer mirrored: equal positions are then equal in memory. */
static uint8_t rights_in_order(unsigned castling)
{
	if (!(castling & (CASTLE_WHITE_H | CASTLE_WHITE_A)))
		castling &= ~(unsigned)CASTLE_WHITE_MIRRORED;
	if (!(castling & (CASTLE_BLACK_H | CASTLE_BLACK_A)))
		castling &= ~(unsigned)CASTLE_BLACK_MIRRORED;
	return (uint8_t)castling;
}

#define CORNERS (UINT64_C(0x81) | UINT64_C(0x81) << 56)

void chess_play(struct chess_position *p, chess_move move)
{
	unsigned us = p->side, them = us ^ 1, from = chess_move_from(move), to = chess_move_to(move);
	uint64_t f = bit(from), t = bit(to), both = f | t;
	enum chess_type mover = chess_type_on(p, from);
	bool captures = p->colour[them] & t;

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
	} else if (mover == KING && chess_move_kind(move) == MOVE_CASTLING) {
		uint64_t rook = to > from ? bit(from | 7) | bit(to - 1) : bit(from & 56) | bit(to + 1);
		p->colour[us] ^= rook;
		p->type[ROOK] ^= rook;
	}
	if (p->castling) {
		unsigned c = p->castling;
		if (mover == KING)
			c &= us ? ~(4u | 8u) : ~(1u | 2u);
		if (both & CORNERS) {
			if (both & bit(0))
				c &= ~(unsigned)CASTLE_WHITE_A;
			if (both & bit(7))
				c &= ~(unsigned)CASTLE_WHITE_H;
			if (both & bit(56))
				c &= ~(unsigned)CASTLE_BLACK_A;
			if (both & bit(63))
				c &= ~(unsigned)CASTLE_BLACK_H;
		}
		p->castling = rights_in_order(c);
	}
	if (us == BLACK && p->fullmove < UINT16_MAX)
		p->fullmove++;
	p->side = (uint8_t)them;
}

void chess_trim_castling(struct chess_position *p)
{
	unsigned c = p->castling;

	for (unsigned s = WHITE; s <= BLACK; s++) {
		unsigned rank = s ? 56 : 0, shift = s ? 2 : 0;
		unsigned home = rank + (c & (s ? CASTLE_BLACK_MIRRORED : CASTLE_WHITE_MIRRORED) ? 3 : 4);
		if (pieces(p, s, KING) != bit(home))
			c &= ~(3u << shift);
		if (!(pieces(p, s, ROOK) & bit(rank + 7)))
			c &= ~(1u << shift);
		if (!(pieces(p, s, ROOK) & bit(rank)))
			c &= ~(2u << shift);
	}
	p->castling = rights_in_order(c);
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

static uint64_t mix(uint64_t a, uint64_t b)
{
	unsigned __int128 m = (unsigned __int128)a * b;
	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* The pieces, the side, the rights, and en passant where it can be done: what repetition compares. The products do not
 * wait for one another. */
uint64_t chess_key(const struct chess_position *p)
{
	uint64_t state = (uint64_t)p->side | (uint64_t)p->castling << 8 | (uint64_t)chess_en_passant(p) << 16;
	uint64_t h = mix(p->colour[0] ^ UINT64_C(0xbf58476d1ce4e5b9), p->colour[1] ^ UINT64_C(0x9e3779b97f4a7c15)) ^
		     mix(p->type[PAWN] ^ UINT64_C(0x94d049bb133111eb), p->type[KNIGHT] ^ UINT64_C(0xd6e8feb86659fd93)) ^
		     mix(p->type[BISHOP] ^ UINT64_C(0xa0761d6478bd642f), p->type[ROOK] ^ UINT64_C(0x8ebc6af09c88c6e3)) ^
		     mix(p->type[QUEEN] ^ UINT64_C(0x589965cc75374cc3), p->type[KING] ^ UINT64_C(0x1d8e4e27c47d124f));

	return mix(h ^ state, UINT64_C(0xe7037ed1a0b428db));
}

bool chess_same(const struct chess_position *a, const struct chess_position *b)
{
	return a->side == b->side && a->castling == b->castling && !memcmp(a->type, b->type, sizeof a->type) &&
	       !memcmp(a->colour, b->colour, sizeof a->colour) && chess_en_passant(a) == chess_en_passant(b);
}
