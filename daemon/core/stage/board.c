// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"

#define WEIGHED 8	   /* so many turns are weighed again when somebody makes a claim */
#define BOUNCE_US 100000   /* so long a contact may fail, and the piece has stood there all the same */
#define RELEASED_US 250000 /* … and so long it stands only if a hand has left it */

void queue_fact(void *userdata, const struct tracker_fact *fact)
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

/* By some rulebooks a move that was not pressed is complete when the same side has made its next one. */
static void complete_earlier_moves(struct core *core)
{
	const struct rulebook *book = core->book ? core->book : core->setup.rulebook;
	enum side side = core->set_down.side;
	unsigned count = core->moves_before[side] + core->set_down.earlier;

	if (!book || !rulebook_is(book, PARAM_UNPRESSED_MOVE_COMPLETE, "next-made"))
		return;
	for (unsigned i = 0; i < core->closed_count; i++)
		count += turn_at(core, i)->side == side;
	game_clock_moves_complete(&core->clock, side, count);
}

void set_down_counts(struct core *core, bool by_lift)
{
	core->set_down.counts_us = CLOCK_NEVER;
	complete_earlier_moves(core);
	rule_flags_before(core, core->set_down.t_us, NULL);
	if (core->over)
		return;
	core->stood.ends = core->stood.stands;
	rule_on_set_down(core, by_lift);
	core->stood.ends = false;
}

static void on_set_down(struct core *core, const struct tracker_fact *fact, bool by_lift)
{
	core->set_down.stands = true;
	core->being_restored = false;
	core->new_game = false;
	core->set_down.move = fact->move;
	core->set_down.side = fact->side;
	core->set_down.t_us = core->stood.stands ? core->stood.t_us : fact->t_us;
	core->set_down.earlier = fact->ply > tracker_turns(core->tracker) ?
					 (fact->ply - tracker_turns(core->tracker)) / 2 :
					 0;
	if (!core->setup.has_lever)
		move_clock_stands(core, fact->side);
	if (core->arbiter)
		arbiter_move_stands(core->arbiter, fact->side);
	publish_provisional(core, &fact->move, fact->side, MOVE_PROVISIONAL);
	if (core->setup.sensors == TRACKER_EXACT)
		set_down_counts(core, by_lift);
	else
		core->set_down.counts_us = (core->stood.stands ? core->stood.t_us : core->now) + SETTLE_US;
}

static void on_taken_back(struct core *core, const struct tracker_fact *fact)
{
	core->set_down.stands = false;
	core->set_down.counts_us = CLOCK_NEVER;
	if (!core->setup.has_lever)
		move_clock_taken_back(core);
	publish_provisional(core, &fact->move, fact->side, MOVE_UNDONE);
	rule_on_taken_back(core);
}

/* Where the opponent decides what becomes of two moves in a row, both stand until he does: the tracker reads on from
 * there, which knows of the first alone. */
static void let_several_stand(struct core *core, const struct turn *turn)
{
	if (turn->kind == TURN_SEVERAL && core->game->irregular && core->arbiter &&
	    core->setup.sensors != TRACKER_EXACT && !is_silent(core) &&
	    past_at(core, core->closed_count - 1)->tracked + 1 == tracker_turns(core->tracker) &&
	    tracker_set_position(core->tracker, history_position(core, core->closed_count)) < 0)
		core->failed = -ENOMEM;
}

static void on_turn(struct core *core, const struct tracker_fact *fact, bool by_lift)
{
	bool stood = fact->turn.has_move && core->setup.sensors != TRACKER_EXACT &&
		     game_moves_same(&core->stood.move, &fact->turn.move);
	int64_t set_down_us = stood ? core->stood.t_us : fact->turn.set_down_us;

	if (flag_waits(core))
		rule_flags_before(core, set_down_us, history_position(core, core->closed_count));
	if (core->over)
		return;
	core->set_down.stands = false;
	core->set_down.counts_us = CLOCK_NEVER;
	core->new_game = false;
	core->kings_result = NULL;
	core->kings_count_us = CLOCK_NEVER;
	if (!core->setup.has_lever) {
		arrives_by_turn(core, fact->turn.side);
		move_clock_closed(core, fact->turn.side);
	}
	if (core->over)
		return;
	if (history_add(core, &fact->turn, fact->ply) < 0) {
		core->failed = -ENOMEM;
		return;
	}
	let_several_stand(core, &fact->turn);
	if (is_silent(core))
		silence_turn(core);
	else
		publish_past(core, core->closed_count - 1, MOVE_COMMITTED);
	publish_observation(core, &fact->turn, PUBLISH_TURN);
	core->stood.ends = set_down_us == core->stood.t_us && flag_waits(core) && flag_waits_from(core, set_down_us);
	rule_on_turn(core, by_lift, is_silent(core));
	core->stood.ends = false;
}

