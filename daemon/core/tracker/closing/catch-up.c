/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several turns at once, where what stands fits no single one (R12). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/catch-up.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/revisions.h"

enum {
	QUIET_LATE_US = 500000,
	ASTRAY = 4,	   /* changes that fit nothing, … */
	ASTRAY_TURNS = 2,  /* … turns that may explain them, … */
	ASTRAY_COST = 200, /* … and what these may assume */
};

/* Turns are closed until a legal position, or one move from it, stands. Returns what that assumes, -1 if none does. */
int32_t catch_up_turns(struct tracker *t, unsigned most, squares_t wrong, bool legal_only)
{
	struct readings *r = t->readings;
	int32_t spent = r->spent;

	for (unsigned n = 0; n < most && !position_stands_except(t, wrong); n++) {
		struct judging judging = {
			.side = (enum side)reported_reading(r)->side,
			.t_us = t->now,
			.patience = WAITED,
			.ignoring = -1,
			.legal_only = legal_only,
		};

		beam_press(r, &judging);
		r->reported_index = 0;
		r->moves_known = false;
	}
	return position_stands_except(t, wrong) ? r->spent - spent : -1;
}

/* Turns are closed until what stands is the position, or one move from it. That may cost at most max_cost. */
static int catch_up(struct tracker *t, unsigned most, int32_t max_cost)
{
	struct readings *r = t->readings;
	struct readings *before;
	squares_t wrong = 0; /* for long, and no part of them */
	int32_t cost;
	int r1 = 0;

	if (position_stands(t))
		return 0;
	for (squares_t rest = reported_reading(r)->mismatch & reported_reading(r)->mismatch_last; rest;
	     rest &= rest - 1)
		if (r->number[__builtin_ctzll(rest)] <= reported_reading(r)->explained_upto)
			wrong |= rest & -rest;
	before = malloc(sizeof(*before));
	if (!before)
		return -ENOMEM;
	*before = *r;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	/* nobody saw what was played: that it was against the rules would be a mere guess */
	cost = catch_up_turns(t, most, wrong, true);
	if (cost >= 0 && cost <= max_cost)
		r1 = report_turns(t);
	else
		readings_restore(r, before);
	free(before);
	return r1;
}

/* What stood for a while fits nothing: two turns together may make it. */
int catch_up_when_quiet(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct change *last = &r->change[r->changes % HISTORY];

	if (!lever_is_late(r) || r->press.pending || r->changes < reported_reading(r)->explained_upto + ASTRAY ||
	    last->is == '.' || t->now - last->t_us <= QUIET_LATE_US || position_stands(t))
		return 0;
	/* by now the lever is known: it went there and back */
	return r->lever == (enum side)reported_reading(r)->side ? 0 : catch_up(t, ASTRAY_TURNS, ASTRAY_COST);
}
