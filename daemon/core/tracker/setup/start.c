/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a game starts, and starts again.
 *
 *   A5  the start stands again after moves            a new game
 *   A7  king and queen stand swapped                  another start, read beside the usual one until a move decides
 *   A8  another array of the game stands              the start, where none was given and the sensors name the pieces
 */
#include <string.h>

#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/setup/start.h"
#include "daemon/core/state.h"

/* King and queen rarely stand swapped, more rarely on both sides, hardly ever where sensors named them otherwise. */
enum { SWAPPED_COST = 65, SWAPPED_BOTH = 5, SWAPPED_NAMED = 20 };
enum { NEW_GAME_TURNS = 2, NEW_GAME_SQUARES = 3 };

bool official_is_start(const struct tracker *t)
{
	return t->game->same(&t->record.pos, &t->start);
}

bool other_start(const struct tracker *t, unsigned sides, struct game_position *ret)
{
	if (!swapped_start(t->game, &t->setup.start, sides, ret))
		return false;
	if (t->setup.swapped_kq == TRACKER_SWAPPED_WRONG)
		unmirrored_start(t->game, ret);
	return true;
}

/* A7: every possible start is read on until a move decides. */
void start_readings(struct tracker *t)
{
	struct readings *r = t->readings;
	const int cost = SWAPPED_COST + (t->setup.sensors == TRACKER_PIECE_ID ? SWAPPED_NAMED : 0);
	struct game_position pos;

	/* a position set by hand is the usual start again */
	if (t->swapped && t->game->same(&t->record.pos, &t->setup.start)) {
		t->swapped = 0;
		t->start = t->setup.start;
	}
	beam_reading(r, 0)->swapped = (uint8_t)t->swapped;
	if (!t->setup.swapped_kq || t->record.count || !official_is_start(t))
		return;
	for (unsigned sides = 0; sides <= SWAPPED_ALL; sides++)
		if (sides != t->swapped && (other_start(t, sides, &pos) || !sides))
			beam_add(r, &pos, sides, cost + (sides == SWAPPED_ALL ? SWAPPED_BOTH : 0));
}

void start_is_swapped(struct tracker *t, unsigned sides)
{
	provisional_withdraw(t);
	record_drop(&t->record, t->record.count);
	other_start(t, sides, &t->start);
	t->swapped = sides;
	record_set_position(&t->record, &t->start);
	t->readings->moves_known = false;
	report_fact(t, TRACKER_SWAPPED, sides == SWAPPED_WHITE ? WHITE : sides == SWAPPED_BLACK ? BLACK : NO_SIDE);
}

bool find_array(struct tracker *t)
{
	struct readings *r = t->readings;
	char seen[GAME_MAX_SQUARES], turned[GAME_MAX_SQUARES];
	int number;

	if (!t->setup.open_start || t->setup.sensors != TRACKER_PIECE_ID || t->record.count || r->press.pending ||
	    !official_is_start(t) || !reported_reading(r)->mismatch)
		return false;
	memset(seen, '.', sizeof(seen));
	memset(turned, '.', sizeof(turned));
	for (unsigned q = 0; q < t->game->squares; q++)
		seen[q] = turned[t->game->squares - 1 - q] = r->sensor[q];
	number = t->game->start_number(seen);
	if (number < 0)
		number = t->game->start_number(turned);
	if (number < 0 || t->game->start((unsigned)number, &t->setup.start) < 0 ||
	    t->game->same(&t->setup.start, &t->start))
		return false;
	provisional_withdraw(t);
	t->start = t->setup.start;
	record_set_position(&t->record, &t->start);
	r->moves_known = false;
	beam_start(r, &t->record.pos, 0);
	start_readings(t);
	t->turn.touched_count = 0;
	report_fact(t, TRACKER_ARRAY, NO_SIDE);
	return true;
}

void readings_restart(struct tracker *t)
{
	struct readings *r = t->readings;

	provisional_withdraw(t);
	r->press.pending = r->press.revisable = false;
	r->unpressed_count = 0;
	r->lever = r->last_press.side = NO_SIDE;
	r->moves_known = false;
	r->ended_by_kings = false;
	r->gap = 0;
	r->new_game_reported = false;
	beam_start(r, official_position(t), t->record.count);
	start_readings(t);
	t->restoring = reported_reading(r)->mismatch != 0;
}

/* A5: the start stands, and nobody plays back to it. */
bool start_stands_again(const struct tracker *t)
{
	char start[GAME_MAX_SQUARES];

	if (t->record.count < NEW_GAME_TURNS ||
	    __builtin_popcountll(reported_reading(t->readings)->mismatch) < NEW_GAME_SQUARES)
		return false;
	memset(start, '.', sizeof(start));
	t->game->placement(&t->setup.start, start);
	return !mismatching_squares(t->readings, start);
}

void report_new_game(struct tracker *t)
{
	struct readings *r = t->readings;

	if (r->new_game_reported || !start_stands_again(t))
		return;
	r->new_game_reported = true;
	provisional_withdraw(t);
	report_fact(t, TRACKER_NEW_GAME, NO_SIDE);
}
