/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cheapest continuations found so far. */
#ifndef TRACKER_HEAP_H
#define TRACKER_HEAP_H

#include "daemon/core/tracker/reader.h"

struct candidate {
	int32_t cost;		/* of the whole reading */
	int32_t own, added;
	const struct reading *from;
	struct game_move move;
	uint8_t kind, side;
};

/* The cheapest so far, the dearest on top. */
struct heap {
	unsigned count, room;
	int32_t best;		/* the cheapest; INT32_MAX at first */
	struct candidate c[BEAM_WIDTH];
};

static inline void sift_down(struct heap *h, unsigned i)
{
	for (;;) {
		unsigned child = 2 * i + 1;
		struct candidate swap;

		if (child >= h->count)
			return;
		if (child + 1 < h->count && h->c[child + 1].cost > h->c[child].cost)
			child++;
		if (h->c[child].cost <= h->c[i].cost)
			return;
		swap = h->c[i];
		h->c[i] = h->c[child];
		h->c[child] = swap;
		i = child;
	}
}

static inline void heap_add(struct heap *h, const struct candidate *c)
{
	if (c->cost < h->best)
		h->best = c->cost;
	if (h->count < h->room) {
		unsigned i = h->count++;

		h->c[i] = *c;
		while (i && h->c[(i - 1) / 2].cost < h->c[i].cost) {
			struct candidate swap = h->c[i];

			h->c[i] = h->c[(i - 1) / 2];
			h->c[(i - 1) / 2] = swap;
			i = (i - 1) / 2;
		}
	} else if (c->cost < h->c[0].cost) {
		h->c[0] = *c;
		sift_down(h, 0);
	}
}

/* Cheapest first. */
static inline void heap_sort(struct heap *h)
{
	for (unsigned n = h->count; n > 1; n--) {
		struct candidate swap = h->c[0];
		unsigned all = h->count;

		h->c[0] = h->c[n - 1];
		h->c[n - 1] = swap;
		h->count = n - 1;
		sift_down(h, 0);
		h->count = all;
	}
}

/* beam.c: the rook that would castle with a king that goes two squares along its rank, GAME_NO_SQUARE none. */
unsigned castling_rook(const char *men, unsigned from, unsigned to);

/* continuations.c */
enum {
	KEEP = 90,		/* readings that cost so much more than the best are given up */
	CLEAR_OWN = 10, CLEAR_GAP = 25,	/* clear: assumes no more for its own squares, and the next so much more */
};
enum { TURN_IGNORED = 0 };	/* beside enum turn_kind: the press was none */
/* Adds all continuations of h. extra: what each assumes besides; ignoring: what it costs to take the press for none, <0 it was one. */
void continue_all(struct reader *r, const struct reading *h, bool waited, int extra, int ignoring, struct heap *heap);
/* Is the cheapest much cheaper than any other move, and does it assume at most that? Waiting tells nothing of the turns before. */
bool continuation_is_clear(const struct heap *heap, int most);
/* Of a sorted heap: where the sensors leave several open, players tell something too. They rarely give men away. */
void continuations_weigh_players(struct reader *r, struct heap *heap);

#endif
