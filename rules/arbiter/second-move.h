/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_SECOND_MOVE_H
#define RULES_ARBITER_SECOND_MOVE_H

#include "rules/arbiter/state.h"

/* A piece of offender stands where he moved it after his turn, and the opponent has not replied. Only where the
 * opponent chooses what becomes of an irregularity (illegal-remedy). */
bool second_move_stands(const struct arbiter *a, const struct arbiter_view *v, enum side offender);
/* It is put back, … */
void rule_second_move_back(struct arbiter *a, const struct arbiter_view *v, enum side offender);
/* … or stays. */
void rule_second_move_stands(struct arbiter *a, const struct arbiter_view *v, enum side offender);

#endif
