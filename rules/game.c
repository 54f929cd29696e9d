// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "rules/chess/position.h"
#include "rules/game.h"

static const struct game *const games[] = { &game_chess, &game_draughts, &game_chess960, NULL };

const struct game *const *game_list(void)
{
	return games;
}

const struct game *game_find(const char *name)
{
	for (const struct game *const *g = games; *g; g++)
		if (!strcmp((*g)->name, name))
			return *g;
	return NULL;
}

const struct game *game_of_fen(const char *fen)
{
	const bool numbered = fen[0] && fen[1] == ':';

	for (const struct game *const *g = games; *g; g++)
		if (!(*g)->game_type == !numbered)
			return *g == &game_chess && chess960_is_meant(fen) ? &game_chess960 : *g;
	return games[0];
}

const char *game_rulebooks(const struct game *game)
{
	return game->rulebooks_of ? game->rulebooks_of : game->name;
}

void game_right_start(const struct game *game, const struct game_position *began, struct game_position *ret)
{
	char squares[GAME_MAX_SQUARES];
	int number;

	if (game->starts) {
		game->placement(began, squares);
		number = game->start_number(squares);
		if (number >= 0 && game->start((unsigned)number, ret) == 0)
			return;
	}
	if (game->parse(game->start_fen, ret, NULL) < 0)
		*ret = *began;
}
