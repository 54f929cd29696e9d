/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: what a reading assumes as time passes while squares show something else than it expects. */
#ifndef TRACKER_MISMATCH_COST_H
#define TRACKER_MISMATCH_COST_H

#include "daemon/core/tracker/reading/readings.h"

/* Every reading pays for the time until t_us. */
void pay_for_time(struct readings *r, int64_t t_us);
/* A square has just changed: what was paid for it is no longer counted where it is right again. */
void forget_paid(struct readings *r, unsigned square);
/* Adds hundredths of a unit of cost. */
void add_cost(struct reading *h, unsigned hundredths);
/* The piece that a pawn had become is exchanged for the one of m. What m costs after h, or no more than what the other
 * one does by now; children: the readings (bits) that continue h. */
int exchanged_promotion_cost(const struct readings *r, const struct reading *h, uint32_t children,
			     const struct game_move *m, int cost);

#endif
