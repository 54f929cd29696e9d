// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/private.h"
#include "rules/parameters.h"

/* How long a move that would end the game must stand before it counts without a press, where a slide may pass there. */
#define SETTLE_US 1000000

/* What a device's clock shows is cut to this. */
#define DEVICE_STEP_US 1000000

struct arbiter_view core_view(const struct core *core)
{
	struct arbiter_view v = {
		.t_us = core->now,
		.position = tracker_position(core->tracker),
		.set_down = tracker_position_set_down(core->tracker),
		.has_clock = core->clock.control.mode != CLOCK_NONE,
		.left_us = { core->clock.left_us[WHITE], core->clock.left_us[BLACK] },
		.flag_us = { core->clock.flag_us[WHITE], core->clock.flag_us[BLACK] },
		.credited_us = { core->clock.credited_us[WHITE], core->clock.credited_us[BLACK] },
		.running = core->clock.running,
		.by_lift = core->lifting && core->setup.sensors == TRACKER_SURE,
	};

	_Static_assert(ARBITER_NEVER == CLOCK_NEVER, "one word for never");
	for (enum side s = WHITE; s <= BLACK; s++)
		v.last_period[s] = core->clock.control.mode != CLOCK_PERIODS || core->clock.period[s] + 1 >= core->clock.control.period_count;
	tracker_placement(core->tracker, v.squares);
	return v;
}

static void collect(void *userdata, const struct tracker_fact *fact)
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
static void down_counts(struct core *core)
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
	publish_provisional(core, &fact->move, fact->side, MOVE_PROVISIONAL);
	if (core->setup.sensors == TRACKER_SURE)
		down_counts(core);
	else
		core->settle_us = core->now + SETTLE_US;
}

static void on_taken_back(struct core *core, const struct tracker_fact *fact)
{
	struct arbiter_view view = core_view(core);

	core->down = false;
	core->settle_us = CLOCK_NEVER;
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

static int settle_facts(struct core *core)
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

static int tell_tracker(struct core *core, const struct tracker_event *event)
{
	int r = tracker_event(core->tracker, event);

	if (r < 0)
		return r;
	return settle_facts(core);
}

static void tell_flag(struct core *core, enum side side)
{
	struct publication p = { .type = PUBLISH_FLAG, .t_us = core->clock.flag_us[side], .side = side };
	struct arbiter_view view = core_view(core);

	publish(core, &p);
	if (core->arbiter && !core->over)
		arbiter_flag(core->arbiter, &view, side);
}

/* Time passes to t; what happens by itself before t happens. Flags that fall at t itself wait for the board. */
static void advance_to(struct core *core, int64_t t)
{
	while (!core->over) {
		int64_t when = game_clock_deadline(&core->clock);
		unsigned period[2] = { core->clock.period[WHITE], core->clock.period[BLACK] };
		unsigned fell;

		if (core->settle_us < when)
			when = core->settle_us;
		if (core->look_us < when)
			when = core->look_us;
		if (when > t)
			when = t;
		core->now = when;
		fell = game_clock_advance(&core->clock, when);
		for (enum side s = WHITE; s <= BLACK; s++)
			if (core->clock.period[s] != period[s] && core->arbiter) {
				struct arbiter_view view = core_view(core);

				publish_clock(core);
				arbiter_next_period(core->arbiter, &view, s);
			}
		if (fell && when < t) {
			tell_flag(core, fell & 1 ? WHITE : BLACK);
		} else {
			core->flags_due |= fell;
		}
		if (when >= core->settle_us)
			down_counts(core);
		if (when >= core->look_us && !core->over) {
			struct tracker_event event = { .type = TRACKER_TIME, .t_us = when, .side = NO_SIDE };

			core->look_us = CLOCK_NEVER;
			if (tell_tracker(core, &event) < 0)
				core->failed = -ENOMEM;
			hushed_look(core);
		}
		if (when >= t)
			break;
	}
	core->now = t;
}

static void flags_due(struct core *core)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flags_due & 1u << s)
			tell_flag(core, s);
	core->flags_due = 0;
}

static int on_press(struct core *core, enum side side)
{
	struct tracker_event event = { .type = TRACKER_PRESS, .t_us = core->now, .side = side };
	bool clock = core->clock.control.mode != CLOCK_NONE;
	int r;

	if (clock && !game_clock_press(&core->clock, side))
		return 0;
	r = tell_tracker(core, &event);
	if (!core->over)
		hushed_press(core);
	if (clock && !core->over)
		publish_clock(core);
	return r;
}

