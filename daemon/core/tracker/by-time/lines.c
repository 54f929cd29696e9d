/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/by-time/lines.h"
#include "daemon/core/tracker/by-time/mismatch-cost.h"
#include "daemon/core/tracker/by-time/simple-move.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/turn-tree.h"

enum {
	COST_MOVE = 3,
	COST_BEGUN_BEFORE = 8, /* the piece was away long before */
	COST_FROM_NOWHERE = 15,
	COST_UNSEEN_EXCHANGE = 22, /* presence only: taken, and the square never changed */
	COST_HALF_SEEN = 6,
	COST_TARGET_FIRST = 12,
	COST_ORDER = 5, /* another piece came to stand before this one */
	EXCHANGE_US = 4000000,
	RECENT_US = 5000000,
	ORDER_US = 150000,
	LONG_WRONG_US = 1000000,
	WORK_TRIED = 2, /* trying a move, in moves considered */
};

static int64_t time_of(const struct readings *r, uint32_t number)
{
	return number && number + HISTORY > r->changes ? r->change[number % HISTORY].t_us : INT64_MIN / 2;
}

/* Numbers of the last lift from a square and of the last piece put there. */
static uint32_t lifted(const struct readings *r, unsigned square)
{
	return r->sensor[square] == '.' ? r->number[square] : r->before[square];
}

static uint32_t put_down(const struct readings *r, unsigned square)
{
	return r->sensor[square] == '.' ? r->before[square] : r->number[square];
}

/* Presence only: were the pieces on the goal exchanged? *whole: that was seen. */
static int exchange_cost(const struct readings *r, const struct reading *h, const struct game_move *m, int64_t t_us,
			 bool *whole)
{
	bool retakes = h->roles & square_bit(m->to);
	uint32_t off = lifted(r, m->to), on = put_down(r, m->to), from = lifted(r, m->from);
	uint32_t after = retakes ? h->explained_upto : r->position_change;
	bool off_seen = off > after && (retakes || t_us - time_of(r, off) < EXCHANGE_US),
	     on_seen = on > after && (retakes || t_us - time_of(r, on) < EXCHANGE_US);

	*whole = off_seen && on_seen;
	if (*whole && on > off)
		return on < from && time_of(r, from) - time_of(r, on) > ORDER_US ? COST_TARGET_FIRST : 0;
	return off_seen || on_seen ? COST_HALF_SEEN : COST_UNSEEN_EXCHANGE;
}

/* What a piece cost that was away while another hand seemed to hold it: it was taken, and that explains it. */
static int paid_for(const struct reading *h, unsigned square)
{
	return h->paid[square] / 2;
}

/* In units of cost, but for what the move gives away. *whole: nobody needs to know that. */
static int cost_by_changes(const struct readings *r, const struct reading *h, const struct game_move *m, int64_t t_us,
			   bool *whole)
{
	uint32_t from = lifted(r, m->from), to = put_down(r, m->to);
	bool unnamed = is_unnamed(r, m->to);
	int cost = COST_MOVE;

	*whole = true;
	if (from <= h->explained_upto && t_us - time_of(r, from) >= RECENT_US)
		cost += COST_BEGUN_BEFORE;
	if (m->captured & square_bit(m->to)) {
		if (unnamed)
			cost += exchange_cost(r, h, m, t_us, whole) - (*whole ? paid_for(h, m->to) : 0);
	} else if (m->from != m->to && to <= h->explained_upto && t_us - time_of(r, to) >= RECENT_US) {
		cost += COST_FROM_NOWHERE;
	}
	if (m->promotion)
		cost += promotion_cost(r, m->promotion, promotion_named(r, h, m));
	return cost < 0 ? 0 : cost;
}

int move_blunder(const struct readings *r, struct reading *h, const struct game_move *m)
{
	if (!r->game->best_exchange)
		return 0;
	if (h->exchange < 0)
		h->exchange = (int16_t)r->game->best_exchange(&h->pos);
	return blunder_cost_beside(r, &h->pos, m, h->exchange);
}

unsigned line_cost(const struct readings *r, struct reading *h, const struct game_move *m, int64_t t_us)
{
	bool whole;
	int cost = cost_by_changes(r, h, m, t_us, &whole);

	return (unsigned)(whole ? cost : cost + move_blunder(r, h, m)) * 100;
}

/* Which reading gives way to another when there is no room. */
struct room {
	const struct reading *worst; /* the costliest that may be given up; NULL: none may, or there is room */
	int32_t limit;		     /* a reading has a place if it costs less than this, whatever it is */
};

