/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_TABLE_H
#define RULES_ARBITER_TABLE_H

#include "rules/arbiter/state.h"

/* The pieces stand as in pos; one that is not known may be any. */
bool table_shows(const struct arbiter *a, const struct arbiter_view *v, const struct game_position *pos);
/* A piece of side's was moved before the opponent had pressed, and side has not pressed since: the opponent displaced
 * it, though it may stand where side could have played it. */
bool moved_on_others_time(const struct arbiter *a, const struct arbiter_view *v, enum side side);
enum side first_fallen_flag(const struct arbiter_view *v);

/* Does a legal move stand unpressed, or one of each side? */
bool unpressed_stands(const struct arbiter *a, const struct arbiter_view *v);

static inline bool clock_is_stopped(const struct arbiter_view *v)
{
	return !v->has_clock || v->running == NO_SIDE;
}

static inline bool flag_is_down(const struct arbiter_view *v, enum side side)
{
	return v->flag_us[side] != ARBITER_NEVER;
}

#endif
