/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The presumption of innocence: which readings are believed. */
#ifndef TRACKER_BELIEF_H
#define TRACKER_BELIEF_H

#include "daemon/core/tracker/reading/cheapest.h"
#include "daemon/core/tracker/reading/readings.h"

/* The standard of proof, one in a hundred: by so much a reading in which a turn was no legal move has to be cheaper
 * than each in which it was one. */
enum { PROOF = 46 };
/* Could that turn, which is no legal move, be proved? All of it was seen and hardly anything beside it, and the turns
 * before it are no riddle. */
bool turn_is_provable(const struct readings *r, const struct node *n);
/* What the reading costs with that. Of two readings the cheaper one by this is believed; one that accuses without proof
 * only if there is no other. */
int32_t believed_cost(const struct readings *r, const struct reading *h);
/* What is kept with the turn that was made of the candidate, for the judgement above. */
void note_assumptions(const struct readings *r, const struct candidate *c, struct node *n);

#endif
