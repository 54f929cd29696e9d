/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_CLOSED_TURN_H
#define RULES_ARBITER_CLOSED_TURN_H

#include "rules/arbiter/state.h"

void rule_on_closed_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n);

#endif
