/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flags that fell, in the order in which the rulebook has things of the same instant count. */
#ifndef STAGE_FLAGS_H
#define STAGE_FLAGS_H

#include "daemon/core/state.h"

/* The flag of side is down: ruled on when the instant is over, or at once where the rulebook has it come before the
 * board. */
void flag_fell(struct core *core, enum side side);
static inline bool flag_is_due(const struct core *core)
{
	return core->flag_due_us[WHITE] <= core->now || core->flag_due_us[BLACK] <= core->now;
}

/* Of the flags that are due, those that meet a move which may have ended the game are due when it has stayed. */
void let_flags_wait(struct core *core);
/* Flags that are due by now are ruled on. */
void rule_flags_due(struct core *core);
/* A move that was set down then, in that position, may end the game: flags that have waited and fell before are ruled
 * on first. before: NULL while it is unpressed. */
void rule_flags_before(struct core *core, int64_t t_us, const struct game_position *before);
static inline bool flag_waits(const struct core *core)
{
	return core->flag_waited[WHITE] || core->flag_waited[BLACK];
}
/* Does one wait that fell then or later? */
bool flag_waits_from(const struct core *core, int64_t t_us);

#endif
