/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sure sensors: every event is what happened. */
#ifndef TRACKER_EXACT_SENSORS_H
#define TRACKER_EXACT_SENSORS_H

#include "daemon/core/tracker/tracker.h"

int sure_event(struct tracker *t, const struct tracker_event *event);
int sure_finish(struct tracker *t);
/* The official position was set by hand. */
void sure_official_changed(struct tracker *t);

#endif
