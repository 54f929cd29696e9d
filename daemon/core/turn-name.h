/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CORE_TURN_NAME_H
#define CORE_TURN_NAME_H

#include "rules/turn.h"

/* What the turn is called: a legal move by the game, else from and to of the piece that moved. */
void name_closed_turn(const struct game *game, const struct game_position *before, const struct turn *turn,
		      char text[static GAME_TEXT], char notation[static GAME_TEXT]);

#endif
