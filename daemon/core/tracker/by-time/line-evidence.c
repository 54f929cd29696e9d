/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/by-time/line-evidence.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"

enum { STOOD_UNIT_US = 10000 };

/* Turn ply of the reading that ends with that node; NO_NODE: it has none yet. */
static uint16_t turn_of(const struct readings *r, uint16_t node, unsigned ply)
{
	while (node != NO_NODE && r->node[node].ply > ply)
		node = r->node[node].parent;
	return node != NO_NODE && r->node[node].ply == ply ? node : NO_NODE;
}

static bool is_same_turn(const struct readings *r, uint16_t a, uint16_t b)
{
	const struct node *x, *y;

	if (a == NO_NODE || b == NO_NODE)
		return a == b;
	x = &r->node[a];
	y = &r->node[b];
	return x->kind == y->kind && x->from == y->from && x->to == y->to && x->promotion == y->promotion &&
	       !((x->flags ^ y->flags) & GAME_MOVE_CASTLING);
}

/* One more way to read turn e->ply: by the reading h, which costs so much more than the one that is reported. */
static void remember_line(const struct readings *r, struct explained *e, const struct reading *h, uint16_t node,
			  uint16_t past, int32_t more)
{
	unsigned i = e->count++;
	squares_t wrong = h->mismatch;

	e->best[i].from = e->best[i].to = e->best[i].rook_from = GAME_NO_SQUARE;
	e->best[i].kind = TURN_NOT_MADE;
	e->best[i].promotion = 0;
	e->best[i].other = h->node != NO_NODE && turn_of(r, h->node, e->ply - 1u) != past;
	if (node != NO_NODE) {
		const struct node *n = &r->node[node];

		e->best[i].from = n->from;
		e->best[i].to = n->to;
		e->best[i].kind = n->kind;
		e->best[i].promotion = n->promotion;
		if (n->kind == TURN_LEGAL && n->flags & GAME_MOVE_CASTLING)
			e->best[i].rook_from = n->rook_from;
	}
	e->best[i].own = (int16_t)__builtin_popcountll(wrong);
	e->best[i].added = 0;
	e->best[i].cost = (int16_t)(more < INT16_MAX ? more : INT16_MAX);
}

/* Turn node of reading index, and what others make of it. */
static void remember_turn(struct readings *r, unsigned index, uint16_t node, int64_t now, enum closed_by closed_by)
{
	const struct reading *chosen = &r->beam[index];
	unsigned ply = r->node[node].ply;
	uint16_t seen[EXPLAINED_BEST] = { node }, past = r->node[node].parent;
	struct explained *e = &r->explained[ply % EXPLAINED];
	int64_t stood = (now - r->node[node].t_us) / STOOD_UNIT_US;

	*e = (struct explained){ .ply = (uint16_t)ply, .patience = (uint8_t)closed_by };
	remember_line(r, e, chosen, node, past, 0);
	e->best[0].added = (int16_t)(stood < 0 ? 0 : stood < INT16_MAX ? stood : INT16_MAX);
	for (unsigned i = 0; i < r->count && e->count < EXPLAINED_BEST; i++) {
		uint16_t other = turn_of(r, r->beam[i].node, ply);
		bool known = false;

		for (unsigned k = 0; k < e->count; k++)
			known |= is_same_turn(r, seen[k], other);
		if (known)
			continue;
		seen[e->count] = other;
		remember_line(r, e, &r->beam[i], other, past, r->beam[i].cost - chosen->cost);
	}
}

void remember_competing_lines(struct tracker *t, unsigned index, enum closed_by closed_by)
{
	struct readings *r = t->readings;
	uint16_t old = r->reported;

	for (uint16_t node = r->beam[index].node; node != NO_NODE; node = r->node[node].parent) {
		while (old != NO_NODE && r->node[old].ply > r->node[node].ply)
			old = r->node[old].parent;
		if (old == node)
			return;
		/* the turns before the last were closed by those after them */
		remember_turn(r, index, node, t->now, node == r->beam[index].node ? closed_by : CLOSED_BY_REPLY);
	}
}
