/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TURN_MEMORY_H
#define RULES_ARBITER_TURN_MEMORY_H

#include "rules/arbiter/state.h"

/* NULL: no memory. */
struct turn_memory *turn_memory_new(void);
void turn_memory_free(struct arbiter *a);
/* A turn that is closed. It stays where it is. */
struct ply *ply_at(const struct arbiter *a, unsigned n);
/* … to be held while turns are forgotten. */
struct ply ply_held(const struct arbiter *a, unsigned n);
void ply_drop(struct ply *ply);
#define HELD_PLY __attribute__((cleanup(ply_drop))) struct ply
/* What is said of a turn, and of the position after it, is to be another from now on. Never NULL: without memory
 * forget_old_turns() says so. */
struct turn *change_turn(struct arbiter *a, struct ply *ply);
struct game_position *change_position(struct arbiter *a, struct ply *ply);
/* The call is over: turns that were taken back are held no more. 0; -ENOMEM: what was ruled may be wrong. */
int forget_old_turns(struct arbiter *a);
/* How often the position stood after a closed turn. */
unsigned count_positions(const struct arbiter *a, const struct game_position *pos);
/* The next turn, ply_at(count), which is not counted yet. 0 or -ENOMEM. */
int remember_turn(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn,
		  const struct game_position *after);
/* 0 or -ENOMEM. */
int read_turn_anew(struct arbiter *a, unsigned n, const struct turn *turn, const struct game_position *after);
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
