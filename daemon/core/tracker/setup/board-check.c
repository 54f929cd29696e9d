/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the pieces on the board show beside the turns, after each change of squares and each report of the whole board.
 *
 *   A1  whole board before the first move differs from the start      wrong set-up, until it is right
 *   A7  king and queen stand swapped, or a move fits only that        another start; a wrong set-up as long as only the
 *                                                                     sensors' names show it and castling is not
 *                                                                     mirrored then
 *   A8  another array of a game that has several       the start, where none was given
 */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/setup/board-check.h"
#include "daemon/core/tracker/setup/kings.h"
#include "daemon/core/tracker/setup/orientation.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/setup/set-up-anew.h"
#include "daemon/core/tracker/setup/start.h"
#include "daemon/core/state.h"

static void setup_is_right(struct tracker *t)
{
	if (!t->wrong_setup)
		return;
	t->wrong_setup = false;
	report_fact(t, TRACKER_SETUP_OK, NO_SIDE);
}

/* A7: sensors that name the piece see it at once, also when it is corrected before the first move. */
static void find_swapped(struct tracker *t)
{
	struct readings *r = t->readings;

	if (t->setup.swapped_kq != TRACKER_SWAPPED_MIRRORED || t->setup.sensors != TRACKER_PIECE_ID ||
	    t->record.count || r->press.pending || !official_is_start(t) ||
	    __builtin_popcountll(reported_reading(r)->mismatch) < 2)
		return;
	for (unsigned sides = 0; sides <= SWAPPED_ALL; sides++) {
		struct game_position pos;
		char expected[GAME_MAX_SQUARES];
		bool straight = true, turned = true;

		if (sides == t->swapped || (!other_start(t, sides, &pos) && sides))
			continue;
		memset(expected, '.', sizeof(expected));
		t->game->placement(&pos, expected);
		for (unsigned q = 0; q < t->game->squares; q++) {
			straight &= expected[q] == r->sensor[q];
			turned &= expected[q] == r->sensor[t->game->squares - 1 - q];
		}
		if (!straight && !turned)
			continue;
		start_is_swapped(t, sides);
		if (turned) {
			turn_board(t);
		} else {
			beam_start(r, &t->record.pos, 0);
			start_readings(t);
		}
		t->turn.touched_count = 0;
		setup_is_right(t);
		return;
	}
}

/* A8: a board that stands turned shows it from the other side. */
static void find_start(struct tracker *t, bool whole)
{
	if (!find_array(t) && !find_position(t, whole))
		return;
	if (reported_reading(t->readings)->mismatch)
		turn_board(t);
	setup_is_right(t);
}

int check_change(struct tracker *t)
{
	int r = promotion_check(t);

	if (r < 0)
		return r;
	kings_check(t);
	find_swapped(t);
	find_start(t, false);
	if (!t->readings->ended_by_kings)
		orientation_by_moves(t);
	return report_new_game(t);
}

int check_whole_board(struct tracker *t)
{
	struct readings *r = t->readings;
	char stands[GAME_MAX_SQUARES];
	struct tracker_fact fact = { .type = TRACKER_WRONG_SETUP,
				     .t_us = t->now,
				     .side = NO_SIDE,
				     .square = GAME_NO_SQUARE,
				     .winner = NO_SIDE };

	if (r->press.pending || r->ended_by_kings)
		return check_change(t);
	find_swapped(t);
	find_start(t, true);
	if (reported_reading(r)->mismatch && fits_turned(t))
		turn_board(t);
	if (!official_is_start(t))
		return check_change(t);
	if (!reported_reading(r)->mismatch) {
		setup_is_right(t);
		return 0;
	}
	if (position_stands(t))
		return 0;
	sensors_placement(t, stands);
	list_displaced(t->game, reported_reading(r)->expected, stands, ~UINT64_C(0), &fact.turn);
	memcpy(fact.turn.placement, stands, sizeof(stands));
	t->wrong_setup = true;
	report(t, &fact);
	return 0;
}

void check_restored(struct tracker *t)
{
	struct readings *r = t->readings;

	if (t->restoring && !reported_reading(r)->mismatch) {
		t->restoring = false;
		/* what was wrong is forgotten: the same squares may be wrong again */
		beam_start(r, &t->record.pos, t->record.count);
		start_readings(t);
		report_fact(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
	}
	if (!reported_reading(r)->mismatch)
		setup_is_right(t);
}
