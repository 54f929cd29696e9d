/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The readings: which are kept, and what one press makes of them. */
#include <string.h>

#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/belief.h"
#include "daemon/core/tracker/reading/castling-cost.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/continuations.h"
#include "daemon/core/tracker/reading/explain.h"
#include "daemon/core/tracker/reading/hindsight.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/squares.h"

enum {
	LOST = 58,		/* a change of the piece that moved never came */
	LIGHT = 50,		/* a goal that was not reached, taken for a press too early */
	COST_PRESS_MISSED = 70, /* a turn that was not pressed */
	COST_PRESS_UNSEEN = 10, /* … where the lever is only polled now and then */
	COST_WAITING_PRESS = 8, /* the waiting side's lever went down */
	CLEAR_LATE = 40,	/* of a late lever: not clear if it assumes more than this */
	COST_LAST_UNPRESSED = 15,
	LEAP_FROM = 95, /* when one more turn explains nothing, several are tried */
	LEAP_LATE = 30, /* … a late lever goes there and back unseen */
	LEAP_WIDTH = 12,
	BETWEEN_MAX = 3 * LEAP_WIDTH,
	UNSETTLED = 16,	 /* changes after a gap, or a position set, that several lines may still explain */
	CLEARLY = 40,	 /* a reading that costs so much more is not the likely one */
	NOT_CLEAR = 80,	 /* of two readings of one position neither is the likely one */
	HINDSIGHT = 5,	 /* … and hindsight says which */
	STUCK_TURNS = 8, /* so often it is seen which squares are wrong for long */
};

/* Without a lever turns that nobody noticed are common; so are two presses between two polls of the clock. */
static int missed_press_cost(const struct readings *r)
{
	return !r->setup.has_lever ? 0 : lever_is_late(r) ? COST_PRESS_UNSEEN : COST_PRESS_MISSED;
}

void reading_expect(struct readings *r, struct reading *h)
{
	memset(h->expected, '.', sizeof(h->expected));
	r->game->placement(&h->pos, h->expected);
	r->game->sides(&h->pos, h->pieces);
	h->side = (uint8_t)r->game->to_move(&h->pos);
	h->key = r->game->key(&h->pos);
	h->exchange = -1;
	h->mismatch = mismatching_squares(r, h->expected);
}

void beam_start(struct readings *r, const struct game_position *pos, unsigned ply)
{
	struct reading *h;

	nodes_reset(r);
	r->agreed_past = r->reported = NO_NODE;
	r->reported_index = 0;
	r->over = (struct reading){ .node = NO_NODE };
	r->count = 1;
	r->position_change = r->window_start = r->changes;
	h = beam_reading(r, 0);
	*h = (struct reading){ .pos = *pos, .node = NO_NODE, .ply = (uint16_t)ply, .explained_upto = r->changes };
	reading_expect(r, h);
	h->mismatch_last = h->mismatch_twice = h->mismatch;
}

void beam_add(struct readings *r, const struct game_position *pos, unsigned swapped, int cost)
{
	struct reading *h = beam_reading(r, r->count++);

	*h = *beam_reading(r, 0);
	h->pos = *pos;
	h->swapped = (uint8_t)swapped;
	h->cost = cost;
	reading_expect(r, h);
	/* no sensor has reported yet which piece it is */
	h->mismatch_last = h->mismatch_twice = h->stuck = h->mismatch;
}

/* The changes that the turn explains: those of its squares, up to the press if the piece stood on its goal by then. */
static void mark_explained(const struct readings *r, struct reading *h, struct node *n, squares_t roles)
{
	bool stood = n->to != GAME_NO_SQUARE && r->at_press[n->to] != '.' && r->since[n->to] > n->t_us;
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;

	if (h->explained_upto + 1 > first)
		first = h->explained_upto + 1;
	for (uint32_t i = first; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		if (!(roles & square_bit(c->square)))
			continue;
		if (c->t_us <= n->t_us && c->is != '.')
			n->stood_us = n->t_us - c->t_us < INT32_MAX ? (int32_t)(n->t_us - c->t_us) : INT32_MAX;
		if (!stood || c->t_us <= n->t_us)
			h->explained_upto = i;
	}
}

