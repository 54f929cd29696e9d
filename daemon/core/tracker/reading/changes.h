/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the sensors show, and what a reading says of it. */
#ifndef TRACKER_CHANGES_H
#define TRACKER_CHANGES_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/* A square shows something else now. */
void reader_note(struct tracker *t, unsigned square, char is);
/* What the sensors show, letters from the reading where they have none. */
void reader_placement(const struct tracker *t, char *squares);

/* Asked for most squares at most events. */
static inline bool square_agrees(const struct reader *r, char want, char is)
{
	if (want == '.' || is == '.')
		return want == is;
	return r->setup.sensors == TRACKER_PRESENCE || is == '?' || want == is || (r->game->shows_as && r->game->shows_as(want, is));
}

/* The sensor knows that a man stands there, not which. */
static inline bool is_nameless(const struct reader *r, unsigned square)
{
	return r->setup.sensors == TRACKER_PRESENCE || r->sensor[square] == '?';
}

/* The squares that show something else than that. */
squares_t compare(const struct reader *r, const char *want);
/* The squares that differ since the reading's last turn: what was amiss before it is no news. */
squares_t fresh_squares(const struct reader *r, const struct reading *h);
/* The squares that changed since the reading's last turn. */
squares_t seen_squares(const struct reader *r, const struct reading *h);

/*
 * look_back - the sensors as they were after change number upto
 * Returns how many came since, in later, for look_on() to put back; 0: too many, nothing is done. want: what stands where no
 * change is remembered.
 */
#define BACK (HISTORY / 2)
unsigned look_back(struct reader *r, uint32_t upto, const char *want, struct change later[static BACK]);
void look_on(struct tracker *t, const struct change *later, unsigned n);

#endif
