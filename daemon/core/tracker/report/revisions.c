/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of the readings: the turns that were closed, and revisions of them. */
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/report/turn-description.h"
#include "daemon/core/tracker/setup/start.h"

enum {
	HYSTERESIS = 10,	/* another reading must be so much cheaper before turns are revised */
	ALIKE = 5,		/* readings nearer than this are told both */
	STANDS = 60,		/* … and if everything stands as it says, it may be so much dearer by what was seen until the press */
	LAST_TURNS = BEAM_DEPTH + 4,
};

/* The reading that is told from now on: the cheapest, or the one that was told if it is hardly dearer. Turns that were
 * told are read anew but never withdrawn without others in their place. */
static unsigned choose(struct reader *r, unsigned turns)
{
	unsigned first = 0;

	while (first + 1 < r->count && beam_reading(r, first)->ply < turns)
		first++;
	if (beam_reading(r, first)->ply < turns)
		first = 0;
	if (r->told == NO_NODE)
		return first;
	for (unsigned i = 0; i < r->count && beam_reading(r, i)->cost <= beam_reading(r, 0)->cost + HYSTERESIS; i++) {
		uint16_t node = beam_reading(r, i)->node;

		while (node != NO_NODE && r->node[node].ply > r->node[r->told].ply)
			node = r->node[node].parent;
		if (node == r->told)
			return beam_reading(r, i)->ply < turns ? first : i;
	}
	return first;
}

/* Two readings of the last turn that nothing tells apart yet. */
static void ambiguous(struct tracker *t, unsigned index)
{
	struct reader *r = t->reader;
	const struct reading *h = beam_reading(r, index);

	/* of two moves that were both made, it is no matter which is the first */
	if (t->record.count && record_last(&t->record)->kind == TURN_SEVERAL)
		return;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = beam_reading(r, i);
		struct tracker_fact fact;
		const struct node *n, *m;
		struct game_position before;

		if (i == index || o->cost > h->cost + ALIKE || o->ply != h->ply || o->node == NO_NODE || h->node == NO_NODE)
			continue;
		n = &r->node[h->node];
		m = &r->node[o->node];
		if (n->parent != m->parent || (n->from == m->from && n->to == m->to))
			continue;
		fact = (struct tracker_fact){
			.type = TRACKER_AMBIGUOUS, .t_us = t->now, .winner = NO_SIDE, .square = GAME_NO_SQUARE,
		};
		record_position(&t->record, n->ply, &before);
		spell(t, h, n, false, &before, &fact.turn);
		spell(t, o, m, false, &before, &fact.other);
		fact.ply = n->ply;
		fact.side = fact.turn.side;
		send(t, &fact);
		return;
	}
}

/* Is there a legal move that explains what the sensors said as well as what is told here as none or an illegal one? */
static void doubt(const struct tracker *t, unsigned index, struct turn *turn)
{
	struct reader *r = t->reader;
	const struct reading *h = beam_reading(r, index);

	if (turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED)
		return;
	for (unsigned i = 0; i < r->count && !turn->unsure; i++) {
		const struct reading *o = beam_reading(r, i);

		if (i == index || o->cost > h->cost + ALIKE || o->ply != h->ply || o->node == NO_NODE || h->node == NO_NODE ||
		    r->node[o->node].kind != TURN_LEGAL || r->node[o->node].parent != r->node[h->node].parent)
			continue;
		turn->unsure = true;
		turn->other = node_move(&r->node[o->node]);
	}
}

