/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a reading may go on at a press: legal moves, others, none; and what each assumes. */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/reading/cheapest.h"

enum {
	COST_NO_MOVE = 90,	/* pressed without a move */
	COST_ILLEGAL = 85,	/* a move against the rules */
	COST_ILLEGAL_SEEN = 62, FEW = 24,	/* … of which every change was seen, in order, and hardly another one */
	COST_QUEEN_PERHAPS = 20,	/* … of a king that goes as a queen, where the two may stand swapped */
	COST_ILLEGAL_CASTLING = 50, COST_KING_TAKEN = 40,	/* … that nothing else looks like */
	COST_LESSER_MAN = 45,	/* promoted to less than the best, unseen */
	COST_PAWN = 4, COST_BLUNDER = 16,	/* what players rarely give away */
	OFTEN = 10,		/* changes of a square, bounces among them */
	CONSIDER = 30,		/* readings nearer than this */
	UNTOUCHED = 40,		/* the least that a man's move assumes whom nobody lifted: castling, the rook first */
};

/* Of men a pawn may become, the supposed one is the last before the king in the game's list: the others cost. */
int promotion_cost(const struct reader *r, char piece, bool seen)
{
	const char *p = strchr(r->game->pieces, piece);
	enum side side = r->game->piece_side(piece);

	if (seen || !p || !p[1])
		return 0;
	/* is there a better one of this side after it? */
	return r->game->piece_side(p[1]) == side && p[2] && r->game->piece_side(p[2]) == side ? COST_LESSER_MAN : 0;
}

/* King and rook stand as castled, and it was no legal castling. */
static void collect_castling(struct reader *r, const struct reading *h, const struct evidence *e, const struct game_moves *moves,
			     int extra, struct heap *heap)
{
	struct candidate c = { .from = h, .kind = TURN_ILLEGAL, .side = h->side };
	squares_t fresh = fresh_squares(r, h), gone = 0, came = 0;

	if (r->game->width != 8 || r->game->irregular || __builtin_popcountll(fresh) < 4)
		return;
	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] == '.')
			gone |= square_bit(q);
		else
			came |= square_bit(q);
	}
	for (squares_t rest = gone; rest; rest &= rest - 1) {
		unsigned from = (unsigned)__builtin_ctzll(rest);

		if (r->game->piece_side(h->want[from]) != (enum side)h->side || (h->want[from] != 'K' && h->want[from] != 'k'))
			continue;
		for (int way = -2; way <= 2; way += 4) {
			unsigned to = from + (unsigned)way, passed = (from + to) / 2, rook;
			bool legal = false;

			if (to >= 64 || to / 8 != from / 8 || !(came & square_bit(to)) || !(came & square_bit(passed)))
				continue;
			rook = castling_rook(h->want, from, to);
			if (rook == GAME_NO_SQUARE || !(gone & square_bit(rook)) || !square_agrees(r, h->want[from], r->sensor[to]) ||
			    !square_agrees(r, h->want[rook], r->sensor[passed]))
				continue;
			for (unsigned i = 0; i < moves->count && !legal; i++)
				legal = moves->move[i].from == from && moves->move[i].to == to;
			if (legal)
				continue;
			c.move = (struct game_move){ .from = (uint8_t)from, .to = (uint8_t)to, .flags = GAME_MOVE_CASTLING };
			c.own = COST_ILLEGAL_CASTLING;
			c.added = c.own + extra + weigh_rest(r, h, e, &c.move, true,
							     square_bit(from) | square_bit(to) | square_bit(passed) | square_bit(rook));
			c.cost = h->cost + c.added;
			heap_add(heap, &c);
		}
	}
}

/* A king that stood in check was lifted and the man came to stand there. */
static bool takes_king(const struct reader *r, const struct reading *h, const struct evidence *e, unsigned from, unsigned to)
{
	return (h->want[to] == 'K' || h->want[to] == 'k') && r->game->piece_side(h->want[to]) == other_side((enum side)h->side) &&
	       (e->seen & square_bit(to)) && e->last_place[to] > e->last_lift[from] && r->game->fault &&
	       r->game->in_check(&h->pos, other_side((enum side)h->side)) &&
	       r->game->fault(&h->pos, from, to) == TURN_FAULT_KING_TAKEN;
}

/* Wrong at the last press, and not at the one before: what a hand did that began early. */
static squares_t made_early(const struct reading *h)
{
	return h->bad & h->bad1 & ~h->bad2;
}

