// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the arbiter must not speak first, the sensors must not speak for him. A legal turn is known at its press; one that
 * no move explains only later, when the hand had time to finish. So everyone is told of every turn at its press, by
 * what stands then, and at the same instants of every turn whether that was right: LOOK_US after the press, at the next press,
 * and when people speak or stop the clock. What the tracker finds out between them waits.
 *
 * A sure sensor knows everything at the press, and nothing needs to be made equal.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/state.h"

#define LOOK_US 1500000		/* so long the tracker may wait for what is still to come */

bool hushed(const struct core *core)
{
	return core->arbiter && arbiter_is_silent(core->arbiter) && core->setup.sensors != TRACKER_EXACT;
}

static void stand(const struct core *core, const struct past *past, char squares[static GAME_MAX_SQUARES])
{
	memset(squares, '.', GAME_MAX_SQUARES);
	core->game->placement(&past->after, squares);
}

static bool remember(struct core *core, const struct past *past, unsigned ply)
{
	struct told *told;

	if (ply >= core->told_room) {
		unsigned room = core->told_room ? core->told_room * 2 : 64;

		told = realloc(core->told, room * sizeof(*told));
		if (!told || ply >= room) {
			core->failed = -ENOMEM;
			return false;
		}
		core->told = told;
		core->told_room = room;
	}
	told = &core->told[ply];
	strcpy(told->text, past->text);
	stand(core, past, told->squares);
	told->left_us = past->left_us;
	if (core->told_count <= ply)
		core->told_count = ply + 1;
	return true;
}

static bool as_told(const struct core *core, const struct past *past, unsigned ply)
{
	char squares[GAME_MAX_SQUARES];

	stand(core, past, squares);
	return !strcmp(core->told[ply].text, past->text) && !memcmp(core->told[ply].squares, squares, sizeof(squares));
}

static unsigned amiss(const struct core *core, const char *squares, const char *stands)
{
	unsigned n = 0;

	for (unsigned q = 0; q < core->game->squares; q++)
		n += core->setup.sensors == TRACKER_PRESENCE ? (squares[q] == '.') != (stands[q] == '.') : squares[q] != stands[q];
	return n;
}

/* Is it to be told otherwise? Of the last turns only what fits the men at least as well: that no rule allows what stands is no reason. */
static bool better(const struct core *core, const struct past *past, unsigned ply)
{
	char stands[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES];

	if (as_told(core, past, ply))
		return false;
	if (ply + 2 < core->past_count)
		return true;
	tracker_placement(core->tracker, stands);
	stand(core, past, squares);
	return amiss(core, squares, stands) <= amiss(core, core->told[ply].squares, stands);
}

static void tell(struct core *core, const struct past *past, unsigned ply, enum move_state state)
{
	if (remember(core, past, ply))
		publish_past(core, past, ply, state);
}

/* A turn that was told and is none, or is undone. */
static void withdraw(struct core *core, const struct past *past, unsigned ply)
{
	if (ply >= core->told_count)
		return;
	core->told_count = ply;
	publish_past(core, past, ply, MOVE_UNDONE);
}

static void accept(struct core *core, const struct past *past)
{
	struct arbiter_view view = core_view(core);

	arbiter_pressed(core->arbiter, &view, &past->turn);
}

/* Told turns that no turn belongs to: the press was none. */
static void withdraw_beyond(struct core *core, unsigned count)
{
	while (core->told_count > count) {
		struct past none = { .before = *past_position(core, core->past_count) };

		none.turn.side = core->told_count - 1 == core->past_count ? core->game->to_move(&none.before) : NO_SIDE;
		strcpy(none.text, core->told[core->told_count - 1].text);
		withdraw(core, &none, core->told_count - 1);
	}
}

void hushed_look(struct core *core)
{
	if (!hushed(core))
		return;
	for (unsigned i = 0; i < core->told_count && i < core->past_count; i++)
		if (better(core, &core->past[i], i))
			tell(core, &core->past[i], i, MOVE_REVISED);
	withdraw_beyond(core, core->past_count + tracker_press_pending(core->tracker));
	while (core->told_count < core->past_count && !core->failed) {
		const struct past past = core->past[core->told_count];

		tell(core, &past, core->told_count, MOVE_COMMITTED);
		accept(core, &past);
	}
}

void hushed_turn(struct core *core)
{
	unsigned ply = core->past_count - 1;

	if (ply >= core->told_count)
		hushed_look(core);
	else if (!core->has_device)
		core->past[ply].left_us = core->told[ply].left_us;
}

void hushed_press(struct core *core)
{
	struct turn turn;
	struct past past;
	int r;

	if (!hushed(core))
		return;
	core->look_us = core->now + LOOK_US;
	hushed_look(core);
	r = tracker_guess(core->tracker, &turn);
	if (r == -ENOENT)
		return;
	if (r < 0) {
		core->failed = r;
		return;
	}
	withdraw_beyond(core, core->past_count);
	past_make(core, &turn, &past);
	tell(core, &past, core->past_count, MOVE_COMMITTED);
	accept(core, &past);
}

void hushed_move(struct core *core, const struct past *past, unsigned ply, enum move_state state)
{
	if (core->rereading)
		return;
	if (state == MOVE_UNDONE) {
		withdraw(core, past, ply);
	} else if (state == MOVE_COMMITTED && ply < core->told_count) {
		if (!as_told(core, past, ply))
			tell(core, past, ply, MOVE_REVISED);
	} else {
		tell(core, past, ply, state);
	}
}
