/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a reading may go on at a press: legal moves, others, none; and what each assumes. */
#include <string.h>

#include "daemon/core/tracker/reading/continuations.h"
#include "daemon/core/tracker/reading/illegal-moves.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"

enum {
	COST_NO_MOVE = 90, /* pressed without a move */
	CONSIDER = 30,	   /* readings nearer than this */
	OPENS_OWN = 24,	   /* a move that assumes so much may open a line to the reply */
	UNTOUCHED = 40,	   /* the least that the move of a piece assumes that nobody lifted: castling, the rook first */
};

/* Continuations that cost more than this are given up anyway. */
static int32_t cost_limit(const struct heap *heap)
{
	int32_t limit = heap->best < INT32_MAX - KEEP ? heap->best + KEEP : INT32_MAX;

	return heap->count == heap->room && heap->place[0].cost <= limit ? heap->place[0].cost - 1 : limit;
}

static void collect_legal(struct readings *r, const struct reading *h, const struct evidence *e,
			  const struct game_moves *moves, const struct terms *terms, struct heap *heap)
{
	struct candidate c = { .from = h, .side = h->side, .kind = TURN_LEGAL };

	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		struct effect effect;
		squares_t roles;
		int32_t room = cost_limit(heap) - h->cost - terms->extra;

		/* most moves are of pieces that nobody touched */
		if (room < UNTOUCHED && !((e->seen | h->mismatch) & square_bit(m->from)) &&
		    !(m->from == m->to && m->flags & GAME_MOVE_CASTLING))
			continue;
		if (untouched_move_cost(r, e, m, terms->waited, &c.own)) {
			if (c.own > room)
				continue;
			roles = square_bit(m->from) | square_bit(m->to);
		} else {
			effect_of(r, h, m, &effect);
			c.own = move_cost(r, h, e, m, &effect, terms->waited, &roles);
			if (c.own > room)
				continue;
		}
		c.added = c.own + terms->extra + late_begin_cost(r, e, m) +
			  other_squares_cost(r, h, e, m, terms->waited, roles);
		if (m->promotion)
			c.added += promotion_cost(r, m->promotion, promotion_named(r, h, m));
		if (e->away && (e->seen | h->mismatch) & square_bit(m->from) && c.own <= OPENS_OWN)
			c.added -= opened_reply(r, h, e, m);
		if (c.added - terms->extra > room)
			continue;
		c.cost = h->cost + c.added;
		c.move = *m;
		heap_add(heap, &c);
	}
}

void continue_reading(struct readings *r, const struct reading *h, const struct terms *terms, struct heap *heap)
{
	struct evidence e;
	struct game_moves moves;
	struct candidate c = {
		.from = h,
		.side = h->side,
		.move = { .from = GAME_NO_SQUARE, .to = GAME_NO_SQUARE },
		.kind = TURN_NO_MOVE,
		.own = COST_NO_MOVE,
	};

	gather_evidence(r, h, (enum side)h->side, &e);
	r->game->moves(&h->pos, &moves);
	r->work += moves.count;
	collect_legal(r, h, &e, &moves, terms, heap);
	c.added = c.own + terms->extra + e.noise_sum + e.early;
	c.cost = h->cost + c.added;
	/* without a lever nothing shows that a turn ended without a move, unless there is no move */
	if ((r->setup.has_lever && !terms->legal_only) || !moves.count)
		heap_add(heap, &c);
	if (terms->legal_only)
		return;
	/* a costly legal move is not clear where an illegal one explains as much */
	if (terms->waited || heap->best > h->cost + COST_ILLEGAL_SEEN - CLEAR_GAP)
		collect_illegal(r, h, &e, &moves, terms->extra, heap);
	else
		collect_castling(r, h, &e, &moves, terms->extra, heap);
	if (terms->ignoring >= 0) {
		c.kind = TURN_IGNORED;
		c.own = terms->ignoring;
		c.added = terms->ignoring + e.noise_sum;
		c.cost = h->cost + c.added;
		heap_add(heap, &c);
	}
}

/* Is the cheapest continuation much cheaper than any other move? Waiting reveals nothing about the turns before. */
bool continuation_is_clear(const struct heap *heap, int most)
{
	const struct candidate *best = NULL;
	int second = INT32_MAX;

	for (unsigned i = 0; i < heap->count; i++)
		if (!best || heap->place[i].cost < best->cost)
			best = heap_see(heap, i);
	if (!best || best->kind != TURN_LEGAL || best->own > CLEAR_OWN || best->added > most)
		return false;
	for (unsigned i = 0; i < heap->count; i++) {
		const struct candidate *c = heap_see(heap, i);

		if (c->cost < second && (c->kind != best->kind || c->move.from != best->move.from ||
					 c->move.to != best->move.to || c->move.promotion != best->move.promotion))
			second = c->cost;
	}
	return second - best->cost >= CLEAR_GAP;
}

/* Of those that cost the same the one that gives less away is the likelier, however much that is. */
static bool is_dearer(const struct heap *heap, const struct place *a, const struct place *b)
{
	return a->cost > b->cost || (a->cost == b->cost && heap->c[a->at].given > heap->c[b->at].given);
}

/* Where the sensors leave several continuations open, how people play decides: they rarely give pieces away. */
void continuations_weigh_blunders(struct readings *r, struct heap *heap)
{
	if (!r->game->exchange_loss || heap->count < 2 || heap->place[1].cost > heap->place[0].cost + CONSIDER)
		return;
	for (unsigned i = 0; i < heap->count; i++) {
		struct candidate *c = heap_at(heap, i);
		int loss;

		c->given = 0;
		if (c->kind != TURN_LEGAL || c->cost > heap->place[0].cost + KEEP / 2)
			continue;
		loss = blunder_cost(r, &c->from->pos, &c->move, &c->given);
		c->cost += loss;
		c->added += loss;
		c->blunder = loss;
		heap->place[i].cost = c->cost;
	}
	/* cheapest first again */
	for (unsigned i = 1; i < heap->count; i++) {
		struct place p = heap->place[i];
		unsigned j = i;

		for (; j && is_dearer(heap, &heap->place[j - 1], &p); j--)
			heap->place[j] = heap->place[j - 1];
		heap->place[j] = p;
	}
}
