/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that are closed by the press of the lever: when it is judged. */
#ifndef TRACKER_PRESS_H
#define TRACKER_PRESS_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

enum {
	WAIT_US = 1500000, /* after a press, for what is still to come */
	HAND_US = 300000,  /* … and then the opponent's hand ends the wait */
};

/* The lever of side went down. */
int press_event(struct tracker *t, enum side side);
/* The square is about to be empty: perhaps that shows that what seemed to be a rebound was a press. */
int sprung_press(struct tracker *t, unsigned square);
/* Judges the pending press if it is clear, or if patience demands it. */
int judge_press(struct tracker *t, enum patience patience);
/* When the scan has brought what the pending press was clear but for; INT64_MAX: it was not. */
int64_t scanned_us(const struct readings *r);
/* Something must be known by now; and what was clear at the press may stand otherwise since. */
int judge_when_waited(struct tracker *t, int64_t t_us);
/* Two presses that were not seen: the lever is down on the side that is to move, and its move has stood for long. */
int judge_unseen_presses(struct tracker *t, int64_t t_us);
/* … then; INT64_MAX: never. */
int64_t unseen_presses_us(const struct tracker *t);

#endif
