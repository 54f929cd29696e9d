/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_CAPTAINS_VERDICT_H
#define RULES_ARBITER_CAPTAINS_VERDICT_H

#include "rules/arbiter/state.h"

/* Does that differ from what the other captain has answered? */
bool captains_differ(const struct arbiter *a, const struct arbiter_decision *d);
/* Then what he answered is open again. */
void reopen_question(struct arbiter *a, const struct arbiter_view *v);
/* turns, given_us: as they were before the answer. */
void note_captain_verdict(struct arbiter *a, const struct arbiter_decision *d, const struct question *q, unsigned turns,
			  const int64_t given_us[2]);

#endif
