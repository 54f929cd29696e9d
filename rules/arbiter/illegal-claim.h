/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_ILLEGAL_CLAIM_H
#define RULES_ARBITER_ILLEGAL_CLAIM_H

#include "rules/arbiter/state.h"

void claim_illegal(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* What is irregular though the squares show a legal turn is put right: a second move on the opponent's time, a move
 * taken back, another piece than the one touched. False: there is nothing of the kind, or by has replied. */
bool rectify_making(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* May turn n still be claimed, were it illegal? */
bool illegal_window_open(const struct arbiter *a, unsigned n);
/* The opponent lets an irregularity stand. */
void claim_accept_stand(struct arbiter *a, const struct arbiter_view *v, enum side by);

#endif
