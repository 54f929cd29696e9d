/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Positions as text. */
#ifndef RULES_CHESS_FEN_H
#define RULES_CHESS_FEN_H

#include "rules/chess/position.h"

/* As the functions of struct game */
int chess_parse(const char *fen, struct chess_position *ret, struct game_error *err);
int chess_playable(const struct chess_position *p, struct game_error *err);
int chess_format(const struct chess_position *p, char buf[static GAME_FEN]);
int chess_format_placement(const struct chess_position *p, char *buf);

#endif
