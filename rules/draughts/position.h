/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * International draughts on 10x10: the position as sets of squares.
 *
 * A set is 54 bits: the 50 squares row by row from Black's side, five a row, and after every second row one bit that
 * is no square (10, 21, 32, 43). With those gaps a step is one shift, the same from every square, and a step off the
 * board lands on no square:
 *
 *        0   1   2   3   4         numbers  1 ..  5        north-west -6   north-east -5
 *      5   6   7   8   9                    6 .. 10        south-west +5   south-east +6
 *       11  12  13  14  15                 11 .. 15
 *     16  17  18  19  20                   16 .. 20
 *
 * White moves north.
 */
#ifndef RULES_DRAUGHTS_POSITION_H
#define RULES_DRAUGHTS_POSITION_H

#include "rules/game.h"

#define DRAUGHTS_SQUARES 50
#define DRAUGHTS_MAX_CAPTURED 40

struct draughts_position {
	uint64_t men[2]; /* by enum side; gapped sets */
	uint64_t kings[2];
	uint16_t quiet; /* plies since the last capture or man's move */
	uint16_t plies; /* since the start of the game */
	uint8_t side;
};

_Static_assert(sizeof(struct draughts_position) <= sizeof(struct game_position), "a position fits");

static inline struct draughts_position *draughts_position_of(struct game_position *pos)
{
	return (struct draughts_position *)pos->bytes;
}

static inline const struct draughts_position *draughts_position_of_const(const struct game_position *pos)
{
	return (const struct draughts_position *)pos->bytes;
}

/* From a square of the game (0 … 49) to its bit, and back. */
static inline unsigned draughts_bit(unsigned square)
{
	return square + square / 10;
}

static inline unsigned draughts_square(unsigned bit)
{
	return bit - bit / 11;
}

#define DRAUGHTS_BOARD \
	(((UINT64_C(1) << 54) - 1) & ~(UINT64_C(1) << 10 | UINT64_C(1) << 21 | UINT64_C(1) << 32 | UINT64_C(1) << 43))

/* The last row of each side: where its men become kings. */
static inline uint64_t draughts_last_row(enum side side)
{
	return side == WHITE ? UINT64_C(0x1f) : UINT64_C(0x1f) << 49;
}

/* A move in bits. Routes are not told apart: moves are distinct by from, to and captured set. */
struct draughts_move {
	uint8_t from, to;
	uint64_t captured;
};

void draughts_play(struct draughts_position *d, const struct draughts_move *m);

/* Between the game's moves and those of the sets. */
struct game_move draughts_to_game(const struct draughts_position *d, const struct draughts_move *m);
struct draughts_move draughts_from_game(const struct game_move *m);

/* --- fen.c: Positions as text, as the functions of struct game. --- */

int draughts_parse(const char *fen, struct game_position *ret, struct game_error *err);
int draughts_playable(const struct game_position *pos, struct game_error *err);
int draughts_format(const struct game_position *pos, char buf[static GAME_FEN]);
int draughts_format_placement(const struct game_position *pos, char buf[static GAME_FEN]);

/* --- fault.c: What is irregular on a board where no legal move stands (Annex I 5.4), in the words of turn.h. --- */

/* See struct game. */
int draughts_fault(const struct game_position *pos, unsigned from, unsigned to);
int draughts_irregular(const struct game_position *pos, const char squares[static GAME_MAX_SQUARES], unsigned *from,
		       unsigned *to);

/* --- generate.c --- */

#define DRAUGHTS_MAX_MOVES 512

struct draughts_moves {
	unsigned count;
	unsigned most; /* pieces that must be captured, 0: no capture */
	struct draughts_move move[DRAUGHTS_MAX_MOVES];
};

/* All legal moves: if there are captures only those of the most pieces (Annex I 4.13). */
void draughts_generate(const struct draughts_position *d, struct draughts_moves *ret);
uint64_t draughts_count(const struct draughts_position *d, unsigned depth);
bool draughts_has_move(const struct draughts_position *d);

/* --- notation.c: Moves as text, as the functions of struct game. --- */

int draughts_move_text(const struct game_position *pos, const struct game_move *move, char buf[static GAME_TEXT]);
int draughts_move_parse(const struct game_position *pos, const char *text, struct game_move *ret);

/* --- route.c --- */

/*
 * The landing squares (bits) of the capture m, in order, without from, its last is m->to; where it goes straight on,
 * that right behind the captured piece (PDN 3.0). Of several routes the one whose squares have the lowest numbers that
 * visits via[0..via_count-1] in that order. Returns how many; 0: none does.
 */
unsigned draughts_route(const struct draughts_position *d, const struct draughts_move *m, const uint8_t *via,
			unsigned via_count, uint8_t route[static DRAUGHTS_MAX_CAPTURED]);

/* The empty squares that the capture or move m crosses or lands on, by any of its routes (bits). */
uint64_t draughts_path_squares(const struct draughts_position *d, const struct draughts_move *m);

/* --- One step on the board, in sets of squares. --- */

static const int directions[4] = { -6, -5, 5, 6 };

static inline uint64_t bit(unsigned b)
{
	return UINT64_C(1) << b;
}

/* The set one step on. Steps off the board end outside DRAUGHTS_BOARD. */
static inline uint64_t step(uint64_t set, int by)
{
	return (by < 0 ? set >> -by : set << by) & DRAUGHTS_BOARD;
}

#endif
