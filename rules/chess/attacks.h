/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which squares a piece attacks. Lines by subtraction: on a line the squares
 * from the slider to the first piece in its way are occ ^ (occ - 2 * piece), and the other
 * way round on the board turned upside down by a byte swap. Tables are const
 * and small enough to stay in the first cache.
 */
#ifndef RULES_CHESS_ATTACKS_H
#define RULES_CHESS_ATTACKS_H

#include <stdint.h>

struct chess_lines {
	uint64_t file, diagonal, antidiagonal; /* the lines through a square without the square itself */
	uint64_t bit;
};
extern const struct chess_lines chess_lines[64];
extern const uint64_t chess_knight_attacks[64], chess_king_attacks[64];
extern const uint8_t chess_rank_attacks[8][64]; /* file of the piece, the six inner squares of the rank */

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0xff)
#define RANK_8 (UINT64_C(0xff) << 56)

static inline __attribute__((always_inline)) uint64_t line_attacks(uint64_t occ, uint64_t line, uint64_t b,
								   uint64_t b_swapped)
{
	uint64_t o = occ & line;
	return ((o - b) ^ __builtin_bswap64(__builtin_bswap64(o) - b_swapped)) & line;
}

static inline __attribute__((always_inline)) uint64_t bishop_attacks(unsigned square, uint64_t occ)
{
	const struct chess_lines *l = &chess_lines[square];
	uint64_t b = l->bit, s = chess_lines[square ^ 56].bit;
	return line_attacks(occ, l->diagonal, b, s) | line_attacks(occ, l->antidiagonal, b, s);
}

static inline __attribute__((always_inline)) uint64_t rook_attacks(unsigned square, uint64_t occ)
{
	const struct chess_lines *l = &chess_lines[square];
	unsigned rank = square & 56;
	return line_attacks(occ, l->file, l->bit, chess_lines[square ^ 56].bit) |
	       (uint64_t)chess_rank_attacks[square & 7][occ >> rank >> 1 & 63] << rank;
}

static inline uint64_t queen_attacks(unsigned square, uint64_t occ)
{
	return bishop_attacks(square, occ) | rook_attacks(square, occ);
}

/* Squares attacked by a set of pawns that go up (white, 0) or down (black, 1), toward the a-file or the h-file. One of
 * the two shifts is by nothing. */
static inline uint64_t pawns_attack_toward_a(uint64_t pawns, unsigned side)
{
	pawns &= ~FILE_A;
	return pawns << 7 * (side ^ 1) >> 9 * side;
}
static inline uint64_t pawns_attack_toward_h(uint64_t pawns, unsigned side)
{
	pawns &= ~FILE_H;
	return pawns << 9 * (side ^ 1) >> 7 * side;
}
static inline uint64_t pawns_attack(uint64_t pawns, unsigned side)
{
	return pawns_attack_toward_a(pawns, side) | pawns_attack_toward_h(pawns, side);
}
static inline uint64_t pawns_push(uint64_t pawns, unsigned side)
{
	return pawns << 8 * (side ^ 1) >> 8 * side;
}

#endif
