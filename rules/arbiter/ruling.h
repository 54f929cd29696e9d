/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_RULING_H
#define RULES_ARBITER_RULING_H

#include "rules/arbiter/state.h"

/* adjust_us, effects and so on are then set by the caller. */
struct ruling new_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			 enum claim_kind claim);
/* Adds articles and what the sentence names, and holds the arbiter to it from then on. */
void issue_ruling(struct arbiter *a, struct ruling *r);

#endif
