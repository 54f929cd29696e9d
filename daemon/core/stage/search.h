/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a side can still win, where an event could not wait for the answer. See core_next_search(). */
#ifndef STAGE_SEARCH_H
#define STAGE_SEARCH_H

#include "daemon/core/state.h"

static inline bool search_is_open(const struct core *core)
{
	return core->arbiter && arbiter_search_is_open(core->arbiter);
}

/* What is undecided is published to the arbiter's side, once. */
void publish_open_search(struct core *core);
/* The answer of a search is ruled on. */
void on_answer(struct core *core, const struct input *in);

#endif
