/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_WIN_SEARCH_H
#define RULES_ARBITER_WIN_SEARCH_H

#include "rules/arbiter/state.h"

/* These two note in a->undecided what they could not decide … */
enum game_answer side_can_win(struct arbiter *a, const struct game_position *pos, enum side side);
bool position_is_dead(struct arbiter *a, const struct game_position *pos);
/* … and these keep it open: after the ruling. reason: of the draw that it would be. */
void keep_doubtful_loss(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);
void keep_doubtful_dead_position(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* A person is asked about progress; that the opponent cannot win at all would settle it. */
void keep_doubtful_no_progress(struct arbiter *a, const struct arbiter_view *v, enum side opponent);

#endif
