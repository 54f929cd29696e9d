/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_UNDONE_TURN_H
#define RULES_ARBITER_UNDONE_TURN_H

#include "rules/arbiter/state.h"

/* The ruling's effects. Nobody has pressed an unpressed move. */
unsigned undo_effects(const struct ply *ply);
/* The ruling takes back turns from r->ply on: what that costs or gives in time, where the book says so. */
void refund_time_after_undo(struct arbiter *a, const struct arbiter_view *v, struct ruling *r);

#endif
