/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Without a lever: time and quiet are the evidence. At each change of a square every reading is continued by each legal
 * move that stands, and stays beside what it became; what a reading does not expect costs as long as it lasts
 * (mismatch-cost.c). So no move has to be found at an instant: a hand that hovers makes a reading that is dear as soon
 * as the hand goes on, a move that stood makes the reading without it dear. Legend as in sensor-events.c.
 *
 *   T1   a ──╮_ b __╭── x ──╮_ y __╭──        a move, closed when its reply stands or is begun
 *   T2   a ──╮_ b __╭╮ c __╭──                the hand hovered over b
 *   T3   a ──╮_ b __╭── x … y  b ──╮_ c __╭── b stood while the opponent moved: two moves
 *   T4   a ──╮_ x ──╮_ y __╭── b __╭──        both hands at once
 *   T5   a ──╮_ x ──╮_ y __╭──                b was not reported: found by the picture, also if y is not either
 *   T6   …                                    pieces are set up anew: nobody plays any more
 *   T7   … x ──╮_ y __╭── …                   no legal moves make what stands, and play goes on
 */
#include <string.h>

#include "daemon/core/tracker/by-time/by-time.h"
#include "daemon/core/tracker/by-time/irregular-turns.h"
#include "daemon/core/tracker/by-time/line-evidence.h"
#include "daemon/core/tracker/by-time/line-order.h"
#include "daemon/core/tracker/by-time/lines.h"
#include "daemon/core/tracker/by-time/mismatch-cost.h"
#include "daemon/core/tracker/by-time/missed-moves.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/belief.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/setup/after-end.h"
#include "daemon/core/tracker/setup/kings.h"
#include "daemon/core/tracker/setup/start.h"

enum {
	QUIET_US = 1000000,
	TRY_US = 400000,     /* between two searches for moves that were missed, while hands move */
	COST_OVER = 60,	     /* that the game is over */
	COST_CLEARED = 12,   /* … a change since */
	CLEARED = 3,	     /* … then so many squares are otherwise at least */
	CLEARED_AT_ALL = 12, /* … or so many, however long they have been */
	COST_WRONG = 30,     /* a square that is wrong at the end */
	SURE = 30,	     /* a move whose reply has begun is closed if it costs so much that it was none */
	HYSTERESIS = 10,     /* another reading must be so much cheaper before turns are revised */
	JUST_STANDS = 5,     /* what a move costs that has only just come to stand */
	HOME = 5, /* so many squares that have become as at the start, and no turn of theirs, are being set up */
	MISSED_FROM = 2,
};

/* A reading in which nobody plays any more, kept beside the others. */
static void weigh_over(struct readings *r)
{
	const struct reading *best = &r->beam[0];

	for (unsigned i = 1; i < r->count; i++)
		if (r->beam[i].cost < best->cost)
			best = &r->beam[i];
	r->over.cost += COST_CLEARED;
	if (r->over.key && best->cost + COST_OVER >= r->over.cost)
		return;
	node_hold(r, best->node);
	if (r->over.key)
		node_release(r, r->over.node);
	reading_copy(&r->over, best);
	r->over.cost += COST_OVER;
}

/* Does the reading contain a turn that cannot be read and is not reported yet? */
static bool is_guess(const struct readings *r, const struct reading *h)
{
	uint16_t node = h->node;

	while (node != NO_NODE && node != r->reported && r->node[node].kind != TURN_UNREADABLE)
		node = r->node[node].parent;
	return node != NO_NODE && node != r->reported;
}

static bool is_over(const struct readings *r)
{
	const struct reading *best = &r->beam[0];

	return r->over.key && r->over.cost < best->cost &&
	       (is_guess(r, best) || __builtin_popcountll(new_mismatches(r, best)) >= CLEARED ||
		__builtin_popcountll(best->mismatch & ~best->stuck) >= CLEARED_AT_ALL);
}

/* The cheapest reading by the standard of proof, unless one that contains what was reported costs hardly more: of these
 * the first that stands. */
static unsigned preferred(const struct readings *r)
{
	int32_t cost[BEAM_WIDTH];
	unsigned best = 0;

	for (unsigned i = 0; i < r->count; i++) {
		cost[i] = r->beam[i].cost;
		if (i && cost[i] > cost[best] + HYSTERESIS)
			continue; /* its proof would only make it dearer */
		cost[i] = believed_cost(r, &r->beam[i]);
		if (cost[i] < cost[best])
			best = i;
	}
	for (unsigned i = 0; i < r->count; i++)
		if (cost[i] <= cost[best] + JUST_STANDS && contains_turn(r, &r->beam[i], r->reported) &&
		    !new_mismatches(r, &r->beam[i]))
			return i;
	for (unsigned i = 0; i < r->count; i++)
		if (cost[i] <= cost[best] + HYSTERESIS && contains_turn(r, &r->beam[i], r->reported))
			return i;
	return best;
}

