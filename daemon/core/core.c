// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/state.h"
#include "daemon/core/mirrored-start.h"
#include "rules/parameters.h"

struct arbiter_view core_view(const struct core *core)
{
	struct arbiter_view v = {
		.t_us = core->now,
		.position = tracker_position(core->tracker),
		.set_down = tracker_provisional_position(core->tracker),
		.has_clock = core->clock.control.mode != CLOCK_NONE,
		.left_us = { core->clock.left_us[WHITE], core->clock.left_us[BLACK] },
		.flag_us = { core->clock.flag_us[WHITE], core->clock.flag_us[BLACK] },
		.credited_us = { core->clock.credited_us[WHITE], core->clock.credited_us[BLACK] },
		.running = core->clock.running,
		.by_lift = core->lifting && core->setup.sensors == TRACKER_EXACT,
	};

	_Static_assert(ARBITER_NEVER == CLOCK_NEVER, "one word for never");
	for (enum side s = WHITE; s <= BLACK; s++) {
		v.moves_met[s] = game_clock_moves_met(&core->clock, s);
		v.last_period[s] = core->clock.control.mode != CLOCK_PERIODS || core->clock.period[s] + 1 >= core->clock.control.period_count;
	}
	tracker_placement(core->tracker, v.squares);
	return v;
}

static int on_board(struct core *core, const struct input *in)
{
	static const enum tracker_event_type types[] = {
		[INPUT_LIFT] = TRACKER_LIFT, [INPUT_PLACE] = TRACKER_PLACE, [INPUT_SQUARES] = TRACKER_SQUARES,
		[INPUT_LOST] = TRACKER_EVENTS_LOST, [INPUT_TICK] = TRACKER_TIME,
	};
	struct tracker_event event = {
		.type = types[in->type], .t_us = core->now, .square = in->square, .piece = in->piece, .side = NO_SIDE,
		.squares = in->type == INPUT_SQUARES ? in->squares : NULL,
	};
	int r;

	if (in->type == INPUT_SQUARES)
		core->wants_squares = false;
	if (in->type == INPUT_LOST) {
		struct publication p = { .type = PUBLISH_LOSS, .t_us = core->now, .is_public = true, .lost = in->count };

		core->wants_squares = true;
		publish(core, &p);
	}
	core->lifting = in->type == INPUT_LIFT;
	r = tell_tracker(core, &event);
	core->lifting = false;
	return r;
}

int take(struct core *core, const struct input *in, char err[static 160])
{
	switch (in->type) {
	case INPUT_LIFT:
	case INPUT_PLACE:
	case INPUT_SQUARES:
	case INPUT_LOST:
	case INPUT_TICK:
		return on_board(core, in);
	case INPUT_PRESS:
		return on_press(core, in->side);
	case INPUT_PAUSE:
		on_pause(core);
		return 0;
	case INPUT_RESUME:
		on_resume(core, in->side);
		return 0;
	case INPUT_ARRIVE:
		on_arrive(core, in->side);
		return 0;
	case INPUT_CLOCK_REPORT:
		on_clock_report(core, in);
		return 0;
	case INPUT_DECIDE:
		on_decide(core, in);
		return 0;
	case INPUT_TAKEBACK:
		return on_takeback(core, in->count, err);
	case INPUT_POSITION:
		return on_position(core, in->text, err);
	case INPUT_PROMOTION:
		if (!core->past_count || core->past[core->past_count - 1].tracked + 1 != tracker_turns(core->tracker) ||
		    tracker_set_promotion(core->tracker, tracker_turns(core->tracker) - 1, in->piece) < 0) {
			snprintf(err, 160, "the last turn was no promotion to \"%c\"", in->piece);
			return -EINVAL;
		}
		return settle_facts(core);
	case INPUT_MOVE:
		return on_move(core, in->text, err);
	case INPUT_END:
		return on_end(core, in->text, err);
	case INPUT_ANSWER:
		on_answer(core, in);
		return 0;
	case INPUT_CLAIM:
	case INPUT_REPORT:
		return 0;
	}
	return 0;
}

bool is_claim(const struct input *in)
{
	return in->type == INPUT_CLAIM || in->type == INPUT_REPORT;
}

/* What people say is judged after what happened at the same instant. */
bool is_said(const struct input *in)
{
	return is_claim(in) || in->type == INPUT_DECIDE;
}

/* What people say, and what they do to the game itself: the turn they have seen counts, however sure its reading is. */
static bool is_of_people(const struct input *in)
{
	return is_said(in) || in->type == INPUT_TAKEBACK || in->type == INPUT_POSITION || in->type == INPUT_PROMOTION ||
	       in->type == INPUT_MOVE || in->type == INPUT_END;
}