static void on_revised(struct core *core, const struct tracker_fact *fact, bool by_lift)
{
	unsigned ply = history_find(core, fact->ply);
	bool silent = is_silent(core);
	int64_t left;

	if (ply >= core->closed_count || past_at(core, ply)->tracked != fact->ply)
		return;
	left = past_at(core, ply)->left_us;
	history_keep_times(core);
	/* under silence what was published stays until the next review */
	while (core->closed_count > ply + 1) {
		core->closed_count--;
		if (!silent)
			publish_past(core, core->closed_count, MOVE_UNDONE);
	}
	core->closed_count = ply;
	if (history_add(core, &fact->turn, fact->ply) < 0) {
		core->failed = -ENOMEM;
		return;
	}
	past_at(core, ply)->left_us = left;
	let_several_stand(core, &fact->turn);
	if (!silent)
		publish_past(core, ply, MOVE_REVISED);
	publish_observation(core, &fact->turn, PUBLISH_TURN);
	rule_on_revised(core, by_lift, silent);
}

static void on_other_start(struct core *core, const struct tracker_fact *fact)
{
	/* by a silent rulebook what a move says of the start is not told: another start explains what no rule allows */
	const bool hidden = is_silent(core) && core->line.count;

	history_keep_times(core);
	if (hidden)
		history_withdraw(core, 0);
	else
		history_drop(core, 0);
	core->start = core->setup.start = *tracker_start(core->tracker);
	if (is_silent(core) && !hidden)
		silence_begin(core);
	core->set_down.stands = false;
	if (core->arbiter && arbiter_reset(core->arbiter, 0, &core->start) < 0)
		core->failed = -ENOMEM;
	if (fact->type == TRACKER_ARRAY)
		publish_array(core, hidden);
	else
		publish_mirrored_start(core, fact->side, hidden);
}

static void on_fact(struct core *core, const struct tracker_fact *fact, bool by_lift)
{
	switch (fact->type) {
	case TRACKER_TOUCHED:
		rule_on_touch(core, fact->side, fact->square, fact->piece);
		break;
	case TRACKER_SET_DOWN:
		on_set_down(core, fact, by_lift);
		break;
	case TRACKER_TAKEN_BACK:
		on_taken_back(core, fact);
		break;
	case TRACKER_TURN:
		on_turn(core, fact, by_lift);
		break;
	case TRACKER_REVISED:
		on_revised(core, fact, by_lift);
		break;
	case TRACKER_EMPTY_PRESS:
		rule_on_empty_press(core, fact->side);
		break;
	case TRACKER_WRONG_SETUP:
	case TRACKER_SETUP_OK:
		publish_observation(core, &fact->turn, PUBLISH_SETUP);
		break;
	case TRACKER_NEED_SQUARES:
		core->wants_squares = true;
		break;
	case TRACKER_SWAPPED:
	case TRACKER_ARRAY:
		on_other_start(core, fact);
		break;
	case TRACKER_AMBIGUOUS:
		publish_readings(core, &fact->turn, fact->ply);
		break;
	case TRACKER_RESTORED:
		if (core->being_restored)
			publish_observation(core, &fact->turn, PUBLISH_SETUP);
		core->being_restored = false;
		break;
	case TRACKER_KINGS_CENTRE:
		on_kings_centre(core, fact);
		break;
	case TRACKER_NEW_GAME:
		kings_count(core);
		if (core->over)
			break;
		core->new_game = true;
		publish_new_game(core);
		break;
	}
}

/* Turns that the tracker no longer has. */
static int drop_withdrawn(struct core *core)
{
	unsigned ply = history_find(core, tracker_turns(core->tracker));

	history_withdraw(core, ply);
	return core->arbiter ? arbiter_reset(core->arbiter, ply, history_position(core, ply)) : 0;
}

