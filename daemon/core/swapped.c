// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/swapped.h"

#include <string.h>

static bool swap(char *text, char a, char b)
{
	unsigned n = 0;

	for (; *text && *text != ' '; text++)
		if (*text == a || *text == b) {
			*text = *text == a ? b : a;
			n++;
		}
	return n == 2;
}

bool swapped_start(const struct game *game, const struct game_position *start, unsigned sides, struct game_position *ret)
{
	char fen[GAME_FEN];

	*ret = *start;
	if (!sides || !strchr(game->pieces, 'Q') || !strchr(game->pieces, 'q'))
		return false;
	game->format(start, fen);
	if ((sides & SWAPPED_WHITE && !swap(fen, 'K', 'Q')) || (sides & SWAPPED_BLACK && !swap(fen, 'k', 'q')) ||
	    strstr(fen, " - ") == strchr(strchr(fen, ' ') + 1, ' ') ||
	    game->parse(fen, ret, NULL) < 0 || game->playable(ret, NULL) < 0) {
		*ret = *start;
		return false;
	}
	return true;
}
