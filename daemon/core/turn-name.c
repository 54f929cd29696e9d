// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/turn-name.h"

#include <stdio.h>
#include <string.h>

void name_closed_turn(const struct game *game, const struct game_position *before, const struct turn *turn,
		      char text[static GAME_TEXT], char notation[static GAME_TEXT])
{
	char from[8], to[8];

	if (turn->kind == TURN_NO_MOVE) {
		strcpy(text, "0000");
		strcpy(notation, "--");
	} else if (turn->has_move && turn->kind != TURN_ILLEGAL) {
		game->move_text(before, &turn->move, text);
		game->move_notation(before, &turn->move, notation);
		if (!*notation) /* it is none in that position */
			strcpy(notation, text);
	} else if (turn->from != GAME_NO_SQUARE && turn->to != GAME_NO_SQUARE && turn->from < game->squares &&
		   turn->to < game->squares) {
		game->square_name(turn->from, from);
		game->square_name(turn->to, to);
		snprintf(text, GAME_TEXT, "%s%s", from, to);
		strcpy(notation, text);
	} else {
		strcpy(text, "0000");
		strcpy(notation, "--");
	}
}
