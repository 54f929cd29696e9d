// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/silence.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/pressed-line.h"
#include "daemon/core/publish.h"

static void squares_after(const struct core *core, const struct closed_turn *closed,
			  char squares[static GAME_MAX_SQUARES])
{
	memset(squares, '.', GAME_MAX_SQUARES);
	core->game->placement(&closed->after, squares);
}

static bool keep_published(struct core *core, const struct closed_turn *closed, unsigned ply)
{
	struct silent_turn *published;

	if (ply < core->published_from) /* as it is closed: it is kept there */
		return true;
	published = published_turns_reserve(core, ply);
	if (!published) {
		core->failed = -ENOMEM;
		return false;
	}
	strcpy(published->text, closed->text);
	squares_after(core, closed, published->squares);
	published->left_us = closed->left_us;
	return true;
}

static bool is_as_published(const struct core *core, const struct closed_turn *closed, unsigned ply)
{
	char squares[GAME_MAX_SQUARES];

	if (ply < core->published_from)
		return true;
	squares_after(core, closed, squares);
	return !strcmp(published_at(core, ply)->text, closed->text) &&
	       !memcmp(published_at(core, ply)->squares, squares, sizeof(squares));
}

static unsigned mismatches(const struct core *core, const char *squares, const char *stands)
{
	unsigned n = 0;

	for (unsigned q = 0; q < core->game->squares; q++)
		n += core->setup.sensors == TRACKER_PRESENCE ? (squares[q] == '.') != (stands[q] == '.') :
							       squares[q] != stands[q];
	return n;
}

/* Is it to be published otherwise? Of the last turns only what fits the pieces at least as well: that no rule allows
 * what stands is no reason. */
static bool is_better(const struct core *core, const struct closed_turn *closed, unsigned ply)
{
	char stands[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES];

	if (is_as_published(core, closed, ply))
		return false;
	if (ply + 2 < core->closed_count)
		return true;
	tracker_placement(core->tracker, stands);
	squares_after(core, closed, squares);
	return mismatches(core, squares, stands) <= mismatches(core, published_at(core, ply)->squares, stands);
}

static void publish_and_keep(struct core *core, const struct closed_turn *closed, unsigned ply, enum move_state state)
{
	if (keep_published(core, closed, ply))
		publish_turn_as(core, closed, ply, state);
}

/* A turn that was published and is none, or is undone. */
static void withdraw(struct core *core, const struct closed_turn *closed, unsigned ply)
{
	if (ply >= core->published_count)
		return;
	published_turns_cut(core, ply);
	publish_turn_as(core, closed, ply, MOVE_UNDONE);
}

/* What the arbiter says of every turn that is pressed, legal or not: it changes nothing on the table. */
static void publish_acceptance(struct core *core, const struct closed_turn *closed)
{
	struct ruling_list ruled;

	arbiter_pressed(core->arbiter, core->now, &closed->turn);
	if (arbiter_take_rulings(core->arbiter, &ruled) < 0)
		core->failed = -ENOMEM;
	for (unsigned i = 0; i < ruled.count; i++)
		publish_ruling(core, &ruled.ruling[i], false);
}

/* Published turns that no turn belongs to: the press was none. */
static void withdraw_beyond(struct core *core, unsigned count)
{
	if (core->published_count > count)
		published_turns_keep(core, count);
	while (core->published_count > count) {
		struct closed_turn none = { .before = *history_position(core, core->closed_count) };

		none.turn.side = core->published_count - 1 == core->closed_count ? core->game->to_move(&none.before) :
										   NO_SIDE;
		strcpy(none.text, published_at(core, core->published_count - 1)->text);
		withdraw(core, &none, core->published_count - 1);
	}
}

/* All before it were just published as they are closed; the last ones may be published otherwise once they fit. */
static unsigned first_that_may_differ(const struct core *core)
{
	unsigned i = core->published_from;

	while (i < core->published_count && i + 2 < core->closed_count &&
	       is_as_published(core, closed_at(core, i), i) &&
	       (core->has_device || published_at(core, i)->left_us == closed_at(core, i)->left_us))
		i++;
	return i;
}

void silence_review(struct core *core)
{
	core->reviewed = true;
	if (core->setup.has_lever) {
		pressed_line_review(core);
		return;
	}
	for (unsigned i = core->published_from; i < core->published_count && i < core->closed_count; i++)
		if (is_better(core, closed_at(core, i), i))
			publish_and_keep(core, closed_at(core, i), i, MOVE_REVISED);
	published_turns_agree(core, first_that_may_differ(core));
	withdraw_beyond(core, core->closed_count + tracker_press_pending(core->tracker));
	while (core->published_count < core->closed_count && !core->failed) {
		const struct closed_turn closed = *closed_at(core, core->published_count);

		publish_and_keep(core, &closed, core->published_count, MOVE_COMMITTED);
		publish_acceptance(core, &closed);
	}
}

void silence_turn(struct core *core)
{
	unsigned ply = core->closed_count - 1;

	if (core->setup.has_lever)
		pressed_line_turn(core);
	else if (ply >= core->published_count)
		silence_review(core);
	else if (!core->has_device)
		closed_at(core, ply)->left_us = published_at(core, ply)->left_us;
}

void silence_before_press(struct core *core, enum side side)
{
	if (!core->setup.has_lever)
		return;
	pressed_line_await(core, side);
	if (core->line.is_awaited)
		pressed_line_review(core);
}

static void publish_guess(struct core *core)
{
	struct turn turn;
	struct closed_turn closed;
	int r;

	review_later(core);
	if (!core->reviewed)
		silence_review(core);
	r = tracker_guess(core->tracker, &turn);
	if (r == -ENOENT)
		return;
	if (r < 0) {
		core->failed = r;
		return;
	}
	withdraw_beyond(core, core->closed_count);
	history_make(core, &turn, &closed);
	publish_and_keep(core, &closed, core->closed_count, MOVE_COMMITTED);
	publish_acceptance(core, &closed);
}

void silence_press(struct core *core)
{
	if (core->setup.has_lever) {
		if (core->line.is_awaited || core->line.last.t_us == core->now)
			review_later(core);
		pressed_line_press(core);
	} else if (core->reviewed && !tracker_press_pending(core->tracker)) {
		review_later(core);
	} else if (!tracker_press_rebounded(core->tracker)) {
		publish_guess(core);
	}
}

void silence_position_set(struct core *core, const struct game_position *pos)
{
	if (is_silent(core) && core->setup.has_lever)
		pressed_line_set_position(core, pos);
}

void publish_turn(struct core *core, unsigned ply, enum move_state state)
{
	const struct closed_turn *closed = closed_at(core, ply);

	if (!is_silent(core))
		publish_turn_as(core, closed, ply, state);
	else if (core->setup.has_lever)
		pressed_line_tell(core, ply, state);
	else if (state == MOVE_UNDONE)
		withdraw(core, closed, ply);
	else if (state != MOVE_COMMITTED || ply >= core->published_count)
		publish_and_keep(core, closed, ply, state);
	else if (!is_as_published(core, closed, ply))
		publish_and_keep(core, closed, ply, MOVE_REVISED);
}

void history_withdraw(struct core *core, unsigned ply)
{
	if (is_silent(core) && core->setup.has_lever)
		core->closed_count = ply;
	else
		history_drop(core, ply);
}

void history_drop(struct core *core, unsigned ply)
{
	core->reviewed = false;
	while (core->closed_count > ply) {
		core->closed_count--;
		publish_turn(core, core->closed_count, MOVE_UNDONE);
	}
}
