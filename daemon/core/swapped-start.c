// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/state.h"

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

bool swapped_start(const struct game *game, const struct game_position *start, unsigned sides,
		   struct game_position *ret)
{
	char fen[GAME_FEN];

	*ret = *start;
	if (!sides || game->starts || !strchr(game->pieces, 'Q') || !strchr(game->pieces, 'q'))
		return false;
	game->format(start, fen);
	if ((sides & SWAPPED_WHITE && !swap(fen, 'K', 'Q')) || (sides & SWAPPED_BLACK && !swap(fen, 'k', 'q')) ||
	    strstr(fen, " - ") == strchr(strchr(fen, ' ') + 1, ' ') || game->parse(fen, ret, NULL) < 0 ||
	    game->playable(ret, NULL) < 0) {
		*ret = *start;
		return false;
	}
	return true;
}

/* Does that piece stand on the e-file of the row (8 rows from the top)? */
static bool king_at_home(const char *fen, unsigned row, char king)
{
	unsigned file = 0;

	for (unsigned r = 0; r < row; r++)
		fen += strcspn(fen, "/") + 1;
	for (; *fen && *fen != '/' && *fen != ' ' && file < 4; fen++)
		file += *fen >= '1' && *fen <= '8' ? (unsigned)(*fen - '0') : 1;
	return file == 4 && *fen == king;
}

void unmirrored_start(const struct game *game, struct game_position *pos)
{
	char fen[GAME_FEN], kept[GAME_FEN] = "", squares[GAME_MAX_SQUARES];
	const char *drop_white, *drop_black;
	size_t before, n = 0;
	char *rights;

	if (game->starts || !strchr(game->pieces, 'Q') || !strchr(game->pieces, 'q'))
		return;
	game->placement(pos, squares);
	if (squares[4] == 'K' && squares[60] == 'k') /* as nearly always */
		return;
	game->format(pos, fen);
	drop_white = king_at_home(fen, 7, 'K') ? "" : "KQ";
	drop_black = king_at_home(fen, 0, 'k') ? "" : "kq";
	rights = strchr(fen, ' ');
	rights = rights ? strchr(rights + 1, ' ') : NULL;
	if (!rights)
		return;
	before = (size_t)(++rights - fen);
	memcpy(kept, fen, before);
	for (; *rights && *rights != ' '; rights++)
		if (!strchr(drop_white, *rights) && !strchr(drop_black, *rights))
			kept[before + n++] = *rights;
	if (!n)
		kept[before + n++] = '-';
	strcpy(kept + before + n, rights);
	game->parse(kept, pos, NULL);
}
