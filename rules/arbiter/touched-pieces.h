/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TOUCHED_PIECES_H
#define RULES_ARBITER_TOUCHED_PIECES_H

#include "rules/arbiter/state.h"

/* What else is known of a touch that is claimed. */
enum touch_evidence {
	TOUCH_ALLEGED,	  /* what the sensors saw */
	TOUCH_ACCIDENTAL, /* the opponent says at the same time that it was an accident */
	TOUCH_TESTIFIED,  /* whoever decides was told of it and believes it, whatever the sensors saw */
};
void claim_touch(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		 enum touch_evidence evidence);
/* Was another piece due, or another move of it, by what was touched and set down? */
bool broke_touch_rules(struct arbiter *a, const struct ply *ply);

#endif
