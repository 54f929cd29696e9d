/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the sensors show becomes facts of the tracker; each, in its order, is kept, published and put to the arbiter. */
#ifndef STAGE_BOARD_H
#define STAGE_BOARD_H

#include "daemon/core/history.h"

/* The tracker's sink: facts wait until it has returned. */
void queue_fact(void *userdata, const struct tracker_fact *fact);
/* Are there facts, or does the tracker have fewer turns than the history? */
static inline bool facts_wait(const struct core *core)
{
	const struct past_turn *last = core->closed_count ? past_at(core, core->closed_count - 1) : NULL;

	return core->fact_count ||
	       (last && last->tracked != SET_BY_HAND && last->tracked >= tracker_turns(core->tracker));
}

/* The facts that wait. 0 or negative errno. */
int handle_facts(struct core *core);
/* An event for the tracker, and the facts that it brings. 0 or negative errno. */
int feed_tracker(struct core *core, const struct tracker_event *event);
/* People speak of the turn: a press that the tracker is not sure of yet is judged by what is known. 0 or negative
 * errno. */
int settle_turn(struct core *core);
/* What came since may have proved what the last turns were, or put them in doubt. */
void weigh_turns(struct core *core);
/* The move set down counts as it stands: it ends the game if it is one that does. A moving hand is no standing piece.
 * by_lift: it came to stand by lifting one. */
void set_down_counts(struct core *core, bool by_lift);

#endif
