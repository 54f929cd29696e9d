/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a turn was read as it was. */
#ifndef TRACKER_EXPLAIN_H
#define TRACKER_EXPLAIN_H

#include <stddef.h>

#include "daemon/core/tracker/reading/readings.h"

struct heap;
struct tracker;

/* Without a lever: what showed that a turn was over. */
enum closed_by { CLOSED_BY_REPLY, CLOSED_BY_HAND, CLOSED_BY_QUIET, CLOSED_BY_KINGS, CLOSED_BY_END };
/* Beside enum turn_kind: its side has not moved yet. */
enum { TURN_NOT_MADE = 0 };

/* The continuations by which a turn was judged, cheapest first. */
void explain_remember(struct readings *r, const struct heap *heap, enum patience patience);
/* As tracker_explain(). */
int explain_turn(const struct tracker *t, unsigned ply, char *buf, size_t size);

#endif