static void find_room(const struct readings *r, struct room *ret)
{
	int32_t most = INT32_MIN;

	ret->worst = NULL;
	ret->limit = INT32_MAX;
	if (r->count < BEAM_WIDTH)
		return;
	for (unsigned i = 0; i < BEAM_WIDTH; i++)
		if (r->beam[i].cost > most && r->beam[i].node != r->reported) {
			most = r->beam[i].cost;
			ret->worst = &r->beam[i];
		}
	ret->limit = most;
}

/* The place for a reading of that position: the one that costs more already, a free one, or the costliest. NULL: it
 * costs too much. */
static struct reading *place_for(struct readings *r, uint64_t key, unsigned ply, unsigned side, squares_t roles,
				 int32_t cost, const struct room *room)
{
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = &r->beam[i];

		if (h->key == key && h->ply == ply && h->roles == roles && h->side == side)
			return h->cost <= cost || h->node == r->reported ? NULL : h;
	}
	if (r->count < BEAM_WIDTH)
		return &r->beam[r->count];
	return room->worst && room->worst->cost > cost ? &r->beam[room->worst - r->beam] : NULL;
}

/* The node of a move of a piece after parent, which it holds from then on. NO_NODE: there is no room. */
static uint16_t add_node(struct readings *r, uint16_t parent, unsigned ply, enum side side, char piece,
			 const struct game_move *m, int64_t t_us)
{
	uint16_t i = node_new(r);

	if (i == NO_NODE)
		return NO_NODE;
	r->node[i] = (struct node){
		.from = m->from,
		.to = m->to,
		.promotion = m->promotion,
		.flags = m->flags,
		.rook_from = m->rook_from,
		.captured = m->captured,
		.t_us = t_us,
		.stood_us = 0,
		.parent = parent,
		.refs = 1,
		.ply = (uint16_t)ply,
		.side = side & 1u,
		.kind = TURN_LEGAL,
		.piece = piece,
	};
	return i;
}

static void play_line(struct readings *r, struct reading *line, const struct game_move *m)
{
	line->ply++;
	line->roles = m->captured | square_bit(m->from) | square_bit(m->to);
	r->game->play(&line->pos, m);
	if (move_is_simple(r, m)) {
		play_on_squares(line, m, mismatch_after(r, line, m));
		line->key = r->game->key(&line->pos);
		return;
	}
	if (m->flags & GAME_MOVE_CASTLING) {
		char before[GAME_MAX_SQUARES];

		memcpy(before, line->expected, sizeof(before));
		reading_expect(r, line);
		for (unsigned q = 0; q < r->game->squares; q++)
			if (before[q] != line->expected[q])
				line->roles |= square_bit(q);
		return;
	}
	reading_expect(r, line);
}

/* What has been wrong for long is no move in the making. */
static void note_wrong(const struct readings *r, const struct reading *before, struct reading *line, int64_t t_us)
{
	memset(line->paid, 0, sizeof(line->paid));
	line->mismatch_last = 0;
	for (squares_t wrong = line->mismatch & ~line->roles; wrong; wrong &= wrong - 1) {
		unsigned q = (unsigned)__builtin_ctzll(wrong);

		line->paid[q] = before->paid[q];
		if (before->mismatch & square_bit(q) && t_us - r->since[q] > LONG_WRONG_US)
			line->mismatch_last |= square_bit(q);
	}
	for (squares_t stuck = line->stuck; stuck; stuck &= stuck - 1)
		line->paid[__builtin_ctzll(stuck)] = before->paid[__builtin_ctzll(stuck)];
	line->mismatch_twice = line->mismatch_last;
}

/* The place is the reading's, which holds its node, and continues before. */
static void take_place(struct readings *r, struct reading *place)
{
	if (place == &r->beam[r->count])
		r->count++;
	else
		node_release(r, place->node);
}

/* It has come to its place. */
static void settle(struct readings *r, const struct reading *before, struct reading *line, int64_t t_us,
		   struct room *room)
{
	line->explained_upto = r->changes;
	line->moved_us = t_us;
	line->continued = false;
	note_wrong(r, before, line, t_us);
	r->lines_added = true;
	find_room(r, room);
}

/* Of squares that moves after h have changed: those that show otherwise, and whose sensors have said nothing since. */
static squares_t silent_squares(const struct readings *r, const struct reading *h, squares_t changed)
{
	squares_t silent = 0;

	for (; changed; changed &= changed - 1)
		if (r->number[__builtin_ctzll(changed)] <= h->explained_upto)
			silent |= changed & -changed;
	return silent;
}

