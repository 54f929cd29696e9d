// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- the list --- */

#define STEP 32 /* turns for which room is made at once */

/* Those from there on are others, or none. */
static void forget_from(struct core *core, unsigned ply)
{
	while (core->past_count > ply)
		kept_turn_drop(core->past[--core->past_count].kept);
}

void history_done(struct core *core)
{
	forget_from(core, 0);
	free(core->past);
}

static int make_room_for(struct core *core, unsigned ply)
{
	struct past_turn *more;

	if (ply < core->past_room)
		return 0;
	more = reallocarray(core->past, core->past_room + STEP, sizeof(*more));
	if (!more)
		return -ENOMEM;
	core->past = more;
	core->past_room += STEP;
	return 0;
}

/* What stands before turn ply, for that one to hold. */
static struct kept_turn *hold_last(const struct core *core, unsigned ply)
{
	return ply ? kept_turn_hold(core->past[ply - 1].kept) : kept_turn_new(NULL, NULL, &core->start);
}

static int history_keep(struct core *core, const struct closed_turn *closed, unsigned tracked)
{
	const unsigned ply = core->closed_count;
	struct kept_turn *last, *kept;

	if (make_room_for(core, ply) < 0)
		return -ENOMEM;
	last = hold_last(core, ply);
	kept = last ? kept_turn_new(last, &closed->turn, &closed->after) : NULL;
	kept_turn_drop(last);
	if (!kept)
		return -ENOMEM;
	forget_from(core, ply);
	core->past[ply] = (struct past_turn){ .kept = kept, .left_us = closed->left_us, .tracked = tracked };
	core->past_count = ply + 1;
	return 0;
}

struct turn *turn_to_change(struct core *core, unsigned ply)
{
	struct kept_turn *own = kept_turn_own(&core->past[ply].kept);

	if (!own)
		core->failed = -ENOMEM;
	return own ? &own->turn : NULL;
}

void closed_at(const struct core *core, unsigned ply, struct closed_turn *ret)
{
	*ret = (struct closed_turn){ .turn = turn_copy(turn_at(core, ply)),
				     .before = *kept_turn_before(core->past[ply].kept),
				     .after = core->past[ply].kept->after,
				     .left_us = core->past[ply].left_us };
	turn_notation(core->game, &ret->before, &ret->turn, ret->text, ret->notation);
}

int history_set_position(struct core *core, const struct game_position *pos)
{
	struct kept_turn *own = kept_turn_own(&core->past[core->closed_count - 1].kept);

	if (!own)
		return -ENOMEM;
	own->after = *pos;
	return 0;
}

struct kept_turn *history_kept(void *userdata, unsigned ply)
{
	const struct core *core = userdata;

	return ply < core->closed_count ? core->past[ply].kept : NULL;
}

/* --- under a silent rulebook: what was published --- */

struct silent_turn *published_at(const struct core *core, unsigned ply)
{
	return &core->published[ply - core->published_from];
}

static bool make_room(struct core *core, unsigned count)
{
	struct silent_turn *more;

	if (count <= core->published_room)
		return true;
	more = realloc(core->published, count * sizeof(*more));
	if (!more) {
		core->failed = -ENOMEM;
		return false;
	}
	core->published = more;
	core->published_room = count;
	return true;
}

struct silent_turn *published_turns_reserve(struct core *core, unsigned ply)
{
	if (ply > core->published_count || !make_room(core, ply + 1 - core->published_from))
		return NULL;
	if (ply == core->published_count)
		core->published_count++;
	return published_at(core, ply);
}

void published_turns_keep(struct core *core, unsigned ply)
{
	const unsigned from = core->published_from, count = core->published_count;

	if (ply >= from || !make_room(core, count - ply))
		return;
	memmove(core->published + (from - ply), core->published, (count - from) * sizeof(*core->published));
	core->published_from = ply;
	for (unsigned i = ply; i < from; i++) {
		struct silent_turn *published = published_at(core, i);
		struct closed_turn closed;

		closed_at(core, i, &closed);
		strcpy(published->text, closed.text);
		memset(published->squares, '.', sizeof(published->squares));
		core->game->placement(&closed.after, published->squares);
		published->left_us = closed.left_us;
	}
}

void published_turns_agree(struct core *core, unsigned count)
{
	const unsigned agree = count - core->published_from, left = core->published_count - count;

	if (!agree)
		return;
	memmove(core->published, core->published + agree, left * sizeof(*core->published));
	core->published_from = count;
}

void published_turns_cut(struct core *core, unsigned ply)
{
	core->published_count = ply;
	if (core->published_from > ply)
		core->published_from = ply;
}

/* --- where a turn stands, and the time that it left --- */

