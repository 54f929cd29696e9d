/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TURN_MEMORY_H
#define RULES_ARBITER_TURN_MEMORY_H

#include "rules/arbiter/state.h"

/* Makes room for one more turn at ply[count]. 0; -ENOMEM. */
int reserve_turn(struct arbiter *a);
void remember_turn(struct arbiter *a, struct ply *ply, const struct arbiter_view *v, const struct turn *turn,
		   const struct game_position *after);
/* Turns from ply on are no more: a ruling took them back. */
void forget_turns_from(struct arbiter *a, unsigned ply);
/* Turn n was that legal move. */
/* Turns from ply on are being taken back: none of them was a move made. */
void uncount_moves_from(struct arbiter *a, unsigned ply);
void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move);
/* The pieces touched in a turn that is taken back bind its replacement. */
void keep_touched_binding(struct arbiter *a, const struct ply *ply);

static inline bool same_move(const struct game_move *a, const struct game_move *b)
{
	return game_moves_alike(a, b) && a->promotion == b->promotion && a->captured == b->captured;
}

/* The pieces that stood wrongly when turn n began, and not before the last one, were displaced in that. */
void charge_turn_before(struct arbiter *a, unsigned n);
/* The turn of side in which pieces were displaced that nobody has put right since; a->count: none. */
unsigned displacing_turn(const struct arbiter *a, enum side side);

#endif
