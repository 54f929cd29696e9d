/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the sensors show, and how a reading compares with it. */
#ifndef TRACKER_CHANGES_H
#define TRACKER_CHANGES_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/* A square shows something else now. */
void note_change(struct readings *r, int64_t t_us, unsigned square, char is);
/* What the sensors show, letters from the reading where they have none. */
void sensors_placement(const struct tracker *t, char *squares);

/* Asked for most squares at most events. */
static inline bool square_agrees(const struct readings *r, char expected, char is)
{
	if (expected == '.' || is == '.')
		return expected == is;
	return r->setup.sensors == TRACKER_PRESENCE || is == '?' || expected == is ||
	       (r->game->shows_as && r->game->shows_as(expected, is));
}

/* The sensor knows that a piece stands there, not which. */
static inline bool is_unnamed(const struct readings *r, unsigned square)
{
	return r->setup.sensors == TRACKER_PRESENCE || r->sensor[square] == '?';
}

/* The squares that are '.'. */
squares_t empty_squares(const char pieces[static GAME_MAX_SQUARES]);
/* The squares that show something else than that. */
squares_t mismatching_squares(const struct readings *r, const char *expected);
/* The squares that differ since the reading's last turn: what did not match before it is not new. */
squares_t new_mismatches(const struct readings *r, const struct reading *h);
/* The squares that changed since the reading's last turn. */
squares_t changed_squares(const struct readings *r, const struct reading *h);

/*
 * sensors_rewind - the sensors as they were after change number upto
 * Returns how many came since, in later, for sensors_replay() to put back; 0: too many, nothing is done. expected: what
 * stands where no change is remembered.
 */
#define REWIND_MAX (HISTORY / 2)
unsigned sensors_rewind(struct readings *r, uint32_t upto, const char *expected,
			struct change later[static REWIND_MAX]);
void sensors_replay(struct readings *r, const struct change *later, unsigned n);

#endif
