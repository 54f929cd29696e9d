// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/published-turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/closed-turns.h"

struct silent_turn *published_at(const struct core *core, unsigned ply)
{
	return &core->published[ply - core->published_from];
}

static bool make_room(struct core *core, unsigned count)
{
	struct silent_turn *more;

	if (count <= core->published_room)
		return true;
	more = realloc(core->published, count * sizeof(*more));
	if (!more) {
		core->failed = -ENOMEM;
		return false;
	}
	core->published = more;
	core->published_room = count;
	return true;
}

struct silent_turn *published_turns_reserve(struct core *core, unsigned ply)
{
	if (ply > core->published_count || !make_room(core, ply + 1 - core->published_from))
		return NULL;
	if (ply == core->published_count)
		core->published_count++;
	return published_at(core, ply);
}

void published_turns_keep(struct core *core, unsigned ply)
{
	const unsigned from = core->published_from, count = core->published_count;

	if (ply >= from || !make_room(core, count - ply))
		return;
	memmove(core->published + (from - ply), core->published, (count - from) * sizeof(*core->published));
	core->published_from = ply;
	for (unsigned i = ply; i < from; i++) {
		const struct closed_turn *closed = closed_at(core, i);
		struct silent_turn *published = published_at(core, i);

		strcpy(published->text, closed->text);
		memset(published->squares, '.', sizeof(published->squares));
		core->game->placement(&closed->after, published->squares);
		published->left_us = closed->left_us;
	}
}

void published_turns_agree(struct core *core, unsigned count)
{
	const unsigned agree = count - core->published_from, left = core->published_count - count;

	if (!agree)
		return;
	memmove(core->published, core->published + agree, left * sizeof(*core->published));
	core->published_from = count;
}

void published_turns_cut(struct core *core, unsigned ply)
{
	core->published_count = ply;
	if (core->published_from > ply)
		core->published_from = ply;
}
