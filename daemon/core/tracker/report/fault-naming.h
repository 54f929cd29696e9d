/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a turn is called that leaves pieces standing wrongly. */
#ifndef TRACKER_FAULT_NAMING_H
#define TRACKER_FAULT_NAMING_H

#include "daemon/core/tracker/reading/readings.h"
#include "rules/turn.h"

struct tracker;

/* h is the reading whose last turn *turn is, displaced pieces listed; before: the position before it. */
void name_mismatches(const struct tracker *t, const struct reading *h, const struct game_position *before,
		     struct turn *turn);

#endif
