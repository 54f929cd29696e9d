/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Positions as text. */
#ifndef RULES_CHESS_FEN_H
#define RULES_CHESS_FEN_H

#include "rules/chess/position.h"

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

#endif
