// SPDX-License-Identifier: GPL-2.0-or-later
/* The turns that were closed, as the arbiter remembers them. */
#include "rules/arbiter/state.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 32 /* plies, which never move */

struct turn_memory {
	struct ply **chunk;
	unsigned chunks, used;	/* used: plies that hold a turn, count or more */
	bool failed;		/* there was no memory for a turn that was to be changed … */
	struct kept_turn spare; /* … which is changed instead */
};

struct turn_memory *turn_memory_new(void)
{
	return calloc(1, sizeof(struct turn_memory));
}

void turn_memory_free(struct arbiter *a)
{
	struct turn_memory *m = a->memory;

	if (!m)
		return;
	while (m->used > 0)
		kept_turn_drop(ply_at(a, --m->used)->kept);
	while (m->chunks > 0)
		free(m->chunk[--m->chunks]);
	free(m->chunk);
	free(m);
}

struct ply *ply_at(const struct arbiter *a, unsigned n)
{
	return &a->memory->chunk[n / CHUNK][n % CHUNK];
}

void ply_drop(struct ply *ply)
{
	kept_turn_drop(ply->kept);
}

struct ply ply_held(const struct arbiter *a, unsigned n)
{
	struct ply ply = *ply_at(a, n);

	kept_turn_hold(ply.kept);
	return ply;
}

static int reserve_turn(struct arbiter *a)
{
	struct turn_memory *m = a->memory;
	struct ply **more;

	if (a->count / CHUNK < m->chunks)
		return 0;
	more = realloc(m->chunk, (m->chunks + 1) * sizeof(struct ply *));
	if (!more)
		return -ENOMEM;
	m->chunk = more;
	more[m->chunks] = malloc(CHUNK * sizeof(*more[0]));
	if (!more[m->chunks])
		return -ENOMEM;
	m->chunks++;
	return 0;
}

int forget_old_turns(struct arbiter *a)
{
	struct turn_memory *m = a->memory;
	const bool failed = m->failed;

	while (m->used > a->count)
		kept_turn_drop(ply_at(a, --m->used)->kept);
	m->failed = false;
	return failed ? -ENOMEM : 0;
}

/* As whoever remembers it, too, has it, or as it is here alone. NULL: no memory. */
static struct kept_turn *turn_memory_keep(struct arbiter *a, unsigned n, const struct turn *turn,
					  const struct game_position *after)
{
	struct kept_turn *last, *kept = a->setup.turn_at ? a->setup.turn_at(a->setup.userdata, n) : NULL;

	if (kept && kept_turn_is(kept, turn, n ? &ply_at(a, n - 1)->kept->after : &a->start, after))
		return kept_turn_hold(kept);
	last = n ? kept_turn_hold(ply_at(a, n - 1)->kept) : kept_turn_new(NULL, NULL, &a->start);
	kept = last ? kept_turn_new(last, turn, after) : NULL;
	kept_turn_drop(last);
	return kept;
}

static struct kept_turn *change(struct arbiter *a, struct ply *ply)
{
	struct kept_turn *own = kept_turn_own(&ply->kept);

	ply->turn = &ply->kept->turn;
	a->memory->failed |= !own;
	return own ? own : &a->memory->spare;
}

struct turn *change_turn(struct arbiter *a, struct ply *ply)
{
	return &change(a, ply)->turn;
}

struct game_position *change_position(struct arbiter *a, struct ply *ply)
{
	return &change(a, ply)->after;
}

int read_turn_anew(struct arbiter *a, unsigned n, const struct turn *turn, const struct game_position *after)
{
	struct kept_turn *kept = turn_memory_keep(a, n, turn, after);

	if (!kept)
		return -ENOMEM;
	kept_turn_drop(ply_at(a, n)->kept);
	ply_at(a, n)->kept = kept;
	ply_at(a, n)->turn = &kept->turn;
	return 0;
}

unsigned count_positions(const struct arbiter *a, const struct game_position *pos)
{
	unsigned count = 0;

	for (unsigned n = 0; n < a->count; n++)
		count += a->game->same(&ply_at(a, n)->kept->after, pos);
	return count;
}

int remember_turn(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn,
		  const struct game_position *after)
{
	const unsigned n = a->count;
	enum side side = turn->side;
	struct kept_turn *kept;
	struct ply *ply;

	assert(turn->touched_count <= TURN_MAX_TOUCHED && turn->displaced_count <= TURN_MAX_DISPLACED);
	if (forget_old_turns(a) < 0 || reserve_turn(a) < 0)
		return -ENOMEM;
	kept = turn_memory_keep(a, n, turn, after);
	if (!kept)
		return -ENOMEM;
	ply = ply_at(a, n);
	*ply = (struct ply){
		.kept = kept,
		.turn = &kept->turn,
		.credited_us = v->credited_us[side],
		.adjust_said_us = a->adjust_said_us[side],
		.first_set_down_us = a->first_set_down_us[side],
		.set_down = a->set_down[side][0],
		.has_set_down = a->set_down_count[side],
		.binding_count = (uint8_t)a->binding_count,
		.binds_from_illegal = a->binds_from_illegal,
	};
	memcpy(ply->binding, a->binding, sizeof(ply->binding));
	_Static_assert(sizeof(ply->binding) == sizeof(a->binding), "the same lists");
	a->memory->used = n + 1;
	return 0;
}

