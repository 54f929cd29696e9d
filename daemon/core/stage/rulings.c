// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"

/* A legal move that stands as the game ends was played, pressed or not. */
static void count_last_move(struct core *core)
{
	struct turn turn = {
		.side = core->set_down.side,
		.kind = TURN_LEGAL,
		.has_move = true,
		.move = core->set_down.move,
		.from = core->set_down.move.from,
		.to = core->set_down.move.to,
		.t_us = core->set_down.t_us,
		.set_down_us = core->set_down.t_us,
		.unpressed = core->setup.has_lever,
	};

	if (!core->set_down.stands || set_down_is_in_hand(core) ||
	    core->game->to_move(history_position(core, core->closed_count)) != core->set_down.side)
		return;
	core->set_down.stands = false;
	tracker_placement(core->tracker, turn.placement);
	core->last_unpressed = true;
	if (history_add(core, &turn, SET_BY_HAND) < 0)
		core->failed = -ENOMEM;
	else
		publish_turn(core, core->closed_count - 1, MOVE_COMMITTED);
}

/* The clock is as it was when the move that ends the game was set down, … */
static void rewind_clock(struct core *core)
{
	if (core->clock.by_device || core->has_device || core->clock.control.mode == CLOCK_NONE)
		return;
	core->clock = core->stood.clock;
	for (enum side s = WHITE; s <= BLACK; s++)
		core->clock.left_us[s] += core->adjust_us[s] - core->stood.adjust_us[s];
}

/* … or when that was said which ends it. */
static void rewind_clock_to(struct core *core, const struct arbiter_view *then)
{
	if (core->clock.by_device || core->has_device || core->clock.control.mode == CLOCK_NONE ||
	    then->running == NO_SIDE)
		return;
	/* what has run since then; what rulings gave in the meantime is not of that side's time */
	if (core->clock.running == then->running && core->clock.left_us[then->running] < then->left_us[then->running])
		core->clock.left_us[then->running] = then->left_us[then->running];
	if (core->clock.flag_us[then->running] > then->t_us + core->tolerance_us)
		core->clock.flag_us[then->running] = CLOCK_NEVER;
}

void end_game(struct core *core, const char *result, const char *termination)
{
	if (is_silent(core))
		silence_review(core);
	if (core->stood.ends)
		rewind_clock(core);
	else if (core->judged)
		rewind_clock_to(core, core->judged);
	count_last_move(core);
	core->over = true;
	if (core->arbiter)
		arbiter_end(core->arbiter);
	core->result = result;
	core->termination = termination;
	core->set_down.counts_us = CLOCK_NEVER;
	game_clock_pause(&core->clock);
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

static void apply_ruling(struct core *core, const struct ruling *r, bool is_published)
{
	bool times = r->adjust_us[WHITE] || r->adjust_us[BLACK];
	bool accepts = r->claim == CLAIM_NONE &&
		       (r->kind == RULING_MOVE_ACCEPTED || r->kind == RULING_PROMOTION_INCOMPLETE);
	struct turn *decided;

	decided = r->decided && r->decided <= core->closed_count ? turn_to_change(core, r->decided - 1) : NULL;
	if (decided)
		turn_decide(decided);
	change_clock(core, r);
	change_board(core, r);
	if (r->result != RESULT_NONE)
		end_game(core, core->game->results[r->result - RESULT_WHITE], termination_word(r));
	if (r->effects & EFFECT_NO_RESULT) {
		core->result = "none";
		core->termination = "unterminated";
		core->awaits_result = true;
	}
	publish_ruling(core, r, is_published && accepts);
	if (r->effects & EFFECT_SET_CLOCK)
		publish_set_clock(core);
	else if (times || r->result != RESULT_NONE)
		publish_clock(core);
}

/* A ruling that took more time than was left has felled a flag. */
static void rule_on_felled_flag(struct core *core, enum side side)
{
	struct publication p = { .type = PUBLISH_FLAG, .t_us = core->clock.flag_us[side], .side = side };

	publish(core, &p);
	rule_on_flag(core, side, NULL);
}

static void apply(struct core *core, bool is_published)
{
	const bool was_down[2] = { game_clock_flag_down(&core->clock, WHITE),
				   game_clock_flag_down(&core->clock, BLACK) };
	struct ruling_list ruled;

	if (arbiter_take_rulings(core->arbiter, &ruled) < 0)
		core->failed = -ENOMEM;
	for (unsigned i = 0; i < ruled.count; i++)
		apply_ruling(core, &ruled.ruling[i], is_published);
	for (enum side s = WHITE; s <= BLACK; s++)
		if (!core->over && !was_down[s] && game_clock_flag_down(&core->clock, s))
			rule_on_felled_flag(core, s);
}

/* The tracker reads on from what half a move was meant to be; the arbiter sees what it left. */
static bool half_move_stands(const struct core *core)
{
	const struct turn *last = core->closed_count ? turn_at(core, core->closed_count - 1) : NULL;

	return last && last->kind == TURN_ILLEGAL && !core->set_down.stands &&
	       past_at(core, core->closed_count - 1)->tracked + 1 == tracker_turns(core->tracker) &&
	       !memchr(last->placement, '?', core->game->squares);
}

/* What was said before stands, what was ruled since has changed the positions. */
static void set_positions(const struct core *core, struct arbiter_view *view)
{
	view->position = *tracker_position(core->tracker);
	view->set_down = *tracker_provisional_position(core->tracker);
	if (half_move_stands(core))
		view->position = view->set_down = *history_position(core, core->closed_count);
	/* a reply was made, but what would end the game must stay */
	if (set_down_is_in_hand(core) && arbiter_may_end(core->arbiter, &view->set_down))
		view->set_down = view->position;
}

/* Of what has come since then, the arbiter sees nothing. */
static void date_table(const struct core *core, int64_t t_us, struct arbiter_view *view)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (view->flag_us[s] > t_us + core->tolerance_us)
			view->flag_us[s] = CLOCK_NEVER;
	if (core->set_down.stands && core->set_down.t_us > t_us + core->tolerance_us)
		view->set_down = view->position;
}

