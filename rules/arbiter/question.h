/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_QUESTION_H
#define RULES_ARBITER_QUESTION_H

#include "rules/arbiter/state.h"

void ask_person(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q);
/* The same without a word to anybody: what is open is told to the arbiter's side by whoever saw it. Nothing is asked
 * while something else is. */
void ask_quietly(struct arbiter *a, const struct question *q);
/* Is a decision about that claim an answer to q? */
bool question_covers(const struct question *q, enum claim_kind claim);

#endif