/* The squares that the turn changes. */
static squares_t squares_of_turn(const struct readings *r, const struct candidate *c, const struct node *n)
{
	const struct reading *h = c->from;
	squares_t squares = square_bit(n->from) | square_bit(n->to) | n->captured;
	struct effect effect = { 0 };

	if (c->kind == TURN_ILLEGAL && n->flags & GAME_MOVE_CASTLING)
		squares |= square_bit(n->rook_from) | square_bit(castled_rook(n->rook_from, n->from, n->to));
	if (c->kind == TURN_LEGAL) {
		effect_of(r, h, &c->move, &effect);
		squares |= effect.emptied;
		if (effect.castles)
			squares |= square_bit(effect.rook_from) | square_bit(effect.rook_to);
	}
	return squares;
}

/* What does not match after the turn n, and what is assumed of it. */
static void note_mismatches(const struct readings *r, const struct candidate *c, const struct node *n,
			    struct reading *ret)
{
	ret->mismatch_last = ret->mismatch & ~r->after_press;
	ret->mismatch_twice &= ret->mismatch;
	if (ret->ply % STUCK_TURNS == 0)
		ret->stuck |= ret->mismatch_twice;
	/* a change that never came is paid for already */
	if (c->kind == TURN_LEGAL && c->own >= LOST)
		ret->stuck |= ret->mismatch_last & (square_bit(n->from) | square_bit(n->to));
	/* the reply was so fast that the hand may still come */
	ret->early_hand &= c->from->mismatch & ret->mismatch_last & ~ret->stuck;
	for (squares_t rest = ret->early_hand; rest; rest &= rest - 1)
		if (hand_came(r, c->from, (unsigned)__builtin_ctzll(rest)))
			ret->early_hand &= ~(rest & -rest);
	for (squares_t away = ret->mismatch_last & ~ret->mismatch_twice; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);

		/* the next side's piece, or one on the way to its goal */
		if (r->sensor[q] == '.' &&
		    (r->game->piece_side(ret->expected[q]) == (enum side)ret->side || (q == n->to && c->own < LIGHT)))
			ret->early_hand |= square_bit(q);
	}
}

/* Makes the reading that c describes, its turn closed at t_us. It holds its node. */
static bool make_reading(struct readings *r, const struct candidate *c, int64_t t_us, bool pressed, struct reading *ret)
{
	const struct reading *h = c->from;
	struct node *n;
	uint16_t i;

	r->work += WORK_READING;
	if (ret != h)
		*ret = *h;
	ret->cost = c->cost;
	if (c->kind == TURN_IGNORED) {
		node_hold(r, ret->node);
		ret->mismatch_twice = ret->mismatch_last & ret->mismatch;
		ret->mismatch_last = ret->mismatch & ~r->after_press;
		return true;
	}
	i = node_new(r);
	if (i == NO_NODE)
		return false;
	n = &r->node[i];
	*n = (struct node){
		.from = c->move.from,
		.to = c->move.to,
		.promotion = c->move.promotion,
		.flags = c->move.flags,
		.rook_from = c->move.rook_from,
		.captured = c->move.captured,
		.t_us = t_us,
		.stood_us = -1,
		.parent = h->node,
		.refs = 1,
		.ply = h->ply,
		.side = c->side & 1u,
		.kind = c->kind & 63u,
		.blunder = (uint8_t)c->blunder,
		.whole = c->kind == TURN_LEGAL && c->added == c->blunder && !r->gap &&
			 r->changes > r->position_change + UNSETTLED && r->changes > r->gap_end + UNSETTLED,
		.unpressed = !pressed && presses_are_seen(r),
	};
	if (n->from != GAME_NO_SQUARE)
		n->piece = h->expected[n->from];
	if (n->captured)
		n->taken = h->expected[__builtin_ctzll(n->captured)];
	node_hold(r, h->node);
	node_play(r, &ret->pos, n);
	note_assumptions(r, c, n);
	n->in_check = c->kind == TURN_ILLEGAL && r->game->in_check && r->game->in_check(&ret->pos, c->side);
	ret->node = i;
	ret->ply++;
	ret->mismatch_twice = ret->mismatch_last;
	if (c->kind != TURN_NO_MOVE)
		mark_explained(r, ret, n, squares_of_turn(r, c, n) & changed_squares(r, h));
	reading_expect(r, ret);
	note_mismatches(r, c, n, ret);
	n->in_air = c->kind == TURN_LEGAL && c->own < LOST && ret->mismatch & square_bit(n->to);
	ret->path = c->kind == TURN_LEGAL && ret->mismatch & square_bit(n->to) ? path_squares(r, h, &c->move) : 0;
	return true;
}

