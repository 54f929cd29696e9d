/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/game-setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/state.h"
#include "replay/board-input.h"
#include "daemon/bus/replies.h"
#include "rules/rulebook.h"

static bool stands(char expected, char seen)
{
	return expected == seen || (seen == '?' && expected != '.');
}

/* King and queen swapped are a start of its own where castling is mirrored then: expected is what was set up. */
static void accept_swapped(const struct game_setup *setup, const char *seen, char expected[static GAME_MAX_SQUARES])
{
	const struct game *game = setup->core.game;

	for (unsigned sides = 1; sides <= SWAPPED_ALL; sides++) {
		struct game_position pos;
		char pieces[GAME_MAX_SQUARES];

		if (!swapped_start(game, &setup->core.start, sides, &pos))
			continue;
		game->placement(&pos, pieces);
		if (!memcmp(pieces, seen, game->squares)) {
			memcpy(expected, pieces, game->squares);
			return;
		}
	}
}

/* A board does not know that it stands turned; the tracker sees it, and nothing is wrong with it. */
static void accept_turned(const struct game *game, const char *expected, char *seen)
{
	char turned[GAME_MAX_SQUARES];

	for (unsigned i = 0; i < game->squares; i++) {
		turned[i] = seen[game->squares - 1 - i];
		if (!stands(expected[i], turned[i]))
			return;
	}
	memcpy(seen, turned, game->squares);
}

/* Somebody can play on from what stands there. */
static bool can_begin_so(const struct game *game, const char *seen)
{
	struct game_position pos;

	for (enum side side = WHITE; side <= BLACK && !memchr(seen, '?', game->squares); side++)
		if (game->standing(seen, side, GAME_NO_SQUARE, &pos) == 0 && game->end(&pos) == GAME_GOES_ON)
			return true;
	return false;
}

int start_squares_compare(const struct game_setup *setup, const struct board_squares *squares, char ***ret)
{
	const struct game *game = setup->core.game;
	char expected[GAME_MAX_SQUARES], seen[GAME_MAX_SQUARES], name[8];
	char **list = calloc(game->squares + 1, sizeof(*list));
	size_t n = 0;

	*ret = list;
	if (!list)
		return -ENOMEM;
	if (squares->count == 0)
		return 0;
	game->placement(&setup->core.start, expected);
	squares_to_game(game, squares, seen);
	if (setup->core.any_start)
		return 0;
	accept_turned(game, expected, seen);
	if (!setup->core.rulebook || rulebook_is(setup->core.rulebook, PARAM_SWAPPED_KQ_CASTLING, "mirrored"))
		accept_swapped(setup, seen, expected);
	for (unsigned i = 0; i < game->squares; i++) {
		int r;

		if (stands(expected[i], seen[i]))
			continue;
		game->square_name(i, name);
		if (expected[i] == '.')
			r = seen[i] == '?' ? asprintf(&list[n], "%s: expected nothing, found a piece", name) :
					     asprintf(&list[n], "%s: expected nothing, found %c", name, seen[i]);
		else
			r = seen[i] == '.' ?
				    asprintf(&list[n], "%s: expected %c, found nothing", name, expected[i]) :
				    asprintf(&list[n], "%s: expected %c, found %c", name, expected[i], seen[i]);
		if (r < 0) {
			list[n] = NULL;
			return -ENOMEM;
		}
		n++;
	}
	return 0;
}

/* With what stands, or as it always does? Then its clock waits for who is to move. */
static int choose_found(const struct game_setup *setup, const struct board_squares *squares, json_t *options)
{
	const struct game *game = setup->core.game;
	char seen[GAME_MAX_SQUARES], expected[GAME_MAX_SQUARES];
	bool is_start;

	game->placement(&setup->core.start, expected);
	squares_to_game(game, squares, seen);
	is_start = memcmp(seen, expected, game->squares) == 0;
	accept_turned(game, expected, seen);
	accept_swapped(setup, seen, expected);
	is_start |= memcmp(seen, expected, game->squares) == 0;
	if (squares->count == 0 || is_start || setup->core.sensors != TRACKER_PIECE_ID || !can_begin_so(game, seen))
		return json_object_del(options, "found") < 0 ? -ENOMEM : 1;
	if (setup->lever == LEVER_NONE || json_object_get(options, "running"))
		return 0;
	return json_object_set_new(options, "running", json_string("press")) < 0 ? -ENOMEM : 1;
}

int start_squares_choose(const struct game_setup *setup, const struct board_squares *squares, json_t *options,
			 sd_bus_error *error)
{
	const struct game *game = setup->core.game;
	char seen[GAME_MAX_SQUARES], turned[GAME_MAX_SQUARES], fen[GAME_FEN];
	struct game_position start;
	int number;

	if (setup->core.any_start && !game->starts)
		return choose_found(setup, squares, options);
	if (!setup->core.open_start)
		return 0;
	if (setup->core.sensors != TRACKER_PIECE_ID || squares->count == 0)
		return fault(error, ERROR_BAD_ARGUMENT,
			     "array: this board does not name its pieces; give the number (0 to %u) or the FEN of %s's "
			     "start position",
			     game->starts - 1, game->name);
	squares_to_game(game, squares, seen);
	for (unsigned i = 0; i < game->squares; i++)
		turned[i] = seen[game->squares - 1 - i];
	number = game->start_number(seen);
	if (number < 0)
		number = game->start_number(turned);
	if (number < 0)
		return fault(error, ERROR_BAD_ARGUMENT,
			     "array: none of the start positions of %s stands on the board (first rank %.8s); set one "
			     "up, or give its number",
			     game->name, seen);
	game->start((unsigned)number, &start);
	game->format(&start, fen);
	return json_object_set_new(options, "fen", json_string(fen)) < 0 ? -ENOMEM : 1;
}
