// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the turn is called: a legal move by the game, else from and to of the piece that moved. */
static void name_turn(const struct core *core, struct closed_turn *closed)
{
	const struct game *game = core->game;
	const struct turn *turn = &closed->turn;
	char from[8], to[8];

	if (turn->kind == TURN_NO_MOVE) {
		strcpy(closed->text, "0000");
		strcpy(closed->notation, "--");
	} else if (turn->has_move && turn->kind != TURN_ILLEGAL) {
		game->move_text(&closed->before, &turn->move, closed->text);
		game->move_notation(&closed->before, &turn->move, closed->notation);
		if (!*closed->notation) /* it is none in that position */
			strcpy(closed->notation, closed->text);
	} else if (turn->from != GAME_NO_SQUARE && turn->to != GAME_NO_SQUARE && turn->from < game->squares &&
		   turn->to < game->squares) {
		game->square_name(turn->from, from);
		game->square_name(turn->to, to);
		snprintf(closed->text, sizeof(closed->text), "%s%s", from, to);
		strcpy(closed->notation, closed->text);
	} else {
		strcpy(closed->text, "0000");
		strcpy(closed->notation, "--");
	}
}

unsigned history_find(const struct core *core, unsigned tracked)
{
	unsigned ply = core->closed_count;

	while (ply && core->closed[ply - 1].tracked != SET_BY_HAND && core->closed[ply - 1].tracked >= tracked)
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
	for (unsigned i = core->closed_count; i < core->closed_before; i++)
		if (core->closed[i].turn.side == turn->side && core->closed[i].turn.t_us == turn->t_us)
			return core->closed[i].left_us;
	if (!core->has_device) {
		press = find_press(core, turn);
		return press ? press->left_us[turn->side] : shown_left_us(core, turn->side);
	}
	runs_since = turn->side == core->device_running && turn->t_us < core->device_since_us;
	return runs_since ? core->device_stood_us[turn->side] : core->device_us[turn->side];
}

bool history_is_legal(const struct core *core, const struct closed_turn *closed)
{
	const struct turn *turn = &closed->turn;

	/* where nobody rules, pieces that stood wrongly beside a move are put back at some time, and the tracker reads
	 * on without them */
	return turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED ||
	       (turn->kind == TURN_SEVERAL && turn->has_move && !core->arbiter);
}

void history_make(struct core *core, const struct turn *turn, struct closed_turn *ret)
{
	*ret = (struct closed_turn){ .turn = *turn,
				     .before = *history_position(core, core->closed_count),
				     .left_us = left_after(core, turn) };
	ret->after = ret->before;
	if (history_is_legal(core, ret))
		core->game->play(&ret->after, &turn->move);
	else
		core->game->set_placement(&ret->after, turn->placement, other_side(turn->side));
	if (turn->kind == TURN_NO_MOVE) {
		char squares[GAME_MAX_SQUARES];

		core->game->placement(&ret->before, squares);
		ret->after = ret->before;
		core->game->set_placement(&ret->after, squares, other_side(turn->side));
	}
	name_turn(core, ret);
}

int history_add(struct core *core, const struct turn *turn, unsigned tracked)
{
	if (core->closed_count == core->closed_room) {
		unsigned room = core->closed_room ? core->closed_room + core->closed_room / 2 : 16;
		struct closed_turn *more = realloc(core->closed, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		core->closed = more;
		core->closed_room = room;
	}
	history_make(core, turn, &core->closed[core->closed_count]);
	core->closed[core->closed_count].tracked = tracked;
	core->closed_count++;
	core->reviewed = false;
	return 0;
}
