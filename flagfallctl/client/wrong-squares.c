/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <string.h>

#include "flagfallctl/terminal/screen.h"

/* One of the sentences. */
static bool read_wrong(const struct game *game, const char *sentence, int *square, char *found)
{
	char name[8], expected[16], seen[16];

	if (sscanf(sentence, "%7[^:]: expected %15[^,], found %15s", name, expected, seen) != 3)
		return false;
	*square = game->square_parse(name);
	*found = strcmp(seen, "nothing") == 0 ? '.' : strcmp(seen, "a") == 0 ? '?' : seen[0];
	return *square >= 0;
}

bool wrong_squares_draw(const struct game *game, const char *placement, const json_t *wrong, FILE *out)
{
	char wanted[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES], found;
	const json_t *sentence;
	size_t i;
	int square;

	if (!game || !screen_read_placement(game, placement, wanted))
		return false;
	memcpy(stands, wanted, sizeof(stands));
	json_array_foreach(wrong, i, sentence) {
		if (!read_wrong(game, json_string_value(sentence), &square, &found))
			return false;
		stands[square] = found;
	}
	screen_draw_two(game, "as it should be", wanted, "as it stands", stands, out);
	return true;
}
