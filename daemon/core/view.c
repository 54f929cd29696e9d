// SPDX-License-Identifier: GPL-2.0-or-later
/* The game as it stands, for status displays and records. */
#include "daemon/core/history.h"
#include "daemon/core/stage/stages.h"

#include <errno.h>
#include <string.h>

/* A move that was ruled to be another one is none, though the pieces stand so. */
static const struct game_position *official_position(const struct core *core)
{
	return core->being_restored ? tracker_position(core->tracker) : tracker_provisional_position(core->tracker);
}

void core_get_state(const struct core *core, struct core_state *ret)
{
	char stands[GAME_MAX_SQUARES], official[GAME_MAX_SQUARES];
	const struct game_position *pos = official_position(core);

	*ret = (struct core_state){
		.t_us = core->now,
		.over = core->over,
		.awaits_result = core->awaits_result,
		.to_move = core->over ? NO_SIDE : core->game->to_move(pos),
		.result = core->result,
		.reason = core->ruling == RULING_NONE ? "" : reason_name(core->reason),
		.ruling = core->ruling,
		.termination = core->termination,
		.adjust_us = { core->adjust_us[WHITE], core->adjust_us[BLACK] },
		.turns = core->closed_count,
		.open_question = core->arbiter ? arbiter_question(core->arbiter) : CLAIM_NONE,
		.wants_squares = core->wants_squares,
		.kings_result = core->kings_result ? core->kings_result : "none",
		.kings_termination = core->kings_termination,
		.new_game = core->new_game,
		.illegal_seen = core->arbiter && !core->over ? arbiter_illegal_seen(core->arbiter) : 0,
		.doubt = core->arbiter && !core->over ? arbiter_doubt_asked(core->arbiter) : 0,
		.absent = { core->absent[WHITE], core->absent[BLACK] },
		.late_us = default_due(core),
	};
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
	if (ply >= core->closed_count)
		return -ENOENT;
	*ret = (struct core_turn){ .turn = turn_at(core, ply),
				   .left_us = past_at(core, ply)->left_us,
				   .timed = core->has_device || core->clock.control.mode != CLOCK_NONE };
	turn_notation(core->game, history_position(core, ply), ret->turn, ret->text, ret->notation);
	ret->is_legal = history_is_legal(core, ret->turn);
	return 0;
}

const struct game_position *core_position(const struct core *core, unsigned ply, bool *is_set)
{
	if (is_set)
		*is_set = ply ? past_at(core, ply - 1)->is_set : core->start_is_set;
	return history_position(core, ply);
}

bool core_is_silent(const struct core *core)
{
	return core->arbiter && arbiter_is_silent(core->arbiter);
}

void core_get_position(const struct core *core, struct game_position *ret)
{
	const struct game *game = core->game;
	char stands[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES], pawn;
	struct game_moves moves;

	*ret = *official_position(core);
	if (core->being_restored)
		return;
	tracker_placement(core->tracker, stands);
	game->placement(ret, squares);
	if (!memcmp(squares, stands, game->squares))
		return;
	game->moves(ret, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (!m->promotion)
			continue;
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
