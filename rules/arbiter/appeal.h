/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_APPEAL_H
#define RULES_ARBITER_APPEAL_H

#include "rules/arbiter/state.h"

void claim_appeal(struct arbiter *a, const struct arbiter_view *v, enum side by);
void decide_appeal(struct arbiter *a, const struct arbiter_view *v, bool upheld);

#endif
