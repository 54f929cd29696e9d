/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: moves that were not seen to be made. */
#ifndef TRACKER_MISSED_MOVES_H
#define TRACKER_MISSED_MOVES_H

#include "daemon/core/tracker/reading/readings.h"

/* Where no reading has fewer than least squares otherwise: lines of moves after which all stands as it does. but_one:
 * or all but one square, a piece that is on its way. */
void search_missed_moves(struct readings *r, unsigned least, bool but_one, int64_t t_us);

#endif
