/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The provisional move: it stands, and is not pressed yet. */
#ifndef TRACKER_PROVISIONAL_H
#define TRACKER_PROVISIONAL_H

#include <stdint.h>

struct tracker;

/* The squares have changed. */
void provisional_update(struct tracker *t);
/* Time has passed. */
void provisional_due(struct tracker *t, int64_t t_us);
/* The move that was reported does not stand any more. */
void provisional_withdraw(struct tracker *t);

#endif
