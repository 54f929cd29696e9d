/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TOUCHED_PIECES_H
#define RULES_ARBITER_TOUCHED_PIECES_H

#include "rules/arbiter/state.h"

/* accidental: the opponent says at the same time that he touched it by accident. */
void claim_touch(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		 bool accidental);

#endif
