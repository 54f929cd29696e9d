/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_HELPMATE_H
#define RULES_CHESS_HELPMATE_H

#include "rules/chess/position.h"

/* What the search found. The caller frees line. */
struct chess_mating_line {
	uint64_t nodes; /* positions found, each counted once */
	unsigned length;
	chess_move *line; /* answer GAME_YES: from the position to the mate; NULL with length 0: it is on the board */
};

enum game_answer chess_helpmate(const struct chess_position *p, enum side side, uint64_t nodes, const atomic_bool *stop,
				struct chess_mating_line *ret);

#endif
