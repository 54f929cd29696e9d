/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was played while the board was away. */
#ifndef TRACKER_GAP_H
#define TRACKER_GAP_H

struct tracker;

/* The board was away, and shows what stands now: the turns that make it are closed but the last. 0 or -ENOMEM. */
int gap_search(struct tracker *t);

#endif
