// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <errno.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"
#include "daemon/core/silent-rulebook.h"

enum { KINGS_COUNT_US = 30000000 };

void kings_count(struct core *core)
{
	core->kings_count_us = CLOCK_NEVER;
	if (!core->over && !core->arbiter && core->kings_result)
		end_game(core, core->kings_result, core->kings_termination);
}

static bool in_centre(const struct game *game, unsigned square)
{
	int cell = square < game->squares ? game->cell_of_square(square) : -1;
	unsigned x, y;

	if (cell < 0)
		return false;
	x = (unsigned)cell % game->width;
	y = (unsigned)cell / game->width;
	return (x == game->width / 2 || x + 1 == game->width / 2) &&
	       (y == game->height / 2 || y + 1 == game->height / 2);
}

/* The last turn put a king to the centre, and not in play: it was against the rules, or after the flag, or unpressed.
 */
static void drop_king_turn(struct core *core)
{
	unsigned ply = core->closed_count - 1;
	const struct turn *turn = turn_at(core, ply);
	char pieces[GAME_MAX_SQUARES];
	bool flag = core->last_unpressed;

	core->game->placement(history_position(core, ply), pieces);
	if (turn->to == GAME_NO_SQUARE || turn->from >= core->game->squares || (pieces[turn->from] | 0x20) != 'k' ||
	    !in_centre(core->game, turn->to))
		return;
	for (enum side s = WHITE; s <= BLACK; s++)
		flag |= core->clock.flag_us[s] <= turn->t_us;
	if (turn->kind != TURN_ILLEGAL && !flag)
		return;
	if (!core->over && core->arbiter && arbiter_reset(core->arbiter, ply, history_position(core, ply)) < 0)
		core->failed = -ENOMEM;
	if (core->over)
		history_drop(core, ply);
	else
		history_withdraw(core, ply);
	core->last_unpressed = false;
}

static bool on_time(const struct core *core, enum side winner)
{
	enum side loser = other_side(winner);

	return winner != NO_SIDE &&
	       (core->clock.flag_us[loser] <= core->now || (core->has_device && core->device_us[loser] == 0));
}

void on_kings_centre(struct core *core, const struct tracker_fact *fact)
{
	if (core->closed_count)
		drop_king_turn(core);
	if (core->over)
		return;
	core->kings_result = core->game->results[fact->winner];
	core->kings_termination = on_time(core, fact->winner) ? "time forfeit" : "normal";
	publish_kings(core, core->kings_result, fact->winner);
	/* the players show their result by it, unless they were only showing something: the kings go home then; where
	 * there is a rulebook the arbiter's word is awaited */
	if (!core->arbiter)
		core->kings_count_us = core->now + KINGS_COUNT_US;
}

int follow_after_end(struct core *core, const struct input *in)
{
	struct tracker_event event = { .type = TRACKER_TIME, .t_us = core->now, .side = NO_SIDE };
	int r;

	if (!core->last_unpressed || core->setup.sensors == TRACKER_EXACT)
		return 0;
	if (in) {
		event.square = in->square;
		event.piece = in->piece;
		if (in->type == INPUT_LIFT || in->type == INPUT_PLACE)
			event.type = in->type == INPUT_LIFT ? TRACKER_LIFT : TRACKER_PLACE;
		else if (in->type != INPUT_TICK)
			return 0;
	}
	r = in ? tracker_event(core->tracker, &event) : tracker_finish(core->tracker);
	for (unsigned i = 0; i < core->fact_count; i++)
		if (core->facts[i].type == TRACKER_KINGS_CENTRE && core->last_unpressed)
			on_kings_centre(core, &core->facts[i]);
	core->fact_count = 0;
	return r < 0 ? r : core->failed;
}
