// SPDX-License-Identifier: GPL-2.0-or-later
/* What a ruling does to clock and board. */
#include "daemon/core/stage/stages.h"

#include <errno.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/silent-rulebook.h"

int back_to_turn(struct core *core, unsigned ply)
{
	struct game_position pos = *history_position(core, ply);
	unsigned turns = tracker_turns(core->tracker), gone = core->closed_count - ply;
	int r = -ERANGE;

	core->set_down.stands = false;
	core->being_restored = true;
	core->kings_result = NULL;
	core->new_game = false;
	core->set_down.counts_us = CLOCK_NEVER;
	/* the tracker's list ends as ours does as long as no position was set by hand */
	if (gone && past_at(core, core->closed_count - 1)->tracked + 1 == turns &&
	    past_at(core, ply)->tracked + gone == turns)
		r = tracker_undo(core->tracker, gone);
	/* … and remembers what stood then */
	if (r == -ERANGE)
		r = tracker_set_position(core->tracker, &pos);
	history_drop(core, ply);
	return r;
}

static void keep_first(struct core *core, const struct ruling *r)
{
	struct turn turn = turn_copy(turn_at(core, r->ply)), *kept;
	struct game_position after;
	char squares[GAME_MAX_SQUARES];

	turn.kind = TURN_LEGAL;
	turn.fault = TURN_FAULT_NONE;
	turn.has_move = true;
	turn.move = r->keep;
	turn.from = r->keep.from;
	turn.to = r->keep.to;
	core->game->placement(history_position(core, r->ply), squares);
	turn.piece = squares[r->keep.from];
	back_to_turn(core, r->ply);
	if (history_add(core, &turn, SET_BY_HAND) < 0) {
		core->failed = -ENOMEM;
		return;
	}
	after = *history_position(core, r->ply + 1);
	kept = turn_to_change(core, r->ply);
	if (!kept)
		return;
	core->game->placement(&after, kept->placement);
	if (tracker_set_position(core->tracker, &after) < 0)
		core->failed = -ENOMEM;
	publish_turn(core, r->ply, MOVE_REVISED);
}

/* That of the turn which is taken back, and of those that go with it. */
static void revoke_presses(struct core *core, const struct ruling *r)
{
	bool own = false;

	game_clock_revoke(&core->clock, r->side, false);
	for (unsigned i = r->ply; r->effects & EFFECT_UNDO && i < core->closed_count; i++) {
		if (turn_at(core, i)->side != r->side || own)
			game_clock_revoke(&core->clock, turn_at(core, i)->side, false);
		else
			own = true;
	}
}

static void set_counters(struct core *core, const struct ruling *r)
{
	for (enum side s = WHITE; s <= BLACK; s++) {
		unsigned closed = 0;

		if (r->side != NO_SIDE && r->side != s)
			continue;
		for (unsigned i = 0; i < core->closed_count; i++)
			closed += turn_at(core, i)->side == s;
		/* what is not in the record here was before it; the sum is what counts, were the difference below 0 */
		core->moves_before[s] = r->counter - closed;
		game_clock_set_counter(&core->clock, s, r->counter);
	}
}

void change_clock(struct core *core, const struct ruling *r)
{
	struct game_clock *clock = &core->clock;

	if (r->effects & EFFECT_REVOKE)
		revoke_presses(core, r);
	if (r->effects & EFFECT_REVIVE)
		game_clock_revive(clock, r->side, 0);
	if (r->effects & EFFECT_CONTINUE)
		clock->flag_us[WHITE] = clock->flag_us[BLACK] = CLOCK_NEVER;
	for (enum side s = WHITE; s <= BLACK; s++) {
		if (r->effects & EFFECT_SET_CLOCK && r->set_us[s] != ARBITER_ABSENT)
			game_clock_set(clock, s, r->set_us[s]);
		else if (r->adjust_us[s])
			game_clock_adjust(clock, s, r->adjust_us[s]);
		core->adjust_us[s] += r->adjust_us[s];
	}
	if (r->effects & EFFECT_COUNTER)
		set_counters(core, r);
	if (r->effects & EFFECT_INCREMENT && clock->control.mode != CLOCK_NONE) {
		clock->control.mode = CLOCK_FISCHER;
		clock->control.bonus_us = r->increment_us;
		clock->control.first_moves = 0;
	}
}

/* Pieces that stand otherwise than played stay there. */
static int let_stand(struct core *core)
{
	struct game_position pos = *history_position(core, core->closed_count);
	char stands[GAME_MAX_SQUARES];

	tracker_placement(core->tracker, stands);
	core->game->set_placement(&pos, stands, core->game->to_move(&pos));
	core->set_down.stands = false;
	core->set_down.counts_us = CLOCK_NEVER;
	if (core->closed_count) {
		published_turns_keep(core, core->closed_count - 1);
		silence_position_set(core, &pos);
		if (history_set_position(core, &pos) < 0)
			return -ENOMEM;
	} else {
		core->start = pos;
	}
	return tracker_set_position(core->tracker, &pos);
}

/* The kings, or the pieces that were set up anew, were no end of the game. */
static void play_on(struct core *core)
{
	core->kings_result = NULL;
	core->kings_count_us = CLOCK_NEVER;
	core->new_game = false;
	tracker_play_on(core->tracker);
}

void change_board(struct core *core, const struct ruling *r)
{
	int failed = 0;

	if (r->kind == RULING_CONTINUE && r->reason == REASON_PLAY_ON)
		play_on(core);

	if (r->effects & EFFECT_REPLY) {
		keep_first(core, r);
	} else if (r->effects & EFFECT_STANDS) {
		failed = let_stand(core);
	} else if (r->effects & EFFECT_UNDO) {
		failed = back_to_turn(core, r->ply);
	} else if (r->effects & EFFECT_NEW_GAME) {
		struct game_position start;

		history_drop(core, 0);
		game_right_start(core->game, &core->setup.start, &start);
		core->start = start;
		core->set_down.stands = false;
		failed = tracker_set_position(core->tracker, &start);
		game_clock_pause(&core->clock);
	}
	/* the move that stands is not the one that has to be made */
	if (r->kind == RULING_TOUCH_OBLIGATION && !(r->effects & EFFECT_UNDO)) {
		core->set_down.stands = false;
		core->set_down.counts_us = CLOCK_NEVER;
		core->being_restored = true;
	}
	if (r->effects & EFFECT_PROMOTE && core->closed_count)
		tracker_rule_promotion(core->tracker, tracker_turns(core->tracker) - 1, r->piece);
	if (failed == -ENOMEM)
		core->failed = failed;
}
