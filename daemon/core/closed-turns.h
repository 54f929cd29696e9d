/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of the turns that were closed: the last ones in full, the others packed. */
#ifndef CORE_CLOSED_TURNS_H
#define CORE_CLOSED_TURNS_H

#include "daemon/core/state.h"

/* 0 or -ENOMEM. */
int closed_turns_init(struct core *core);
void closed_turns_done(struct core *core);
/* A turn that is closed, or was when one was last added. It stays where it is, and what is changed in it is kept, until
 * the pass is over (closed_turns_pack()). */
struct closed_turn *closed_at(const struct core *core, unsigned ply);
/* The next turn, to be written: turn closed_count. Those from there on are in the list no more. NULL: no memory. */
struct closed_turn *closed_turns_reserve(struct core *core);
/* Nobody holds a turn any more: what is not among the last goes to where it takes little room. 0; -ENOMEM: there was no
 * memory for a turn that was asked for. */
int closed_turns_pack(const struct core *core);
/* Between passes, where many turns have been asked for: what the last few calls returned stays where it is. */
void closed_turns_pack_some(const struct core *core);

#endif
