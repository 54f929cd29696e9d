// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/turn.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct kept_turn *make(struct kept_turn *last, const struct turn *turn, const struct game_position *after,
			      size_t size)
{
	struct kept_turn *kept = calloc(1, offsetof(struct kept_turn, turn) + size);

	if (!kept)
		return NULL;
	kept->last = kept_turn_hold(last);
	kept->holders = 1;
	kept->is_whole = size == sizeof(*turn);
	kept->after = *after;
	memcpy(&kept->turn, turn, turn_size(turn));
	return kept;
}

struct kept_turn *kept_turn_new(struct kept_turn *last, const struct turn *turn, const struct game_position *after)
{
	static const struct turn none;

	return make(last, turn ? turn : &none, after, turn_size(turn ? turn : &none));
}

struct kept_turn *kept_turn_hold(struct kept_turn *turn)
{
	if (turn)
		turn->holders++;
	return turn;
}

void kept_turn_drop(struct kept_turn *turn)
{
	/* not one within the other: a game is long */
	while (turn && --turn->holders == 0) {
		struct kept_turn *last = turn->last;

		free(turn);
		turn = last;
	}
}

struct kept_turn *kept_turn_own(struct kept_turn **turn)
{
	struct kept_turn *own;

	if ((*turn)->holders == 1 && (*turn)->is_whole)
		return *turn;
	own = make((*turn)->last, &(*turn)->turn, &(*turn)->after, sizeof((*turn)->turn));
	if (!own)
		return NULL;
	kept_turn_drop(*turn);
	*turn = own;
	return own;
}

bool kept_turn_is(const struct kept_turn *kept, const struct turn *turn, const struct game_position *before,
		  const struct game_position *after)
{
	return turn_same(&kept->turn, turn) && !memcmp(&kept->after, after, sizeof(*after)) && kept->last &&
	       !memcmp(kept_turn_before(kept), before, sizeof(*before));
}