/* People speak of the turn: a press that the tracker still looks at is judged by what is known. */
static int settle_turn(struct core *core)
{
	int r = tracker_settle(core->tracker);

	if (r == 0)
		r = settle_facts(core);
	if (r == 0)
		hushed_look(core);
	return r;
}

static void on_pause(struct core *core)
{
	struct arbiter_view view;

	if (core->clock.running == NO_SIDE)
		return;
	if (settle_turn(core) < 0)
		core->failed = -ENOMEM;
	if (core->over)
		return;
	game_clock_pause(&core->clock);
	publish_clock(core);
	view = core_view(core);
	if (core->arbiter)
		arbiter_paused(core->arbiter, &view);
}

static void on_resume(struct core *core, enum side side)
{
	struct arbiter_view view;
	bool first = !core->started;

	if (side == NO_SIDE)
		side = core->game->to_move(tracker_position(core->tracker));
	core->started = true;
	game_clock_resume(&core->clock, side);
	publish_clock(core);
	view = core_view(core);
	if (core->arbiter)
		arbiter_resumed(core->arbiter, &view, side, first);
}

/*
 * A clock that runs by itself shows whole seconds, and is read late. What was reckoned is kept where it could show as
 * that; a flag falls when the clock says so, never before.
 */
static void correct(struct core *core, enum side side, int64_t us)
{
	int64_t left = core->clock.left_us[side];
	bool was_down = game_clock_flag_down(&core->clock, side);

	if (core->clock.running == side && us > 0 && !was_down) {
		if (left >= us && left < us + DEVICE_STEP_US)
			return;
		if (left >= us + DEVICE_STEP_US)
			us += DEVICE_STEP_US - 1000;
	}
	game_clock_set(&core->clock, side, us);
	if (!was_down && game_clock_flag_down(&core->clock, side))
		core->flags_due |= 1u << side;
}

/* What the device shows once its lever went down, increment included, is what that turn has left. */
static void keep_reading(struct core *core, const struct input *in)
{
	struct past *last = core->past_count ? &core->past[core->past_count - 1] : NULL;

	for (enum side s = WHITE; s <= BLACK; s++) {
		int64_t us = s == WHITE ? in->white_us : in->black_us;

		core->device_us[s] = us;
		if (in->running != s || !core->has_device)
			core->device_stood_us[s] = us;
		if (last && last->turn.side == s && last->turn.t_us == core->now)
			last->left_us = us;
	}
	if (!core->has_device || core->device_running != in->running)
		core->device_since_us = core->now;
	core->has_device = true;
	core->device_running = in->running;
}

static void on_clock_report(struct core *core, const struct input *in)
{
	struct arbiter_view view;

	if (in->has_first) {
		game_clock_set(&core->clock, WHITE, in->white_us);
		game_clock_set(&core->clock, BLACK, in->black_us);
		view = core_view(core);
		if (core->arbiter)
			arbiter_clock_report(core->arbiter, &view, in->first);
		return;
	}
	keep_reading(core, in);
	correct(core, WHITE, in->white_us);
	correct(core, BLACK, in->black_us);
	if (core->clock.control.mode == CLOCK_NONE)
		return;
	/* it also says who runs */
	if (in->running == NO_SIDE && in->white_us > 0 && in->black_us > 0)
		game_clock_pause(&core->clock);
	else if (in->running != NO_SIDE && core->clock.running == NO_SIDE)
		on_resume(core, in->running);
	else if (in->running != NO_SIDE && in->running != core->clock.running)
		game_clock_resume(&core->clock, in->running);
	publish_clock(core);
}

static void on_decide(struct core *core, const struct input *in)
{
	struct arbiter_decision d = {
		.verdict = in->verdict, .claim = in->claim, .by = in->by, .about = in->about, .level = in->level,
		.against = in->against, .side = in->side,
		.us = in->ms == INPUT_ABSENT ? ARBITER_ABSENT : in->ms * 1000,
		.set_us = { in->white_us, in->black_us },
	};
	struct arbiter_view view = core_view(core);

	_Static_assert(ARBITER_ABSENT == INPUT_ABSENT, "one word for absent");
	if (core->arbiter)
		arbiter_decided(core->arbiter, &view, &d);
}