static unsigned index_of(const struct readings *r, uint16_t node, unsigned ply)
{
	for (unsigned i = 0; i < r->count; i++)
		if (r->beam[i].node == node && r->beam[i].ply == ply)
			return i;
	return r->count;
}

/* Perhaps it shows the result. */
static bool is_king_in_centre(const struct readings *r, const struct reading *h)
{
	return h->node != NO_NODE && r->centre & square_bit(r->node[h->node].to) &&
	       strchr("Kk", r->node[h->node].piece);
}

/* Has the reply to the last move of reading i begun, and was that surely a move? */
static bool is_answered(const struct tracker *t, unsigned i, unsigned before)
{
	const struct readings *r = t->readings;
	const struct reading *h = &r->beam[i];

	if (is_king_in_centre(r, h) || r->beam[before].cost < h->cost + SURE)
		return false;
	for (squares_t rest = h->mismatch; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] == '.' && r->number[q] > h->explained_upto &&
		    t->game->piece_side(h->expected[q]) == (enum side)h->side)
			return true;
	}
	return false;
}

/* The reading whose turns are reported: its last move may still go on until the reply. */
static unsigned to_report(const struct tracker *t, bool to_the_end)
{
	const struct readings *r = t->readings;
	unsigned i = preferred(r), before;

	if (to_the_end || r->beam[i].node == NO_NODE)
		return i;
	before = index_of(r, r->node[r->beam[i].node].parent, r->beam[i].ply - 1u);
	return before == r->count || is_answered(t, i, before) ? i : before;
}

/* Of reading i, or of the one before kings came to the centre, the index; -1: that is none of the readings. */
static int before_kings(const struct readings *r, unsigned i)
{
	while (i < r->count && is_king_in_centre(r, &r->beam[i]))
		i = index_of(r, r->node[r->beam[i].node].parent, r->beam[i].ply - 1u);
	return i < r->count ? (int)i : -1;
}

/* What shows that the turns of reading i are over. */
static enum closed_by closed_by(const struct readings *r, unsigned i, bool to_the_end)
{
	if (to_the_end)
		return CLOSED_BY_END;
	if (i != preferred(r))
		return CLOSED_BY_REPLY;
	return r->quiet_changes == r->changes ? CLOSED_BY_QUIET : CLOSED_BY_HAND;
}

/* Is a reading that makes other turns of those that were reported one of hands that set up anew? */
static bool is_revised_by_set_up(const struct tracker *t, const struct reading *h)
{
	const struct readings *r = t->readings;
	char start[GAME_MAX_SQUARES];
	unsigned home = 0;

	if (contains_turn(r, h, r->reported))
		return false;
	t->game->placement(&t->setup.start, start);
	for (squares_t rest = new_mismatches(r, h); rest; rest &= rest - 1)
		home += square_agrees(r, start[__builtin_ctzll(rest)], r->sensor[__builtin_ctzll(rest)]);
	return home >= HOME;
}

static int report_lines(struct tracker *t, bool to_the_end)
{
	struct readings *r = t->readings;
	unsigned reported = index_of(r, r->reported, t->record.count), i = to_report(t, to_the_end);
	int stands = before_kings(r, preferred(r));

	r->stands_index = stands < 0 ? r->count : (unsigned)stands;
	/* sorted elsewhere, it is the same reading */
	r->moves_known &= reported < r->count && r->beam[reported].key == r->moves_key;
	if ((!to_the_end && (is_over(r) || is_revised_by_set_up(t, &r->beam[i]))) ||
	    (reported < r->count && (r->beam[i].ply < t->record.count || r->beam[i].node == r->reported))) {
		/* what nobody plays any more does not revise what was played */
		r->reported_index = reported < r->count ? reported : i;
		provisional_update(t);
		return 0;
	}
	remember_competing_lines(t, i, closed_by(r, i, to_the_end));
	return report_reading(t, i);
}

