/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is reported of the readings: the turns that were closed, and revisions of them. */
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/belief.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/report/proof.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/report/turn-description.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/setup/start.h"

enum {
	HYSTERESIS = 10, /* another reading must be so much cheaper before turns are revised */
	ALIKE = 5,	 /* of readings nearer than this both are reported */
	STANDS = 60, /* … and if everything stands as it expects, it may cost so much more by what was seen until the
			press */
	LAST_TURNS = BEAM_DEPTH + 4,
};

/* Is that turn one of the line that is reported, or before it? */
static bool is_reported(const struct readings *r, uint16_t node)
{
	uint16_t old = r->reported;

	while (old != NO_NODE && node != NO_NODE && r->node[old].ply > r->node[node].ply)
		old = r->node[old].parent;
	return node == NO_NODE || old == node;
}

/* The cheapest reading, or one that contains what was reported and costs hardly more. Turns that were reported may be
 * revised, and fewer may take their place, but they are never withdrawn without others in their place. */
static unsigned likeliest(const struct readings *r, unsigned turns)
{
	unsigned first = 0;

	/* what costs more than a reading that only withdraws turns says nothing about them */
	while (first + 1 < r->count && r->beam[first].ply < turns && is_reported(r, r->beam[first].node))
		first++;
	if (r->beam[first].ply < turns)
		first = 0;
	for (unsigned i = 0; r->reported != NO_NODE && i < r->count && r->beam[i].cost <= r->beam[0].cost + HYSTERESIS;
	     i++)
		if (contains_turn(r, &r->beam[i], r->reported))
			return r->beam[i].ply < turns ? first : i;
	return first;
}

/* The reading that is reported from now on: of those that go on from the same turns the one that the standard of proof
 * allows. Neither that nobody pressed nor that what was reported before was something else is an excuse. */
static unsigned choose(struct readings *r, unsigned turns)
{
	const unsigned first = likeliest(r, turns);
	const struct reading *likely = &r->beam[first];
	const bool keeps = r->reported != NO_NODE && contains_turn(r, likely, r->reported);
	int32_t least = believed_cost(r, likely);
	unsigned chosen = first;

	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *h = &r->beam[i];
		int32_t cost;

		if (h->cost >= least || h->ply < likely->ply || h->swapped != likely->swapped ||
		    (keeps && !contains_turn(r, h, r->reported)))
			continue;
		cost = believed_cost(r, h);
		if (cost >= least)
			continue;
		least = cost;
		chosen = i;
	}
	return chosen;
}

static void report_readings(struct tracker *t, unsigned ply, const struct turn *turn)
{
	struct tracker_fact fact = {
		.type = TRACKER_AMBIGUOUS,
		.t_us = t->now,
		.side = turn->side,
		.ply = ply,
		.winner = NO_SIDE,
		.square = GAME_NO_SQUARE,
		.turn = *turn,
	};

	report(t, &fact);
}

/* Is that turn another legal move by the reading, after the same turns? */
static bool is_other_move(const struct readings *r, const struct reading *h, const struct node *n)
{
	const struct node *m = turn_of_reading(r, h, n->ply);

	return m && m->kind == TURN_LEGAL && n->parent == m->parent &&
	       (n->from != m->from || n->to != m->to || ((n->flags ^ m->flags) & GAME_MOVE_CASTLING));
}

/* A turn that its reply has not told apart: where two legal readings are alike all that are near are told. */
static void report_ambiguity(struct tracker *t, unsigned index)
{
	struct readings *r = t->readings;
	const struct reading *h = beam_reading(r, index);
	const struct node *n = t->record.count > 1 ? turn_of_reading(r, h, t->record.count - 2) : NULL;
	struct game_position before;
	struct turn turn, other;
	bool alike = false, against = false;

	if (!n || n->kind != TURN_LEGAL || record_turn_whole(&t->record, n->ply)->disputed)
		return;
	for (unsigned i = 0; i < r->count && !alike; i++)
		alike = i != index && r->beam[i].cost <= h->cost + ALIKE && is_other_move(r, &r->beam[i], n);
	if (!alike)
		return;
	record_position(&t->record, n->ply, &before);
	describe_turn(t, h, n, false, &before, &turn);
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = beam_reading(r, i);
		const struct node *m = turn_of_reading(r, o, n->ply);

		if (i == index || o->cost > h->cost + PROOF || !m || n->parent != m->parent || m->invented)
			continue;
		describe_turn(t, o, m, false, &before, &other);
		list_reading(&turn, &other, other.kind != TURN_LEGAL && !against);
		against |= other.kind != TURN_LEGAL;
	}
	report_readings(t, n->ply, &turn);
}

/* The turns of h that are not reported yet, the last one first: the path back to where the two readings part. */
static unsigned unreported_turns(const struct readings *r, const struct reading *h, uint16_t path[static LAST_TURNS])
{
	uint16_t node = h->node, old = r->reported;
	unsigned n = 0;

	while (node != NO_NODE && n < LAST_TURNS) {
		while (old != NO_NODE && r->node[old].ply > r->node[node].ply)
			old = r->node[old].parent;
		if (old == node)
			break;
		path[n++] = node;
		node = r->node[node].parent;
	}
	return n;
}

