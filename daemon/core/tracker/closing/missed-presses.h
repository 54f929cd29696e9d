/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Presses that were missed, several in a row. */
#ifndef TRACKER_MISSED_PRESSES_H
#define TRACKER_MISSED_PRESSES_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/* The press was read at a cost of spent since before. Were some before it missed? Then each turn is closed where its
 * reply stood, and the readings are those. 0 or -ENOMEM. */
int missed_presses(struct tracker *t, const struct readings *before, int32_t spent);

#endif
