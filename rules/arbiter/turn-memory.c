// SPDX-License-Identifier: GPL-2.0-or-later
/* The turns that were closed, as the arbiter remembers them. */
#include "rules/arbiter/turn-memory.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "rules/arbiter/packed-ply.h"
#include "rules/page-list.h"

/* The last turns stay as they are: nearly all that is asked is asked of them. */
#define IN_FULL 4

struct turn_memory {
	struct page_list list;
	uint32_t *keys; /* of the position after each packed turn, in part */
	unsigned key_room;
};

_Static_assert(PAGE_ELEMENTS *PACKED_PLY_MAX <= PAGE_BYTES_MAX, "a page's bytes");

struct turn_memory *turn_memory_new(void)
{
	struct turn_memory *m = calloc(1, sizeof(*m));

	if (m)
		m->list.size = sizeof(struct ply);
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

/* What the page before it left. */
static struct ply_packing packing_before(const struct arbiter *a, unsigned page)
{
	struct ply_packing p = { .turn.game = a->game };
	struct ply scratch;
	size_t length;

	for (unsigned i = page - page % PAGE_GROUP; i < page; i++) {
		const unsigned char *at = page_list_bytes(&a->memory->list, i, &length);

		for (unsigned k = 0; at && k < PAGE_ELEMENTS; k++)
			at = unpack_ply(&p, at, &scratch);
	}
	return p;
}

static struct ply *open_page(const struct arbiter *a, unsigned n)
{
	struct page_list *list = &a->memory->list;
	const unsigned page = n / PAGE_ELEMENTS;
	struct ply *ply = page_list_open(list, page);
	const unsigned char *at;
	struct ply_packing p;
	size_t length;

	if (!ply) {
		/* another one, so that there is one: who has asked is told when the call is over */
		list->failed = true;
		return (struct ply *)(void *)list->open->elements;
	}
	at = page_list_bytes(list, page, &length);
	p = packing_before(a, page);
	for (unsigned k = 0; at && k < PAGE_ELEMENTS; k++)
		at = unpack_ply(&p, at, &ply[k]);
	return &ply[n % PAGE_ELEMENTS];
}

struct ply *ply_at(const struct arbiter *a, unsigned n)
{
	struct ply *ply = page_list_element(&a->memory->list, n);

	return ply ? ply : open_page(a, n);
}

int reserve_turn(struct arbiter *a)
{
	struct page_list *list = &a->memory->list;

	if (a->count % PAGE_ELEMENTS)
		ply_at(a, a->count - 1);
	page_list_cut(list, a->count);
	if (!page_list_element(list, a->count) && !page_list_open(list, a->count / PAGE_ELEMENTS))
		list->failed = true;
	return list->failed ? -ENOMEM : 0;
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

static size_t write_page(const struct arbiter *a, unsigned page, unsigned char bytes[static PAGE_BYTES_MAX])
{
	struct ply_packing p = packing_before(a, page);
	unsigned char *to = bytes;

	for (unsigned k = 0; k < PAGE_ELEMENTS; k++)
		to = pack_ply(&p, to, ply_at(a, page * PAGE_ELEMENTS + k));
	return (size_t)(to - bytes);
}

static int pack_page(struct arbiter *a, unsigned page)
{
	struct page_list *list = &a->memory->list;
	unsigned char bytes[PAGE_BYTES_MAX];
	size_t length = write_page(a, page, bytes), old_length;
	const unsigned char *old = page_list_bytes(list, page, &old_length);
	const unsigned end = page_list_group_end(list, page);
	int r = 0;

	if (old && old_length == length && !memcmp(old, bytes, length))
		return 0;
	/* the bytes of those behind it say what is different from this one */
	for (unsigned i = page + 1; i < end; i++)
		ply_at(a, i * PAGE_ELEMENTS);
	for (unsigned i = page; i < end && r == 0; i++) {
		length = write_page(a, i, bytes);
		r = keep_keys(a, i);
		if (r == 0)
			r = page_list_keep(list, i, bytes, length);
	}
	return list->failed ? -ENOMEM : r;
}

int pack_old_turns(struct arbiter *a)
{
	struct page_list *list = &a->memory->list;

	for (unsigned page = page_list_next_open(list, 0);
	     page != UINT_MAX && (page + 1) * PAGE_ELEMENTS + IN_FULL <= a->count;
	     page = page_list_next_open(list, page + 1)) {
		if (pack_page(a, page) < 0)
			list->failed = true;
		if (list->failed)
			break;
		page_list_close(list, page);
	}
	return list->failed ? -ENOMEM : 0;
}

unsigned count_positions(const struct arbiter *a, const struct game_position *pos)
{
	const struct turn_memory *m = a->memory;
	const uint32_t key = (uint32_t)a->game->key(pos);
	unsigned count = 0;

	for (unsigned n = 0; n < a->count; n++) {
		const struct ply *ply = page_list_element(&a->memory->list, n);

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

	*ply = (struct ply){
		.turn = *turn,
		.before = a->count ? ply_at(a, a->count - 1)->after : a->start,
		.after = *after,
		.credited_us = v->credited_us[side],
		.left_us = { v->left_us[WHITE], v->left_us[BLACK] },
		.given_us = { a->given_us[WHITE], a->given_us[BLACK] },
		.adjust_said_us = a->adjust_said_us[side],
		.set_down_count = a->set_down_count[side],
		.first_set_down_us = a->first_set_down_us[side],
		.binding_count = a->binding_count,
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
}

static bool lists_displaced(const struct turn *turn, const struct turn_displaced *d)
{
	for (unsigned i = 0; i < turn->displaced_count && i < TURN_MAX_DISPLACED; i++)
		if (turn->displaced[i].from == d->from && turn->displaced[i].to == d->to)
			return true;
	return false;
}

void charge_turn_before(struct arbiter *a, unsigned n)
{
	const struct turn *turn = &ply_at(a, n)->turn;
	struct turn *last = n ? &ply_at(a, n - 1)->turn : NULL;

	for (unsigned i = 0; last && i < turn->displaced_count && i < TURN_MAX_DISPLACED; i++)
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
		if (!ply_at(a, i)->unpressed && a->moves_made[ply_at(a, i)->turn.side])
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

/* The pieces touched in a turn that is taken back bind its replacement. */
void keep_touched_binding(struct arbiter *a, const struct ply *ply)
{
	a->binding_count = 0;
	for (unsigned i = 0; i < ply->turn.touched_count && i < TURN_MAX_TOUCHED; i++) {
		a->binding[a->binding_count].square = ply->turn.touched[i].square;
		a->binding[a->binding_count++].piece = ply->turn.touched[i].piece;
	}
}
