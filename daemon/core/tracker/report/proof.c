/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The standard of proof. A turn is proved to have been legal, or not, if no reading within the margin says the opposite
 * of it. What speaks for an innocent reading, a sensor that flickers, a slow scan, a piece without a name, is in its
 * cost.
 */
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/belief.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/continuations.h"
#include "daemon/core/tracker/report/proof.h"
#include "daemon/core/tracker/report/turn-description.h"
#include "daemon/core/tracker/reading/turn-tree.h"

enum {
	ALIKE = 5,	    /* readings nearer than this are as likely as one another */
	RESTS_US = 1000000, /* what stands so long was put there, and no hand is on it */
	EARLY_US = 1000000, /* a hand begins so long before the press of the other side */
};

static bool accuses(const struct turn *turn)
{
	return turn->kind != TURN_LEGAL && turn->kind != TURN_PROMOTION_OWED;
}

static bool is_same(const struct turn_reading *a, const struct turn_reading *b)
{
	return a->kind == b->kind && a->from == b->from && a->to == b->to &&
	       (a->kind != TURN_LEGAL || game_moves_same(&a->move, &b->move));
}

void list_reading(struct turn *turn, const struct turn *o, bool opposite)
{
	const struct turn_reading said = turn_as_reading(turn), other = turn_as_reading(o);
	bool listed = is_same(&said, &other);

	for (unsigned i = 0; i < turn->other_count; i++)
		listed |= is_same(&turn->other[i], &other);
	if (listed)
		return;
	if (turn->other_count < TURN_MAX_OTHERS)
		turn->other[turn->other_count++] = other;
	else if (opposite)
		turn->other[TURN_MAX_OTHERS - 1] = other;
}

/* May a reading that is this much cheaper than all innocent ones be believed? */
static bool is_provable(const struct tracker *t, const struct node *n, const struct turn *turn)
{
	if (n->kind == TURN_LEGAL)
		return true;
	/* neither a name nor a press */
	if (t->setup.sensors == TRACKER_PRESENCE && !t->setup.has_lever)
		return false;
	return turn_is_provable(t->readings, n) && turn->kind == (enum turn_kind)n->kind;
}

/* A legal move, and what stands beside it makes more or less than that of it: half of it may still be in a hand, of two
 * pieces the one may have been knocked, or its press forgotten. */
static bool is_legal_perhaps(const struct node *n, const struct turn *turn)
{
	return n->kind == TURN_LEGAL && accuses(turn) && turn->fault != TURN_FAULT_PROMOTION;
}

static void read_as_legal(const struct node *n, struct turn *turn)
{
	turn->kind = TURN_LEGAL;
	turn->fault = TURN_FAULT_NONE;
	turn->has_move = true;
	turn->move = node_move(n);
	turn->from = n->from;
	turn->to = n->to;
	turn->piece = n->piece;
}

/* Lists all readings within the margin, whether they leave it in doubt or not. last: what the squares show now is part
 * of what the turn is called. */
static void weigh(struct tracker *t, unsigned index, const struct node *n, bool last,
		  const struct game_position *before, struct turn *turn)
{
	struct readings *r = t->readings;
	const struct reading *h = &r->beam[index];
	const bool accused = accuses(turn);
	const int32_t margin = accused && !is_provable(t, n, turn) ? KEEP : PROOF;
	bool has_opposite = false, has_perhaps;
	struct turn other, said;

	turn->unsure = turn->disputed = margin == KEEP;
	turn->other_count = 0;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = &r->beam[i];
		const struct node *m = turn_of_reading(r, o, n->ply);

		if (i == index || !m || m == n || m->invented || o->cost >= h->cost + margin)
			continue;
		describe_turn(t, o, m, last && &r->node[o->node] == m, before, &other);
		if (accuses(&other) != accused) {
			turn->unsure = true;
			turn->disputed |= o->cost < h->cost + ALIKE;
		}
		has_perhaps = is_legal_perhaps(m, &other);
		said = other;
		if (has_perhaps) {
			read_as_legal(m, &other);
			list_reading(turn, &other, accused && !has_opposite);
		}
		list_reading(turn, &said, accuses(&said) != accused && !has_opposite);
		has_opposite |= accuses(&said) != accused;
	}
}

/* Since the turn before, has that square changed, and been at rest then? */
static bool rests(const struct readings *r, const struct node *n, unsigned square, int64_t until_us)
{
	const int64_t before_us = n->parent != NO_NODE ? r->node[n->parent].t_us : INT64_MIN / 2;

	return r->number[square] > r->position_change &&
	       r->since[square] > before_us - (r->setup.has_lever ? EARLY_US : 0) &&
	       r->since[square] + (r->setup.has_lever ? 0 : RESTS_US) <= until_us;
}

/* A second piece of that side was put elsewhere by the press, farther than it can be knocked; or, without a lever, and
 * rests there when the reply begins: it was moved, too, or displaced and will be put back, or the two are one move, and
 * that against the rules. */
static bool moved_another(const struct tracker *t, const struct reading *h, const struct node *n,
			  struct turn_reading *ret)
{
	const struct readings *r = t->readings;
	const squares_t wrong = h->mismatch & ~h->stuck;
	const struct node *last = &r->node[h->node];
	int64_t reply_us = t->now;

