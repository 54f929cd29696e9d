/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_DRAW_VERDICTS_H
#define RULES_ARBITER_DRAW_VERDICTS_H

#include "rules/arbiter/state.h"

/* Of the question that was asked; a forced win decides what it contests. */
void decide_draw_claim(struct arbiter *a, const struct arbiter_view *v, bool accept, const struct question *q);

#endif
