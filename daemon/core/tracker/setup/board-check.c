/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the men on the board say beside the turns, after each change of squares and each report of the whole board.
 *
 *   A1  whole board before the first move differs from the start      wrong set-up, until it is right
 *   A7  king and queen stand swapped, or a move fits only that        another start; a wrong set-up as long as only the
 *                                                                     men's names say so and castling is not mirrored then
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
#include "daemon/core/tracker/setup/start.h"
#include "daemon/core/mirrored-start.h"

/* A7: sensors that name the piece see it at once, also when it is put right before the first move. */
static void find_swapped(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->setup.swapped_kq != TRACKER_SWAPPED_MIRRORED || t->setup.sensors != TRACKER_PIECE_ID || t->record.count || r->press.waiting || !start_stands(t) ||
	    __builtin_popcountll(reader_told(r)->bad) < 2)
		return;
	for (unsigned sides = 0; sides <= SWAPPED_ALL; sides++) {
		struct game_position pos;
		char want[GAME_MAX_SQUARES];
		bool straight = true, turned = true;

		if (sides == t->swapped || (!other_start(t, sides, &pos) && sides))
			continue;
		memset(want, '.', sizeof(want));
		t->game->placement(&pos, want);
		for (unsigned q = 0; q < t->game->squares; q++) {
			straight &= want[q] == r->sensor[q];
			turned &= want[q] == r->sensor[t->game->squares - 1 - q];
		}
		if (!straight && !turned)
			continue;
		around_swapped(t, sides);
		if (turned) {
			around_turn(t);
		} else {
			beam_start(r, &t->record.pos, 0);
			around_begin(t);
		}
		t->turn.touched_count = 0;
		if (t->wrong_setup) {
			t->wrong_setup = false;
			say(t, TRACKER_SETUP_OK, NO_SIDE);
		}
		return;
	}
}

int around_changed(struct tracker *t)
{
	int r = owed(t);

	if (r < 0)
		return r;
	kings(t);
	find_swapped(t);
	if (!t->reader->over)
		try_turned(t);
	new_game(t);
	return 0;
}

int around_board(struct tracker *t)
{
	struct reader *r = t->reader;
	char stands[GAME_MAX_SQUARES];
	struct tracker_fact fact = { .type = TRACKER_WRONG_SETUP, .t_us = t->now, .side = NO_SIDE, .square = GAME_NO_SQUARE,
				     .winner = NO_SIDE };

	if (r->press.waiting || r->over)
		return around_changed(t);
	find_swapped(t);
	if (reader_told(r)->bad && fits_turned(t))
		around_turn(t);
	if (!start_stands(t))
		return around_changed(t);
	if (!reader_told(r)->bad) {
		if (t->wrong_setup) {
			t->wrong_setup = false;
			say(t, TRACKER_SETUP_OK, NO_SIDE);
		}
		return 0;
	}
	if (tell_stands(t))
		return 0;
	reader_placement(t, stands);
	list_displaced(t->game, reader_told(r)->want, stands, ~UINT64_C(0), &fact.turn);
	memcpy(fact.turn.placement, stands, sizeof(stands));
	t->wrong_setup = true;
	send(t, &fact);
	return 0;
}

void righted(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->righting && !reader_told(r)->bad) {
		t->righting = false;
		/* what was wrong is forgotten: the same squares may be wrong again */
		beam_start(r, &t->record.pos, t->record.count);
		around_begin(t);
		say(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
	}
	if (t->wrong_setup && !reader_told(r)->bad) {
		t->wrong_setup = false;
		say(t, TRACKER_SETUP_OK, NO_SIDE);
	}
}
