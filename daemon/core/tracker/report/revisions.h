/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is reported of the readings: the turns that were closed, and revisions of them. */
#ifndef TRACKER_REVISIONS_H
#define TRACKER_REVISIONS_H

#include <stdbool.h>

struct tracker;

/* The reading that is reported next. */
unsigned reading_to_report(const struct tracker *t);
/* The readings were continued: the turns that they contain now are reported. 0 or -ENOMEM. */
int report_turns(struct tracker *t);
/* The turns of that reading, whatever it costs. 0 or -ENOMEM. */
int report_reading(struct tracker *t, unsigned index);
/* Does everything stand as another reading expects, and not as the one that is reported? */
bool other_reading_stands(const struct tracker *t);
/* … that one is reported from now on. 0 or -ENOMEM. */
int report_other_reading(struct tracker *t);

#endif
