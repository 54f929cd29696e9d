/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cheapest continuations found so far. */
#ifndef TRACKER_CHEAPEST_H
#define TRACKER_CHEAPEST_H

#include "daemon/core/tracker/reading/readings.h"

struct candidate {
	int32_t cost; /* of the whole reading */
	int32_t own, added;
	int32_t blunder; /* of added, what nothing but playing well speaks against */
	int given;	 /* what it gives away, of which the blunder is what counts */
	const struct reading *from;
	struct game_move move;
	uint8_t kind, side;
	bool whole; /* an illegal move of which every change was seen, in order */
};

/* The cheapest so far, the costliest on top. Candidates stay where they are, only their places are sorted. */
struct heap {
	unsigned count, room;
	int32_t best; /* the cheapest; INT32_MAX at first */
	struct place {
		int32_t cost;
		uint32_t at; /* in c */
	} place[BEAM_WIDTH];
	struct candidate c[BEAM_WIDTH];
};

static inline struct candidate *heap_at(struct heap *h, unsigned i)
{
	return &h->c[h->place[i].at];
}
static inline const struct candidate *heap_see(const struct heap *h, unsigned i)
{
	return &h->c[h->place[i].at];
}

static inline void sift_down(struct heap *h, unsigned count, struct place p)
{
	unsigned i = 0;

	for (unsigned child; (child = 2 * i + 1) < count; i = child) {
		if (child + 1 < count && h->place[child + 1].cost > h->place[child].cost)
			child++;
		if (h->place[child].cost <= p.cost)
			break;
		h->place[i] = h->place[child];
	}
	h->place[i] = p;
}

static inline void heap_add(struct heap *h, const struct candidate *c)
{
	struct place p = { .cost = c->cost };

	if (c->cost < h->best)
		h->best = c->cost;
	if (h->count < h->room) {
		unsigned i = h->count++;

		p.at = i;
		for (; i && h->place[(i - 1) / 2].cost < p.cost; i = (i - 1) / 2)
			h->place[i] = h->place[(i - 1) / 2];
		h->place[i] = p;
	} else if (p.cost < h->place[0].cost) {
		p.at = h->place[0].at;
		sift_down(h, h->count, p);
	} else {
		return;
	}
	h->c[p.at] = *c;
}

/* Cheapest first. */
static inline void heap_sort(struct heap *h)
{
	for (unsigned n = h->count; n > 1; n--) {
		struct place last = h->place[n - 1];

		h->place[n - 1] = h->place[0];
		sift_down(h, n - 1, last);
	}
}

#endif
