/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact sensors: every event is what happened. */
#ifndef TRACKER_EXACT_SENSORS_H
#define TRACKER_EXACT_SENSORS_H

#include "daemon/core/tracker/tracker.h"

int exact_event(struct tracker *t, const struct tracker_event *event);
int exact_finish(struct tracker *t);
/* The official position was set by hand. */
void exact_restart(struct tracker *t);

#endif