int core_input_group(struct core *core, const struct input *inputs, unsigned count, char err[static 160])
{
	int64_t t = count ? inputs[0].t_us : core->now;
	unsigned spoken = count;
	int r = 0;

	err[0] = 0;
	if (count > CORE_GROUP) {
		snprintf(err, 160, "more than %d events at one instant", CORE_GROUP);
		return -EINVAL;
	}
	if (t < core->now) {
		struct publication p = { .type = PUBLISH_LATE, .t_us = t };

		if (count && inputs[0].type != INPUT_TICK && !core->over)
			publish(core, &p);
		t = core->now;
	}
	for (unsigned i = 0; i < count; i++)
		keep_event(core, &inputs[i]);
	if (core->over) {
		/* the board is still followed, and an appeal may be heard */
		core->now = t;
		for (unsigned i = 0; i < count && r == 0; i++)
			r = follow_after_end(core, &inputs[i]);
		if (core->arbiter) {
			struct arbiter_view view = core_view(core);

			tell_claims(core, &view, inputs, count);
		}
		for (unsigned i = 0; i < count; i++)
			if (inputs[i].type == INPUT_ANSWER)
				on_answer(core, &inputs[i]);
		return r < 0 ? r : core->failed;
	}
	advance_to(core, t);
	tell_flags_before_board(core, inputs, count);
	for (unsigned i = 0; i < count && r == 0 && !core->over; i++) {
		if (is_said(&inputs[i]) && i < spoken)
			spoken = i;
		if (is_of_people(&inputs[i]))
			r = settle_turn(core);
		if (r < 0)
			break;
		/* a clock started after something was said starts after the answer, where that does not wait */
		if (!is_said(&inputs[i]) && !(inputs[i].type == INPUT_RESUME && i > spoken && !core->tolerance_us))
			r = take(core, &inputs[i], err);
	}
	if (r == 0)
		r = settle_facts(core);
	tell_flags_due(core);
	if (r == 0 && spoken < count)
		r = hear_people(core, inputs, count, spoken, err);
	if (r == 0 && core->held_us <= core->now)
		r = hear_held(core);
	if (r == 0)
		r = settle_facts(core);
	if (core->look_us == CLOCK_NEVER && !core->over)
		hushed_look(core);
	tell_doubt(core);
	if (core->over)
		drop_held(core);
	if (r == 0)
		r = core->failed;
	return r;
}

int core_input(struct core *core, const struct input *input, char err[static 160])
{
	return core_input_group(core, input, 1, err);
}

int core_end_instant(struct core *core)
{
	int r = 0;

	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] != CLOCK_NEVER)
			core->flag_due_us[s] = core->now;
	if (!core->over)
		tell_flags_due(core);
	r = hear_held(core);
	if (r == 0)
		r = settle_facts(core);
	tell_doubt(core);
	return r < 0 ? r : core->failed;
}

int core_finish(struct core *core)
{
	int r = core_end_instant(core);

	if (r < 0)
		return r;
	if (core->over)
		return follow_after_end(core, NULL);
	if (core->settle_us != CLOCK_NEVER)
		down_counts(core);
	if (core->over)
		return core->failed;
	r = tracker_finish(core->tracker);
	if (r == 0)
		r = settle_facts(core);
	if (!core->over)
		hushed_look(core);
	tell_doubt(core);
	return r;
}

/* King and queen swapped in the usual set-up: nobody rules without a rulebook, and what is played is played. */
static enum tracker_swapped_kq swapped_kq(const struct core_setup *setup)
{
	struct game_position usual;

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
	control->credit_before = rulebook_is(book, PARAM_INCREMENT_CREDIT, "before-move");
}

int core_new(const struct core_setup *setup, core_sink sink, void *userdata, struct core **ret, char err[static 160])
{
	struct tracker_setup tracker = {
		.game = setup->game, .sensors = setup->sensors, .has_lever = setup->has_lever, .keep_illegal = !setup->rulebook,
		.scan_us = setup->scan_us, .late_us = setup->lever_by_hand ? 0 : setup->grace_us,
		.swapped_kq = swapped_kq(setup),
	};
	struct core *core = calloc(1, sizeof(*core));
	int r;

	err[0] = 0;
	if (!core) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	core->setup = *setup;
	if (setup->rulebook && tracker.swapped_kq != TRACKER_SWAPPED_MIRRORED)
		unmirrored_start(setup->game, &core->setup.start);
	tracker.start = core->setup.start;
	json_incref(core->setup.options);
	json_incref(core->setup.state);
	core->game = setup->game;
	core->sink = sink;
	core->userdata = userdata;
	core->start = core->setup.start;
	core->awaited = NO_SIDE;
	core->now = INT64_MIN / 2;
	core->settle_us = core->look_us = core->held_us = core->flag_due_us[WHITE] = core->flag_due_us[BLACK] = CLOCK_NEVER;
	core->result = "none";
	core->termination = "unterminated";
	game_clock_init(&core->clock, &setup->clock);
	core->started = core->clock.running != NO_SIDE;
	core->shown_us[WHITE] = core->clock.left_us[WHITE];
	core->shown_us[BLACK] = core->clock.left_us[BLACK];
	r = tracker_new(&tracker, collect_fact, core, &core->tracker);
	if (r < 0)
		snprintf(err, 160, "the tracker refuses this setup");
	if (r == 0 && setup->rulebook) {
		struct arbiter_setup a;

		r = setup->fitted ? 0 : core_fit_rulebook(&core->setup, &core->book);
		if (r == 0)
			r = core_arbiter_setup(&core->setup, &a, err);
		a.rulebook = core->book ? core->book : setup->rulebook;
		core->tolerance_us = rulebook_number(a.rulebook, PARAM_SIMULTANEITY_TOLERANCE) * 1000;
		if (r == 0)
			fit_clock(&core->clock.control, a.rulebook);
		for (enum side s = WHITE; s <= BLACK && r == 0; s++)
			core->clock.moves[s] = a.moves[s];
		if (r == 0)
			r = arbiter_new(&a, carry_out, core, &core->arbiter, err);
		if (r == 0)
			await_players(core);
	}
	if (r < 0) {
		core_free(core);
		return r;
	}
	core->now = 0;
	*ret = core;
	return 0;
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
	free(core->recent);
	free(core->held);
	free(core->told);
	free(core->past);
	free(core);
}
