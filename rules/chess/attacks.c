// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables are worked out by the compiler: nothing is generated, nothing is set up at run time. */
#include "rules/chess/attacks.h"

#define RANKS(X) X(0) X(8) X(16) X(24) X(32) X(40) X(48) X(56)
#define SQUARES_OF(r, X) X(r), X(r + 1), X(r + 2), X(r + 3), X(r + 4), X(r + 5), X(r + 6), X(r + 7),
#define SQUARES(X) \
	SQUARES_OF(0, X) \
	SQUARES_OF(8, X) \
	SQUARES_OF(16, X) SQUARES_OF(24, X) SQUARES_OF(32, X) SQUARES_OF(40, X) SQUARES_OF(48, X) SQUARES_OF(56, X)

#define B(s) (UINT64_C(1) << (s))
/* A line shifted by whole ranks, up or down. */
#define RANKS_UP(line, n) ((n) >= 0 ? (line) << (8 * ((n) >= 0 ? (n) : 0)) : (line) >> (8 * ((n) < 0 ? -(n) : 0)))
#define RANK_OF(s) ((s) / 8)
#define FILE_OF(s) ((s) % 8)
#define DIAGONAL(s) RANKS_UP(UINT64_C(0x8040201008040201), RANK_OF(s) - FILE_OF(s))
#define ANTIDIAGONAL(s) RANKS_UP(UINT64_C(0x0102040810204080), RANK_OF(s) + FILE_OF(s) - 7)
#define LINES(s) \
	{ \
		(FILE_A << FILE_OF(s)) & ~B(s), DIAGONAL(s) & ~B(s), ANTIDIAGONAL(s) & ~B(s), B(s) \
	}
const struct chess_lines chess_lines[64] = { SQUARES(LINES) };

/* Steps that leave the board over the side would come back on the other: cut by files. */
#define NOT_A(x) ((x) & ~FILE_A)
#define NOT_AB(x) ((x) & ~(FILE_A | FILE_A << 1))
#define NOT_H(x) ((x) & ~FILE_H)
#define NOT_GH(x) ((x) & ~(FILE_H | FILE_H >> 1))
#define KNIGHT_FROM(b) \
	(NOT_A((b) << 17) | NOT_H((b) << 15) | NOT_AB((b) << 10) | NOT_GH((b) << 6) | NOT_H((b) >> 17) | \
	 NOT_A((b) >> 15) | NOT_GH((b) >> 10) | NOT_AB((b) >> 6))
#define KING_FROM(b) \
	(NOT_A((b) << 9 | (b) << 1 | (b) >> 7) | NOT_H((b) << 7 | (b) >> 1 | (b) >> 9) | (b) << 8 | (b) >> 8)
#define KNIGHT_OF(s) KNIGHT_FROM(B(s))
#define KING_OF(s) KING_FROM(B(s))
const uint64_t chess_knight_attacks[64] = { SQUARES(KNIGHT_OF) };
const uint64_t chess_king_attacks[64] = { SQUARES(KING_OF) };

/* Along a rank: o ^ (o - 2p) to the right, the same with the eight bits reversed to the left. */
#define REV8(x) \
	(((x)&1) << 7 | ((x)&2) << 5 | ((x)&4) << 3 | ((x)&8) << 1 | ((x)&16) >> 1 | ((x)&32) >> 3 | ((x)&64) >> 5 | \
	 ((x)&128) >> 7)
#define RIGHT(f, o) (((o) ^ ((o) - (2u << (f)))) & 0xff)
#define RANK_AT(f, o) \
	(uint8_t)((RIGHT(f, ((o) & ~(1u << (f)))) & ~((2u << (f)) - 1)) | \
		  (REV8(RIGHT(7 - (f), REV8((o) & ~(1u << (f))))) & ((1u << (f)) - 1)))
#define RANK_FILE(f) \
	{ \
		SQUARES(RANK_##f) \
	}
#define RANK_0(o) RANK_AT(0, 2u * (o))
#define RANK_1_(o) RANK_AT(1, 2u * (o))
#define RANK_2(o) RANK_AT(2, 2u * (o))
#define RANK_3(o) RANK_AT(3, 2u * (o))
#define RANK_4(o) RANK_AT(4, 2u * (o))
#define RANK_5(o) RANK_AT(5, 2u * (o))
#define RANK_6(o) RANK_AT(6, 2u * (o))
#define RANK_7(o) RANK_AT(7, 2u * (o))
const uint8_t chess_rank_attacks[8][64] = {
	RANK_FILE(0), { SQUARES(RANK_1_) }, RANK_FILE(2), RANK_FILE(3),
	RANK_FILE(4), RANK_FILE(5),	    RANK_FILE(6), RANK_FILE(7),
};
