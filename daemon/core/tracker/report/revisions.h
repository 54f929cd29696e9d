/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of the readings: the turns that were closed, and revisions of them. */
#ifndef TRACKER_REVISIONS_H
#define TRACKER_REVISIONS_H

#include <stdbool.h>

struct tracker;

/* The readings were continued: what they say now is told. 0 or -ENOMEM. */
int tell_turns(struct tracker *t);
/* Does everything stand as another reading says, and not as the one that is told? */
bool tell_other_stands(const struct tracker *t);
/* … that one is told from now on. 0 or -ENOMEM. */
int tell_again(struct tracker *t);

#endif
