// SPDX-License-Identifier: GPL-2.0-or-later
/* The turns that were closed, as the arbiter remembers them. */
#include "rules/arbiter/turn-memory.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "rules/arbiter/packed-ply.h"
#include "rules/page-list.h"

struct turn_memory {
	struct page_list list;
	struct ply_packing nothing;
	uint32_t *keys; /* of the position after each packed turn, in part */
	unsigned key_room;
};

_Static_assert(PAGE_ELEMENTS *PACKED_PLY_MAX <= PAGE_BYTES_MAX, "a page's bytes");
_Static_assert(sizeof(struct ply_packing) <= PAGE_LEFT_MAX, "what a turn leaves");

static unsigned char *pack_element(void *left, unsigned char *to, const void *element)
{
	return pack_ply(left, to, element);
}

static const unsigned char *unpack_element(void *left, const unsigned char *from, void *element)
{
	struct ply scratch;

	return unpack_ply(left, from, element ? element : &scratch);
}

static const struct page_form ply_form = { sizeof(struct ply), sizeof(struct ply_packing), pack_element,
					   unpack_element };

struct turn_memory *turn_memory_new(const struct game *game)
{
	struct turn_memory *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->nothing.turn.game = game;
	m->list.form = &ply_form;
	m->list.nothing = &m->nothing;
	return m;
}

void turn_memory_free(struct turn_memory *m)
{
	if (!m)
		return;
	page_list_done(&m->list);
	free(m->keys);
	free(m);
}

struct ply *ply_at(const struct arbiter *a, unsigned n)
{
	return page_list_at(&a->memory->list, n);
}

int reserve_turn(struct arbiter *a)
{
	return page_list_reserve(&a->memory->list, a->count) ? 0 : -ENOMEM;
}

static int keep_keys(struct arbiter *a, unsigned page)
{
	struct turn_memory *m = a->memory;
	const unsigned first = page * PAGE_ELEMENTS;

	if (first + PAGE_ELEMENTS > m->key_room) {
		const unsigned room = m->key_room + 8 * PAGE_ELEMENTS;
		uint32_t *more = realloc(m->keys, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		m->keys = more;
		m->key_room = room;
	}
	for (unsigned k = 0; k < PAGE_ELEMENTS; k++)
		m->keys[first + k] = (uint32_t)a->game->key(&ply_at(a, first + k)->after);
	return 0;
}

int pack_old_turns(struct arbiter *a)
{
	struct page_list *list = &a->memory->list;

	for (unsigned page = page_list_next_open(list, 0);
	     page != UINT_MAX && (page + 1) * PAGE_ELEMENTS + PAGE_NEWEST <= a->count;
	     page = page_list_next_open(list, page + 1))
		if (keep_keys(a, page) < 0)
			return -ENOMEM;
	return page_list_pack(list, a->count);
}

unsigned count_positions(const struct arbiter *a, const struct game_position *pos)
{
	const struct turn_memory *m = a->memory;
	const uint32_t key = (uint32_t)a->game->key(pos);
	unsigned count = 0;

	for (unsigned n = 0; n < a->count; n++) {
		const struct ply *ply = page_list_at_open(&a->memory->list, n);

		if (!ply && m->keys[n] == key)
			ply = ply_at(a, n);
		count += ply && a->game->same(&ply->after, pos);
	}
	return count;
}

void remember_turn(struct arbiter *a, struct ply *ply, const struct arbiter_view *v, const struct turn *turn,
		   const struct game_position *after)
{
	enum side side = turn->side;

	assert(turn->touched_count <= TURN_MAX_TOUCHED && turn->displaced_count <= TURN_MAX_DISPLACED);
	*ply = (struct ply){
		.turn = *turn,
		.before = a->count ? ply_at(a, a->count - 1)->after : a->start,
		.after = *after,
		.credited_us = v->credited_us[side],
		.adjust_said_us = a->adjust_said_us[side],
		.set_down_count = a->set_down_count[side],
		.first_set_down_us = a->first_set_down_us[side],
		.binding_count = a->binding_count,
		.binds_from_illegal = a->binds_from_illegal,
	};
	memcpy(ply->set_down, a->set_down[side], sizeof(ply->set_down));
	memcpy(ply->binding, a->binding, sizeof(ply->binding));
	_Static_assert(sizeof(ply->binding) == sizeof(a->binding), "the same lists");
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
	const struct turn *turn = &ply_at(a, n)->turn;
	struct turn *last = n ? &ply_at(a, n - 1)->turn : NULL;

	for (unsigned i = 0; last && i < turn->displaced_count; i++)
		if (turn->displaced[i].inherited && last->displaced_count < TURN_MAX_DISPLACED &&
		    !lists_displaced(last, &turn->displaced[i])) {
			last->displaced[last->displaced_count] = turn->displaced[i];
			last->displaced[last->displaced_count++].inherited = false;
		}
}

unsigned displacing_turn(const struct arbiter *a, enum side side)
{
	for (unsigned n = a->count; n-- > 0;) {
		const struct turn *turn = &ply_at(a, n)->turn;

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
		if (a->moves_made[ply_at(a, i)->turn.side])
			a->moves_made[ply_at(a, i)->turn.side]--;
}

void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move)
{
	struct turn *turn = &ply_at(a, n)->turn;

	turn->kind = TURN_LEGAL;
	turn->fault = TURN_FAULT_NONE;
	turn->unsure = false;
	turn->has_move = true;
	turn->move = *move;
	ply_at(a, n)->after = ply_at(a, n)->before;
	a->game->play(&ply_at(a, n)->after, move);
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
	for (unsigned i = 0; i < ply->turn.touched_count; i++)
		bind(a, ply->turn.touched[i].square, ply->turn.touched[i].piece);
	a->binds_from_illegal = a->binding_count && (illegal || ply->binds_from_illegal);
}
