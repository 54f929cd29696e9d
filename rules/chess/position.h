/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chess position by value, and its moves in sixteen bits.
 *
 * Eight sets of squares (bit 0 = a1 … bit 63 = h8) say where the pieces stand.
 * Positions that cannot occur in a game (no king, several, pawns on the last
 * ranks) are representable: boards show them. Everything here is safe on them.
 */
#ifndef RULES_CHESS_POSITION_H
#define RULES_CHESS_POSITION_H

#include "rules/game.h"

enum chess_type { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_TYPE };

/* Where castling leads. 0: the king goes two squares from the e-file, the rook comes from the corner.
 * MIRRORED: the colour's king and queen were swapped in the set-up, its king goes two squares from the d-file (WBCA 20,
 * NSB 19); set only while a right is left. CHESS960: wherever they stood, the king ends on the g- or c-file and the
 * rook on the f- or d-file (FIDE Guidelines II); set for the whole game. */
enum chess_castling_style { CASTLE_WHITE_MIRRORED = 1, CASTLE_BLACK_MIRRORED = 2, CASTLE_CHESS960 = 4 };

struct chess_position {
	uint64_t type[6]; /* both colours */
	uint64_t colour[2];
	/* The rooks that may castle, at most one of a colour on each side of its only king, all on its first rank. */
	uint64_t castling;
	uint8_t side;		 /* to move */
	uint8_t castling_style;	 /* enum chess_castling_style */
	uint8_t en_passant;	 /* square just passed by a pawn's double step, GAME_NO_SQUARE none */
	uint16_t halfmove_clock; /* plies since the last capture or pawn move */
	uint16_t fullmove;	 /* number of the move, from 1 */
};

/* from | to << 6 | (promotion - KNIGHT) << 12 | kind << 14 */
typedef uint16_t chess_move;
enum chess_move_kind { MOVE_PLAIN = 0, MOVE_PROMOTION = 1 << 14, MOVE_EN_PASSANT = 2 << 14, MOVE_CASTLING = 3 << 14 };

static inline chess_move chess_move_make(unsigned from, unsigned to, unsigned kind)
{
	return (chess_move)(from | to << 6 | kind);
}
static inline unsigned chess_move_from(chess_move m)
{
	return m & 63;
}
static inline unsigned chess_move_to(chess_move m)
{
	return m >> 6 & 63;
}
static inline unsigned chess_move_kind(chess_move m)
{
	return m & 3 << 14;
}
static inline enum chess_type chess_move_promotion(chess_move m)
{
	return (enum chess_type)(KNIGHT + (m >> 12 & 3));
}

static inline uint64_t bit(unsigned square)
{
	return UINT64_C(1) << square;
}
static inline unsigned first_square(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}
static inline unsigned last_square(uint64_t set)
{
	return 63u - (unsigned)__builtin_clzll(set);
}
static inline uint64_t occupied(const struct chess_position *p)
{
	return p->colour[0] | p->colour[1];
}
static inline uint64_t pieces(const struct chess_position *p, enum side s, enum chess_type t)
{
	return p->colour[s] & p->type[t];
}
static inline bool more_than_one(uint64_t set)
{
	return set & (set - 1);
}

/* Is any king of that colour attacked? */
bool chess_in_check(const struct chess_position *p, enum side side);
/* All pieces of both colours that attack the square when occ is occupied. */
uint64_t chess_attackers_to(const struct chess_position *p, unsigned square, uint64_t occ);
/* The square passed by a double step, if a capture on it is legal; else GAME_NO_SQUARE. */
unsigned chess_en_passant(const struct chess_position *p);
/* Pawns of that colour that could capture en passant if nothing stood behind them, and whether such a capture is legal.
 */
uint64_t chess_en_passant_capturers(const struct chess_position *p, unsigned us);
bool chess_en_passant_legal(const struct chess_position *p, unsigned us, unsigned from, unsigned to);

/* The rook that castles with a king that goes from from to to, GAME_NO_SQUARE if none has the right. */
unsigned chess_castling_rook(const struct chess_position *p, unsigned from, unsigned to);
/* Where the rook of a legal castling ends. */
static inline unsigned chess_castled_rook(unsigned rook, unsigned from, unsigned to)
{
	return rook > from ? to - 1 : to + 1;
}

void chess_play(struct chess_position *p, chess_move move);
enum chess_type chess_type_on(const struct chess_position *p, unsigned square);
void chess_placement(const struct chess_position *p, char squares[static 64]); /* of all squares */
/* Drops the rights of kings and rooks that are not where they stood before. */
void chess_trim_castling(struct chess_position *p, const struct chess_position *before);
uint64_t chess_key(const struct chess_position *p);
bool chess_same(const struct chess_position *a, const struct chess_position *b);

/* --- fen.c: Positions as text. --- */

/* As the functions of struct game */
int chess_parse(const char *fen, struct chess_position *ret, struct game_error *err);
/* Chess960's X-FEN and Shredder-FEN. The position keeps what it is: chess_format() writes X-FEN of it. */
int chess960_parse(const char *fen, struct chess_position *ret, struct game_error *err);
/* Does the FEN, of which nothing else is known, tell of Chess960? */
bool chess960_is_meant(const char *fen);
int chess_playable(const struct chess_position *p, struct game_error *err);
int chess_format(const struct chess_position *p, char buf[static GAME_FEN]);
/* With the rooks' files for castling rights. */
int chess_format_shredder(const struct chess_position *p, char buf[static GAME_FEN]);
int chess_format_placement(const struct chess_position *p, char *buf);

/* --- start-array.c: The 960 arrays of Chess960 by their number (FIDE Guidelines II; numbers as Scharnagl gave them).
 * --- */

#define CHESS960_STARTS 960

/* The start of that number with all castling rights. 0; -ERANGE from CHESS960_STARTS on. */
int chess960_start(unsigned number, struct chess_position *ret);
/* The number of the start whose pieces these are, White's and Black's in a mirror; -ENOENT none. 518 is the usual
 * array. */
/* The rooks that may castle if no king and no rook has moved yet: of each colour the outermost on either side of its
 * king. */
uint64_t chess960_rights(const struct chess_position *p);
int chess960_number(const char squares[static 64]);

#endif