static int handle(struct core *core, bool by_lift)
{
	/* a ruling may change the tracker and add facts: by index, not by pointer */
	for (unsigned i = 0; i < core->fact_count; i++) {
		struct tracker_fact fact = core->facts[i];

		if (!core->over)
			on_fact(core, &fact, by_lift);
	}
	core->fact_count = 0;
	if (!core->over && facts_wait(core) && drop_withdrawn(core) < 0)
		core->failed = -ENOMEM;
	return core->failed;
}

int handle_facts(struct core *core)
{
	return handle(core, false);
}

/*
 * The move that stood is gone. Had the hand left the piece? Sensors do not know that of one that stood for a moment;
 * but which piece a pawn becomes is settled when it has touched the square, where they name it.
 */
static void note_released(struct core *core)
{
	const struct standing_move *stood = &core->stood;
	const bool touched = stood->move.promotion && core->setup.sensors == TRACKER_PIECE_ID;

	if (core->arbiter && core->set_down.stands && game_moves_same(&core->set_down.move, &stood->move) &&
	    (touched || core->now - stood->t_us >= RELEASED_US))
		arbiter_move_stood(core->arbiter, core->set_down.side, &stood->move, stood->t_us);
}

/* The tracker has dealt with an event of the board: does a move stand, and since when? changed: a square did. */
static void note_standing_move(struct core *core, bool changed)
{
	struct standing_move *stood = &core->stood;
	struct game_position after;
	struct game_move move;

	if (core->setup.sensors == TRACKER_EXACT)
		return;
	if (changed)
		core->changed_us = core->now;
	if (!tracker_standing_move(core->tracker, &move, &after)) {
		if (stood->stands) {
			stood->gone_us = core->now;
			if (changed)
				note_released(core);
		}
		stood->stands = false;
		core->set_down.counts_us = CLOCK_NEVER;
		return;
	}
	if (stood->stands && game_moves_same(&stood->move, &move))
		return;
	if (stood->stands && changed)
		note_released(core);
	if (stood->stands || !game_moves_same(&stood->move, &move) || core->now - stood->gone_us > BOUNCE_US) {
		stood->t_us = core->now;
		stood->clock = core->clock;
		stood->adjust_us[WHITE] = core->adjust_us[WHITE];
		stood->adjust_us[BLACK] = core->adjust_us[BLACK];
	}
	stood->stands = true;
	stood->move = move;
	if (core->set_down.stands && game_moves_same(&core->set_down.move, &move)) {
		core->set_down.t_us = stood->t_us;
		core->set_down.counts_us = stood->t_us + SETTLE_US;
	}
}

int feed_tracker(struct core *core, const struct tracker_event *event)
{
	bool changed = event->type == TRACKER_LIFT || event->type == TRACKER_PLACE;
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];
	int r;

	if (event->type == TRACKER_SQUARES)
		tracker_placement(core->tracker, before);
	r = tracker_event(core->tracker, event);
	if (r < 0)
		return r;
	if (event->type == TRACKER_SQUARES) {
		tracker_placement(core->tracker, after);
		changed = memcmp(before, after, core->game->squares);
	}
	note_standing_move(core, changed);
	if (changed && is_silent(core))
		table_changed(core);
	return handle(core, event->type == TRACKER_LIFT && core->setup.sensors == TRACKER_EXACT);
}

void weigh_turns(struct core *core)
{
	unsigned first = core->closed_count > WEIGHED ? core->closed_count - WEIGHED : 0;

	for (unsigned i = first; i < core->closed_count; i++) {
		struct turn turn = turn_copy(turn_at(core, i)), *now;
		bool other;

		if (past_at(core, i)->tracked == SET_BY_HAND || turn.decided)
			continue;
		other = tracker_weigh(core->tracker, past_at(core, i)->tracked, &turn);
		now = turn_same(&turn, turn_at(core, i)) ? NULL : turn_to_change(core, i);
		if (now)
			*now = turn;
		if (other && core->arbiter)
			arbiter_weighed(core->arbiter, i, &turn);
	}
}

int settle_turn(struct core *core)
{
	int r = tracker_judge_now(core->tracker);

	if (r == 0)
		r = handle_facts(core);
	if (r == 0)
		weigh_turns(core);
	if (r == 0 && is_silent(core))
		silence_review(core);
	return r;
}
