// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/rulings.h"

#include <errno.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/publish.h"
#include "daemon/core/silence.h"

struct arbiter_view view_for_arbiter(const struct core *core)
{
	struct arbiter_view v = {
		.t_us = core->now,
		.has_clock = core->clock.control.mode != CLOCK_NONE,
		.left_us = { core->clock.left_us[WHITE], core->clock.left_us[BLACK] },
		.flag_us = { core->clock.flag_us[WHITE], core->clock.flag_us[BLACK] },
		.credited_us = { core->clock.credited_us[WHITE], core->clock.credited_us[BLACK] },
		.running = core->clock.running,
	};

	_Static_assert(ARBITER_NEVER == CLOCK_NEVER, "one word for never");
	for (enum side s = WHITE; s <= BLACK; s++) {
		v.moves_met[s] = game_clock_moves_met(&core->clock, s);
		v.last_period[s] = core->clock.control.mode != CLOCK_PERIODS || core->clock.period[s] + 1 >= core->clock.control.period_count;
	}
	view_positions(core, &v);
	tracker_placement(core->tracker, v.squares);
	return v;
}

void view_positions(const struct core *core, struct arbiter_view *view)
{
	view->position = *tracker_position(core->tracker);
	view->set_down = *tracker_provisional_position(core->tracker);
}

/* A legal move that stands as the game ends was played, pressed or not. */
static void count_last_move(struct core *core)
{
	struct turn turn = {
		.side = core->set_down.side, .kind = TURN_LEGAL, .has_move = true, .move = core->set_down.move,
		.from = core->set_down.move.from, .to = core->set_down.move.to, .t_us = core->set_down.t_us,
		.set_down_us = core->set_down.t_us,
	};

	if (!core->set_down.stands || core->game->to_move(history_position(core, core->closed_count)) != core->set_down.side)
		return;
	core->set_down.stands = false;
	tracker_placement(core->tracker, turn.placement);
	core->last_unpressed = true;
	if (history_add(core, &turn, SET_BY_HAND, left_after_turn(core, &turn)) < 0)
		core->failed = -ENOMEM;
	else
		publish_turn(core, core->closed_count - 1, MOVE_COMMITTED);
}

void end_game(struct core *core, const char *result, const char *termination)
{
	silence_review(core);
	count_last_move(core);
	core->over = true;
	core->result = result;
	core->termination = termination;
	core->set_down.counts_us = CLOCK_NEVER;
	game_clock_pause(&core->clock);
}

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
	if (gone && core->closed[core->closed_count - 1].tracked + 1 == turns && core->closed[ply].tracked + gone == turns)
		r = tracker_undo(core->tracker, gone);
	/* … and remembers what stood then */
	if (r == -ERANGE)
		r = tracker_set_position(core->tracker, &pos);
	history_drop(core, ply);
	return r;
}

static const char *termination_word(const struct ruling *r)
{
	switch (r->reason) {
	case REASON_FLAG:
	case REASON_FLAG_CANNOT_MATE:
	case REASON_BOTH_FLAGS:
	case REASON_BOTH_FLAGS_UNKNOWN:
		return "time forfeit";
	case REASON_ILLEGAL_LIMIT:
	case REASON_ILLEGAL_LOSES:
	case REASON_ILLEGAL_CANNOT_MATE:
	case REASON_ILLEGAL_POSITION:
	case REASON_PENALTY_LOSS:
	case REASON_LATE_FORFEIT:
	case REASON_LATE_BOTH:
	case REASON_NO_CLOCK:
		return "rules infraction";
	case REASON_NO_PROGRESS_UPHELD:
	case REASON_CLEAR_DRAW:
	case REASON_TIME_SHORTAGE_UPHELD:
		return "adjudication";
	default:
		return "normal";
	}
}

static void keep_first(struct core *core, const struct ruling *r)
{
	struct turn turn = core->closed[r->ply].turn;
	struct game_position after;

	turn.kind = TURN_LEGAL;
	turn.fault = TURN_FAULT_NONE;
	turn.has_move = true;
	turn.move = r->keep;
	turn.from = r->keep.from;
	turn.to = r->keep.to;
	back_to_turn(core, r->ply);
	if (history_add(core, &turn, SET_BY_HAND, left_after_turn(core, &turn)) < 0) {
		core->failed = -ENOMEM;
		return;
	}
	after = core->closed[r->ply].after;
	core->game->placement(&after, core->closed[r->ply].turn.placement);
	if (tracker_set_position(core->tracker, &after) < 0)
		core->failed = -ENOMEM;
	publish_turn(core, r->ply, MOVE_REVISED);
}

static void change_clock(struct core *core, const struct ruling *r)
{
	struct game_clock *clock = &core->clock;

	if (r->effects & EFFECT_REVOKE)
		game_clock_revoke(clock, r->side, false);
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
	if (r->effects & EFFECT_INCREMENT) {
		clock->control.mode = CLOCK_FISCHER;
		clock->control.bonus_us = r->increment_us;
		clock->control.first_moves = 0;
	}
}

static void change_board(struct core *core, const struct ruling *r)
{
	int failed = 0;

	if (r->effects & EFFECT_REPLY) {
		keep_first(core, r);
	} else if (r->effects & EFFECT_UNDO) {
		failed = back_to_turn(core, r->ply);
	} else if (r->effects & EFFECT_NEW_GAME) {
		struct game_position start;

		history_drop(core, 0);
		failed = core->game->parse(core->game->start_fen, &start, NULL);
		core->start = start;
		core->set_down.stands = false;
		if (failed == 0)
			failed = tracker_set_position(core->tracker, &start);
		game_clock_pause(&core->clock);
	}
	if (r->effects & EFFECT_PROMOTE && core->closed_count)
		tracker_set_promotion(core->tracker, tracker_turns(core->tracker) - 1, r->piece);
	if (failed == -ENOMEM)
		core->failed = failed;
}

static void apply_ruling(struct core *core, const struct ruling *r, bool is_accepted)
{
	bool times = r->adjust_us[WHITE] || r->adjust_us[BLACK] || r->effects & EFFECT_SET_CLOCK;
	bool accepts = r->claim == CLAIM_NONE && (r->kind == RULING_MOVE_ACCEPTED || r->kind == RULING_PROMOTION_INCOMPLETE);

	change_clock(core, r);
	change_board(core, r);
	if (r->result != RESULT_NONE)
		end_game(core, core->game->results[r->result - RESULT_WHITE], termination_word(r));
	publish_ruling(core, r, is_accepted && accepts);
	if (times || r->result != RESULT_NONE)
		publish_clock(core);
}

void apply_rulings_on_turn(struct core *core, bool is_accepted)
{
	struct ruling_list ruled;

	arbiter_take_rulings(core->arbiter, &ruled);
	for (unsigned i = 0; i < ruled.count; i++)
		apply_ruling(core, &ruled.ruling[i], is_accepted);
}

void apply_rulings(struct core *core)
{
	apply_rulings_on_turn(core, false);
}
