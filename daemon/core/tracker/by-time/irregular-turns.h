/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: what stands though no legal moves make it. */
#ifndef TRACKER_IRREGULAR_TURNS_H
#define TRACKER_IRREGULAR_TURNS_H

#include "daemon/core/tracker/reading/readings.h"

/* The readings are continued by a move against the rules that stands, or, where what stands is a position from which a
 * game can be played, by a turn that cannot be read. */
void search_irregular_turns(struct readings *r, int64_t t_us);

#endif