/* Did the man leave, and then one come to its goal: on an empty square, or where another had been lifted? */
static bool seen_whole(const struct reader *r, const struct reading *h, const struct evidence *e, unsigned from, unsigned to)
{
	squares_t both = square_bit(from) | square_bit(to), seen = e->seen & both;
	int64_t left_us = seen & square_bit(from) ? e->last_lift[from] : r->since[from];
	int64_t came_us = seen & square_bit(to) ? e->last_place[to] : r->since[to];

	/* a square that goes on and off was not seen to do anything */
	if (((seen | made_early(h)) & both) != both || (seen & square_bit(from) && e->changes[from] > OFTEN) ||
	    (seen & square_bit(to) && e->changes[to] > OFTEN))
		return false;
	if (h->want[to] != '.' && (!(seen & square_bit(to)) || e->last_lift[to] == INT64_MIN) && !(h->bad & square_bit(to)))
		return false;
	return came_us != INT64_MIN && left_us <= came_us + (int64_t)r->setup.scan_us;
}

/* A king that goes far is perhaps a queen: another reading says so. */
static bool queen_perhaps(struct reader *r, const struct reading *h, unsigned from, unsigned to)
{
	if (!r->setup.swapped_kq || (h->want[from] | 0x20) != 'k' || square_distance(r->game, from, to) < 2)
		return false;
	for (unsigned i = 0; i < r->count; i++)
		if (beam_reading(r, i)->swapped != h->swapped)
			return true;
	return false;
}

/* Moves against the rules: one man went, and one came or one was exchanged. */
static void collect_illegal(struct reader *r, const struct reading *h, const struct evidence *e,
			    const struct game_moves *moves, int extra, struct heap *heap)
{
	squares_t fresh = fresh_squares(r, h), gone = 0, came = 0, taken = 0;
	squares_t goals[GAME_MAX_SQUARES];
	unsigned from, to;
	struct candidate c = { .from = h, .kind = TURN_ILLEGAL, .side = h->side };

	collect_castling(r, h, e, moves, extra, heap);
	goals_of(moves, goals);
	fresh |= made_early(h);
	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			came |= square_bit(q);
		else if (r->game->irregular && r->game->piece_side(h->want[q]) == other_side((enum side)h->side))
			taken |= square_bit(q);
		else
			gone |= square_bit(q);
	}
	if (!gone) {
		gone = taken;
		taken = 0;
	}
	/* a man that was never put back, and was moved on from where it should not be */
	if (!gone && came)
		for (squares_t rest = h->bad & ~fresh; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			if (r->sensor[q] == '.' && r->game->piece_side(h->want[q]) == (enum side)h->side)
				gone |= square_bit(q);
		}
	if (__builtin_popcountll(gone) > 3 || __builtin_popcountll(came) > 3)
		return;
	for (; gone; gone &= gone - 1) {
		bool own;

		from = (unsigned)__builtin_ctzll(gone);
		own = r->game->piece_side(h->want[from]) == (enum side)h->side;
		for (squares_t rest = came | (came ? 0 : e->seen & ~h->bad); rest; rest &= rest - 1) {
			int cost, others;

			to = (unsigned)__builtin_ctzll(rest);
			r->work++;
			if (to == from || r->sensor[to] == '.' ||
			    (r->setup.sensors == TRACKER_PIECE_ID && !square_agrees(r, h->want[from], r->sensor[to])))
				continue;
			if (goals[from] & square_bit(to))
				continue;
			/* without a lever that is a man knocked, and put back before long */
			if (!r->setup.has_lever && !own)
				continue;
			c.move = (struct game_move){ .from = (uint8_t)from, .to = (uint8_t)to, .captured = taken };
			others = weigh_rest(r, h, e, &c.move, true, square_bit(from) | square_bit(to) | taken);
			if (own && others <= FEW && seen_whole(r, h, e, from, to))
				cost = COST_ILLEGAL_SEEN;
			else
				cost = COST_ILLEGAL + (came ? 0 : 10);
			if (queen_perhaps(r, h, from, to))
				cost += COST_QUEEN_PERHAPS;
			if (!own)
				cost += 30;
			/* a sensor that names the man leaves no doubt */
			if (r->game->piece_side(h->want[to]) == (enum side)h->side && r->setup.sensors == TRACKER_PRESENCE)
				cost += 10;
			if (takes_king(r, h, e, from, to))
				cost = COST_KING_TAKEN;
			c.own = cost;
			c.added = cost + extra + others;
			c.cost = h->cost + c.added;
			heap_add(heap, &c);
		}
	}
}

