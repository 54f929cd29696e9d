// SPDX-License-Identifier: GPL-2.0-or-later
/* What players and arbiters say and do: claims, verdicts, and changes to the game itself. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/core/state.h"

static struct arbiter_decision decision_of(const struct input *in)
{
	_Static_assert(ARBITER_ABSENT == INPUT_ABSENT, "one word for absent");
	return (struct arbiter_decision){
		.verdict = in->verdict, .claim = in->claim, .by = in->by, .about = in->about, .level = in->level,
		.against = in->against, .side = in->side,
		.us = in->ms == INPUT_ABSENT ? ARBITER_ABSENT : in->ms * 1000,
		.set_us = { in->white_us, in->black_us },
	};
}

/* Another captain decides the same otherwise, at the same instant. */
static bool contradict(const struct input *x, const struct input *y)
{
	return x->type == INPUT_DECIDE && y->type == INPUT_DECIDE && x->by == PERSON_CAPTAIN && y->by == PERSON_CAPTAIN &&
	       !strcmp(x->about, y->about) && x->verdict != y->verdict;
}

bool decided_before(const struct input *inputs, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (contradict(&inputs[k], &inputs[i]))
			return true;
	return false;
}

bool decided_otherwise(const struct input *inputs, unsigned count, unsigned i)
{
	for (unsigned k = i + 1; k < count; k++)
		if (contradict(&inputs[k], &inputs[i]))
			return true;
	return false;
}

bool core_was_asked(const struct core *core, const struct input *input)
{
	struct arbiter_decision d = decision_of(input);

	return core->arbiter && arbiter_was_asked(core->arbiter, &d);
}

void on_decide(struct core *core, const struct input *in)
{
	struct arbiter_decision d = decision_of(in);
	struct arbiter_view view = core_view(core);

	d.contradicted = core->contradicted;
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

int on_position(struct core *core, const char *fen, char err[static 160])
{
	struct game_error why;
	struct game_position pos;

	if (core->game->parse(fen, &pos, &why) < 0) {
		snprintf(err, 160, "position: %.23s: %.110s", why.field, why.reason);
		return -EINVAL;
	}
	return set_position(core, &pos);
}

int on_takeback(struct core *core, unsigned count, char err[static 160])
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
int on_move(struct core *core, const char *text, char err[static 160])
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

int on_end(struct core *core, const char *text, char err[static 160])
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

void tell_claims(struct core *core, const struct arbiter_view *view, const struct input *inputs, unsigned count)
{
	struct arbiter_claim claims[CORE_GROUP];
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
		arbiter_claims(core->arbiter, view, claims, n);
}
