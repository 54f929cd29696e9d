// SPDX-License-Identifier: GPL-2.0-or-later
/* What a ruling changes on the table, and how it is made known. */
#include <errno.h>
#include <string.h>

#include "daemon/core/state.h"

/* A legal move that stands as the game ends was played, pressed or not. */
static void count_last_move(struct core *core)
{
	struct turn turn = {
		.side = core->down_side, .kind = TURN_LEGAL, .has_move = true, .move = core->down_move,
		.from = core->down_move.from, .to = core->down_move.to, .t_us = core->down_us, .set_down_us = core->down_us,
	};

	if (!core->down || core->game->to_move(past_position(core, core->past_count)) != core->down_side)
		return;
	core->down = false;
	tracker_placement(core->tracker, turn.placement);
	core->last_unpressed = true;
	if (past_add(core, &turn, PAST_BY_HAND) < 0)
		core->failed = -ENOMEM;
	else
		publish_move(core, core->past_count - 1, MOVE_COMMITTED);
}

void core_end(struct core *core, const char *result, const char *termination)
{
	hushed_look(core);
	count_last_move(core);
	core->over = true;
	core->result = result;
	core->termination = termination;
	core->settle_us = CLOCK_NEVER;
	game_clock_pause(&core->clock);
}

/* The official position is the one before turn ply. */
int core_back_to(struct core *core, unsigned ply)
{
	struct game_position pos = *past_position(core, ply);
	unsigned turns = tracker_turns(core->tracker), gone = core->past_count - ply;
	int r = -ERANGE;

	core->down = false;
	core->righting = true;
	core->kings_result = NULL;
	core->new_game = false;
	core->settle_us = CLOCK_NEVER;
	/* the tracker's list ends as ours does as long as no position was set by hand */
	if (gone && core->past[core->past_count - 1].tracked + 1 == turns && core->past[ply].tracked + gone == turns)
		r = tracker_undo(core->tracker, gone);
	/* … and remembers what stood then */
	if (r == -ERANGE)
		r = tracker_set_position(core->tracker, &pos);
	past_drop(core, ply);
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
	struct turn turn = core->past[r->ply].turn;
	struct game_position after;

	turn.kind = TURN_LEGAL;
	turn.fault = TURN_FAULT_NONE;
	turn.has_move = true;
	turn.move = r->keep;
	turn.from = r->keep.from;
	turn.to = r->keep.to;
	core_back_to(core, r->ply);
	if (past_add(core, &turn, PAST_BY_HAND) < 0) {
		core->failed = -ENOMEM;
		return;
	}
	after = core->past[r->ply].after;
	core->game->placement(&after, core->past[r->ply].turn.placement);
	if (tracker_set_position(core->tracker, &after) < 0)
		core->failed = -ENOMEM;
	publish_move(core, r->ply, MOVE_REVISED);
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
		failed = core_back_to(core, r->ply);
	} else if (r->effects & EFFECT_NEW_GAME) {
		struct game_position start;

		past_drop(core, 0);
		failed = core->game->parse(core->game->start_fen, &start, NULL);
		core->start = start;
		core->down = false;
		if (failed == 0)
			failed = tracker_set_position(core->tracker, &start);
		game_clock_pause(&core->clock);
	}
	if (r->effects & EFFECT_PROMOTE && core->past_count)
		tracker_set_promotion(core->tracker, tracker_turns(core->tracker) - 1, r->piece);
	if (failed == -ENOMEM)
		core->failed = failed;
}

void carry_out(void *userdata, const struct ruling *r)
{
	struct core *core = userdata;
	bool times = r->adjust_us[WHITE] || r->adjust_us[BLACK] || r->effects & EFFECT_SET_CLOCK;

	change_clock(core, r);
	change_board(core, r);
	if (r->is_public) {
		core->ruling = r->kind;
		core->reason = r->reason;
	}
	if (r->result != RESULT_NONE)
		core_end(core, core->game->results[r->result - RESULT_WHITE], termination_word(r));
	publish_ruling(core, r);
	if (times || r->result != RESULT_NONE)
		publish_clock(core);
}
