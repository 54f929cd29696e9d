// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/state.h"

const struct game_position *past_position(const struct core *core, unsigned ply)
{
	return ply ? &core->past[ply - 1].after : &core->start;
}

/* What the turn is called: a legal move by the game, else from and to of the man that moved. */
static void name_turn(struct core *core, struct past *past)
{
	const struct game *game = core->game;
	const struct turn *turn = &past->turn;
	char from[8], to[8];

	if (turn->kind == TURN_NO_MOVE) {
		strcpy(past->text, "0000");
		strcpy(past->notation, "--");
	} else if (turn->has_move && turn->kind != TURN_ILLEGAL) {
		game->move_text(&past->before, &turn->move, past->text);
		game->move_notation(&past->before, &turn->move, past->notation);
		if (!*past->notation)	/* it is none in that position */
			strcpy(past->notation, past->text);
	} else if (turn->from != GAME_NO_SQUARE && turn->to != GAME_NO_SQUARE && turn->from < game->squares && turn->to < game->squares) {
		game->square_name(turn->from, from);
		game->square_name(turn->to, to);
		snprintf(past->text, sizeof(past->text), "%s%s", from, to);
		strcpy(past->notation, past->text);
	} else {
		strcpy(past->text, "0000");
		strcpy(past->notation, "--");
	}
}

/* The time that this turn has left. Turns may be closed long after their press: their side's time runs again then. */
static int64_t left_after(struct core *core, const struct turn *turn)
{
	bool runs_since;

	if (turn->side == NO_SIDE)
		return 0;
	if (!core->has_device)
		return shown_left(core, turn->side);
	runs_since = turn->side == core->device_running && turn->t_us < core->device_since_us;
	return runs_since ? core->device_stood_us[turn->side] : core->device_us[turn->side];
}

unsigned past_find(const struct core *core, unsigned tracked)
{
	unsigned ply = core->past_count;

	while (ply && core->past[ply - 1].tracked != PAST_BY_HAND && core->past[ply - 1].tracked >= tracked)
		ply--;
	return ply;
}

void past_make(struct core *core, const struct turn *turn, struct past *past)
{
	*past = (struct past){ .turn = *turn, .before = *past_position(core, core->past_count), .counts = true };
	past->after = past->before;
	/* where nobody rules, men that stood wrongly beside a move are put back some time, and the tracker reads on without them */
	if (turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED || (turn->kind == TURN_SEVERAL && turn->has_move && !core->arbiter))
		core->game->play(&past->after, &turn->move);
	else
		core->game->set_placement(&past->after, turn->placement, other_side(turn->side));
	if (turn->kind == TURN_NO_MOVE) {
		char squares[GAME_MAX_SQUARES];

		core->game->placement(&past->before, squares);
		past->after = past->before;
		core->game->set_placement(&past->after, squares, other_side(turn->side));
	}
	past->left_us = left_after(core, turn);
	name_turn(core, past);
}

int past_add(struct core *core, const struct turn *turn, unsigned tracked)
{
	if (core->past_count == core->past_room) {
		unsigned room = core->past_room ? core->past_room * 2 : 32;
		struct past *more = realloc(core->past, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		core->past = more;
		core->past_room = room;
	}
	past_make(core, turn, &core->past[core->past_count]);
	core->past[core->past_count].tracked = tracked;
	core->past_count++;
	return 0;
}

void past_drop(struct core *core, unsigned ply)
{
	while (core->past_count > ply) {
		core->past_count--;
		publish_move(core, core->past_count, MOVE_UNDONE);
	}
}
