/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real sensors, event by event. */
#ifndef TRACKER_SENSOR_EVENTS_H
#define TRACKER_SENSOR_EVENTS_H

#include "daemon/core/tracker/tracker.h"

int readings_new(struct tracker *t);
int readings_event(struct tracker *t, const struct tracker_event *event);
int readings_judge_now(struct tracker *t);
int readings_finish(struct tracker *t);
bool readings_press_pending(const struct tracker *t);
int64_t readings_deadline(const struct tracker *t);

#endif
