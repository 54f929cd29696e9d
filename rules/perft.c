// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/perft.h"

uint64_t perft(const struct game *game, const struct game_position *pos, unsigned depth)
{
	struct game_moves m;
	uint64_t sum = 0;

	if (depth == 0)
		return 1;
	if (game->perft)
		return game->perft(pos, depth);
	game->moves(pos, &m);
	if (depth == 1)
		return m.count;
	for (unsigned i = 0; i < m.count; i++) {
		struct game_position next = *pos;
		game->play(&next, &m.move[i]);
		sum += perft(game, &next, depth - 1);
	}
	return sum;
}

uint64_t perft_divide(const struct game *game, const struct game_position *pos, unsigned depth, perft_line line,
		      void *userdata)
{
	struct game_moves m;
	uint64_t sum = 0;

	game->moves(pos, &m);
	for (unsigned i = 0; i < m.count; i++) {
		struct game_position next = *pos;
		char text[GAME_TEXT];
		uint64_t leaves;

		game->play(&next, &m.move[i]);
		leaves = perft(game, &next, depth - 1);
		game->move_text(pos, &m.move[i], text);
		line(userdata, text, leaves);
		sum += leaves;
	}
	return sum;
}
