/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a game starts, and starts again.
 *
 *   A5  the start stands again after moves            a new game
 *   A7  king and queen stand swapped                  another start, read beside the usual one until a move decides
 *   A8  another array of the game stands              the start, where none was given and the sensors name the pieces
 *   A9  no array stands, and nothing is known of what was played: what stands is the start. Who is to move, and whether
 *       a pawn may be taken in passing, the first press or the first move shows
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
/* Of a start that was found, the lowest bit says that Black is to move, those above it which of the pawns that may be
 * taken in passing has just come (0 none). */
enum { FOUND_BLACK = 1, FOUND_PASSED = 1, FOUND_MOST = 16 };
enum { PASSED_COST = 30 };
enum { STANDS_US = 1500000 }; /* what stands so long is there to stay */
enum { NEW_GAME_TURNS = 2, NEW_GAME_SQUARES = 3 };
enum { FIRST_MOVES = 8 }; /* squares that show something else after two moves of each side, and nobody pressed */

bool official_is_start(const struct tracker *t)
{
	return t->game->same(&t->record.pos, &t->start);
}

static bool found_start(const struct tracker *t, unsigned which, struct game_position *ret)
{
	const enum side side = which & FOUND_BLACK ? BLACK : WHITE;
	unsigned passed = which >> FOUND_PASSED;

	if (!passed)
		return t->game->standing(t->found_on, side, GAME_NO_SQUARE, ret) == 0;
	for (unsigned q = 0; q < t->game->squares; q++)
		if (t->game->standing(t->found_on, side, q, ret) == 0 && --passed == 0)
			return true;
	return false;
}

bool other_start(const struct tracker *t, unsigned sides, struct game_position *ret)
{
	if (t->found)
		return found_start(t, sides, ret);
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

	if (t->found && official_is_start(t)) {
		beam_reading(r, 0)->swapped = (uint8_t)t->swapped;
		for (unsigned which = 0; which < FOUND_MOST && !t->record.count; which++)
			if (which != t->swapped && found_start(t, which, &pos))
				beam_add(r, &pos, which, which >> FOUND_PASSED ? PASSED_COST : 0);
		return;
	}
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
	report_fact(t, t->found ? TRACKER_ARRAY : TRACKER_SWAPPED,
		    t->found		   ? NO_SIDE :
		    sides == SWAPPED_WHITE ? WHITE :
		    sides == SWAPPED_BLACK ? BLACK :
					     NO_SIDE);
}

/* The game begins there: nothing was played yet. */
static void begin_at(struct tracker *t, const struct game_position *start)
{
	provisional_withdraw(t);
	t->setup.start = t->start = *start;
	record_set_position(&t->record, &t->start);
	t->readings->moves_known = false;
	beam_start(t->readings, &t->record.pos, 0);
	start_readings(t);
	t->turn.touched_count = 0;
	report_fact(t, TRACKER_ARRAY, NO_SIDE);
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
	begin_at(t, &t->setup.start);
	return true;
}

/* From which end do the pieces come? White's pawns, men and king are nearer to the first row than Black's: the other
 * pieces go everywhere. (Of 53,282 positions of blitz games 247 are taken for turned: endings with pawns far ahead.) */
static bool comes_from_far_side(const struct game *game, const char squares[static GAME_MAX_SQUARES])
{
	int row[2] = { 0, 0 }, weight[2] = { 0, 0 };

	for (unsigned q = 0; q < game->squares; q++) {
		const enum side side = game->piece_side(squares[q]);
		const int w = strchr("Ppwb", squares[q]) ? 2 : strchr("Kk", squares[q]) ? 4 : 0;

		if (side == NO_SIDE)
			continue;
		row[side] += w * (game->cell_of_square(q) / (int)game->width);
		weight[side] += w;
	}
	return row[WHITE] * weight[BLACK] > row[BLACK] * weight[WHITE];
}

/* A7: that is a start, too, or a wrong one. */
static bool is_swapped_start(const struct tracker *t, const char seen[static GAME_MAX_SQUARES])
{
	struct game_position pos;
	char squares[GAME_MAX_SQUARES];

	for (unsigned sides = SWAPPED_WHITE; sides <= SWAPPED_ALL && t->setup.swapped_kq; sides++) {
		if (!swapped_start(t->game, &t->setup.start, sides, &pos))
			continue;
		t->game->placement(&pos, squares);
		if (memcmp(squares, seen, t->game->squares) == 0)
			return true;
	}
	return false;
}

