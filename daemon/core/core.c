// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One pass for each group of inputs of one instant, in steps: time passes until then (stage/deadlines); each input goes
 * to its stage; flags of that instant are ruled on; then what people said. The stages put questions to the arbiter and
 * carry out its rulings (stage/rulings); all that they publish is a list, which is delivered when the step is over.
 */
#include "daemon/core/core.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"
#include "daemon/core/stage/stages.h"
#include "rules/rulebook.h"

static void keep_event(struct core *core, const struct input *in)
{
	if (!core->setup.keeps_events || in->type == INPUT_TICK || in->type == INPUT_FINISH)
		return;
	if (recent_events_add(&core->recent, in) < 0)
		core->failed = -ENOMEM;
}

static int on_board(struct core *core, const struct input *in)
{
	static const enum tracker_event_type types[] = {
		[INPUT_LIFT] = TRACKER_LIFT,	    [INPUT_PLACE] = TRACKER_PLACE, [INPUT_SQUARES] = TRACKER_SQUARES,
		[INPUT_LOST] = TRACKER_EVENTS_LOST, [INPUT_TICK] = TRACKER_TIME,
	};
	struct tracker_event event = {
		.type = types[in->type],
		.t_us = core->now,
		.square = in->square,
		.piece = in->piece,
		.side = NO_SIDE,
		.squares = in->type == INPUT_SQUARES ? in->squares : NULL,
	};

	if (in->type == INPUT_SQUARES)
		core->wants_squares = false;
	if (in->type == INPUT_LOST) {
		struct publication p = {
			.type = PUBLISH_LOSS, .t_us = core->now, .is_public = true, .lost = in->count
		};

		publish(core, &p);
	}
	return feed_tracker(core, &event);
}

/* What came before it, and waits only for the board, is judged before a press makes a move of what was set down since.
 */
static int before_press(struct core *core)
{
	int r = 0;

	if (flag_waits(core) && !is_silent(core) && tracker_press_pending(core->tracker))
		r = settle_turn(core);
	if (r == 0 && !core->over && flag_waits(core))
		rule_flags_before(core, may_have_ended(core, INT64_MAX) ? core->stood.t_us : core->now, NULL);
	if (r == 0 && !core->over && core->pending_count)
		judge_pending_before_press(core);
	deliver_publications(core);
	return r;
}

static int press(struct core *core, enum side side)
{
	int r = before_press(core);

	return r < 0 || core->over ? r : on_press(core, side);
}

/* To its stage; what people say waits for the end of the instant. */
static int dispatch(struct core *core, const struct input *in, char err[static 160])
{
	switch (in->type) {
	case INPUT_LIFT:
	case INPUT_PLACE:
	case INPUT_SQUARES:
	case INPUT_LOST:
	case INPUT_TICK:
		return on_board(core, in);
	case INPUT_PRESS:
		return press(core, in->side);
	case INPUT_PAUSE:
		return stop_clock(core) ? on_stopped(core, in) : 0;
	case INPUT_RESUME:
		return on_started(core, in);
	case INPUT_ARRIVE:
		on_arrive(core, in->side);
		return 0;
	case INPUT_AWAIT:
		on_awaited(core, in->side);
		return 0;
	case INPUT_CLOCK_REPORT:
		on_clock_report(core, in);
		return 0;
	case INPUT_TAKEBACK:
		return on_takeback(core, in->count, err);
	case INPUT_POSITION:
		return on_position(core, in->text, err);
	case INPUT_PROMOTION:
		return on_promotion(core, in->piece, err);
	case INPUT_MOVE:
		return on_move(core, in->text, err);
	case INPUT_END:
		return on_end(core, in->text, err);
	case INPUT_ANSWER:
		on_answer(core, in);
		return 0;
	case INPUT_UNDO: /* of what it undoes only this is left */
		if (in->stops)
			stop_clock(core);
		return 0;
	case INPUT_DECIDE:
		return check_decision(core, in, err);
	case INPUT_CLAIM:
	case INPUT_REPORT:
	case INPUT_FINISH:
		return 0;
	}
	return 0;
}

/* A move that ends the game waits for a claim of touched pieces: after anything else that people say or do it has ended
 * it. */