/* The cheapest continuations of h by its own side, whose press was missed, at most room of them. Each holds its node.
 */
static unsigned continue_by_turn(struct readings *r, const struct reading *h, const struct judging *j, int extra,
				 struct reading *ret, unsigned room)
{
	struct heap heap = { .room = room, .best = INT32_MAX };
	struct terms terms = { .waited = true, .legal_only = j->legal_only, .extra = extra, .ignoring = -1 };
	unsigned n = 0;

	continue_reading(r, h, &terms, &heap);
	heap_sort(&heap);
	for (unsigned i = 0; i < heap.count; i++)
		if (heap.place[i].cost <= heap.place[0].cost + KEEP &&
		    make_reading(r, heap_at(&heap, i), j->t_us, false, &ret[n]))
			n++;
	return n;
}

/* After so many turns the readings must agree: those that do not share the best one's past are given up. */
static void drop_other_pasts(struct readings *r, struct reading *beam, unsigned *count, unsigned depth)
{
	uint16_t root = beam[0].node, best[BEAM_DEPTH + 1];
	unsigned n = 0, length = 0;

	for (; length < depth && root != NO_NODE; length++) {
		best[length] = root;
		root = r->node[root].parent;
	}
	/* what was added since they agreed on it has it, too */
	if (root == NO_NODE || root == r->agreed_past)
		return;
	best[length] = root;
	for (unsigned i = 0; i < *count; i++) {
		uint16_t node = beam[i].node;

		/* most meet the best one's line after a few turns, and share its past from there on */
		while (node != NO_NODE && r->node[node].ply > r->node[root].ply) {
			unsigned back = r->node[node].ply - r->node[root].ply;

			if (back <= length && best[length - back] == node)
				break;
			node = r->node[node].parent;
		}
		if (node != root && (node == NO_NODE || r->node[node].ply <= r->node[root].ply)) {
			node_release(r, beam[i].node);
			continue;
		}
		if (n < i)
			beam[n] = beam[i];
		n++;
	}
	*count = n;
	r->agreed_past = root;
	node_release(r, r->node[root].parent);
	r->node[root].parent = NO_NODE;
}

void beam_agree(struct readings *r, unsigned least_free)
{
	drop_other_pasts(r, r->beam, &r->count, BEAM_DEPTH);
	for (unsigned depth = BEAM_DEPTH / 2; depth && r->nodes_free < least_free; depth /= 2)
		drop_other_pasts(r, r->beam, &r->count, depth);
}

static bool is_same_turn(const struct node *a, const struct node *b)
{
	return a->ply == b->ply && a->kind == b->kind && a->from == b->from && a->to == b->to &&
	       a->promotion == b->promotion;
}

/*
 * A turn that was seen as a whole and pressed, and was answered by one that was seen as a whole, stands:
 * readings in which it was another, and which were clearly costlier by then, are given up. However cheap one of them
 * would make what cannot be explained later, that later turn is unexplained rather than this one rewritten. What may
 * still undo it is what changes the position itself: turns taken back, an illegal move put right (which is never such a
 * turn), a position set by hand.
 */
