/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that are closed by the reply: where its press is seen late (R10, R11). */
#include <string.h>

#include "daemon/core/tracker/closing/reply.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"

enum {
	OWED_US = 700000,  /* from a piece's standing to its press, at most */
	IGNORE_REPLY = 25, /* a reply that was none */
};

/* The turn is closed, its press may still be on its way. */
void reply_owes_press(struct readings *r, enum side side, int64_t stood_us)
{
	if (r->unpressed_count == UNPRESSED)
		memmove(r->unpressed, r->unpressed + 1, --r->unpressed_count * sizeof(r->unpressed[0]));
	r->unpressed[r->unpressed_count++] = (struct unpressed){ side, stood_us };
}

/* Is this the press of a turn that a reply has closed already? What is older will not come any more. */
bool reply_was_pressed(struct readings *r, enum side side, int64_t t_us)
{
	unsigned n = 0;

	while (n < r->unpressed_count && r->unpressed[n].t_us + (int64_t)r->setup.late_us + OWED_US < t_us)
		n++;
	if (n < r->unpressed_count && r->unpressed[n].side != side)
		n++;
	if (n >= r->unpressed_count) {
		r->unpressed_count = 0;
		return false;
	}
	r->unpressed_count -= n + 1;
	memmove(r->unpressed, r->unpressed + n + 1, r->unpressed_count * sizeof(r->unpressed[0]));
	return true;
}

/* The turn is judged by what stood at t_us. */
static void judge_past(struct readings *r, int64_t t_us)
{
	struct judging judging = {
		.side = (enum side)reported_reading(r)->side, .t_us = t_us, .patience = PAST, .ignoring = IGNORE_REPLY
	};

	beam_press(r, &judging);
}

/* The turn is judged by what stood when its move became provisional: what came since belongs to the next one. */
bool reply_closes(struct tracker *t)
{
	struct readings *r = t->readings;
	struct change later[REWIND_MAX];
	unsigned n = sensors_rewind(r, r->provisional.changes, reported_reading(r)->expected, later);

	if (!n)
		return false;
	judge_past(r, r->provisional.t_us);
	sensors_replay(r, later, n);
	return true;
}
