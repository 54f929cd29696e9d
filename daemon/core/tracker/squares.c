/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of squares, and how squares lie to one another. */
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/squares.h"

uint64_t placement_diff(const struct game *game, const char *a, const char *b)
{
	unsigned whole = game->squares & ~7u;
	uint64_t diff = 0;

	/* most squares are as they were: eight at a time */
	for (unsigned q = 0; q < game->squares; q++) {
		uint64_t eight[2];

		if (q % 8 == 0 && q < whole) {
			memcpy(&eight[0], a + q, 8);
			memcpy(&eight[1], b + q, 8);
			if (eight[0] == eight[1]) {
				q += 7;
				continue;
			}
		}
		if (!piece_agrees(a[q], b[q]))
			diff |= square_bit(q);
	}
	return diff;
}

unsigned square_distance(const struct game *game, unsigned a, unsigned b)
{
	int w = (int)game->width, from = game->cell_of_square(a), to = game->cell_of_square(b);
	int dx = from % w - to % w, dy = from / w - to / w;

	dx = dx < 0 ? -dx : dx;
	dy = dy < 0 ? -dy : dy;
	return (unsigned)(dx > dy ? dx : dy);
}

squares_t squares_between(const struct game *game, unsigned from, unsigned to)
{
	int w = (int)game->width, a = game->cell_of_square(from), b = game->cell_of_square(to);
	int y = a / w, dy = b / w - y, dx = b - a - dy * w, wide = abs(dx), high = abs(dy),
	    steps = wide > high ? wide : high, step;
	squares_t set = 0;

	if (steps < 2 || (wide && high && wide != high))
		return 0;
	step = (dy > 0 ? w : dy < 0 ? -w : 0) + (dx > 0) - (dx < 0);
	for (int cell = a + step; cell != b; cell += step) {
		int q = game->square_of_cell((unsigned)cell);

		if (q >= 0)
			set |= square_bit((unsigned)q);
	}
	return set;
}

void goal_squares(const struct game_moves *moves, squares_t goals[static GAME_MAX_SQUARES])
{
	memset(goals, 0, GAME_MAX_SQUARES * sizeof(*goals));
	for (unsigned i = 0; i < moves->count; i++)
		goals[moves->move[i].from] |= square_bit(moves->move[i].to);
}
