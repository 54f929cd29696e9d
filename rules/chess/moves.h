/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_MOVES_H
#define RULES_CHESS_MOVES_H

#include "rules/chess/position.h"

/* --- generate.c --- */

/* More than any readable position can have: a square is reached from at most 16 directions. */
#define CHESS_MAX_MOVES 1024
struct chess_moves {
	unsigned count;
	chess_move move[CHESS_MAX_MOVES];
};

/* Legal moves, by the colour to move. Without exactly one king of that colour the moves are those
 * that leave none of its kings attacked (no king: all). */
void chess_generate(const struct chess_position *p, struct chess_moves *ret);
/* Those of the choice, in the same order; castling and en passant are never left out for their squares. */
void chess_generate_some(const struct chess_position *p, const struct game_choice *choice, struct chess_moves *ret);
bool chess_has_move(const struct chess_position *p);
uint64_t chess_perft(const struct chess_position *p, unsigned depth);

/* --- notation.c: Moves as text: UCI and SAN. --- */

/* Castling is the king's two squares; in Chess960 the king's and the rook's. */
int chess_move_text(const struct chess_position *p, chess_move move, char buf[static 8]);
int chess_move_san(const struct chess_position *p, chess_move move, char buf[static GAME_TEXT]);
/* 0; -EINVAL no such text, -ENOENT not legal here, -ENOTUNIQ ambiguous; err may be NULL. */
int chess_move_read(const struct chess_position *p, const char *text, chess_move *ret, struct game_error *err);

/* --- fault.c --- */

/* Why the move from from to to is illegal, an enum turn_fault. The move is known to be illegal. */
int chess_fault(const struct chess_position *p, unsigned from, unsigned to);

#endif
