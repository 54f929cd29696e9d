/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_QUESTION_H
#define RULES_ARBITER_QUESTION_H

#include "rules/arbiter/state.h"

void ask_person(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q);
/* Is a decision about that claim an answer to q? */
bool question_covers(const struct question *q, enum claim_kind claim);

#endif
