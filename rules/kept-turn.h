/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A turn that was closed, and the positions before and after it, once for all who remember it. Nobody changes one that
 * somebody else holds, too: who wants it otherwise takes a copy.
 */
#ifndef RULES_KEPT_TURN_H
#define RULES_KEPT_TURN_H

#include "rules/turn.h"

struct kept_turn {
	struct kept_turn *last; /* it holds the one before it; of the first that is the start, whose turn is none */
	unsigned holders;
	bool is_whole; /* turn has room for all that can be listed; else it ends where turn_size() says */
	struct game_position after;
	struct turn turn;
};

/* Held by the caller alone; last (NULL: this is the start) is held by it. NULL: no memory. */
struct kept_turn *kept_turn_new(struct kept_turn *last, const struct turn *turn, const struct game_position *after);
/* turn may be NULL. */
struct kept_turn *kept_turn_hold(struct kept_turn *turn);
void kept_turn_drop(struct kept_turn *turn);
/* *turn is one that the caller alone holds, and may be changed. NULL: no memory, *turn stays what it is. */
struct kept_turn *kept_turn_own(struct kept_turn **turn);
/* Is it that turn, and were those the positions? */
bool kept_turn_is(const struct kept_turn *kept, const struct turn *turn, const struct game_position *before,
		  const struct game_position *after);

/* The position before it, which is not the start. */
static inline const struct game_position *kept_turn_before(const struct kept_turn *turn)
{
	return &turn->last->after;
}

#endif