static void keep_what_was_seen(struct readings *r, struct reading *beam, unsigned *count)
{
	const struct node *reply = beam[0].node != NO_NODE ? &r->node[beam[0].node] : NULL;
	uint16_t seen = reply && reply->whole ? reply->parent : NO_NODE;
	unsigned n = 0;

	if (seen == NO_NODE || !r->node[seen].whole)
		return;
	for (unsigned i = 0; i < *count; i++) {
		uint16_t node = beam[i].node;

		while (node != NO_NODE && r->node[node].ply > r->node[seen].ply)
			node = r->node[node].parent;
		/* the turns before it may still be others */
		if (node == seen || beam[i].cost < CLEARLY ||
		    (node != NO_NODE && is_same_turn(&r->node[node], &r->node[seen])))
			beam[n++] = beam[i];
		else
			node_release(r, beam[i].node);
	}
	*count = n;
}

static void set_judged_time(struct readings *r, int64_t t_us)
{
	r->judged_us = t_us;
	r->after_press = 0;
	for (unsigned q = 0; q < r->game->squares; q++)
		if (r->since[q] > t_us)
			r->after_press |= square_bit(q);
}

/* The reading of that position that there is already; NULL: there is none. */
static struct reading *find_twin(const struct reading *h, struct reading *others, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (others[i].key == h->key && others[i].side == h->side && others[i].ply == h->ply)
			return &others[i];
	return NULL;
}

/* Of two readings of one position only one is kept: where that is not clear, the one that hindsight prefers. Both hold
 * their nodes, the other is given up. */
static void keep_one(struct readings *r, struct reading *twin, struct reading *h)
{
	int32_t cost = twin->cost, more = 0;

	if (presses_are_seen(r) && h->cost - cost <= NOT_CLEAR && hindsight(r, twin, h, &more) && more >= HINDSIGHT &&
	    more >= (h->cost - cost) / 4) {
		struct reading other = *twin;

		*twin = *h;
		twin->cost = cost;
		*h = other;
	}
	node_release(r, h->node);
}

/* The readings are these from now on, cheapest first. Each holds its node. */
static void replace_readings(struct readings *r, struct reading *next, unsigned count)
{
	for (unsigned i = 0; i < r->count; i++)
		node_release(r, r->beam[i].node);
	for (unsigned i = count; i-- > 0;)
		next[i].cost -= next[0].cost;
	memcpy(r->beam, next, count * sizeof(*next));
	r->count = count;
	if (r->setup.has_lever)
		keep_what_was_seen(r, r->beam, &r->count);
	/* leave room for the next press */
	beam_agree(r, 4 * BEAM_WIDTH);
}

/* Every reading in which the side that pressed is to move, continued by its turn. */
static enum beam_answer continue_mover(struct readings *r, const struct judging *j, struct heap *heap)
{
	const struct reading *beam = r->beam;
	struct terms terms = { .waited = j->patience >= WAITED, .legal_only = j->legal_only, .ignoring = j->ignoring };
	int most = lever_is_late(r) ? CLEAR_LATE : r->setup.has_lever ? SEVERAL_FROM - 1 : INT32_MAX;

	for (unsigned i = 0; i < r->count; i++) {
		if (heap->count && work_is_exhausted(r))
			break;
		if (beam[i].side == j->side)
			continue_reading(r, &beam[i], &terms, heap);
		/* if the others cost more than that already, nothing becomes clear */
		if (i == 0 && j->patience == IF_CLEAR && r->count > 1 && beam[1].cost >= heap->best &&
		    !continuation_is_clear(heap, INT32_MAX))
			return BEAM_NOT_CLEAR;
	}
	if (j->patience != IF_CLEAR || !heap->count || continuation_is_clear(heap, most))
		return BEAM_JUDGED;
	return r->setup.has_lever && !lever_is_late(r) && continuation_is_clear(heap, INT32_MAX) ?
		       BEAM_CLEAR_BUT_COSTLY :
		       BEAM_NOT_CLEAR;
}