/* The same of the board, where it is not the same instant any more and no turn was closed since. */
static void date_board(const struct core *core, const struct arbiter_view *then, struct arbiter_view *view)
{
	const struct game *game = core->game;

	if (core->now <= then->t_us + core->tolerance_us || !game->same(&view->position, &then->position))
		return;
	memcpy(view->squares, then->squares, sizeof(view->squares));
	/* taken up since: had it ended the game it would have had to stay */
	if (!core->set_down.stands && game->to_move(&then->set_down) != game->to_move(&then->position) &&
	    !arbiter_may_end(core->arbiter, &then->set_down))
		view->set_down = then->set_down;
}

static struct arbiter_view see(const struct core *core, bool by_lift)
{
	struct arbiter_view v = {
		.t_us = core->now,
		.has_clock = core->clock.control.mode != CLOCK_NONE,
		.left_us = { core->clock.left_us[WHITE], core->clock.left_us[BLACK] },
		.flag_us = { core->clock.flag_us[WHITE], core->clock.flag_us[BLACK] },
		.credited_us = { core->clock.credited_us[WHITE], core->clock.credited_us[BLACK] },
		.running = core->clock.running,
		.ran = core->clock.running != NO_SIDE ? core->clock.running : core->clock.paused,
		.by_lift = by_lift,
		.too_late = core->comes,
	};

	assert(!arbiter_has_rulings(core->arbiter)); /* of the question before */
	_Static_assert(ARBITER_NEVER == CLOCK_NEVER, "one word for never");
	for (enum side s = WHITE; s <= BLACK; s++) {
		bool periods = core->clock.control.mode == CLOCK_PERIODS;

		v.moves_met[s] = periods && game_clock_moves_met(&core->clock, s);
		v.unpressed_counts[s] = periods && core->clock.completed[s] > core->clock.moves[s];
		v.period_moves[s] = periods ? game_clock_period_moves(&core->clock, s, &v.period_made[s]) : 0;
		v.period_us[s] = periods ? core->clock.control.period[core->clock.period[s]].us : 0;
		v.last_period[s] = !periods || core->clock.period[s] + 1 >= core->clock.control.period_count;
	}
	set_positions(core, &v);
	tracker_placement(core->tracker, v.squares);
	return v;
}

struct arbiter_view table_now(const struct core *core)
{
	return core->arbiter ? see(core, false) : (struct arbiter_view){ .t_us = core->now };
}

/* What was said or done then is judged now. */
static struct arbiter_view see_then(const struct core *core, const struct arbiter_view *then)
{
	struct arbiter_view view = see(core, false);

	view.running = then->running;
	view.ran = then->ran;
	for (enum side s = WHITE; s <= BLACK; s++)
		view.left_us[s] = then->left_us[s];
	date_table(core, then->t_us, &view);
	date_board(core, then, &view);
	return view;
}

int64_t held_end_due(const struct core *core)
{
	return core->arbiter && !core->over ? arbiter_held_until(core->arbiter) : CLOCK_NEVER;
}

/* The clock is as it was when that was set down, whoever has pressed since. */
static void rewind_clock_to_held(struct core *core)
{
	if (core->clock.by_device || core->has_device || core->clock.control.mode == CLOCK_NONE)
		return;
	for (enum side s = WHITE; s <= BLACK; s++) {
		core->clock.left_us[s] = core->held.left_us[s] + core->adjust_us[s] - core->held_adjust_us[s];
		core->clock.flag_us[s] = core->held.flag_us[s];
	}
}

void rule_on_held_end(struct core *core)
{
	if (held_end_due(core) == CLOCK_NEVER)
		return;
	rewind_clock_to_held(core);
	core->judged = &core->held;
	arbiter_end_held(core->arbiter, &core->held);
	apply(core, false);
	core->judged = NULL;
}