static int when_quiet(struct tracker *t)
{
	struct readings *r = t->readings;

	r->quiet_changes = r->changes;
	pay_for_time(r, r->change[r->changes % HISTORY].t_us + QUIET_US);
	if (!t->restoring && !t->wrong_setup && !start_stands_again(t)) {
		search_missed_moves(r, 1, false, t->now);
		/* pieces that are away, and the other side's, too: the first came to stand where no sensor saw it */
		search_missed_moves(r, MISSED_FROM, true, t->now);
		sort_lines_by_cost(r);
		search_irregular_turns(r, t->now);
		continue_lines(r, GAME_NO_SQUARE, false, t->now);
		if (!r->lines_added)
			return report_lines(t, false);
	}
	sort_lines_by_cost(r);
	return report_lines(t, false);
}

int64_t by_time_due(const struct tracker *t)
{
	const struct readings *r = t->readings;

	if (game_is_over(t) || r->gap || r->quiet_changes == r->changes || !r->changes)
		return INT64_MAX;
	return r->change[r->changes % HISTORY].t_us + QUIET_US;
}

int by_time_passes(struct tracker *t)
{
	return t->now >= by_time_due(t) ? when_quiet(t) : 0;
}

int by_time_change(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings;

	if (game_is_over(t))
		return 0;
	/* what the square has cost is asked for by the move that takes there */
	continue_lines(r, square, t->restoring, t->now);
	if (square != GAME_NO_SQUARE)
		forget_paid(r, square);
	sort_lines_by_cost(r);
	if (square != GAME_NO_SQUARE && r->sensor[square] != '.' && t->now - r->tried_us > TRY_US && !t->restoring) {
		r->tried_us = t->now;
		search_missed_moves(r, MISSED_FROM, true, t->now);
		if (r->lines_added)
			sort_lines_by_cost(r);
	}
	return report_lines(t, false);
}

/* Time passes until the square changes: to be called before it does. */
void by_time_before(struct tracker *t)
{
	pay_for_time(t->readings, t->now);
	weigh_over(t->readings);
}

static int64_t last_move_us(const struct readings *r, const struct reading *h)
{
	return h->node != NO_NODE ? r->node[h->node].t_us : INT64_MIN;
}

void by_time_gap(struct tracker *t)
{
	struct readings *r = t->readings;
	const unsigned reported = index_of(r, r->reported, t->record.count);
	const unsigned ply = reported < r->count ? r->beam[reported].ply : 0;
	unsigned count = 0;
	int64_t last_us;

	if (reported == r->count)
		return;
	last_us = last_move_us(r, &r->beam[reported]);
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *h = &r->beam[i];

		/* one in which fewer were made before may contain the move that stands as well */
		if (h->ply > ply || (h->ply < ply && last_move_us(r, h) > last_us)) {
			node_release(r, h->node);
			continue;
		}
		if (i == reported)
			r->reported_index = count;
		r->beam[count++] = *h;
	}
	r->count = count;
}

int by_time_kings(struct tracker *t)
{
	struct readings *r = t->readings;
	int best = -1, cost = 0;

	if (!kings_stand_long_enough(t))
		return 0;
	for (unsigned i = 0; i < r->count; i++) {
		squares_t wrong = r->beam[i].mismatch & ~r->centre;

		for (unsigned q = 0; q < t->game->squares; q++)
			if (strchr("Kk", r->beam[i].expected[q]))
				wrong &= ~square_bit(q);
		if (best >= 0 && r->beam[i].cost + COST_WRONG * __builtin_popcountll(wrong) >= cost)
			continue;
		best = (int)i;
		cost = r->beam[i].cost + COST_WRONG * __builtin_popcountll(wrong);
	}
	best = before_kings(r, (unsigned)best);
	if (best < 0 || r->beam[best].ply <= t->record.count)
		return 0;
	remember_competing_lines(t, (unsigned)best, CLOSED_BY_KINGS);
	return report_reading(t, (unsigned)best);
}

int by_time_finish(struct tracker *t)
{
	struct readings *r = t->readings;

	if (!r->changes)
		return 0;
	if (r->quiet_changes != r->changes && !game_is_over(t)) {
		int e = when_quiet(t);

		if (e < 0)
			return e;
	}
	for (unsigned i = 0; i < r->count; i++)
		r->beam[i].cost += COST_WRONG * __builtin_popcountll(r->beam[i].mismatch);
	sort_lines_by_cost(r);
	if (is_over(r) || (r->new_game_reported && r->over.key)) {
		for (unsigned i = 0; i < r->count; i++)
			node_release(r, r->beam[i].node);
		node_hold(r, r->over.node);
		r->beam[0] = r->over;
		r->count = 1;
		r->agreed_past = NO_NODE;
	}
	return report_lines(t, true);
}