static bool is_no_touch_claim(const struct input *in)
{
	switch (in->type) {
	case INPUT_LIFT:
	case INPUT_PLACE:
	case INPUT_SQUARES:
	case INPUT_LOST:
	case INPUT_TICK:
	case INPUT_PRESS:
	case INPUT_PAUSE:
		return false;
	case INPUT_CLAIM:
	case INPUT_DECIDE:
		return in->claim != CLAIM_TOUCH_MOVE && in->claim != CLAIM_ACCIDENTAL_TOUCH;
	default:
		return true;
	}
}

/* What people say, and what they do to the game itself: the turn they have seen counts, however sure its reading is. */
static bool is_of_people(const struct input *in)
{
	return is_said(in) || in->type == INPUT_TAKEBACK || in->type == INPUT_POSITION || in->type == INPUT_PROMOTION ||
	       in->type == INPUT_MOVE || in->type == INPUT_END;
}

/*
 * The board is still followed, an appeal may be made and decided, the arbiter gives another result where one was
 * upheld, and a search may still change the result.
 */
static int pass_after_end(struct core *core, const struct input *inputs, unsigned count, char err[static 160])
{
	struct arbiter_view now = table_now(core);
	int r = 0;

	for (unsigned i = 0; i < count && r == 0; i++)
		r = follow_after_end(core, &inputs[i]);
	judge_claims(core, &now, inputs, count);
	for (unsigned i = 0; i < count && r == 0; i++)
		if (inputs[i].type == INPUT_ANSWER)
			on_answer(core, &inputs[i]);
		else if (inputs[i].type == INPUT_DECIDE)
			judge_verdict(core, inputs, count, i);
		else if (inputs[i].type == INPUT_END && core->awaits_result)
			r = on_end(core, inputs[i].text, err);
	return r;
}

/* Each to its stage. *said: the first that people said, and that waits; count: none. */
static int take_inputs(struct core *core, const struct input *inputs, unsigned count, unsigned *said,
		       char err[static 160])
{
	int r = 0;

	for (unsigned i = 0; i < count && r == 0 && !core->over; i++) {
		if (is_said(&inputs[i]) && i < *said)
			*said = i;
		if (is_of_people(&inputs[i])) {
			r = settle_turn(core);
			if (r == 0 && !is_said(&inputs[i]) && inputs[i].type != INPUT_END)
				judge_pending(core);
		}
		if (r == 0 && is_no_touch_claim(&inputs[i]))
			rule_on_held_end(core);
		if (r < 0 || core->over)
			break;
		/* a clock started after something was said starts after the answer, where that does not wait */
		if (!(inputs[i].type == INPUT_RESUME && i > *said && clock_starts_after_answer(core)))
			r = dispatch(core, &inputs[i], err);
		deliver_publications(core);
	}
	if (r == 0 && facts_wait(core))
		r = handle_facts(core);
	return r;
}

static int pass(struct core *core, const struct input *inputs, unsigned count, char err[static 160])
{
	unsigned said = count;
	int r;

	r = take_inputs(core, inputs, count, &said, err);
	deliver_publications(core);
	if (flag_is_due(core)) {
		on_flags_due(core);
		deliver_publications(core);
	}
	if (r == 0 && said < count && !core->over)
		r = on_said(core, inputs, count, said);
	if (r == 0 && core->pending_until_us <= core->now)
		judge_pending_due(core);
	if (r == 0 && facts_wait(core))
		r = handle_facts(core);
	if (is_silent(core) && core->review_us == CLOCK_NEVER && !core->over)
		silence_review(core);
	if (search_is_open(core))
		publish_open_search(core);
	if (core->over && core->pending_count)
		drop_pending(core);
	return r;
}

/* What waits for the board waits no longer: what was pressed or set down before it stays so. */
static int board_stays(struct core *core)
{
	struct tracker_event event = { .type = TRACKER_TIME, .t_us = core->now + SETTLE_US, .side = NO_SIDE };
	int r = 0;

	if (core->over || core->setup.sensors == TRACKER_EXACT)
		return 0;
	if (tracker_press_pending(core->tracker))
		return settle_turn(core);
	if (!may_have_ended(core, core->now))
		return 0;
	if (!core->set_down.stands)
		r = feed_tracker(core, &event);
	judge_pending_before(core, core->stood.t_us);
	if (r == 0 && !core->over && core->set_down.counts_us != CLOCK_NEVER)
		set_down_counts(core, false);
	return r;
}

