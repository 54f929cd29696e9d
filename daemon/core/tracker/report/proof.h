/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The standard of proof: whether a turn was a legal move is known only where no reading that is nearly as likely says
 * the opposite. */
#ifndef TRACKER_PROOF_H
#define TRACKER_PROOF_H

#include "daemon/core/tracker/reading/readings.h"
#include "rules/turn.h"

struct tracker;

/* Reading index says that turn n was this one, before the position before it: is that proved? Sets turn->unsure and the
 * others that it may have been. */
void weigh_proof(struct tracker *t, unsigned index, const struct node *n, const struct game_position *before,
		 struct turn *turn);

/* The same of a turn that was reported before; false: it is as it was. */
bool weigh_again(struct tracker *t, unsigned ply, struct turn *turn);

/* Lists o among the others, unless it is there. There is room for the likeliest, which come first, and for one that
 * says the opposite of the turn, whatever the others are. */
void list_reading(struct turn *turn, const struct turn *o, bool opposite);

#endif
