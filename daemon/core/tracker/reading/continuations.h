/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a reading may go on at a press. */
#ifndef TRACKER_CONTINUATIONS_H
#define TRACKER_CONTINUATIONS_H

#include "daemon/core/tracker/reading/cheapest.h"

enum {
	KEEP = 90, /* readings that cost so much more than the best are given up */
	CLEAR_OWN = 10,
	CLEAR_GAP = 25, /* clear: assumes no more for its own squares, and the next so much more */
};
enum { TURN_IGNORED = 0 }; /* beside enum turn_kind: the press was none */

/* On which terms a reading is continued. */
struct terms {
	bool waited;	 /* the press was long enough ago: all that will come has come */
	bool legal_only; /* no turn that is no move or against the rules */
	int extra;	 /* what each continuation assumes besides */
	int ignoring;	 /* what it costs to take the press for none; negative: it was one */
};
/* Adds all continuations of h. */
void continue_reading(struct readings *r, const struct reading *h, const struct terms *terms, struct heap *heap);
/* Is the cheapest much cheaper than any other move, and does it assume at most that? Waiting reveals nothing about the
 * turns before. */
bool continuation_is_clear(const struct heap *heap, int most);
/* Of a sorted heap: where the sensors leave several open, how people play decides. They rarely give pieces away. */
void continuations_weigh_blunders(struct readings *r, struct heap *heap);

#endif