/* Turn n of reading index is closed, in place of what was reported for it. */
static int close_turn(struct tracker *t, unsigned index, const struct node *n, bool last)
{
	struct readings *r = t->readings;
	const struct reading *h = beam_reading(r, index);
	enum tracker_fact_type type = TRACKER_TURN;
	struct turn turn;
	struct game_position after;
	int e = 0;

	if (n->ply < t->record.count) {
		e = record_drop(&t->record, t->record.count - n->ply);
		type = TRACKER_REVISED;
		t->owed_square = GAME_NO_SQUARE;
		t->owed_piece = 0;
	}
	after = t->record.pos;
	describe_turn(t, h, n, last, official_position(t), &turn);
	if (turn.kind != TURN_UNSEEN)
		weigh_proof(t, index, n, official_position(t), &turn);
	if (type == TRACKER_TURN && turn.kind == TURN_LEGAL && r->provisional.state != PROVISIONAL_REPORTED)
		report_move(t, TRACKER_SET_DOWN, turn.side, n->ply, &turn.move, t->now);
	r->provisional.state = PROVISIONAL_NONE;
	t->set_down_count = 0;
	node_play(r, &after, n);
	if (e == 0)
		e = record_add(&t->record, &turn, &after);
	if (e < 0)
		return e;
	report_turn(t, type, n->ply, &turn);
	if (turn.disputed || turn.kind == TURN_UNSEEN)
		report_readings(t, n->ply, &turn);
	t->owed_square = GAME_NO_SQUARE;
	t->owed_piece = 0;
	if (turn.kind == TURN_PROMOTION_OWED)
		promotion_owe(t, &turn, &after);
	return 0;
}

/* A pawn that is seen to be owed a piece gives no check and makes no move, until the reply: then it counts as one. The
 * readings begin anew, and do not guess which. */
static void read_owed(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings;
	struct reading *h;

	beam_start(r, official_position(t), t->record.count);
	h = beam_reading(r, 0);
	h->swapped = (uint8_t)t->swapped;
	h->stuck |= h->mismatch & square_bit(square);
}

int report_reading(struct tracker *t, unsigned index)
{
	struct readings *r = t->readings;
	struct reading *h = beam_reading(r, index);
	uint16_t path[LAST_TURNS];
	unsigned n, owed = t->owed_square;

	if (h->swapped != t->swapped)
		start_is_swapped(t, h->swapped);
	n = unreported_turns(r, h, path);
	if (r->provisional.state == PROVISIONAL_REPORTED) {
		/* the provisional move becomes the turn, or never was */
		const struct node *next = n ? &r->node[path[n - 1]] : NULL;

		if (!next || next->ply != t->record.count || next->kind != TURN_LEGAL ||
		    next->from != r->provisional.move.from || next->to != r->provisional.move.to)
			provisional_withdraw(t);
	}
	while (n) {
		int e = close_turn(t, index, &r->node[path[n - 1]], n == 1);

		if (e < 0)
			return e;
		n--;
	}
	if (t->record.count > h->ply)
		record_drop(&t->record, t->record.count - h->ply);
	r->provisional.state = PROVISIONAL_NONE;
	t->set_down_count = 0;
	node_hold(r, h->node);
	node_release(r, r->reported);
	r->reported = h->node;
	r->reported_index = index;
	r->moves_known = false;
	t->turn.touched_count = 0;
	t->restoring = false;
	if (t->owed_square != GAME_NO_SQUARE)
		owed = t->owed_square;
	if (owed != GAME_NO_SQUARE)
		read_owed(t, owed);
	provisional_update(t);
	return 0;
}

/* Of readings that are as good as equal, the one whose move is reported as provisional already. */
static unsigned prefer_provisional(struct readings *r, unsigned index)
{
	const struct reading *h = beam_reading(r, index);

	if (r->provisional.state != PROVISIONAL_REPORTED || h->node == NO_NODE)
		return index;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = beam_reading(r, i);
		const struct node *n = o->node != NO_NODE ? &r->node[o->node] : NULL;

		if (n && o->cost == h->cost && n->parent == r->node[h->node].parent && n->kind == TURN_LEGAL &&
		    is_nodes_move(n, &r->provisional.move))
			return i;
	}
	return index;
}

unsigned reading_to_report(const struct tracker *t)
{
	return prefer_provisional(t->readings, choose(t->readings, t->record.count));
}

int report_turns(struct tracker *t)
{
	int r = report_reading(t, reading_to_report(t));

	if (r == 0)
		report_ambiguity(t, t->readings->reported_index);
	return r;
}

/* Another reading of the last turn, if everything stands as it expects. */
static unsigned other_reading(struct readings *r)
{
	const struct reading *reported = reported_reading(r);

	/* what did not match before the turn is not its doing */
	bool mismatches = reported->node != NO_NODE && new_mismatches(r, reported);

	for (unsigned i = 0; mismatches && i < r->count; i++) {
		const struct reading *h = beam_reading(r, i);

		if (!h->mismatch && h->node != NO_NODE && r->node[h->node].parent == r->node[reported->node].parent &&
		    h->ply == reported->ply &&
		    believed_cost(r, h) <
			    believed_cost(r, reported) + (r->node[h->node].kind == TURN_LEGAL ? STANDS : 0))
			return i;
	}
	return r->reported_index;
}

bool other_reading_stands(const struct tracker *t)
{
	return other_reading(t->readings) != t->readings->reported_index;
}

int report_other_reading(struct tracker *t)
{
	unsigned index = other_reading(t->readings);

	return index == t->readings->reported_index ? 0 : report_reading(t, index);
}
