/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The turn of a press that waits. */
#ifndef TRACKER_PENDING_TURN_H
#define TRACKER_PENDING_TURN_H

#include "rules/turn.h"

struct tracker;

/* What it is by what stands now. 0 or -ENOMEM. */
int guess_turn(const struct tracker *t, struct turn *ret);

#endif