/* Turns from ply on are no more: a ruling took them back. */
void forget_turns_from(struct arbiter *a, unsigned ply)
{
	if (a->count > ply)
		a->count = ply;
	if (ply < a->announced.turns)
		a->announced.side = NO_SIDE;
	a->move_stands = a->reply_made = a->reply_early = false;
	for (enum side s = WHITE; s <= BLACK; s++) {
		a->set_down_count[s] = 0;
		a->end_was_judged[s] = false;
		a->has_touched[s] = false;
		a->touched_count[s] = 0;
	}
	a->binding_count = 0;
	a->binds_from_illegal = false;
}

static bool lists_displaced(const struct turn *turn, const struct turn_displaced *d)
{
	for (unsigned i = 0; i < turn->displaced_count; i++)
		if (turn->displaced[i].from == d->from && turn->displaced[i].to == d->to)
			return true;
	return false;
}

void charge_turn_before(struct arbiter *a, unsigned n)
{
	const struct turn *turn = ply_at(a, n)->turn;
	struct turn *last;

	for (unsigned i = 0; n && i < turn->displaced_count; i++)
		if (turn->displaced[i].inherited && ply_at(a, n - 1)->turn->displaced_count < TURN_MAX_DISPLACED &&
		    !lists_displaced(ply_at(a, n - 1)->turn, &turn->displaced[i])) {
			last = change_turn(a, ply_at(a, n - 1));
			last->displaced[last->displaced_count] = turn->displaced[i];
			last->displaced[last->displaced_count++].inherited = false;
		}
}

unsigned displacing_turn(const struct arbiter *a, enum side side)
{
	for (unsigned n = a->count; n-- > 0;) {
		const struct turn *turn = ply_at(a, n)->turn;

		if (turn->side == side && turn_displaces(turn))
			return n;
		/* what stood wrongly before may be of an earlier turn */
		if (turn->side == side && !turn->displaced_count)
			break;
	}
	return a->count;
}

void uncount_moves_from(struct arbiter *a, unsigned ply)
{
	for (unsigned i = ply; i < a->count; i++)
		if (a->moves_made[ply_at(a, i)->turn->side])
			a->moves_made[ply_at(a, i)->turn->side]--;
}

void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move)
{
	struct turn *turn = change_turn(a, ply_at(a, n));
	struct game_position *after = change_position(a, ply_at(a, n));

	turn->kind = TURN_LEGAL;
	turn->fault = TURN_FAULT_NONE;
	turn->unsure = false;
	turn->has_move = true;
	turn->move = *move;
	*after = *ply_before(ply_at(a, n));
	a->game->play(after, move);
}

static void bind(struct arbiter *a, uint8_t square, char piece)
{
	for (unsigned i = 0; i < a->binding_count; i++)
		if (a->binding[i].square == square)
			return;
	if (a->binding_count == TURN_MAX_TOUCHED)
		return;
	a->binding[a->binding_count].square = square;
	a->binding[a->binding_count++].piece = piece;
}

void keep_touched_binding(struct arbiter *a, const struct ply *ply, bool illegal)
{
	a->binding_count = 0;
	for (unsigned i = 0; i < ply->binding_count; i++)
		bind(a, ply->binding[i].square, ply->binding[i].piece);
	for (unsigned i = 0; i < ply->turn->touched_count; i++)
		bind(a, ply->turn->touched[i].square, ply->turn->touched[i].piece);
	a->binds_from_illegal = a->binding_count && (illegal || ply->binds_from_illegal);
}

void bind_to_move(struct arbiter *a, const struct ply *ply, const struct game_move *move)
{
	const uint8_t at = move->captured ? (uint8_t)__builtin_ctzll(move->captured) : move->to;
	char before[GAME_MAX_SQUARES];

	a->game->placement(ply_before(ply), before);
	bind(a, at, before[move->captured ? at : move->from]);
}

unsigned touched_squares(const struct arbiter *a, const struct ply *ply, uint8_t list[2 * TURN_MAX_TOUCHED])
{
	const struct turn *turn = ply->turn;
	char before[GAME_MAX_SQUARES];
	unsigned n = 0;

	a->game->placement(ply_before(ply), before);
	for (unsigned i = 0; i < ply->binding_count; i++)
		if (before[ply->binding[i].square] == ply->binding[i].piece)
			list[n++] = ply->binding[i].square;
	for (unsigned i = 0; i < turn->touched_count; i++)
		if (before[turn->touched[i].square] == turn->touched[i].piece)
			list[n++] = turn->touched[i].square;
	return n;
}