/* Continuations that cost more than this are given up anyway. */
static int32_t too_dear(const struct heap *heap)
{
	int32_t dear = heap->best < INT32_MAX - KEEP ? heap->best + KEEP : INT32_MAX;

	return heap->count == heap->room && heap->place[0].cost <= dear ? heap->place[0].cost - 1 : dear;
}

void continue_all(struct reader *r, const struct reading *h, bool waited, int extra, int ignoring, struct heap *heap)
{
	struct evidence e;
	struct game_moves moves;
	struct candidate c = { .from = h, .side = h->side };

	gather(r, h, (enum side)h->side, &e);
	r->game->moves(&h->pos, &moves);
	r->work += moves.count;
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];
		struct effect effect;
		squares_t roles;
		int32_t room = too_dear(heap) - h->cost - extra;

		/* most moves are of men that nobody touched */
		if (room < UNTOUCHED && !((e.seen | h->bad) & square_bit(m->from)))
			continue;
		c.kind = TURN_LEGAL;
		if (weigh_untouched(r, &e, m, waited, &c.own)) {
			if (c.own > room)
				continue;
			roles = square_bit(m->from) | square_bit(m->to);
		} else {
			effect_of(r, h, m, &effect);
			c.own = weigh_move(r, h, &e, m, &effect, waited, &roles);
			if (c.own > room)
				continue;
		}
		c.added = c.own + extra + weigh_begin(r, &e, m) + weigh_rest(r, h, &e, m, waited, roles);
		if (m->promotion)
			c.added += promotion_cost(r, m->promotion, r->sensor[m->to] == m->promotion);
		if (c.added - extra > room)
			continue;
		c.cost = h->cost + c.added;
		c.move = *m;
		heap_add(heap, &c);
	}
	c.move = (struct game_move){ .from = GAME_NO_SQUARE, .to = GAME_NO_SQUARE };
	c.kind = TURN_NO_MOVE;
	c.own = COST_NO_MOVE;
	c.added = c.own + extra + e.noise_sum + e.early;
	c.cost = h->cost + c.added;
	/* without a lever nobody says that a turn is over without a move, unless there is none */
	if ((r->setup.has_lever && !r->legal_only) || !moves.count)
		heap_add(heap, &c);
	if (r->legal_only)
		return;
	/* a dear legal move is not clear where an illegal one explains as much */
	if (waited || heap->best > h->cost + COST_ILLEGAL_SEEN - CLEAR_GAP)
		collect_illegal(r, h, &e, &moves, extra, heap);
	else
		collect_castling(r, h, &e, &moves, extra, heap);
	if (ignoring >= 0) {
		c.kind = TURN_IGNORED;
		c.own = ignoring;
		c.added = ignoring + e.noise_sum;
		c.cost = h->cost + c.added;
		heap_add(heap, &c);
	}
}

/* Is the cheapest continuation much cheaper than any other move? Waiting tells nothing of the turns before. */
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

int blunder_cost(const struct reader *r, const struct game_position *pos, const struct game_move *move)
{
	int loss = r->game->loss(pos, move) * COST_PAWN / 10;

	return loss < COST_BLUNDER ? loss : COST_BLUNDER;
}

/* Where the sensors leave several continuations open, players tell something too: they rarely give men away. */
void continuations_weigh_players(struct reader *r, struct heap *heap)
{
	if (!r->game->loss || heap->count < 2 || heap->place[1].cost > heap->place[0].cost + CONSIDER)
		return;
	for (unsigned i = 0; i < heap->count; i++) {
		struct candidate *c = heap_at(heap, i);
		int loss;

		if (c->kind != TURN_LEGAL || c->cost > heap->place[0].cost + KEEP / 2)
			continue;
		loss = blunder_cost(r, &c->from->pos, &c->move);
		c->cost += loss;
		c->added += loss;
		heap->place[i].cost = c->cost;
	}
	/* cheapest first again */
	for (unsigned i = 1; i < heap->count; i++) {
		struct place p = heap->place[i];
		unsigned j = i;

		for (; j && heap->place[j - 1].cost > p.cost; j--)
			heap->place[j] = heap->place[j - 1];
		heap->place[j] = p;
	}
}