	if (t->game->irregular || n->kind != TURN_LEGAL ||
	    (last != n && (last->parent == NO_NODE || &r->node[last->parent] != n || last->from == GAME_NO_SQUARE)))
		return false;
	if (t->setup.has_lever)
		reply_us = n->t_us;
	else if (last != n)
		reply_us = r->since[last->from];
	/* once the other side has begun, that may be the turn after its reply */
	for (squares_t rest = wrong & h->pieces[!n->side]; rest; rest &= rest - 1) {
		const int64_t since = r->since[__builtin_ctzll(rest)];

		reply_us = since < reply_us ? since : reply_us;
	}
	for (squares_t from = wrong & h->pieces[n->side]; from; from &= from - 1) {
		const unsigned f = (unsigned)__builtin_ctzll(from);

		if (r->sensor[f] != '.' || !rests(r, n, f, reply_us))
			continue;
		for (squares_t to = wrong & ~(h->pieces[WHITE] | h->pieces[BLACK]); to; to &= to - 1) {
			const unsigned s = (unsigned)__builtin_ctzll(to);

			if (r->sensor[s] == '.' || !square_agrees(r, h->expected[f], r->sensor[s]) ||
			    (t->setup.has_lever && square_distance(t->game, f, s) < 2) || !rests(r, n, s, reply_us))
				continue;
			*ret = (struct turn_reading){
				.kind = TURN_SEVERAL, .from = (uint8_t)f, .to = (uint8_t)s, .piece = h->expected[f]
			};
			return true;
		}
	}
	return false;
}

/* Has a sensor named a piece of that side since, where it came to? */
static bool has_come_since(const struct readings *r, uint32_t number, enum side side)
{
	for (uint32_t i = r->changes; i > number && i + HISTORY > r->changes; i--)
		if (r->game->piece_side(r->change[i % HISTORY].is) == side)
			return true;
	return false;
}

/* … by that reading, or one that is nearly as likely and by which the other side has put nothing down yet. */
static bool another_was_moved(const struct tracker *t, unsigned index, const struct node *n, struct turn_reading *ret)
{
	const struct readings *r = t->readings;
	const struct reading *h = &r->beam[index];

	if (moved_another(t, h, n, ret))
		return true;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = &r->beam[i];

		if (i != index && o->cost < h->cost + PROOF && contains_turn(r, o, (uint16_t)(n - r->node)) &&
		    moved_another(t, o, n, ret) &&
		    !has_come_since(r, o->explained_upto, other_side((enum side)n->side)))
			return true;
	}
	return false;
}

void weigh_proof(struct tracker *t, unsigned index, const struct node *n, const struct game_position *before,
		 struct turn *turn)
{
	struct turn_reading said = turn_as_reading(turn);
	const bool another = !accuses(turn) && another_was_moved(t, index, n, &said);

	/* where the opponent decides what becomes of it, two moves are what they seem: nobody is punished for them */
	if (!another && (!is_legal_perhaps(n, turn) || (t->game->irregular && turn->kind == TURN_SEVERAL))) {
		weigh(t, index, n, true, before, turn);
		if (!turn->unsure)
			turn->other_count = 0;
		return;
	}
	read_as_legal(n, turn);
	weigh(t, index, n, true, before, turn);
	if (turn->other_count < TURN_MAX_OTHERS)
		turn->other_count++;
	memmove(turn->other + 1, turn->other, (turn->other_count - 1) * sizeof(turn->other[0]));
	turn->other[0] = said;
	turn->unsure = turn->disputed = true;
}

/* It was read as legal though something else of the same move was seen: that comes first in the list. */
static bool is_half(const struct turn *turn)
{
	return turn->disputed && turn->other_count && turn->other[0].kind != TURN_LEGAL &&
	       turn->other[0].from == turn->from;
}

/* … or though another piece was put elsewhere, and was not put back: then it was moved, and not displaced. */
static bool is_another(const struct tracker *t, const struct reading *h, const struct turn *turn)
{
	unsigned from;

	if (t->setup.has_lever || !turn->disputed || !turn->other_count || turn->other[0].kind != TURN_SEVERAL)
		return false;
	from = turn->other[0].from;
	return from < t->game->squares && (h->mismatch & square_bit(from) || h->expected[from] == '.');
}

bool weigh_again(struct tracker *t, unsigned ply, struct turn *turn)
{
	struct readings *r = t->readings;
	const struct node *n = turn_of_reading(r, reported_reading(r), ply);
	const struct turn was = *turn;
	struct game_position before;

	/* nothing is known of it any more but what all readings agree on; or what the squares showed at its press was
	 * more or less than the move */
	if (!n || n->side != (unsigned)turn->side ||
	    (n->kind == TURN_LEGAL && (accuses(turn) || is_half(turn) || is_another(t, reported_reading(r), turn))))
		return false;
	record_position(&t->record, ply, &before);
	weigh(t, r->reported_index, n, false, &before, turn);
	if (!turn->unsure)
		turn->other_count = 0;
	return turn->unsure != was.unsure || turn->other_count != was.other_count ||
	       memcmp(turn->other, was.other, was.other_count * sizeof(was.other[0]));
}
