/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of the readings: the turns that were closed, and revisions of them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

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

/* What stands wrongly beside the turn's move, as the sensors saw it at the press. */
static void list_wrong(const struct tracker *t, const struct reading *h, const struct node *n, struct turn *turn)
{
	const struct reader *r = t->reader;
	squares_t bad = h->bad & ~h->bad2;
	char stands[GAME_MAX_SQUARES];

	for (unsigned q = 0; q < t->game->squares; q++) {
		stands[q] = r->sensor[q] == '?' && h->want[q] != '.' ? h->want[q] : r->sensor[q];
		/* a hand that begins early, or a sensor that was late at the press and is right now */
		if (t->game->piece_side(h->want[q]) == other_side((enum side)n->side) || r->at_press[q] != r->sensor[q])
			bad &= ~square_bit(q);
	}
	bad &= ~(square_bit(n->from) | square_bit(n->to));
	/* … and may have put a man down already */
	for (squares_t away = h->bad, strange; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away), nearest = GAME_NO_SQUARE;

		if (r->sensor[q] != '.' || t->game->piece_side(h->want[q]) != other_side((enum side)n->side))
			continue;
		for (strange = bad; strange; strange &= strange - 1) {
			unsigned s = (unsigned)__builtin_ctzll(strange);

			if (r->sensor[s] != '.' && square_agrees(r, h->want[q], r->sensor[s]) &&
			    (nearest == GAME_NO_SQUARE || square_distance(t->game, q, s) < square_distance(t->game, q, nearest)))
				nearest = s;
		}
		if (nearest != GAME_NO_SQUARE)
			bad &= ~square_bit(nearest);
	}
	list_displaced(t->game, h->want, stands, bad, turn);
	/* the men as they stood at the press, the one that moved on its goal */
	for (unsigned q = 0; q < t->game->squares; q++) {
		turn->placement[q] = r->at_press[q] == '?' && h->want[q] != '.' ? h->want[q] : r->at_press[q];
		if (q == n->from || q == n->to)
			turn->placement[q] = h->want[q];
	}
}

/* A hand that began early, or after the press, has touched the man that moved all the same. */
static void name_touched(struct turn *turn)
{
	unsigned n = turn->touched_count;

	if (turn->from == GAME_NO_SQUARE || n == TURN_MAX_TOUCHED)
		return;
	for (unsigned i = 0; i < n; i++)
		if (turn->touched[i].square == turn->from)
			return;
	turn->touched[n].square = turn->from;
	turn->touched[n].piece = turn->piece;
	turn->touched[n].t_us = turn->set_down_us != INT64_MIN ? turn->set_down_us : turn->t_us;
	turn->touched_count++;
}

static void spell(struct tracker *t, const struct reading *h, const struct node *n, bool last,
		  const struct game_position *before, struct turn *turn)
{
	*turn = (struct turn){
		.side = (enum side)n->side, .kind = (enum turn_kind)n->kind, .has_move = n->kind == TURN_LEGAL,
		.move = node_move(n), .from = n->from, .to = n->to, .piece = n->piece, .t_us = n->t_us,
		.set_down_us = n->stood_us < 0 ? INT64_MIN : n->t_us - n->stood_us,
	};
	if (last && n->kind == TURN_LEGAL && n->promotion && t->setup.sensors == TRACKER_PIECE_ID &&
	    t->reader->sensor[n->to] == n->piece && !t->game->shows_as)
		turn->kind = TURN_PROMOTION_OWED;
	if (n->kind == TURN_ILLEGAL) {
		int fault = t->game->fault ? t->game->fault(before, n->from, n->to) : 0;

		if (t->game->irregular) {
			struct game_position after = *before;
			char men[GAME_MAX_SQUARES];
			unsigned from, to;
			int irregular;

			node_play(t->reader, &after, n);
			t->game->placement(&after, men);
			irregular = t->game->irregular(before, men, &from, &to);
			fault = irregular > 0 ? irregular : fault;
		}

		turn->fault = fault > 0 ? (enum turn_fault)fault : TURN_FAULT_PIECE;
	}
	if (!last) {
		struct game_position pos = *before;

		node_play(t->reader, &pos, n);
		memset(turn->placement, '.', sizeof(turn->placement));
		t->game->placement(&pos, turn->placement);
		return;
	}
	turn->touched_count = t->turn.touched_count;
	memcpy(turn->touched, t->turn.touched, sizeof(turn->touched));
	name_touched(turn);
	list_wrong(t, h, n, turn);
	name_wrong(t, h, before, turn);
	/* where men taken off belong to the move */
	for (unsigned i = 0; t->game->irregular && turn->kind == TURN_LEGAL && i < turn->displaced_count; i++)
		if (turn->displaced[i].from == GAME_NO_SQUARE && (turn->move.captured & square_bit(turn->displaced[i].to)))
			turn->fault = TURN_FAULT_CAPTURED_LEFT;
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
		t->sink(t->userdata, &fact);
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

static void say_nothing(void *userdata, const struct tracker_fact *fact)
{
}

int tell_guess(const struct tracker *t, struct turn *ret)
{
	struct tracker *copy = malloc(sizeof(*copy));
	struct reader *r = malloc(sizeof(*r));
	int result = -ENOMEM;

	if (!copy || !r)
		goto out;
	*copy = *t;
	*r = *t->reader;
	copy->reader = r;
	copy->sink = say_nothing;
	*ret = (struct turn){
		.side = r->press.side, .kind = TURN_NO_MOVE, .from = GAME_NO_SQUARE, .to = GAME_NO_SQUARE, .t_us = r->press.t_us,
		.set_down_us = INT64_MIN,
	};
	memset(ret->placement, '.', sizeof(ret->placement));
	t->game->placement(&t->record.pos, ret->placement);
	result = 0;
	around_first_press(copy);
	/* exactly as it will be judged if nothing more comes: of readings that cost the same the same one is the first */
	if (!beam_press(r, r->press.side, r->press.t_us, WAITED, IGNORE_LEVER))
		goto out;
	/* the cheapest that goes on from what was told */
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *h = beam_reading(r, i);
		const struct node *n = h->node != NO_NODE ? &r->node[h->node] : NULL;

		if (n && n->ply == t->record.count && n->parent == r->told && n->side == r->press.side) {
			spell(copy, h, n, true, &t->record.pos, ret);
			break;
		}
	}
out:
	free(copy);
	free(r);
	return result;
}
