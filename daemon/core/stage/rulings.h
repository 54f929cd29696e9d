/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the game and its arbiter: questions, each with the table as it stands, and what the rulings change there. The
 * rulings of one question are a list that is carried out after the arbiter has answered, never while it does. Without a
 * rulebook nothing is ruled.
 */
#ifndef STAGE_RULINGS_H
#define STAGE_RULINGS_H

#include "daemon/core/state.h"

/* What the tracker found. by_lift: it came about by lifting a piece. */
void rule_on_touch(struct core *core, enum side side, unsigned square, char piece);
void rule_on_set_down(struct core *core, bool by_lift);
void rule_on_taken_back(struct core *core);
/* The last turn of the history was closed. is_published: that it is accepted was published at its press. */
void rule_on_turn(struct core *core, bool by_lift, bool is_published);
/* It is read anew. */
void rule_on_revised(struct core *core, bool by_lift, bool is_published);
void rule_on_empty_press(struct core *core, enum side side);

/* The table now. What is judged later is judged by it, as far as nothing that came since is seen. */
struct arbiter_view table_now(const struct core *core);

/* What the clock shows. before: the position that stood when the flag fell, where a turn was closed since; else NULL.
 */
void rule_on_flag(struct core *core, enum side side, const struct game_position *before);
void rule_on_period(struct core *core, enum side side);
void rule_on_pause(struct core *core, const struct arbiter_view *then);
/* first: no clock ran before. */
void rule_on_resume(struct core *core, const struct arbiter_view *then, enum side side, bool first);
/* The arbiter looked: whose flag fell first, NO_SIDE unknown. */
void rule_on_clock_report(struct core *core, enum side first);
/* The arbiter sets the times; INPUT_ABSENT: one that stays. */
void rule_on_times_set(struct core *core, const int64_t us[2]);

/* What people say. */
void rule_on_arrival(struct core *core, enum side side);
/* Claims of one instant, made when the table stood so. Each is carried out before the next is judged. */
void rule_on_claims(struct core *core, const struct arbiter_view *then, const struct arbiter_claim *claims,
		    unsigned count);
void rule_on_decision(struct core *core, const struct arbiter_decision *decision);
/* A search has answered. */
void rule_on_answer(struct core *core, enum side side, enum game_answer answer);

void end_game(struct core *core, const char *result, const char *termination);
/* The official position is the one before turn ply. 0 or negative errno. */
int back_to_turn(struct core *core, unsigned ply);

#endif
