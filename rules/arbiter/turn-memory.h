/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TURN_MEMORY_H
#define RULES_ARBITER_TURN_MEMORY_H

#include "rules/arbiter/state.h"

/* NULL: no memory. */
struct turn_memory *turn_memory_new(const struct game *game);
void turn_memory_free(struct turn_memory *memory);
/* A turn that is closed, or room was made for. It stays where it is, and what is changed in it is kept, until the call
 * that asks is over (pack_old_turns()). */
struct ply *ply_at(const struct arbiter *a, unsigned n);
/* Makes room for one more turn at ply_at(count); those from there on are no more. 0; -ENOMEM. */
int reserve_turn(struct arbiter *a);
/* The call is over: what is not among the last turns goes to where it takes little room. 0; -ENOMEM: what was ruled may
 * be wrong. */
int pack_old_turns(struct arbiter *a);
/* How often the position stood after a closed turn. */
unsigned count_positions(const struct arbiter *a, const struct game_position *pos);
void remember_turn(struct arbiter *a, struct ply *ply, const struct arbiter_view *v, const struct turn *turn,
		   const struct game_position *after);
/* Turns from ply on are no more: a ruling took them back. */
void forget_turns_from(struct arbiter *a, unsigned ply);
/* Turns from ply on are being taken back: none of them was a move made. */
void uncount_moves_from(struct arbiter *a, unsigned ply);
/* Turn n was that legal move. */
void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move);
/* The pieces touched in a turn that is taken back bind its replacement, and so do those that have bound the turn
 * itself. illegal: it is taken back as an illegal move (FIDE 7.5.1), and not for what was touched (FIDE 4.3). */
void keep_touched_binding(struct arbiter *a, const struct ply *ply, bool illegal);

static inline bool same_move(const struct game_move *a, const struct game_move *b)
{
	return game_moves_alike(a, b) && a->promotion == b->promotion && a->captured == b->captured;
}

/* The pieces that stood wrongly when turn n began, and not before the last one, were displaced in that. */
void charge_turn_before(struct arbiter *a, unsigned n);
/* The turn of side in which pieces were displaced that nobody has put right since; a->count: none. */
unsigned displacing_turn(const struct arbiter *a, enum side side);

#endif
