/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A closed turn as it was published. */
#ifndef FORMATS_LINE_TURN_H
#define FORMATS_LINE_TURN_H

#include "rules/game.h"

struct line_turn {
	char text[GAME_TEXT];	  /* coordinates; "0000" a turn without a move */
	char placement[GAME_FEN]; /* after it */
	char set_fen[GAME_FEN];	  /* the position that the arbiter had set before it; "" none */
	int64_t left_us;	  /* the mover's, after the press; -1 without a clock */
	char remark[96];	  /* what is said after it, "" nothing */
};

#endif
