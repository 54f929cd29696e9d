/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves as text, as the functions of struct game. */
#ifndef RULES_DRAUGHTS_NOTATION_H
#define RULES_DRAUGHTS_NOTATION_H

#include "rules/draughts/position.h"

int draughts_move_text(const struct game_position *pos, const struct game_move *move, char buf[static GAME_TEXT]);
int draughts_move_parse(const struct game_position *pos, const char *text, struct game_move *ret);

#endif