/* The reading after these moves of h, where it is now; NULL: nowhere. */
static const struct reading *put_line(struct readings *r, const struct reading *h, const struct game_move *moves,
				      unsigned count, unsigned hundredths, int64_t t_us, struct room *room)
{
	struct reading line, before, *place;
	char piece[LINES_MOVES];
	uint16_t node = h->node;
	squares_t changed = 0;

	line = *h;
	add_cost(&line, hundredths);
	for (unsigned i = 0; i < count; i++) {
		r->work += WORK_READING;
		piece[i] = line.expected[moves[i].from];
		play_line(r, &line, &moves[i]);
		changed |= line.roles;
	}
	line.stuck |= silent_squares(r, h, changed & line.mismatch);
	place = place_for(r, line.key, line.ply, line.side, line.roles, line.cost, room);
	if (!place)
		return NULL;
	node_hold(r, node);
	for (unsigned i = 0; i < count; i++) {
		enum side side = (enum side)((h->side + i) & 1u);

		line.node = add_node(r, node, h->ply + i, side, piece[i], &moves[i], t_us);
		if (line.node == NO_NODE) {
			node_release(r, node);
			return NULL;
		}
		node = line.node;
	}
	before = *h; /* it may be what gives way */
	take_place(r, place);
	*place = line;
	settle(r, &before, place, t_us, room);
	return place;
}

bool line_has_room(const struct readings *r, const struct reading *h, unsigned hundredths)
{
	struct room room;

	find_room(r, &room);
	return h->cost + (int32_t)((h->cost_part + hundredths) / 100) < room.limit;
}

bool add_line(struct readings *r, const struct reading *h, const struct game_move *moves, unsigned count,
	      unsigned hundredths, int64_t t_us)
{
	struct room room;

	find_room(r, &room);
	return h->cost + (int32_t)((h->cost_part + hundredths) / 100) < room.limit &&
	       put_line(r, h, moves, count, hundredths, t_us, &room);
}

bool add_irregular_turn(struct readings *r, const struct reading *h, const struct node *turn,
			const struct game_position *after, unsigned hundredths, int64_t t_us)
{
	struct reading line = *h, before, *place;
	struct room room;
	uint16_t i;

	find_room(r, &room);
	add_cost(&line, hundredths);
	r->work += WORK_READING;
	line.pos = *after;
	reading_expect(r, &line);
	line.ply++;
	line.roles = 0;
	for (unsigned q = 0; q < r->game->squares; q++)
		if (line.expected[q] != h->expected[q])
			line.roles |= square_bit(q);
	place = place_for(r, line.key, line.ply, line.side, line.roles, line.cost, &room);
	i = place ? node_new(r) : NO_NODE;
	if (i == NO_NODE)
		return false;
	r->node[i] = *turn;
	r->node[i].t_us = t_us;
	r->node[i].stood_us = 0;
	r->node[i].parent = h->node;
	r->node[i].refs = 1;
	r->node[i].ply = h->ply;
	node_hold(r, h->node);
	line.node = i;
	before = *h;
	take_place(r, place);
	*place = line;
	settle(r, &before, place, t_us, &room);
	return true;
}

/* Did another piece of the side to move come to stand before the one that makes this move? */
static bool out_of_order(const struct readings *r, const struct reading *h, const struct game_move *m)
{
	for (squares_t rest = h->mismatch & ~(square_bit(m->from) | square_bit(m->to) | m->captured); rest;
	     rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.' && h->expected[q] == '.' && put_down(r, q) > h->explained_upto &&
		    put_down(r, q) < put_down(r, m->to) &&
		    (is_unnamed(r, q) || r->game->piece_side(r->sensor[q]) == (enum side)h->side))
			return true;
	}
	return false;
}

/* A pawn on the last rank may wait to be exchanged. */
static bool goal_agrees(const struct readings *r, const struct reading *h, const struct game_move *m)
{
	char is = r->sensor[m->to];

	if (is == '.')
		return false;
	if (square_agrees(r, m->promotion ? m->promotion : h->expected[m->from], is))
		return true;
	return m->promotion && r->game->piece_side(is) == (enum side)h->side && promotion_cost(r, m->promotion, 0) == 0;
}

/* May a move of the piece change that square, although it neither leaves nor reaches it? That of a castled rook, that
 * of a pawn taken in passing. */
static bool moves_others(char piece, char expected)
{
	if (piece == 'K' || piece == 'k')
		return expected == '.' || expected == piece - 'K' + 'R';
	return (piece == 'P' || piece == 'p') && (expected == 'P' || expected == 'p') && expected != piece;
}

