/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/reading/merged-beams.h"

#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/continuations.h"
#include "daemon/core/tracker/reading/turn-tree.h"

enum { LEAST_FREE = 4 * BEAM_WIDTH };

/* Turns that only other has, and what they are in r; NO_NODE: not copied yet. */
struct copies {
	const struct readings *other;
	uint16_t node[NODES];
};

static bool is_same_node(const struct node *a, const struct node *b)
{
	return a->refs && b->refs && a->ply == b->ply && a->kind == b->kind && a->side == b->side &&
	       a->from == b->from && a->to == b->to && a->promotion == b->promotion && a->flags == b->flags &&
	       a->captured == b->captured && a->t_us == b->t_us &&
	       (a->parent == b->parent || a->parent == NO_NODE || b->parent == NO_NODE);
}

/* Is it a turn that both had before they went different ways? It is then the same as far as either remembers, and in r
 * it contains what all readings of r contain. */
static bool is_shared(const struct readings *r, const struct readings *other, uint16_t node)
{
	bool agrees = r->agreed_past == NO_NODE;

	for (; node != NO_NODE; node = r->node[node].parent) {
		if (!is_same_node(&r->node[node], &other->node[node]))
			return false;
		agrees |= node == r->agreed_past;
	}
	return agrees;
}

/* The turn of other in r, which the caller holds; NO_NODE: there is no room for it. */
static uint16_t copy_node(struct readings *r, struct copies *c, uint16_t node, uint16_t parent)
{
	uint16_t i = c->node[node];

	if (i != NO_NODE && r->node[i].refs && r->node[i].parent == parent) {
		node_hold(r, i);
		return i;
	}
	i = node_new(r);
	if (i == NO_NODE)
		return NO_NODE;
	r->node[i] = c->other->node[node];
	r->node[i].refs = 1;
	r->node[i].parent = parent;
	node_hold(r, parent);
	c->node[node] = i;
	return i;
}

/* The last turn of a reading of other in r; the caller holds it. False: r does not have its past, or no room for it. */
static bool copy_line(struct readings *r, struct copies *c, uint16_t last, uint16_t *ret)
{
	const struct readings *other = c->other;
	uint16_t path[2 * BEAM_DEPTH], node = last;
	unsigned n = 0;

	for (; node != NO_NODE && !is_shared(r, other, node); node = other->node[node].parent) {
		if (n == sizeof(path) / sizeof(path[0]))
			return false;
		path[n++] = node;
	}
	/* from the start, or cut off where all agreed */
	if (node == NO_NODE && (r->agreed_past != NO_NODE || other->agreed_past != NO_NODE))
		return false;
	node_hold(r, node);
	while (n) {
		uint16_t next = copy_node(r, c, path[--n], node);

		node_release(r, node);
		node = next;
		if (node == NO_NODE)
			return false;
	}
	*ret = node;
	return true;
}

static bool is_known(const struct readings *r, const struct reading *h)
{
	for (unsigned i = 0; i < r->count; i++)
		if (r->beam[i].key == h->key && r->beam[i].side == h->side && r->beam[i].ply == h->ply)
			return true;
	return false;
}

/* Puts it where it belongs by its cost, after those that cost as much. It holds its node. */
static void insert_reading(struct readings *r, const struct reading *h)
{
	unsigned i = r->count;

	if (r->count == BEAM_WIDTH)
		node_release(r, r->beam[--i].node);
	else
		r->count++;
	for (; i && r->beam[i - 1].cost > h->cost; i--)
		r->beam[i] = r->beam[i - 1];
	r->beam[i] = *h;
}

void beam_merge(struct readings *r, const struct readings *other, int32_t extra)
{
	struct copies copies = { .other = other };

	for (unsigned i = 0; i < NODES; i++)
		copies.node[i] = NO_NODE;
	for (unsigned i = 0; i < other->count; i++) {
		struct reading h = other->beam[i];

		h.cost += extra;
		if (h.cost > r->beam[0].cost + KEEP ||
		    (r->count == BEAM_WIDTH && h.cost >= r->beam[BEAM_WIDTH - 1].cost))
			break;
		if (is_known(r, &h) || !copy_line(r, &copies, h.node, &h.node))
			continue;
		insert_reading(r, &h);
	}
	beam_agree(r, LEAST_FREE);
}
