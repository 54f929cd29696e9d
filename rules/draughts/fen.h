/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Positions as text, as the functions of struct game. */
#ifndef RULES_DRAUGHTS_FEN_H
#define RULES_DRAUGHTS_FEN_H

#include "rules/draughts/position.h"

int draughts_parse(const char *fen, struct game_position *ret, struct game_error *err);
int draughts_playable(const struct game_position *pos, struct game_error *err);
int draughts_format(const struct game_position *pos, char buf[static GAME_FEN]);
int draughts_format_placement(const struct game_position *pos, char buf[static GAME_FEN]);

#endif