/* A pawn that was promoted is another piece. */
static bool may_become(const struct readings *r, char piece, char is)
{
	return (piece == 'P' || piece == 'p') && r->game->piece_side(is) == r->game->piece_side(piece);
}

/*
 * The pieces of which a move may stand now that only the squares of hot have changed: of those that are away, or, as in
 * a capture in a ring and in castling where the king stays, of those that may come back to where they were.
 */
static squares_t movers(const struct readings *r, const struct reading *h, squares_t hot)
{
	squares_t own = h->pieces[h->side & 1u], away = h->mismatch & own, able = 0;
	unsigned square = (unsigned)__builtin_ctzll(hot);
	char is = r->sensor[square];

	if (r->game->path_squares)
		return own;
	if (r->game->starts) {
		for (; own; own &= own - 1)
			if (strchr("Kk", h->expected[__builtin_ctzll(own)]))
				away |= own & -own;
		return away;
	}
	/* it may be any of them that came to a square whose sensor does not say which */
	if (hot & (hot - 1) || (is != '.' && is_unnamed(r, square)))
		return away;
	/* it has left this square, or come to it */
	for (squares_t rest = away; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (q == square || moves_others(h->expected[q], h->expected[square]) ||
		    (is != '.' && (square_agrees(r, h->expected[q], is) || may_become(r, h->expected[q], is))))
			able |= square_bit(q);
	}
	return able;
}

/* Is any piece of the side to move away, without which none of its moves stands; and is the reading cheap enough? */
static bool may_go_on(const struct readings *r, const struct reading *h)
{
	return h->mismatch & h->pieces[h->side & 1u] && h->cost + COST_MOVE <= r->beam[0].cost + LINES_KEEP;
}

/* Does the move stand, and is it another one than before the squares of hot changed? */
static bool stands_now(const struct readings *r, const struct reading *h, const struct game_move *m, squares_t hot,
		       bool only_whole)
{
	squares_t own = square_bit(m->from) | square_bit(m->to) | m->captured;

	if ((!(h->mismatch & square_bit(m->from)) && m->from != m->to) || !goal_agrees(r, h, m) ||
	    (!(hot & own) && !(m->flags & GAME_MOVE_CASTLING)))
		return false;
	/* a position was set: what stood before is no move; of a castling the king may stay */
	if (put_down(r, m->to) <= r->position_change &&
	    lifted(r, m->flags & GAME_MOVE_CASTLING && m->from == m->to ? m->rook_from : m->from) <= r->position_change)
		return false;
	return !only_whole || !(h->mismatch & ~own) || m->flags & GAME_MOVE_CASTLING;
}

/* A reading that is being continued. */
struct continued {
	struct reading *h;   /* where it is; the copy, when another has taken its place */
	uint32_t children;   /* the readings (bits) that continue it by a legal move */
	struct room *room;   /* for all that are continued now */
	struct reading copy; /* not written before that */
};

_Static_assert(BEAM_WIDTH <= 32, "a bit for each reading");

static uint32_t children_of(const struct readings *r, const struct reading *h)
{
	uint32_t children = 0;

	/* held by nobody else, it has none */
	if (h->node != NO_NODE && r->node[h->node].refs == 1)
		return 0;
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *o = &r->beam[i];

		if (o->node != NO_NODE && r->node[o->node].parent == h->node && o->ply == h->ply + 1u &&
		    r->node[o->node].kind == TURN_LEGAL)
			children |= UINT32_C(1) << i;
	}
	return children;
}

/* Is it continued by the move already, at no more than that? */
static bool is_continued_by(const struct readings *r, const struct continued *c, const struct game_move *m, int cost)
{
	for (uint32_t rest = c->children; rest; rest &= rest - 1) {
		const struct reading *o = &r->beam[__builtin_ctz(rest)];
		const struct node *n = &r->node[o->node];

		if (n->from == m->from && n->to == m->to && n->promotion == m->promotion && n->flags == m->flags &&
		    n->captured == m->captured)
			return o->cost <= cost;
	}
	return false;
}

