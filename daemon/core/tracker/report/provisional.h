/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move that stands before it is pressed, as it is told. */
#ifndef TRACKER_PROVISIONAL_H
#define TRACKER_PROVISIONAL_H

#include <stdint.h>

struct tracker;

/* The squares have changed. */
void tell_set_down(struct tracker *t);
/* Time has passed. */
void tell_due(struct tracker *t, int64_t t_us);
/* What was told stands no more. */
void tell_nothing(struct tracker *t);

#endif
