/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: hands of both sides at once. */
#ifndef TRACKER_SIMULTANEOUS_H
#define TRACKER_SIMULTANEOUS_H

#include <stdbool.h>

struct tracker;

/* A move and its reply stand that were made at once: the move is then readings.provisional. */
bool simultaneous_moves_stand(struct tracker *t);

#endif