/*
 * Readings in which the other side is to move: the press means nothing, or one before it was missed. Adds the former to
 * the heap, and puts what the latter leads to in between; returns how many.
 */
static unsigned continue_waiting_side(struct readings *r, const struct judging *j, struct heap *heap,
				      struct reading *between)
{
	const struct reading *beam = r->beam;
	unsigned count = 0;

	for (unsigned i = 0; i < r->count && !(heap->count && work_is_exhausted(r)); i++) {
		struct candidate c = { .from = &beam[i], .kind = TURN_IGNORED };
		struct evidence e;

		if (beam[i].side == j->side)
			continue;
		gather_evidence(r, &beam[i], j->side, &e);
		c.added = COST_WAITING_PRESS + e.noise_sum;
		c.cost = beam[i].cost + c.added;
		heap_add(heap, &c);
		if (count < LEAP_WIDTH &&
		    (mismatching_squares(r, beam[i].expected) & ~beam[i].mismatch_last || r->changes > r->window_start))
			count += continue_by_turn(r, &beam[i], j, missed_press_cost(r), &between[count],
						  LEAP_WIDTH - count);
	}
	return count;
}

/* Two presses may have been missed together: a turn, a reply, and then this one. Returns how many are between then. */
static unsigned continue_by_two(struct readings *r, const struct judging *j, struct reading *between, unsigned first)
{
	unsigned second = first +
			  continue_by_turn(r, &r->beam[0], j, missed_press_cost(r) / 2, &between[first], LEAP_WIDTH);
	unsigned count = second;

	for (unsigned i = first; i < second && count < BETWEEN_MAX && !work_is_exhausted(r); i++)
		count += continue_by_turn(r, &between[i], j, missed_press_cost(r) / 2, &between[count],
					  BETWEEN_MAX - count > 3 ? 3 : BETWEEN_MAX - count);
	return count;
}

/* The readings of a sorted heap that are near enough to its cheapest, each position once. */
static unsigned make_readings(struct readings *r, struct heap *heap, const struct judging *j,
			      struct reading next[static BEAM_WIDTH])
{
	unsigned count = 0;

	for (unsigned i = 0; i < heap->count; i++) {
		struct reading *h = &next[count], *twin;

		if (heap->place[i].cost > heap->place[0].cost + KEEP)
			break;
		if (!make_reading(r, heap_at(heap, i), j->t_us, !j->unpressed, h))
			continue;
		twin = find_twin(h, next, count);
		if (twin)
			keep_one(r, twin, h);
		else
			count++;
	}
	return count;
}

static void count_flickers(struct readings *r, const struct candidate *c)
{
	const struct game_move *m = &c->move;
	struct evidence e;

	gather_evidence(r, c->from, (enum side)c->from->side, &e);
	note_flickers(r, c->from, &e,
		      square_bit(m->from) | square_bit(m->to) | m->captured |
			      (m->flags & GAME_MOVE_CASTLING ? castling_squares(m) : 0));
}

enum beam_answer beam_press(struct readings *r, const struct judging *j)
{
	struct reading next[BEAM_WIDTH], between[BETWEEN_MAX];
	unsigned between_count, count;
	struct heap heap = { .room = BEAM_WIDTH, .best = INT32_MAX };
	struct terms terms = { .waited = true, .legal_only = j->legal_only, .ignoring = -1 };
	enum beam_answer answer;
	int best;

