/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_AGREED_DRAW_H
#define RULES_ARBITER_AGREED_DRAW_H

#include "rules/arbiter/state.h"

void accept_draw_offer(struct arbiter *a, const struct arbiter_view *v, enum side by);

#endif
