/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <ctype.h>

static bool stands(const struct game *game, const struct game_position *pos, const char squares[static SQUARES])
{
	char pieces[GAME_MAX_SQUARES];

	game->placement(pos, pieces);
	return squares_agree(squares, pieces);
}

static bool is_queen(char letter)
{
	return toupper((unsigned char)letter) == 'Q';
}

/* How many lines of just so many moves there are, 2 for more; the first one is written. */
static unsigned count_lines(const struct game *game, const struct game_position *from,
			    const char squares[static SQUARES], unsigned moves, struct game_move *line)
{
	struct game_moves all;
	unsigned found = 0;

	game->moves(from, &all);
	for (unsigned i = 0; i < all.count && found < 2; i++) {
		const struct game_move *move = &all.move[i];
		struct game_position after = *from;
		struct game_move rest[REACH_MOVES];
		unsigned n;

		if (move->promotion && !is_queen(move->promotion) && squares[move->to] == '?')
			continue;
		game->play(&after, move);
		n = moves > 1 ? count_lines(game, &after, squares, moves - 1, rest) : stands(game, &after, squares);
		if (n > 0 && found == 0) {
			line[0] = *move;
			for (unsigned k = 1; k < moves; k++)
				line[k] = rest[k - 1];
		}
		found += n;
	}
	return found < 2 ? found : 2;
}

unsigned reach(const struct game *game, const struct game_position *from, const char squares[static SQUARES],
	       struct game_move line[static REACH_MOVES])
{
	for (unsigned moves = 1; moves <= REACH_MOVES; moves++) {
		unsigned found = count_lines(game, from, squares, moves, line);

		if (found > 0)
			return found == 1 ? moves : 0;
	}
	return 0;
}