	set_judged_time(r, j->t_us);
	r->forced = j->patience != IF_CLEAR;
	r->limit_us = j->patience == PAST ? j->t_us : INT64_MAX;
	answer = continue_mover(r, j, &heap);
	if (answer != BEAM_JUDGED)
		return answer; /* no limit was set */
	best = heap.best;
	between_count = continue_waiting_side(r, j, &heap, between);
	if (j->patience != IF_CLEAR && heap.count && !work_is_exhausted(r) &&
	    best - r->beam[0].cost >= (lever_is_late(r) ? LEAP_LATE : LEAP_FROM) && r->beam[0].side == j->side)
		between_count = continue_by_two(r, j, between, between_count);
	for (unsigned i = 0; i < between_count && !(heap.count && work_is_exhausted(r)); i++)
		if (between[i].side == j->side)
			continue_reading(r, &between[i], &terms, &heap);
	heap_sort(&heap);
	continuations_weigh_blunders(r, &heap);
	explain_remember(r, &heap, j->patience);
	if (heap.count && heap_at(&heap, 0)->kind == TURN_LEGAL)
		count_flickers(r, heap_at(&heap, 0));
	count = make_readings(r, &heap, j, next);
	for (unsigned i = 0; i < between_count; i++)
		node_release(r, between[i].node);
	if (count)
		r->spent += next[0].cost;
	r->limit_us = INT64_MAX;
	r->window_start = r->changes;
	replace_readings(r, next, count);
	return BEAM_JUDGED;
}

unsigned beam_play(struct readings *r, const struct gap_line *line, unsigned count, int64_t t_us)
{
	struct reading next[BEAM_WIDTH];
	uint16_t known[BEAM_WIDTH * GAP_TURNS];
	unsigned known_count = 0, made = 0;

	for (unsigned i = 0; i < count; i++) {
		struct reading *h = &next[made];
		bool given_up = false;

		*h = *line[i].from;
		h->cost = line[i].cost;
		node_hold(r, h->node);
		for (unsigned n = 0; n < line[i].count && !given_up; n++) {
			uint16_t node = node_after(r, known, &known_count, h, &line[i].move[n],
						   line[i].timed ? line[i].t_us[n] : t_us, n >= line[i].unpressed);

			given_up = node == NO_NODE;
			if (given_up)
				break;
			node_release(r, h->node);
			h->node = node;
			h->ply++;
			r->game->play(&h->pos, &line[i].move[n]);
			reading_expect(r, h);
			h->roles = 0;
			h->moved_us = t_us;
			h->continued = false;
			memset(h->paid, 0, sizeof(h->paid));
		}
		if (given_up || find_twin(h, next, made))
			node_release(r, h->node);
		else
			made++;
	}
	if (!made)
		return 0;
	replace_readings(r, next, made);
	return made;
}

/* The place of the cheapest of the kind by what is believed; count: there is none. */
static unsigned believed(const struct readings *r, const struct heap *heap, unsigned kind)
{
	unsigned best = heap->count;
	int32_t least = INT32_MAX;

	for (unsigned i = 0; i < heap->count; i++) {
		const struct candidate *c = heap_see(heap, i);
		int32_t cost = c->cost - c->from->cost + believed_cost(r, c->from);

		if (c->kind != kind || cost >= least)
			continue;
		least = cost;
		best = i;
	}
	return best;
}

void beam_finish(struct readings *r, int64_t t_us)
{
	struct reading *beam = r->beam, last;
	struct heap heap = { .room = BEAM_WIDTH, .best = INT32_MAX };
	struct terms terms = { .waited = true, .extra = COST_LAST_UNPRESSED };
	const struct candidate *best;
	unsigned i;

	set_judged_time(r, t_us);
	r->forced = true;
	r->limit_us = INT64_MAX;
	for (i = 0; i < r->count && !(heap.count && work_is_exhausted(r)); i++)
		continue_reading(r, &beam[i], &terms, &heap);
	heap_sort(&heap);
	best = heap_at(&heap, 0);
	if (best->kind == TURN_LEGAL)
		explain_remember(r, &heap, ENDED);
	if (best->kind == TURN_LEGAL && best->own <= CLEAR_OWN && make_reading(r, best, t_us, false, &last)) {
		for (i = 0; i < r->count; i++)
			node_release(r, beam[i].node);
		beam[0] = last;
		r->count = 1;
		return;
	}
	i = believed(r, &heap, TURN_IGNORED);
	if (i < heap.count) {
		last = *heap_at(&heap, i)->from;
		*(struct reading *)heap_at(&heap, i)->from = beam[0];
		beam[0] = last;
		beam[0].cost = -1000;
	}
}
