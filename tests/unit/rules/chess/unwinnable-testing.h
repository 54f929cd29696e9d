/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks whether a side can win and replays the line of every "winnable" to its mate. */
#ifndef TESTS_UNIT_UNWINNABLE_TESTING_H
#define TESTS_UNIT_UNWINNABLE_TESTING_H

#include "rules/chess/position.h"
#include "rules/chess/moves.h"
#include "rules/chess/unwinnable.h"
#include "tests/unit/rules/chess/chess-testing.h"

static inline struct chess_position chess(const char *fen)
{
	struct chess_position p;
	if (chess_parse(fen, &p, NULL))
		fail_msg("%s", fen);
	return p;
}

static inline enum game_answer ask(const char *fen, enum side side, uint64_t nodes)
{
	struct chess_position p = chess(fen);
	struct chess_mating_line found;
	enum game_answer answer = chess_unwinnable(&p, side, nodes, NULL, &found);

	if (answer != GAME_YES) {
		assert_null(found.line);
		return answer;
	}
	for (unsigned i = 0; i < found.length; i++) {
		struct chess_moves all;
		bool legal = false;
		chess_generate(&p, &all);
		for (unsigned k = 0; k < all.count; k++)
			legal |= all.move[k] == found.line[i];
		if (!legal)
			fail_msg("%s: move %u of the line is not legal", fen, i + 1);
		chess_play(&p, found.line[i]);
	}
	free(found.line);
	if (p.side == side || !chess_in_check(&p, p.side) || chess_has_move(&p))
		fail_msg("%s: the line ends without mate", fen);
	return answer;
}

#endif