static int set_position(struct core *core, const struct game_position *pos)
{
	core->down = false;
	core->kings_result = NULL;
	core->new_game = false;
	core->settle_us = CLOCK_NEVER;
	if (core->arbiter && arbiter_reset(core->arbiter, core->past_count, pos) < 0)
		return -ENOMEM;
	if (core->past_count)
		core->past[core->past_count - 1].after = *pos;
	else
		core->start = *pos;
	return tracker_set_position(core->tracker, pos);
}

static int on_position(struct core *core, const char *fen, char err[static 160])
{
	struct game_error why;
	struct game_position pos;

	if (core->game->parse(fen, &pos, &why) < 0) {
		snprintf(err, 160, "position: %.23s: %.110s", why.field, why.reason);
		return -EINVAL;
	}
	return set_position(core, &pos);
}

static int on_takeback(struct core *core, unsigned count, char err[static 160])
{
	int r;

	if (count > core->past_count) {
		snprintf(err, 160, "only %u turns were played", core->past_count);
		return -EINVAL;
	}
	r = core_back_to(core, core->past_count - count);
	if (r == 0 && core->arbiter)
		r = arbiter_reset(core->arbiter, core->past_count, past_position(core, core->past_count));
	if (core->clock.running != NO_SIDE)
		game_clock_resume(&core->clock, core->game->to_move(past_position(core, core->past_count)));
	publish_clock(core);
	return r;
}

/* A person tells the move that was played: the last turn where the sensors could not read it, else the next. */
static int on_move(struct core *core, const char *text, char err[static 160])
{
	unsigned ply = core->past_count;
	struct game_move move;
	struct game_position pos;
	struct turn turn = { .kind = TURN_LEGAL, .has_move = true, .t_us = core->now, .set_down_us = core->now };
	int64_t left = 0;
	struct arbiter_view view;
	int r;

	if (ply && core->past[ply - 1].turn.kind != TURN_LEGAL)
		ply--;
	pos = *past_position(core, ply);
	r = core->game->move_parse(&pos, text, &move);
	if (r < 0) {
		snprintf(err, 160, "move \"%.40s\" is %s", text, r == -ENOENT ? "not legal here" : r == -ENOTUNIQ ? "ambiguous" : "no move");
		return -EINVAL;
	}
	turn.side = core->game->to_move(&pos);
	turn.move = move;
	turn.from = move.from;
	turn.to = move.to;
	core->game->play(&pos, &move);
	memset(turn.placement, '.', sizeof(turn.placement));
	core->game->placement(&pos, turn.placement);
	if (ply < core->past_count) {
		left = core->past[ply].left_us;
		past_drop(core, ply);
	}
	if (core->arbiter && arbiter_reset(core->arbiter, ply, past_position(core, ply)) < 0)
		return -ENOMEM;
	if (past_add(core, &turn, PAST_BY_HAND) < 0)
		return -ENOMEM;
	if (left)
		core->past[ply].left_us = left;
	r = tracker_set_position(core->tracker, &pos);
	publish_move(core, ply, MOVE_COMMITTED);
	view = core_view(core);
	if (r == 0 && core->arbiter)
		r = arbiter_turn(core->arbiter, &view, &turn, &pos);
	return r;
}

static int on_end(struct core *core, const char *text, char err[static 160])
{
	for (unsigned i = 0; i < 4; i++)
		if (!strcmp(core->game->results[i], text)) {
			core_end(core, core->game->results[i], "adjudication");
			publish_clock(core);
			return 0;
		}
	if (!strcmp(text, "none") && core->kings_result) {
		core_end(core, core->kings_result, core->kings_termination);
		publish_clock(core);
		return 0;
	}
	if (!strcmp(text, "*") || !strcmp(text, "none")) {
		core_end(core, "none", "unterminated");
		publish_clock(core);
		return 0;
	}
	snprintf(err, 160, "result \"%.20s\" is none of %s, %s, %s, %s", text, core->game->results[0], core->game->results[1],
		 core->game->results[2], core->game->results[3]);
	return -EINVAL;
}

