// SPDX-License-Identifier: GPL-2.0-or-later
/* What the tracker says, in its order: told, and put to the arbiter. */
#include <errno.h>
#include <stdlib.h>

#include "daemon/core/state.h"

/* How long a move that would end the game must stand before it counts without a press, where a slide may pass there. */
#define SETTLE_US 1000000

void collect_fact(void *userdata, const struct tracker_fact *fact)
{
	struct core *core = userdata;

	if (core->fact_count == core->fact_room) {
		unsigned room = core->fact_room ? core->fact_room * 2 : 8;
		struct tracker_fact *more = realloc(core->facts, room * sizeof(*more));

		if (!more) {
			core->failed = -ENOMEM;
			return;
		}
		core->facts = more;
		core->fact_room = room;
	}
	core->facts[core->fact_count++] = *fact;
}

/* A move that ends the game does so where it stands; a moving hand is not a standing man. */
void down_counts(struct core *core)
{
	struct arbiter_view view = core_view(core);

	core->settle_us = CLOCK_NEVER;
	if (core->arbiter && !core->over)
		arbiter_set_down(core->arbiter, &view, core->down_side, &core->down_move);
}

static void on_set_down(struct core *core, const struct tracker_fact *fact)
{
	core->down = true;
	core->righting = false;
	core->new_game = false;
	core->down_move = fact->move;
	core->down_side = fact->side;
	core->down_us = fact->t_us;
	move_clock_stands(core, fact->side);
	publish_provisional(core, &fact->move, fact->side, MOVE_PROVISIONAL);
	if (core->setup.sensors == TRACKER_EXACT)
		down_counts(core);
	else
		core->settle_us = core->now + SETTLE_US;
}

static void on_taken_back(struct core *core, const struct tracker_fact *fact)
{
	struct arbiter_view view = core_view(core);

	core->down = false;
	core->settle_us = CLOCK_NEVER;
	move_clock_taken_back(core);
	publish_provisional(core, &fact->move, fact->side, MOVE_UNDONE);
	if (core->arbiter)
		arbiter_taken_back(core->arbiter, &view);
}

static void on_turn(struct core *core, const struct tracker_fact *fact)
{
	struct arbiter_view view;

	core->down = false;
	core->settle_us = CLOCK_NEVER;
	core->new_game = false;
	core->kings_result = NULL;
	move_clock_closed(core, fact->turn.side);
	if (past_add(core, &fact->turn, fact->ply) < 0) {
		core->failed = -ENOMEM;
		return;
	}
	if (hushed(core))
		hushed_turn(core);
	else
		publish_move(core, core->past_count - 1, MOVE_COMMITTED);
	publish_turn(core, &fact->turn, PUBLISH_TURN);
	view = core_view(core);
	core->accepted = hushed(core);
	if (core->arbiter && arbiter_turn(core->arbiter, &view, &fact->turn, &core->past[core->past_count - 1].after) < 0)
		core->failed = -ENOMEM;
	core->accepted = false;
}

static void on_revised(struct core *core, const struct tracker_fact *fact)
{
	/* positions set by hand make our list another than the tracker's */
	unsigned ply = past_find(core, fact->ply);
	struct arbiter_view view;
	int64_t left;

	if (ply >= core->past_count || core->past[ply].tracked != fact->ply)
		return;
	left = core->past[ply].left_us;
	core->rereading = true;
	while (core->past_count > ply + 1)
		past_drop(core, core->past_count - 1);
	core->past_count = ply;
	if (past_add(core, &fact->turn, fact->ply) < 0) {
		core->rereading = false;
		core->failed = -ENOMEM;
		return;
	}
	core->past[ply].left_us = left;
	publish_move(core, ply, MOVE_REVISED);
	core->rereading = false;
	publish_turn(core, &fact->turn, PUBLISH_TURN);
	view = core_view(core);
	core->accepted = hushed(core);
	if (core->arbiter && arbiter_revised(core->arbiter, &view, ply, &fact->turn, &core->past[ply].after) < 0)
		core->failed = -ENOMEM;
	core->accepted = false;
}

static void on_fact(struct core *core, const struct tracker_fact *fact)
{
	struct arbiter_view view;

	switch (fact->type) {
	case TRACKER_TOUCHED:
		view = core_view(core);
		if (core->arbiter)
			arbiter_touched(core->arbiter, &view, fact->side, fact->square, fact->piece);
		break;
	case TRACKER_SET_DOWN:
		on_set_down(core, fact);
		break;
	case TRACKER_TAKEN_BACK:
		on_taken_back(core, fact);
		break;
	case TRACKER_TURN:
		on_turn(core, fact);
		break;
	case TRACKER_REVISED:
		on_revised(core, fact);
		break;
	case TRACKER_EMPTY_PRESS:
		view = core_view(core);
		if (core->arbiter)
			arbiter_empty_press(core->arbiter, &view, fact->side);
		break;
	case TRACKER_WRONG_SETUP:
	case TRACKER_SETUP_OK:
		publish_turn(core, &fact->turn, PUBLISH_SETUP);
		break;
	case TRACKER_NEED_SQUARES:
		core->wants_squares = true;
		break;
	case TRACKER_SWAPPED:
		on_swapped(core, fact);
		break;
	case TRACKER_AMBIGUOUS:
		publish_ambiguous(core, &fact->turn, &fact->other);
		break;
	case TRACKER_RESTORED:
		if (core->righting)
			publish_turn(core, &fact->turn, PUBLISH_SETUP);
		core->righting = false;
		break;
	case TRACKER_KINGS_CENTRE:
		on_kings_centre(core, fact);
		break;
	case TRACKER_NEW_GAME:
		on_new_game(core);
		break;
	}
}

int settle_facts(struct core *core)
{
	/* a ruling may change the tracker and add facts: by index, not by pointer */
	for (unsigned i = 0; i < core->fact_count; i++) {
		struct tracker_fact fact = core->facts[i];

		if (!core->over)
			on_fact(core, &fact);
	}
	core->fact_count = 0;
	if (!core->over && drop_withdrawn(core) < 0)
		core->failed = -ENOMEM;
	return core->failed;
}

int tell_tracker(struct core *core, const struct tracker_event *event)
{
	int r = tracker_event(core->tracker, event);

	if (r < 0)
		return r;
	return settle_facts(core);
}

/* People speak of the turn: a press that the tracker still looks at is judged by what is known. */
int settle_turn(struct core *core)
{
	int r = tracker_judge_now(core->tracker);

	if (r == 0)
		r = settle_facts(core);
	if (r == 0)
		hushed_look(core);
	return r;
}