/* What stands, seen from that end of the board, as a start: who is to move, the lever says where it was pressed. */
static bool find_side(struct tracker *t, const char seen[static GAME_MAX_SQUARES], struct game_position *ret)
{
	const unsigned to_move = t->readings->lever == WHITE ? FOUND_BLACK : 0;

	for (unsigned i = 0; i < 2; i++) {
		t->swapped = to_move ^ (i ? FOUND_BLACK : 0);
		if (t->game->standing(seen, t->swapped ? BLACK : WHITE, GAME_NO_SQUARE, ret) == 0)
			return true;
	}
	t->swapped = 0;
	return false;
}

/* A9 */
static bool begin_with_what_stands(struct tracker *t)
{
	struct readings *r = t->readings;
	const unsigned last = t->game->squares - 1;
	char seen[2][GAME_MAX_SQUARES] = { 0 };
	struct game_position pos;
	unsigned turned;

	if (memchr(r->sensor, '?', t->game->squares))
		return false;
	for (unsigned q = 0; q <= last; q++)
		seen[0][q] = seen[1][last - q] = r->sensor[q];
	turned = comes_from_far_side(t->game, seen[0]);
	if (!t->found && is_swapped_start(t, seen[turned]))
		return false;
	if (!find_side(t, seen[turned], &pos)) {
		turned = !turned;
		if (!find_side(t, seen[turned], &pos))
			return false;
	}
	t->found = true;
	memcpy(t->found_on, seen[turned], sizeof(t->found_on));
	begin_at(t, &pos);
	return true;
}

/* More pieces of a kind stand there than the start has: a hand held one, or they were still being set up. */
static bool pieces_have_come(const struct tracker *t)
{
	const struct readings *r = t->readings;

	for (const char *piece = t->game->pieces; *piece; piece++) {
		int more = 0;

		for (unsigned q = 0; q < t->game->squares; q++)
			more += (r->sensor[q] == *piece) - (t->found_on[q] == *piece);
		if (more > 0)
			return true;
	}
	return false;
}

static bool may_be_found(const struct tracker *t)
{
	return t->setup.any_start && t->setup.sensors == TRACKER_PIECE_ID && !t->record.count &&
	       !t->readings->press.pending;
}

/* The game's own start stands after all. */
static bool begins_at_start(struct tracker *t)
{
	struct game_position start;
	char squares[GAME_MAX_SQUARES];

	if (!t->found || !may_be_found(t) || t->game->parse(t->game->start_fen, &start, NULL) < 0)
		return false;
	t->game->placement(&start, squares);
	if (mismatching_squares(t->readings, squares))
		return false;
	t->found = false;
	t->swapped = 0;
	begin_at(t, &start);
	return true;
}

bool find_position(struct tracker *t, bool whole)
{
	const bool first = whole && !t->heard;

	t->heard |= whole;
	if (begins_at_start(t))
		return true;
	return first && may_be_found(t) && reported_reading(t->readings)->mismatch && begin_with_what_stands(t);
}

bool find_position_anew(struct tracker *t, bool pressed)
{
	struct readings *r = t->readings;
	const int differ = __builtin_popcountll(reported_reading(r)->mismatch);

	if (!may_be_found(t) || (differ <= FIRST_MOVES && !(t->found && pieces_have_come(t))) ||
	    (!pressed && (!r->changes || t->now < r->change[r->changes % HISTORY].t_us + STANDS_US)))
		return false;
	return begin_with_what_stands(t);
}

void start_is_pressed(struct tracker *t, enum side side)
{
	const unsigned which = side == WHITE ? FOUND_BLACK : 0;
	struct game_position pos;

	if (!t->found || !may_be_found(t) || new_mismatches(t->readings, reported_reading(t->readings)) ||
	    !found_start(t, which, &pos))
		return;
	if (which != (t->swapped & FOUND_BLACK))
		start_is_swapped(t, which);
	beam_start(t->readings, &t->record.pos, 0);
	beam_reading(t->readings, 0)->swapped = (uint8_t)which;
	for (unsigned i = which + 2; i < FOUND_MOST; i += 2)
		if (found_start(t, i, &pos))
			beam_add(t->readings, &pos, i, PASSED_COST);
}

void readings_restart(struct tracker *t)
{
	struct readings *r = t->readings;

	provisional_withdraw(t);
	r->press.pending = r->press.revisable = false;
	r->unpressed_count = 0;
	r->lever = r->last_press.side = NO_SIDE;
	r->moves_known = false;
	r->set_change = r->changes;
	r->ended_by_kings = r->kings_went_home = r->is_final = false;
	r->gap = 0;
	r->after_gap = r->unseen = r->guessed = false;
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
