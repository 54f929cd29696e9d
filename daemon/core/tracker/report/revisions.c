/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is reported of the readings: the turns that were closed, and revisions of them. */
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
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

/* The reading that is reported from now on: the cheapest, or the one that was reported if it costs hardly more. Turns
 * that were reported may be revised, and fewer may take their place, but they are never withdrawn without others in
 * their place. */
static unsigned choose(struct readings *r, unsigned turns)
{
	unsigned first = 0;

	/* what costs more than a reading that only withdraws turns says nothing about them */
	while (is_reported(r, beam_reading(r, 0)->node) && first + 1 < r->count && beam_reading(r, first)->ply < turns)
		first++;
	if (beam_reading(r, first)->ply < turns)
		first = 0;
	if (r->reported == NO_NODE)
		return first;
	for (unsigned i = 0; i < r->count && beam_reading(r, i)->cost <= beam_reading(r, 0)->cost + HYSTERESIS; i++) {
		uint16_t node = beam_reading(r, i)->node;

		while (node != NO_NODE && r->node[node].ply > r->node[r->reported].ply)
			node = r->node[node].parent;
		if (node == r->reported)
			return beam_reading(r, i)->ply < turns ? first : i;
	}
	return first;
}

/* Two readings of the last turn that nothing distinguishes yet. */
static void report_ambiguity(struct tracker *t, unsigned index)
{
	struct readings *r = t->readings;
	const struct reading *h = beam_reading(r, index);

	/* of two moves that were both made, it is no matter which is the first */
	if (t->record.count && record_last(&t->record)->kind == TURN_SEVERAL)
		return;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = beam_reading(r, i);
		struct tracker_fact fact;
		const struct node *n, *m;
		struct game_position before;

		if (i == index || o->cost > h->cost + ALIKE || o->ply != h->ply || o->node == NO_NODE ||
		    h->node == NO_NODE)
			continue;
		n = &r->node[h->node];
		m = &r->node[o->node];
		if (n->parent != m->parent ||
		    (n->from == m->from && n->to == m->to && !((n->flags ^ m->flags) & GAME_MOVE_CASTLING)))
			continue;
		fact = (struct tracker_fact){
			.type = TRACKER_AMBIGUOUS,
			.t_us = t->now,
			.winner = NO_SIDE,
			.square = GAME_NO_SQUARE,
		};
		record_position(&t->record, n->ply, &before);
		describe_turn(t, h, n, false, &before, &fact.turn);
		describe_turn(t, o, m, false, &before, &fact.other);
		fact.ply = n->ply;
		fact.side = fact.turn.side;
		report(t, &fact);
		return;
	}
}

/* Is there a legal move that explains the sensors as well as this turn, which is no move or an illegal one? */
static void mark_unsure(const struct tracker *t, unsigned index, struct turn *turn)
{
	struct readings *r = t->readings;
	const struct reading *h = beam_reading(r, index);

	if (turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED)
		return;
	for (unsigned i = 0; i < r->count && !turn->unsure; i++) {
		const struct reading *o = beam_reading(r, i);

		if (i == index || o->cost > h->cost + ALIKE || o->ply != h->ply || o->node == NO_NODE ||
		    h->node == NO_NODE || r->node[o->node].kind != TURN_LEGAL ||
		    r->node[o->node].parent != r->node[h->node].parent)
			continue;
		turn->unsure = true;
		turn->other = node_move(&r->node[o->node]);
	}
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
	if (last)
		mark_unsure(t, index, &turn);
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
	r->reported = NO_NODE;
	r->reported_index = 0;
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

int report_turns(struct tracker *t)
{
	int r = report_reading(t, prefer_provisional(t->readings, choose(t->readings, t->record.count)));

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
		    h->ply == reported->ply && h->cost < reported->cost + STANDS)
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
