/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: the readings in order. */
#ifndef TRACKER_LINE_ORDER_H
#define TRACKER_LINE_ORDER_H

#include "daemon/core/tracker/reading/readings.h"

/* Cheapest first; the costliest are given up, others have costs from 0. */
void sort_lines_by_cost(struct readings *r);

#endif
