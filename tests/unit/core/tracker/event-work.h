/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the last event cost: see TRACKER_WORK_MAX. */
#ifndef TESTS_EVENT_WORK_H
#define TESTS_EVENT_WORK_H

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

static inline unsigned event_work(const struct tracker *t)
{
	return t->readings ? t->readings->work : 0;
}

#endif
