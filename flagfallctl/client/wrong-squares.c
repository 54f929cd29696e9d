/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <string.h>

#include "flagfallctl/terminal/screen.h"

/* One of the sentences. */
static bool read_wrong(const struct game *game, const char *sentence, int *square, char *wanted, char *found)
{
	char name[8], expected[16], seen[16];

	if (sscanf(sentence, "%7[^:]: expected %15[^,], found %15s", name, expected, seen) != 3)
		return false;
	*square = game->square_parse(name);
	*wanted = strcmp(expected, "nothing") == 0 ? '.' : expected[0];
	*found = strcmp(seen, "nothing") == 0 ? '.' : strcmp(seen, "a") == 0 ? '?' : seen[0];
	return *square >= 0;
}

/* One of the two is placement, the other what the sentences make of it. */
static bool draw(const struct game *game, const char *placement, bool is_wanted, const json_t *wrong, FILE *out)
{
	char wanted[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES], expected, found;
	const json_t *sentence;
	size_t i;
	int square;

	if (!game || !screen_read_placement(game, placement, wanted))
		return false;
	memcpy(stands, wanted, sizeof(stands));
	json_array_foreach(wrong, i, sentence) {
		if (!read_wrong(game, json_string_value(sentence), &square, &expected, &found))
			return false;
		if (is_wanted)
			stands[square] = found;
		else
			wanted[square] = expected;
	}
	screen_draw_two(game, "as it should be", wanted, "as it stands", stands, out);
	return true;
}

bool wrong_squares_draw(const struct game *game, const char *placement, const json_t *wrong, FILE *out)
{
	return draw(game, placement, true, wrong, out);
}

bool wrong_squares_draw_by_board(const struct game *game, const char *placement, const json_t *wrong, FILE *out)
{
	return draw(game, placement, false, wrong, out);
}
