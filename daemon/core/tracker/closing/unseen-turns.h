/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was played while the board was away, where no few turns make what stands. */
#ifndef TRACKER_UNSEEN_TURNS_H
#define TRACKER_UNSEEN_TURNS_H

#include "daemon/core/tracker/reading/readings.h"

/* A press was judged that may be the first since the board was back. Is what was read since then against the rules, or
 * no move? before: the readings until then. */
bool gap_is_unread(struct tracker *t, const struct readings *before);
/* The turns that nobody saw are one that cannot be read. 1: the press is to be judged again; 0 or -ENOMEM. */
int read_on_after_gap(struct tracker *t);
/* Which pieces stand since the board was back is a guess, unless sensors name them. */
void gap_is_guess(struct readings *r);
/* All that differs from what is reported is that a piece stands elsewhere. */
bool is_one_piece(const struct readings *r);

#endif
