/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sensors as they were a while ago: what came since is put back afterwards. */
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

enum { LONG_AGO_US = 10000000 };

/* What the sensor said, and when, after change number upto. */
static void state_then(struct reader *r, unsigned square, uint32_t upto, const char *want)
{
	for (uint32_t i = upto; i > r->begun && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square != square)
			continue;
		r->sensor[square] = c->is;
		r->since[square] = c->t_us;
		r->number[square] = i;
		return;
	}
	r->sensor[square] = want[square] == '.' || r->setup.sensors != TRACKER_PRESENCE ? want[square] : '?';
	r->since[square] = r->change[(upto + 1) % HISTORY].t_us - LONG_AGO_US;
	r->number[square] = r->begun;
}

/* The sensors as they were after change number upto. Returns how many came since, in later; 0: too many, nothing is done. */
unsigned look_back(struct reader *r, uint32_t upto, const char *want, struct change later[static BACK])
{
	unsigned n = r->changes - upto;

	if (upto < r->begun || upto > r->changes || n > BACK)
		return 0;
	for (unsigned i = 0; i < n; i++)
		later[i] = r->change[(upto + 1 + i) % HISTORY];
	for (unsigned i = 0; i < n; i++)
		state_then(r, later[i].square, upto, want);
	r->changes = upto;
	for (unsigned i = 0; i < r->count; i++)
		beam_reading(r, i)->bad = compare(r, beam_reading(r, i)->want);
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return n;
}

void look_on(struct tracker *t, const struct change *later, unsigned n)
{
	int64_t now = t->now;

	for (unsigned i = 0; i < n; i++) {
		t->now = later[i].t_us;
		reader_note(t, later[i].square, later[i].is);
	}
	t->now = now;
}
