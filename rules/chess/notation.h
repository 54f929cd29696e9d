/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves as text: UCI and SAN. */
#ifndef RULES_CHESS_NOTATION_H
#define RULES_CHESS_NOTATION_H

#include "rules/chess/position.h"

/* Castling is the king's two squares; in Chess960 the king's and the rook's. */
int chess_move_text(const struct chess_position *p, chess_move move, char buf[static 8]);
int chess_move_san(const struct chess_position *p, chess_move move, char buf[static GAME_TEXT]);
/* 0; -EINVAL no such text, -ENOENT not legal here, -ENOTUNIQ ambiguous; err may be NULL. */
int chess_move_read(const struct chess_position *p, const char *text, chess_move *ret, struct game_error *err);

#endif