static int end_instant(struct core *core)
{
	int r = 0;

	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] != CLOCK_NEVER) {
			core->flag_due_us[s] = core->now;
			core->flag_waited[s] = true;
		}
	r = board_stays(core);
	if (r < 0)
		return r;
	if (!core->over)
		rule_flags_due(core);
	judge_pending(core);
	if (!core->over)
		rule_on_held_end(core);
	r = handle_facts(core);
	publish_open_search(core);
	return r;
}

/* No more will come: a legal last move set down counts. */
static int core_finish(struct core *core)
{
	int r = end_instant(core);

	if (r < 0)
		return r;
	if (core->over)
		return follow_after_end(core, NULL);
	if (core->set_down.counts_us != CLOCK_NEVER)
		set_down_counts(core, false);
	if (core->over)
		return core->failed;
	r = tracker_finish(core->tracker);
	if (r == 0)
		r = handle_facts(core);
	if (!core->over)
		rule_on_held_end(core);
	kings_count(core);
	if (!core->over && is_silent(core))
		silence_review(core);
	publish_open_search(core);
	return r;
}

/* Nothing happens by itself meanwhile. */
static void let_time_pass(struct core *core, int64_t t)
{
	core->now = t;
	game_clock_advance(&core->clock, t);
}

static void begin_pass(struct core *core)
{
	assert(!core->in_pass);
	core->in_pass = true;
	core->reviewed = false;
}

/* Between two inputs there are none: then their list takes no room. */
static void forget_facts(struct core *core)
{
	if (core->fact_count)
		return;
	free(core->facts);
	core->facts = NULL;
	core->fact_room = 0;
}

static int end_pass(struct core *core, int r)
{
	deliver_publications(core);
	forget_facts(core);
	core->in_pass = false;
	core->somebody_arrives = false;
	return r < 0 ? r : core->failed;
}

/* A flag that falls before it is ruled on first: it is too late for the claim then. */
static enum claim_kind late_claim_among(const struct input *inputs, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (inputs[i].type == INPUT_CLAIM &&
		    (inputs[i].claim == CLAIM_NO_PROGRESS || inputs[i].claim == CLAIM_TIME_SHORTAGE_DRAW ||
		     inputs[i].claim == CLAIM_CLOCK_DEFECT))
			return inputs[i].claim;
	return CLAIM_NONE;
}

int core_input_group(struct core *core, const struct input *inputs, unsigned count, char err[static 160])
{
	int64_t t = count ? inputs[0].t_us : core->now;
	int r;

	err[0] = 0;
	if (count > CORE_GROUP) {
		snprintf(err, 160, "more than %d events at one instant", CORE_GROUP);
		return -EINVAL;
	}
	begin_pass(core);
	if (count == 1 && inputs[0].type == INPUT_FINISH)
		return end_pass(core, core_finish(core));
	if (t < core->now) {
		struct publication p = { .type = PUBLISH_LATE, .t_us = t };

		if (count && inputs[0].type != INPUT_TICK && !core->over)
			publish(core, &p);
		t = core->now;
	}
	for (unsigned i = 0; i < count; i++)
		keep_event(core, &inputs[i]);
	for (unsigned i = 0; i < count; i++)
		core->somebody_arrives |= inputs[i].type == INPUT_ARRIVE;
	core->comes = late_claim_among(inputs, count);
	if (core->over) {
		core->now = t;
		r = pass_after_end(core, inputs, count, err);
	} else {
		if (something_is_due(core, t)) {
			advance_to(core, t);
			deliver_publications(core);
		} else {
			let_time_pass(core, t);
		}
		r = pass(core, inputs, count, err);
	}
	return end_pass(core, r);
}

int core_input(struct core *core, const struct input *input, char err[static 160])
{
	return core_input_group(core, input, 1, err);
}

int core_end_instant(struct core *core)
{
	begin_pass(core);
	return end_pass(core, end_instant(core));
}

/* King and queen swapped in the usual set-up: nobody rules without a rulebook, and what is played is played. */
static enum tracker_swapped_kq swapped_kq(const struct core_setup *setup)
{
	struct game_position usual;

	if (setup->game->starts)
		return TRACKER_SWAPPED_NEVER;
	if (setup->rulebook && rulebook_is(setup->rulebook, PARAM_SWAPPED_KQ_CASTLING, "mirrored"))
		return TRACKER_SWAPPED_MIRRORED;
	if (setup->game->parse(setup->game->start_fen, &usual, NULL) < 0 || !setup->game->same(&usual, &setup->start))
		return TRACKER_SWAPPED_NEVER;
	return setup->rulebook ? TRACKER_SWAPPED_WRONG : TRACKER_SWAPPED_MIRRORED;
}

