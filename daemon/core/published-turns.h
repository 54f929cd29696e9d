/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Under a silent rulebook: the turns as they were last published. Those at the beginning of the game that stand so in
 * the history, too, are kept there alone. */
#ifndef CORE_PUBLISHED_TURNS_H
#define CORE_PUBLISHED_TURNS_H

#include "daemon/core/state.h"

/* One that is kept here: from published_from to published_count. */
struct silent_turn *published_at(const struct core *core, unsigned ply);
/* Room for turn ply, which was published, or is the next; NULL: no memory. */
struct silent_turn *published_turns_reserve(struct core *core, unsigned ply);
/* Turns of the history from that one on are about to become others. Without memory the core has failed. */
void published_turns_keep(struct core *core, unsigned ply);
/* So many are in the history as they were published. */
void published_turns_agree(struct core *core, unsigned count);
/* Turns from that one on are published no more. */
void published_turns_cut(struct core *core, unsigned ply);

#endif
