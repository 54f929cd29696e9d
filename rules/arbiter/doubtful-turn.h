/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A turn of which sensors do not prove what it was: what a person decides it to have been. */
#ifndef RULES_ARBITER_DOUBTFUL_TURN_H
#define RULES_ARBITER_DOUBTFUL_TURN_H

#include "rules/arbiter/state.h"

/* The answer to a question about an illegal move: accepted, there was one; rejected, there was none. */
void decide_doubtful_turn(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d,
			  const struct question *q);
/* Where nothing is asked any more: the last turn that is disputed and may still be ruled on, if there is one. */
void ask_about_next_doubt(struct arbiter *a);

#endif
