/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_START_CLAIMS_H
#define RULES_ARBITER_START_CLAIMS_H

#include "rules/arbiter/state.h"

void claim_about_start(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
void restart_game(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
void replay_game(struct arbiter *a, const struct arbiter_view *v);

#endif
