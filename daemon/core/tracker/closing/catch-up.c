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
	QUIET_US = 3000000, QUIET_LATE_US = 500000,
	ASTRAY = 4, ASTRAY_TURNS = 4,	/* changes that fit nothing, and turns that may explain them */
	SOON_QUIET_US = 600000, FAR_ASTRAY = 6, FAR_SQUARES = 3,	/* so many fit nothing, and so many squares are otherwise */
	ASTRAY_COST = 200,	/* that they may assume */
};

/* Turns are closed until a legal position, or one move from it, stands. Returns what that assumes, -1 if none does. */
int32_t catch_up_close(struct tracker *t, unsigned most, squares_t wrong)
{
	struct reader *r = t->reader;
	int32_t spent = r->spent;

	for (unsigned n = 0; n < most && !tell_stands_but(t, wrong); n++) {
		if (!beam_press(r, (enum side)reader_told(r)->side, t->now, WAITED, -1))
			return -1;
		r->told_index = 0;
		r->moves_known = false;
	}
	return tell_stands_but(t, wrong) ? r->spent - spent : -1;
}

/* Turns are closed until what stands is the position, or one move from it. They may assume dear. */
static int catch_up(struct tracker *t, unsigned most, int32_t dear)
{
	struct reader *r = t->reader;
	struct reader *before;
	squares_t wrong = 0;	/* for long, and no part of them */
	int32_t cost;
	int r1 = 0;

	/* nothing is played after the last move; with a lever somebody may press all the same */
	if (tell_stands(t) || (!t->setup.has_lever && !tell_moves(t)->count))
		return 0;
	for (squares_t rest = reader_told(r)->bad & reader_told(r)->bad1; rest; rest &= rest - 1)
		if (r->number[__builtin_ctzll(rest)] <= reader_told(r)->done)
			wrong |= rest & -rest;
	before = malloc(sizeof(*before));
	if (!before)
		return -ENOMEM;
	*before = *r;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	/* nobody saw what was played: that it was against the rules would be a mere guess */
	r->legal_only = t->setup.has_lever;
	cost = catch_up_close(t, most, wrong);
	r->legal_only = false;
	if (cost >= 0 && cost <= dear)
		r1 = tell_turns(t);
	else
		reader_restore(r, before);
	free(before);
	return r1;
}

/* Men that are touched and put back make changes, too. */
static bool is_far(struct reader *r)
{
	const struct reading *h = reader_told(r);

	return r->changes >= h->done + FAR_ASTRAY && __builtin_popcountll(fresh_squares(r, h)) >= FAR_SQUARES;
}

/* What stood for a while fits nothing: perhaps some turns together make it. */
int catch_up_astray(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct change *last = &r->change[r->changes % HISTORY];
	bool late = reader_is_late(r);
	int64_t quiet = late ? QUIET_LATE_US : is_far(r) ? SOON_QUIET_US : QUIET_US;

	if (!reader_by_reply(r) || r->press.waiting || r->changes < reader_told(r)->done + ASTRAY || last->is == '.' ||
	    t->now - last->t_us <= quiet || tell_stands(t))
		return 0;
	/* by now the lever is known: it went there and back */
	if (late && r->lever == (enum side)reader_told(r)->side)
		return 0;
	return catch_up(t, late ? 2 : ASTRAY_TURNS, ASTRAY_COST);
}
