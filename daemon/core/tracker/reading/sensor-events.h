/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real sensors: what they say, event by event. */
#ifndef TRACKER_SENSOR_EVENTS_H
#define TRACKER_SENSOR_EVENTS_H

#include "daemon/core/tracker/tracker.h"

int reader_new(struct tracker *t);
int reader_event(struct tracker *t, const struct tracker_event *event);
int reader_settle(struct tracker *t);
int reader_finish(struct tracker *t);
bool reader_waits(const struct tracker *t);
int64_t reader_deadline(const struct tracker *t);

#endif