static int tell_reading(struct tracker *t, unsigned index)
{
	struct reader *r = t->reader;
	struct reading *h = beam_reading(r, index);
	uint16_t path[LAST_TURNS], node = h->node, old = r->told;
	unsigned n = 0, keep;

	if (h->swapped != t->swapped)
		around_swapped(t, h->swapped);
	/* the way back to where told and chosen part */
	while (node != NO_NODE && n < LAST_TURNS) {
		while (old != NO_NODE && r->node[old].ply > r->node[node].ply)
			old = r->node[old].parent;
		if (old == node)
			break;
		path[n++] = node;
		node = r->node[node].parent;
	}
	keep = n ? r->node[path[n - 1]].ply : h->ply;
	if (r->shown.state == SHOWN_SET_DOWN) {
		/* what was shown becomes the turn, or never was */
		const struct node *next = n ? &r->node[path[n - 1]] : NULL;

		if (!next || keep != t->record.count || next->kind != TURN_LEGAL ||
		    next->from != r->shown.move.from || next->to != r->shown.move.to)
			tell_nothing(t);
	}
	while (n) {
		const struct node *m = &r->node[path[--n]];
		enum tracker_fact_type type = TRACKER_TURN;
		struct turn turn;
		struct game_position after;
		int e = 0;

		if (m->ply < t->record.count) {
			e = record_drop(&t->record, t->record.count - m->ply);
			type = TRACKER_REVISED;
		}
		after = t->record.pos;
		spell(t, h, m, n == 0, &t->record.pos, &turn);
		if (n == 0)
			doubt(t, index, &turn);
		if (type == TRACKER_TURN && turn.kind == TURN_LEGAL && r->shown.state != SHOWN_SET_DOWN)
			say_move(t, TRACKER_SET_DOWN, turn.side, m->ply, &turn.move, t->now);
		r->shown.state = SHOWN_NOTHING;
		t->chain_count = 0;
		node_play(r, &after, m);
		if (e == 0)
			e = record_add(&t->record, &turn, &after);
		if (e < 0)
			return e;
		say_turn(t, type, m->ply, &turn);
		t->owed = GAME_NO_SQUARE;
		if (turn.kind == TURN_PROMOTION_OWED) {
			t->owed = turn.to;
			t->owing = after;
			t->game->set_placement(&t->owing, turn.placement, t->game->to_move(&after));
		}
	}
	if (t->record.count > h->ply)
		record_drop(&t->record, t->record.count - h->ply);
	r->shown.state = SHOWN_NOTHING;
	t->chain_count = 0;
	node_hold(r, h->node);
	node_release(r, r->told);
	r->told = h->node;
	r->told_index = index;
	r->moves_known = false;
	t->turn.touched_count = 0;
	t->righting = false;
	tell_set_down(t);
	return 0;
}

/* Of readings that are as good as equal, the one whose move is shown already. */
static unsigned prefer_shown(struct reader *r, unsigned index)
{
	const struct reading *h = beam_reading(r, index);

	if (r->shown.state != SHOWN_SET_DOWN || h->node == NO_NODE)
		return index;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = beam_reading(r, i);
		const struct node *n = o->node != NO_NODE ? &r->node[o->node] : NULL;

		if (n && o->cost == h->cost && n->parent == r->node[h->node].parent && n->kind == TURN_LEGAL &&
		    n->from == r->shown.move.from && n->to == r->shown.move.to &&
		    n->promotion == r->shown.move.promotion)
			return i;
	}
	return index;
}

int tell_turns(struct tracker *t)
{
	int r = tell_reading(t, prefer_shown(t->reader, choose(t->reader, t->record.count)));

	if (r == 0)
		ambiguous(t, t->reader->told_index);
	return r;
}

/* Another reading of the last turn, and everything stands as it says. */
static unsigned stands_better(struct reader *r)
{
	const struct reading *told = beam_reading(r, r->told_index);

	/* what was amiss before the turn is not its doing */
	bool amiss = told->node != NO_NODE && fresh_squares(r, told);

	for (unsigned i = 0; amiss && i < r->count; i++) {
		const struct reading *h = beam_reading(r, i);

		if (!h->bad && h->node != NO_NODE && r->node[h->node].parent == r->node[told->node].parent &&
		    h->ply == told->ply && h->cost < told->cost + STANDS)
			return i;
	}
	return r->told_index;
}

bool tell_other_stands(const struct tracker *t)
{
	return stands_better(t->reader) != t->reader->told_index;
}

int tell_again(struct tracker *t)
{
	unsigned index = stands_better(t->reader);

	return index == t->reader->told_index ? 0 : tell_reading(t, index);
}