unsigned history_find(const struct core *core, unsigned tracked)
{
	unsigned ply = core->closed_count;

	while (ply && past_at(core, ply - 1)->tracked != SET_BY_HAND && past_at(core, ply - 1)->tracked >= tracked)
		ply--;
	return ply;
}

void history_keep_times(struct core *core)
{
	if (core->closed_before < core->closed_count)
		core->closed_before = core->closed_count;
}

void history_note_press(struct core *core)
{
	core->presses[core->press_count++ % NOTED_PRESSES] =
		(struct noted_press){ core->now, { shown_left_us(core, 0), shown_left_us(core, 1) } };
}

static const struct noted_press *find_press(const struct core *core, const struct turn *turn)
{
	for (unsigned i = core->press_count, n = 0; i-- && n++ < NOTED_PRESSES;)
		if (core->presses[i % NOTED_PRESSES].t_us == turn->t_us)
			return &core->presses[i % NOTED_PRESSES];
	return NULL;
}

static struct kept_time time_of(const struct core *core, unsigned ply)
{
	if (ply >= core->kept.from && ply < core->kept.end)
		return core->kept.time[ply - core->kept.base];
	return (struct kept_time){ turn_at(core, ply)->t_us, past_at(core, ply)->left_us, turn_at(core, ply)->side };
}

/* The list is about to be cut there: what it has of the times of turns that were closed before stays. */
static int keep_times_from(struct core *core, unsigned ply)
{
	struct kept_times *kept = &core->kept, more = { .from = ply, .end = core->closed_before, .base = ply };

	if (ply >= core->closed_before) {
		free(kept->time);
		*kept = (struct kept_times){ 0 };
		return 0;
	}
	if (kept->time && kept->from <= ply)
		return 0;
	more.time = malloc((more.end - more.from) * sizeof(*more.time));
	if (!more.time)
		return -ENOMEM;
	for (unsigned i = more.from; i < more.end; i++)
		more.time[i - more.base] = time_of(core, i);
	free(kept->time);
	*kept = more;
	return 0;
}

/*
 * Turns may be closed long after their press: their side's time runs again then. What a press of the lever showed is
 * noted, for when its turn is closed first. What has no such press (a device's clock says its time afterwards, without
 * a lever the move itself switches) is known of a turn only once that was closed: the turn keeps it, should it be
 * closed again.
 */
static int64_t left_after(struct core *core, const struct turn *turn)
{
	const struct noted_press *press;
	bool runs_since;

	if (turn->side == NO_SIDE)
		return 0;
	/* a turn that follows one that was read anew is closed again */
	for (unsigned i = core->closed_count; i < core->closed_before; i++) {
		const struct kept_time time = time_of(core, i);

		if (time.side == turn->side && time.t_us == turn->t_us)
			return time.left_us;
	}
	if (!core->has_device) {
		press = find_press(core, turn);
		return press ? press->left_us[turn->side] : shown_left_us(core, turn->side);
	}
	runs_since = turn->side == core->device_running && turn->t_us < core->device_since_us;
	return runs_since ? core->device_stood_us[turn->side] : core->device_us[turn->side];
}

bool history_is_legal(const struct core *core, const struct turn *turn)
{
	/* where nobody rules, pieces that stood wrongly beside a move are put back at some time, and the tracker reads
	 * on without them */
	return turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED ||
	       (turn->kind == TURN_SEVERAL && turn->has_move && !core->arbiter);
}

void history_make(struct core *core, const struct turn *turn, struct closed_turn *ret)
{
	*ret = (struct closed_turn){ .turn = turn_copy(turn),
				     .before = *history_position(core, core->closed_count),
				     .left_us = left_after(core, turn) };
	ret->after = ret->before;
	if (history_is_legal(core, turn))
		core->game->play(&ret->after, &turn->move);
	else
		core->game->set_placement(&ret->after, turn->placement, other_side(turn->side));
	if (turn->kind == TURN_NO_MOVE) {
		char squares[GAME_MAX_SQUARES];

		core->game->placement(&ret->before, squares);
		ret->after = ret->before;
		core->game->set_placement(&ret->after, squares, other_side(turn->side));
	}
	turn_notation(core->game, &ret->before, turn, ret->text, ret->notation);
}

int history_add(struct core *core, const struct turn *turn, unsigned tracked)
{
	struct closed_turn closed;

	published_turns_keep(core, core->closed_count);
	if (keep_times_from(core, core->closed_count) < 0)
		return -ENOMEM;
	history_make(core, turn, &closed);
	if (history_keep(core, &closed, tracked) < 0)
		return -ENOMEM;
	core->kept.from = core->closed_count + 1; /* its time is in the list again */
	core->closed_count++;
	core->reviewed = false;
	return 0;
}