static int on_board(struct core *core, const struct input *in)
{
	static const enum tracker_event_type types[] = {
		[INPUT_LIFT] = TRACKER_LIFT, [INPUT_PLACE] = TRACKER_PLACE, [INPUT_SQUARES] = TRACKER_SQUARES,
		[INPUT_LOST] = TRACKER_LOST, [INPUT_TICK] = TRACKER_TIME,
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

static int take(struct core *core, const struct input *in, char err[static 160])
{
	struct arbiter_view view;

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
		view = core_view(core);
		if (core->arbiter)
			arbiter_arrived(core->arbiter, &view, in->side);
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

static bool is_claim(const struct input *in)
{
	return in->type == INPUT_CLAIM || in->type == INPUT_REPORT;
}

/* What people say is judged after what happened at the same instant. */
static bool is_said(const struct input *in)
{
	return is_claim(in) || in->type == INPUT_DECIDE;
}

/* What people say, and what they do to the game itself: the turn they have seen counts, however sure its reading is. */
static bool is_of_people(const struct input *in)
{
	return is_said(in) || in->type == INPUT_TAKEBACK || in->type == INPUT_POSITION || in->type == INPUT_PROMOTION ||
	       in->type == INPUT_MOVE || in->type == INPUT_END;
}

static void tell_claims(struct core *core, const struct input *inputs, unsigned count)
{
	struct arbiter_claim claims[CORE_GROUP];
	struct arbiter_view view = core_view(core);
	unsigned n = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct input *in = &inputs[i];

		if (!is_claim(in))
			continue;
		claims[n++] = (struct arbiter_claim){
			.claim = in->claim, .by = in->by, .is_report = in->type == INPUT_REPORT, .against = in->against,
			.square = in->square, .count = in->claim_count,
			.base_us = in->base_ms == INPUT_ABSENT ? ARBITER_ABSENT : in->base_ms * 1000,
			.forced_win = in->forced_win, .about = in->about, .intend = in->intend, .source = in->source,
			.remedy = in->remedy, .want = in->want,
		};
	}
	if (n && core->arbiter)
		arbiter_claims(core->arbiter, &view, claims, n);
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
	if (core->over) {
		/* the board is still followed, and an appeal may be heard */
		core->now = t;
		for (unsigned i = 0; i < count && r == 0; i++)
			r = follow_after_end(core, &inputs[i]);
		if (core->arbiter)
			tell_claims(core, inputs, count);
		for (unsigned i = 0; i < count; i++)
			if (inputs[i].type == INPUT_ANSWER)
				on_answer(core, &inputs[i]);
		return r < 0 ? r : core->failed;
	}
	advance_to(core, t);
	for (unsigned i = 0; i < count && r == 0 && !core->over; i++) {
		if (is_said(&inputs[i]) && i < spoken)
			spoken = i;
		if (is_of_people(&inputs[i]))
			r = settle_turn(core);
		if (r < 0)
			break;
		/* a clock started after something was said starts after the answer */
		if (!is_said(&inputs[i]) && !(inputs[i].type == INPUT_RESUME && i > spoken))
			r = take(core, &inputs[i], err);
	}
	if (r == 0)
		r = settle_facts(core);
	flags_due(core);
	if (!core->over)
		tell_claims(core, inputs, count);
	for (unsigned i = spoken; i < count && r == 0 && !core->over; i++)
		if (inputs[i].type == INPUT_DECIDE || inputs[i].type == INPUT_RESUME)
			r = take(core, &inputs[i], err);
	if (r == 0)
		r = settle_facts(core);
	if (core->look_us == CLOCK_NEVER && !core->over)
		hushed_look(core);
	tell_doubt(core);
	if (r == 0)
		r = core->failed;
	return r;
}

int core_input(struct core *core, const struct input *input, char err[static 160])
{
	return core_input_group(core, input, 1, err);
}

int core_finish(struct core *core)
{
	int r;

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

int core_new(const struct core_setup *setup, core_sink sink, void *userdata, struct core **ret, char err[static 160])
{
	struct tracker_setup tracker = {
		.game = setup->game, .sensors = setup->sensors, .has_lever = setup->has_lever, .keep_illegal = !setup->rulebook,
		.scan_us = setup->scan_us, .late_us = setup->grace_us, .start = setup->start,
		.swapped_kq = setup->rulebook && rulebook_is(setup->rulebook, PARAM_SWAPPED_KQ_CASTLING, "mirrored"),
	};
	struct core *core = calloc(1, sizeof(*core));
	int r;

	err[0] = 0;
	if (!core) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	core->setup = *setup;
	json_incref(core->setup.options);
	json_incref(core->setup.state);
	core->game = setup->game;
	core->sink = sink;
	core->userdata = userdata;
	core->start = setup->start;
	core->now = INT64_MIN / 2;
	core->settle_us = core->look_us = CLOCK_NEVER;
	core->result = "none";
	core->termination = "unterminated";
	game_clock_init(&core->clock, &setup->clock);
	core->started = core->clock.running != NO_SIDE;
	core->shown_us[WHITE] = core->clock.left_us[WHITE];
	core->shown_us[BLACK] = core->clock.left_us[BLACK];
	r = tracker_new(&tracker, collect, core, &core->tracker);
	if (r < 0)
		snprintf(err, 160, "the tracker refuses this setup");
	if (r == 0 && setup->rulebook) {
		struct arbiter_setup a;

		r = setup->fitted ? 0 : core_fit_rulebook(&core->setup, &core->book);
		if (r == 0)
			r = core_arbiter_setup(&core->setup, &a, err);
		a.rulebook = core->book ? core->book : setup->rulebook;
		for (enum side s = WHITE; s <= BLACK && r == 0; s++)
			core->clock.moves[s] = a.moves[s];
		if (r == 0)
			r = arbiter_new(&a, carry_out, core, &core->arbiter, err);
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
	free(core->told);
	free(core->past);
	free(core);
}

void core_get_state(const struct core *core, struct core_state *ret)
{
	char stands[GAME_MAX_SQUARES], official[GAME_MAX_SQUARES];
	const struct game_position *pos = tracker_position_set_down(core->tracker);

	*ret = (struct core_state){
		.t_us = core->now, .over = core->over,
		.to_move = core->over ? NO_SIDE : core->game->to_move(pos),
		.result = core->result, .reason = core->ruling == RULING_NONE ? "" : reason_name(core->reason),
		.ruling = core->ruling, .termination = core->termination,
		.adjust_us = { core->adjust_us[WHITE], core->adjust_us[BLACK] },
		.turns = core->past_count, .open_question = core->arbiter ? arbiter_question(core->arbiter) : CLAIM_NONE,
		.wants_squares = core->wants_squares,
		.kings_result = core->kings_result ? core->kings_result : "none",
		.kings_termination = core->kings_termination, .new_game = core->new_game,
	};
	memset(official, '.', sizeof(official));
	tracker_placement(core->tracker, stands);
	core->game->placement(pos, official);
	ret->board_agrees = true;
	for (unsigned i = 0; i < core->game->squares; i++)
		if (stands[i] == '?' ? official[i] == '.' : stands[i] != official[i])
			ret->board_agrees = false;
}

const struct game_clock *core_clock(const struct core *core)
{
	return &core->clock;
}

const struct tracker *core_tracker(const struct core *core)
{
	return core->tracker;
}

const struct core_setup *core_get_setup(const struct core *core)
{
	return &core->setup;
}

int core_get_turn(const struct core *core, unsigned ply, struct core_turn *ret)
{
	const struct past *past;

	if (ply >= core->past_count)
		return -ENOENT;
	past = &core->past[ply];
	*ret = (struct core_turn){ .turn = &past->turn, .left_us = past->left_us, .counts = past->counts,
				   .timed = core->has_device || core->clock.control.mode != CLOCK_NONE };
	strcpy(ret->text, past->text);
	strcpy(ret->notation, past->notation);
	return 0;
}

void core_get_position(const struct core *core, struct game_position *ret)
{
	const struct game *game = core->game;
	char stands[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES], pawn;
	struct game_moves moves;

	*ret = *tracker_position_set_down(core->tracker);
	if (core->righting)
		return;
	game->moves(ret, &moves);
	tracker_placement(core->tracker, stands);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (!m->promotion)
			continue;
		memset(squares, '.', sizeof(squares));
		game->placement(ret, squares);
		pawn = squares[m->from];
		for (unsigned q = 0; q < game->squares; q++)
			if (m->captured & UINT64_C(1) << q)
				squares[q] = '.';
		squares[m->from] = '.';
		squares[m->to] = pawn;
		if (!memcmp(squares, stands, game->squares)) {
			game->set_placement(ret, squares, game->to_move(ret));
			return;
		}
	}
}

int64_t core_deadline(const struct core *core)
{
	int64_t when, tracker;

	if (core->over)
		return CLOCK_NEVER;
	when = game_clock_deadline(&core->clock);
	tracker = tracker_deadline(core->tracker);
	if (core->settle_us < when)
		when = core->settle_us;
	if (core->look_us < when)
		when = core->look_us;
	return tracker < when ? tracker : when;
}
