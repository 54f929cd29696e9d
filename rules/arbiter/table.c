// SPDX-License-Identifier: GPL-2.0-or-later
/* What the view of the table shows. */
#include <string.h>

#include "rules/arbiter/table.h"

/* The pieces stand as in pos; one that is not known may be any. */
bool table_shows(const struct arbiter *a, const struct arbiter_view *v, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];

	memset(squares, '.', sizeof(squares));
	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++)
		if (v->squares[q] == '?' ? squares[q] == '.' : v->squares[q] != squares[q])
			return false;
	return true;
}

enum side first_fallen_flag(const struct arbiter_view *v)
{
	return v->flag_us[WHITE] <= v->flag_us[BLACK] ? WHITE : BLACK;
}
