/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the game and its arbiter: the table as the arbiter sees it, and what its rulings change there. The rulings of one
 * question are a list that is carried out after the arbiter has answered, never while it does.
 */
#ifndef STAGE_RULINGS_H
#define STAGE_RULINGS_H

#include "daemon/core/state.h"

/* The table at this instant, in copies. */
struct arbiter_view view_for_arbiter(const struct core *core);
/* The positions of an earlier view as they are now: what was said before stands, what was ruled since has changed them. */
void view_positions(const struct core *core, struct arbiter_view *view);
/* Carries out what the arbiter has ruled, in its order, and publishes it. */
void apply_rulings(struct core *core);
/* The same where everyone has heard of the turn at its press: that it is accepted is not said again. */
void apply_rulings_on_turn(struct core *core, bool is_accepted);

void end_game(struct core *core, const char *result, const char *termination);
/* The official position is the one before turn ply. 0 or negative errno. */
int back_to_turn(struct core *core, unsigned ply);

#endif
