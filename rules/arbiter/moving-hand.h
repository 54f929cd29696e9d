/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_MOVING_HAND_H
#define RULES_ARBITER_MOVING_HAND_H

#include "rules/arbiter/state.h"

/* Whose hand moved the piece of a square: established, or a player's word, which somebody has to judge. */
void claim_hand(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* It was the hand of against. */
void rule_hand(struct arbiter *a, const struct arbiter_view *v, uint8_t square, enum side against);

#endif
