// SPDX-License-Identifier: GPL-2.0-or-later
/* What the view of the table shows. */
#include <string.h>

#include "rules/arbiter/state.h"

/* The pieces stand as in pos; one that is not known may be any. */
bool table_shows(const struct arbiter *a, const struct arbiter_view *v, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];

	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++)
		if (v->squares[q] == '?' ? squares[q] == '.' : v->squares[q] != squares[q])
			return false;
	return true;
}

bool moved_on_others_time(const struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	return side != NO_SIDE && v->moved_early && a->count &&
	       ply_at(a, a->count - 1)->turn->side == other_side(side) &&
	       displacing_turn(a, side) == a->count; /* by himself, earlier */
}

bool unpressed_stands(const struct arbiter *a, const struct arbiter_view *v)
{
	/* the move of both sides leaves whose turn it is as it was, and the pieces otherwise */
	return a->game->to_move(&v->set_down) != a->game->to_move(&v->position) ||
	       a->game->key(&v->set_down) != a->game->key(&v->position);
}

enum side first_fallen_flag(const struct arbiter_view *v)
{
	return v->flag_us[WHITE] <= v->flag_us[BLACK] ? WHITE : BLACK;
}
