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

/* Reading i becomes the one that was number order[i]. Each is copied once, most not at all. */
static void put_in_order(struct reading *beam, uint8_t *order, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		struct reading first;
		unsigned k = i;

		if (order[i] == i)
			continue;
		first = beam[i];
		while (order[k] != i) {
			unsigned from = order[k];

			beam[k] = beam[from];
			order[k] = (uint8_t)k;
			k = from;
		}
		beam[k] = first;
		order[k] = (uint8_t)k;
	}
}

/* In order of cost, of equal ones the first first. */
static void sort_by_cost(struct reading *beam, unsigned count)
{
	uint8_t order[BEAM_WIDTH];
	int32_t cost[BEAM_WIDTH];

	for (unsigned i = 0; i < count; i++) {
		int32_t mine = beam[i].cost;
		unsigned k = i;

		for (; k && cost[k - 1] > mine; k--) {
			cost[k] = cost[k - 1];
			order[k] = order[k - 1];
		}
		cost[k] = mine;
		order[k] = (uint8_t)i;
	}
	put_in_order(beam, order, count);
}

void sort_lines_by_cost(struct readings *r)
{
	const struct reading *best = cheapest(r);
	uint16_t parent = best->node != NO_NODE ? r->node[best->node].parent : NO_NODE;
	int32_t base = best->cost;
	unsigned ply = best->ply, count = 0;
	bool has_parent = best->node != NO_NODE;

	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = &r->beam[i];

		h->cost -= base;
		if (has_parent && h->node == parent && h->ply + 1u == ply && h->cost > LINES_UNDONE)
			h->cost = LINES_UNDONE;
		if (h->cost > LINES_KEEP && !(h->node == r->reported && h->node != NO_NODE)) {
			node_release(r, h->node);
			continue;
		}
		if (count < i)
			r->beam[count] = *h;
		count++;
	}
	sort_by_cost(r->beam, count);
	r->count = count;
	r->over.cost -= base;
	if (r->lines_added || r->agreed != r->beam[0].node)
		beam_agree(r, LEAST_NODES);
	r->lines_added = false;
	r->agreed = r->beam[0].node;
}