/* What a rulebook says of every clock, where the event said nothing else. */
static void fit_clock(struct clock_control *control, const struct rulebook *book)
{
	int64_t limit = rulebook_number(book, PARAM_INCREMENT_MOVE_LIMIT);

	if (control->mode == CLOCK_FISCHER && !control->first_moves && limit > 0)
		control->first_moves = (unsigned)limit;
	if (!control->credit_said)
		control->credit_on_move = rulebook_is(book, PARAM_PERIOD_CREDIT, "on-move");
}

static int begin_rules(struct core *core, char err[static 160])
{
	struct arbiter_setup a;
	int r = core->setup.fitted ? 0 : core_fit_rulebook(&core->setup, &core->book);

	if (r == 0)
		r = core_arbiter_setup(&core->setup, &a, err);
	if (r < 0)
		return r;
	a.rulebook = core->book ? core->book : core->setup.rulebook;
	core->tolerance_us = rulebook_number(a.rulebook, PARAM_SIMULTANEITY_TOLERANCE) * 1000;
	fit_clock(&core->clock.control, a.rulebook);
	for (enum side s = WHITE; s <= BLACK; s++)
		core->clock.moves[s] = core->moves_before[s] = a.moves[s];
	memcpy(core->absent, a.absent, sizeof(core->absent));
	a.turn_at = history_kept;
	a.userdata = core;
	r = arbiter_new(&a, &core->arbiter, err);
	if (r == 0)
		await_players(core);
	return r;
}

int core_new(const struct core_setup *setup, core_sink sink, void *userdata, struct core **ret, char err[static 160])
{
	struct tracker_setup tracker = {
		.game = setup->game,
		.sensors = setup->sensors,
		.has_lever = setup->has_lever,
		.keep_illegal = !setup->rulebook,
		.scan_us = setup->scan_us,
		.late_us = setup->lever_by_hand ? 0 : setup->grace_us,
		.swapped_kq = swapped_kq(setup),
		.any_start = setup->any_start,
		.open_start = setup->open_start,
	};
	struct core *core = calloc(1, sizeof(*core));
	int r;

	err[0] = 0;
	if (!core) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	*core = (struct core){
		.setup = *setup,
		.game = setup->game,
		.sink = sink,
		.userdata = userdata,
		.awaited = NO_SIDE,
		.now = INT64_MIN / 2,
		.set_down.counts_us = CLOCK_NEVER,
		.changed_us = INT64_MIN / 2,
		.review_us = CLOCK_NEVER,
		.kings_count_us = CLOCK_NEVER,
		.pending_until_us = CLOCK_NEVER,
		.flag_due_us = { CLOCK_NEVER, CLOCK_NEVER },
		.result = "none",
		.termination = "unterminated",
	};
	json_incref(core->setup.options);
	json_incref(core->setup.state);
	if (setup->rulebook && tracker.swapped_kq != TRACKER_SWAPPED_MIRRORED)
		unmirrored_start(setup->game, &core->setup.start);
	tracker.start = core->start = core->setup.start;
	game_clock_init(&core->clock, &setup->clock);
	core->started = core->clock.running != NO_SIDE;
	core->shown_us[WHITE] = core->clock.left_us[WHITE];
	core->shown_us[BLACK] = core->clock.left_us[BLACK];
	r = tracker_new(&tracker, queue_fact, core, &core->tracker);
	if (r < 0)
		snprintf(err, 160, "the tracker refuses this setup");
	else if (setup->rulebook)
		r = begin_rules(core, err);
	if (r < 0) {
		core_free(core);
		return r;
	}
	silence_begin(core);
	core->now = 0;
	*ret = core;
	return 0;
}

void core_hand_over(struct core *core, core_sink sink, void *userdata)
{
	core->sink = sink;
	core->userdata = userdata;
}

void core_free(struct core *core)
{
	if (!core)
		return;
	tracker_free(core->tracker);
	arbiter_free(core->arbiter);
	rulebook_free(core->book);
	json_decref(core->setup.options);
	json_decref(core->setup.state);
	free(core->facts);
	recent_events_done(&core->recent);
	free(core->publications);
	free(core->pending);
	free(core->published);
	history_done(core);
	free(core->kept.time);
	free(core);
}