/* The game has ended by the move that the arbiter has just seen, if no claim comes. */
static void keep_held(struct core *core, const struct arbiter_view *view)
{
	if (arbiter_held_mover(core->arbiter) == NO_SIDE)
		return;
	core->held = *view;
	memcpy(core->held_adjust_us, core->adjust_us, sizeof(core->held_adjust_us));
}

void rule_on_touch(struct core *core, enum side side, unsigned square, char piece)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	/* who touches a piece does not claim */
	if (arbiter_held_mover(core->arbiter) == other_side(side) && side != NO_SIDE)
		rule_on_held_end(core);
	if (core->over)
		return;
	view = see(core, false);
	arbiter_touched(core->arbiter, &view, side, square, piece);
	apply(core, false);
}

void rule_on_set_down(struct core *core, bool by_lift)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, by_lift);
	view.moved_early = tracker_moved_early(core->tracker);
	arbiter_set_down(core->arbiter, &view, core->set_down.side, &core->set_down.move);
	keep_held(core, &view);
	apply(core, false);
}

void rule_on_taken_back(struct core *core)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	arbiter_taken_back(core->arbiter, &view);
	apply(core, false);
}

void rule_on_turn(struct core *core, bool by_lift, bool is_published)
{
	const struct kept_turn *last = past_at(core, core->closed_count - 1)->kept;
	struct arbiter_view view;
	bool held;

	if (!core->arbiter)
		return;
	view = see(core, by_lift);
	held = arbiter_held_mover(core->arbiter) != NO_SIDE;
	if (arbiter_turn(core->arbiter, &view, &last->turn, &last->after) < 0)
		core->failed = -ENOMEM;
	if (!held)
		keep_held(core, &view);
	apply(core, is_published);
}

void rule_on_revised(struct core *core, bool by_lift, bool is_published)
{
	const struct kept_turn *last = past_at(core, core->closed_count - 1)->kept;
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, by_lift);
	if (arbiter_revised(core->arbiter, &view, core->closed_count - 1, &last->turn, &last->after) < 0)
		core->failed = -ENOMEM;
	apply(core, is_published);
}

void rule_on_empty_press(struct core *core, enum side side)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	arbiter_empty_press(core->arbiter, &view, side);
	apply(core, false);
}

void rule_on_flag(struct core *core, enum side side, const struct game_position *before)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	date_table(core, view.flag_us[side], &view);
	if (before)
		view.position = view.set_down = *before;
	arbiter_flag(core->arbiter, &view, side);
	apply(core, false);
}

void rule_on_period(struct core *core, enum side side)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	arbiter_next_period(core->arbiter, &view, side);
	apply(core, false);
}

void rule_on_pause(struct core *core, const struct arbiter_view *then)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see_then(core, then);
	arbiter_paused(core->arbiter, &view);
	apply(core, false);
}

void rule_on_resume(struct core *core, const struct arbiter_view *then, enum side side, enum clock_start start)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see_then(core, then);
	arbiter_resumed(core->arbiter, &view, side, start);
	apply(core, false);
}

void rule_on_clock_report(struct core *core, enum side first)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	arbiter_clock_report(core->arbiter, &view, first);
	apply(core, false);
}

void rule_on_times_set(struct core *core, const int64_t us[2])
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	arbiter_set_times(core->arbiter, &view, us);
	apply(core, false);
}

void rule_on_arrival(struct core *core, enum side side)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	if (side == NO_SIDE)
		arbiter_default_passed(core->arbiter, &view);
	else
		arbiter_arrived(core->arbiter, &view, side);
	apply(core, false);
}

void rule_on_claims(struct core *core, const struct arbiter_view *then, const struct arbiter_claim *claims,
		    unsigned count)
{
	struct claim_group group;
	struct arbiter_view view;
	unsigned doubted;

	if (!core->arbiter || !count)
		return;
	view = see_then(core, then);
	view.moved_early = tracker_moved_early(core->tracker);
	doubted = arbiter_doubt_asked(core->arbiter);
	group = arbiter_group_claims(core->arbiter, &view, claims, count);
	while (arbiter_judge_claim(core->arbiter, &view, &group)) {
		apply(core, false);
		publish_doubt(core, doubted);
		doubted = arbiter_doubt_asked(core->arbiter);
		set_positions(core, &view);
		date_table(core, then->t_us, &view);
		date_board(core, then, &view);
	}
}

void rule_on_decision(struct core *core, const struct arbiter_decision *decision)
{
	struct arbiter_view view;
	unsigned doubted;

	if (!core->arbiter)
		return;
	doubted = arbiter_doubt_asked(core->arbiter);
	view = see(core, false);
	arbiter_decided(core->arbiter, &view, decision);
	apply(core, false);
	publish_doubt(core, doubted);
}

void rule_on_answer(struct core *core, enum side side, enum game_answer answer)
{
	struct arbiter_view view;

	if (!core->arbiter)
		return;
	view = see(core, false);
	arbiter_answered(core->arbiter, &view, side, answer);
	apply(core, false);
}
