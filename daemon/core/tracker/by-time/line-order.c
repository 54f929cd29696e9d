/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/by-time/line-order.h"
#include "daemon/core/tracker/by-time/lines.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/turn-tree.h"

enum { LEAST_NODES = 4 * BEAM_WIDTH };

static const struct reading *cheapest(const struct readings *r)
{
	const struct reading *best = &r->beam[0];

	for (unsigned i = 1; i < r->count; i++)
		if (r->beam[i].cost < best->cost)
			best = &r->beam[i];
	return best;
}

/* What is kept of the readings: their numbers in order of their costs, of equal ones the first first. */
struct order {
	int64_t key[BEAM_WIDTH]; /* the cost, and below it the number */
	unsigned count;
};

static void order_add(struct order *o, int32_t cost, unsigned number)
{
	int64_t key = (int64_t)cost * BEAM_WIDTH + number;
	unsigned k = o->count++;

	for (; k && o->key[k - 1] > key; k--)
		o->key[k] = o->key[k - 1];
	o->key[k] = key;
}

static unsigned number_at(const struct order *o, unsigned i)
{
	return (unsigned)o->key[i] % BEAM_WIDTH;
}

/* Reading i becomes the one of number i in order. Each is copied once, most not at all: what is not kept is a place
 * where a chain begins, what goes round needs one aside. */
static void put_in_order(struct reading *beam, struct order *o, uint32_t kept)
{
	for (unsigned i = 0; i < o->count; i++) {
		unsigned k = i, from;

		if (kept >> i & 1)
			continue;
		for (; k < o->count && (from = number_at(o, k)) != k; k = from) {
			reading_copy(&beam[k], &beam[from]);
			o->key[k] = k;
		}
	}
	for (unsigned i = 0; i < o->count; i++) {
		struct reading first;
		unsigned k = i, from;

		if (number_at(o, i) == i)
			continue;
		reading_copy(&first, &beam[i]);
		for (; (from = number_at(o, k)) != i; k = from) {
			reading_copy(&beam[k], &beam[from]);
			o->key[k] = k;
		}
		reading_copy(&beam[k], &first);
		o->key[k] = k;
	}
}

void sort_lines_by_cost(struct readings *r)
{
	const struct reading *best = cheapest(r);
	uint16_t parent = best->node != NO_NODE ? r->node[best->node].parent : NO_NODE;
	int32_t base = best->cost;
	unsigned ply = best->ply;
	struct order order;
	uint32_t kept = 0;
	bool has_parent = best->node != NO_NODE;

	order.count = 0;
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = &r->beam[i];

		h->cost -= base;
		if (has_parent && h->node == parent && h->ply + 1u == ply && h->cost > LINES_UNDONE)
			h->cost = LINES_UNDONE;
		if (h->cost > LINES_KEEP && !(h->node == r->reported && h->node != NO_NODE)) {
			node_release(r, h->node);
			continue;
		}
		kept |= UINT32_C(1) << i;
		order_add(&order, h->cost, i);
	}
	put_in_order(r->beam, &order, kept);
	r->count = order.count;
	r->over.cost -= base;
	if (r->lines_added || r->agreed != r->beam[0].node)
		beam_agree(r, LEAST_NODES);
	r->lines_added = false;
	r->agreed = r->beam[0].node;
}