/* The reading after that move, of a single piece, where it is now; NULL: nowhere. */
static const struct reading *put_move(struct readings *r, struct continued *c, const struct game_move *m,
				      unsigned hundredths, int64_t t_us)
{
	const struct reading *h = c->h;
	struct game_position pos = h->pos;
	squares_t roles = m->captured | square_bit(m->from) | square_bit(m->to), wrong = mismatch_after(r, h, m);
	squares_t silent = silent_squares(r, h, roles & wrong);
	unsigned sum = h->cost_part + hundredths;
	struct reading *place;
	uint64_t key;
	uint16_t node;

	r->work += WORK_READING;
	r->game->play(&pos, m);
	key = r->game->key(&pos);
	place = place_for(r, key, h->ply + 1u, (h->side & 1u) ^ 1u, roles, h->cost + (int32_t)(sum / 100), c->room);
	node = place ? add_node(r, h->node, h->ply, (enum side)(h->side & 1u), h->expected[m->from], m, t_us) : NO_NODE;
	if (node == NO_NODE)
		return NULL;
	node_hold(r, h->node);
	if (place == h) {
		reading_copy(&c->copy, h);
		h = c->h = &c->copy;
	}
	take_place(r, place);
	if (place != h)
		reading_copy(place, h);
	place->pos = pos;
	play_on_squares(place, m, wrong);
	place->key = key;
	place->ply++;
	place->roles = roles;
	place->node = node;
	place->stuck |= silent;
	add_cost(place, hundredths);
	settle(r, h, place, t_us, c->room);
	return place;
}

static void continue_by_move(struct readings *r, struct continued *c, const struct game_move *m, int64_t t_us)
{
	struct reading *h = c->h;
	const struct reading *added;
	bool whole;
	int cost = cost_by_changes(r, h, m, t_us, &whole) + (out_of_order(r, h, m) ? COST_ORDER : 0);
	int32_t most = r->beam[0].cost + LINES_KEEP;

	if (m->promotion && promotion_named(r, h, m) == m->promotion)
		cost = exchanged_promotion_cost(r, h, c->children, m, cost);
	r->work += WORK_TRIED;
	if (h->cost + cost > most || h->cost + cost >= c->room->limit || is_continued_by(r, c, m, h->cost + cost))
		return;
	if (!whole)
		cost += move_blunder(r, h, m);
	if (h->cost + cost > most || h->cost + cost >= c->room->limit)
		return;
	if (move_is_simple(r, m)) {
		added = put_move(r, c, m, (unsigned)cost * 100, t_us);
	} else {
		if (h != &c->copy)
			c->copy = *h;
		c->h = &c->copy;
		added = put_line(r, &c->copy, m, 1, (unsigned)cost * 100, t_us, c->room);
	}
	if (added)
		c->children |= UINT32_C(1) << (added - r->beam);
}

/* standing: the squares on which the sensors show a piece; unnamed: those that do not say which. */
static void continue_line(struct readings *r, struct reading *from, squares_t hot, squares_t standing,
			  squares_t unnamed, bool only_whole, struct room *room, int64_t t_us)
{
	/* where it came to, it shows itself: that is not what was expected there */
	struct game_choice choice = { .onto = standing & (from->mismatch | unnamed), .through = hot };
	struct game_moves moves;
	struct continued c;
	bool begun = false;

	choice.from = movers(r, from, hot);
	if (!choice.from)
		return;
	r->game->some_moves(&from->pos, &choice, &moves);
	r->work += moves.count;
	c.h = from;
	c.room = room;
	for (unsigned i = 0; i < moves.count && !work_is_exhausted(r); i++) {
		if (!stands_now(r, c.h, &moves.move[i], hot, only_whole))
			continue;
		if (!begun)
			c.children = children_of(r, from);
		begun = true;
		continue_by_move(r, &c, &moves.move[i], t_us);
	}
}

static squares_t unnamed_squares(const struct readings *r)
{
	squares_t unnamed = 0;

	if (r->setup.sensors == TRACKER_PRESENCE)
		return ~UINT64_C(0);
	for (unsigned q = 0; q < r->game->squares; q++)
		if (r->sensor[q] == '?')
			unnamed |= square_bit(q);
	return unnamed;
}

void continue_lines(struct readings *r, unsigned square, bool only_whole, int64_t t_us)
{
	squares_t all = ~UINT64_C(0), standing = ~empty_squares(r->sensor), unnamed = unnamed_squares(r);
	struct room room;

	find_room(r, &room);
	for (unsigned i = 0; i < r->count && !work_is_exhausted(r); i++) {
		squares_t hot = r->beam[i].continued && square != GAME_NO_SQUARE ? square_bit(square) : all;

		r->beam[i].continued = true;
		if (may_go_on(r, &r->beam[i]))
			continue_line(r, &r->beam[i], hot, standing, unnamed, only_whole, &room, t_us);
	}
	/* a place that was taken has a reading that is not continued yet */
	for (unsigned i = 0; i < r->count && !work_is_exhausted(r); i++)
		if (!r->beam[i].continued) {
			r->beam[i].continued = true;
			if (may_go_on(r, &r->beam[i]))
				continue_line(r, &r->beam[i], all, standing, unnamed, only_whole, &room, t_us);
		}
}
