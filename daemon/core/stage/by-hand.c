// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"

static int set_position(struct core *core, const struct game_position *pos)
{
	core->set_down.stands = false;
	core->kings_result = NULL;
	core->new_game = false;
	core->set_down.counts_us = CLOCK_NEVER;
	if (core->arbiter && arbiter_reset(core->arbiter, core->closed_count, pos) < 0)
		return -ENOMEM;
	if (core->closed_count) {
		published_turns_keep(core, core->closed_count - 1);
		silence_position_set(core, pos);
		if (history_set_position(core, pos) < 0)
			return -ENOMEM;
		past_at(core, core->closed_count - 1)->is_set = true;
	} else {
		core->start = *pos;
		core->start_is_set = true;
	}
	publish_position(core, pos);
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

	if (count > core->closed_count) {
		snprintf(err, 160, "only %u turns were played", core->closed_count);
		return -EINVAL;
	}
	r = back_to_turn(core, core->closed_count - count);
	if (r == 0 && core->arbiter)
		r = arbiter_reset(core->arbiter, core->closed_count, history_position(core, core->closed_count));
	if (core->clock.running != NO_SIDE)
		game_clock_resume(&core->clock, core->game->to_move(history_position(core, core->closed_count)));
	publish_clock(core);
	return r;
}

int on_move(struct core *core, const char *text, char err[static 160])
{
	unsigned ply = core->closed_count;
	struct game_move move;
	struct game_position pos;
	struct turn turn = { .kind = TURN_LEGAL, .has_move = true, .t_us = core->now, .set_down_us = core->now };
	int64_t left = 0;
	int r;

	if (ply && turn_at(core, ply - 1)->kind != TURN_LEGAL)
		ply--;
	pos = *history_position(core, ply);
	r = core->game->move_parse(&pos, text, &move);
	if (r < 0) {
		snprintf(err, 160, "move \"%.40s\" is %s", text,
			 r == -ENOENT && core->game->to_move(&pos) == WHITE ?
				 "not legal here, where White is to move (\"status\" shows the position)" :
			 r == -ENOENT ?
				 "not legal here, where Black is to move (\"status\" shows the position)" :
			 r == -ENOTUNIQ ?
				 "ambiguous: more than one piece may; say from where, as e2e4" :
				 "not a move; it is written as players do, or from square to square, as e4 or e2e4");
		return -EINVAL;
	}
	turn.side = core->game->to_move(&pos);
	turn.move = move;
	turn.from = move.from;
	turn.to = move.to;
	core->game->play(&pos, &move);
	memset(turn.placement, '.', sizeof(turn.placement));
	core->game->placement(&pos, turn.placement);
	if (ply < core->closed_count) {
		left = past_at(core, ply)->left_us;
		history_drop(core, ply);
	}
	if (core->arbiter && arbiter_reset(core->arbiter, ply, history_position(core, ply)) < 0)
		return -ENOMEM;
	if (history_add(core, &turn, SET_BY_HAND) < 0)
		return -ENOMEM;
	if (left)
		past_at(core, ply)->left_us = left;
	r = tracker_set_position(core->tracker, &pos);
	publish_turn(core, ply, MOVE_COMMITTED);
	if (r == 0)
		rule_on_turn(core, false, false);
	return r;
}

/* The clocks stand, and all that was played is in the record: nothing changes but the result. */
static int give_result(struct core *core, const char *result)
{
	core->result = result;
	core->termination = "adjudication";
	core->awaits_result = false;
	arbiter_end(core->arbiter);
	return 0;
}

int on_end(struct core *core, const char *text, char err[static 160])
{
	for (unsigned i = 0; i < 4; i++)
		if (!strcmp(core->game->results[i], text)) {
			if (core->awaits_result)
				return give_result(core, core->game->results[i]);
			end_game(core, core->game->results[i], "adjudication");
			publish_clock(core);
			return 0;
		}
	if (!strcmp(text, "none") && core->kings_result) {
		end_game(core, core->kings_result, core->kings_termination);
		publish_clock(core);
		return 0;
	}
	if (!core->awaits_result && (!strcmp(text, "*") || !strcmp(text, "none"))) {
		end_game(core, "none", "unterminated");
		publish_clock(core);
		return 0;
	}
	snprintf(err, 160, "result \"%.20s\" is not one of %s, %s, %s, %s", text, core->game->results[0],
		 core->game->results[1], core->game->results[2], core->game->results[3]);
	return -EINVAL;
}

int on_promotion(struct core *core, char piece, char err[static 160])
{
	unsigned turns = tracker_turns(core->tracker);
	int r;

	if (!core->closed_count || past_at(core, core->closed_count - 1)->tracked + 1 != turns ||
	    (tracker_set_promotion(core->tracker, turns - 1, (char)toupper(piece)) < 0 &&
	     tracker_set_promotion(core->tracker, turns - 1, (char)tolower(piece)) < 0)) {
		snprintf(
			err, 160,
			"the last turn was not a promotion to \"%c\"; that is said where a pawn has just reached the last rank",
			piece);
		return -EINVAL;
	}
	r = handle_facts(core);
	if (r == 0 && is_silent(core) && core->setup.has_lever && core->closed_count)
		publish_turn(core, core->closed_count - 1, MOVE_REVISED);
	return r;
}
