/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/by-time/irregular-turns.h"
#include "daemon/core/tracker/by-time/lines.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/illegal-moves.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/reading/unnamed-pieces.h"

enum {
	FROM_LINES = 3, /* the cheapest readings only */
	COST_ILLEGAL = 65,
	COST_ILLEGAL_CASTLING = 50,
	COST_ILLEGAL_EXCHANGE = 40, /* … which is seen: no other move explains that */
	HAD_STOOD_US = 1000000,
	COST_UNREADABLE = 100,
	COST_PLAYED_ON = 80, /* … where it seemed that nobody plays any more */
	MOST_SQUARES = 6,    /* that are otherwise, an illegal move and its reply */
};

/* The piece of from, which is away, stands on to. */
static bool stands_on(const struct readings *r, const struct reading *h, unsigned from, unsigned to)
{
	return from != to && r->sensor[from] == '.' && r->sensor[to] != '.' && r->number[from] > r->position_change &&
	       r->number[to] > r->position_change && r->game->piece_side(h->expected[from]) == (enum side)h->side &&
	       square_agrees(r, h->expected[from], r->sensor[to]);
}

/* The piece of that square had stood there for a while when it was lifted, but for bounces, and was not on its way. */
static bool had_stood(const struct readings *r, unsigned square)
{
	int64_t came_us = INT64_MIN;

	for (uint32_t i = r->changes; i > r->position_change && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square != square)
			continue;
		if (c->is != '.')
			came_us = c->t_us;
		else if (came_us != INT64_MIN && came_us - c->t_us > BOUNCE_US)
			return came_us + HAD_STOOD_US <= r->since[square];
	}
	return true;
}

static void add_illegal_move(struct readings *r, const struct reading *h, unsigned from, unsigned to, int cost,
			     int64_t t_us)
{
	struct node turn = {
		.kind = TURN_ILLEGAL,
		.side = h->side & 1u,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.piece = h->expected[from],
		/* where sensors name no piece, an exchange may be a flicker */
		.plain = r->setup.sensors == TRACKER_PIECE_ID || h->expected[to] == '.',
		.captured = h->expected[to] != '.' ? square_bit(to) : 0,
	};
	struct game_position after = h->pos;

	node_play(r, &after, &turn);
	add_irregular_turn(r, h, &turn, &after, cost * 100, t_us);
}

/* The reading as if it had been continued when those squares changed: what they have cost it meanwhile is explained. */
static struct reading explained_by(const struct reading *h, squares_t squares)
{
	struct reading before = *h;

	for (; squares; squares &= squares - 1)
		before.cost -= h->paid[__builtin_ctzll(squares)] / 2;
	return before;
}

/* King and rook stand as castled, and might not. */
static void search_illegal_castling(struct readings *r, const struct reading *h, const struct game_moves *moves,
				    int64_t t_us)
{
	struct heap heap = { .room = BEAM_WIDTH, .best = INT32_MAX };
	struct evidence e;

	gather_evidence(r, h, (enum side)h->side, &e);
	collect_castling(r, h, &e, moves, 0, &heap);
	for (unsigned i = 0; i < heap.count; i++) {
		const struct game_move *m = &heap_at(&heap, i)->move;
		struct node turn = {
			.kind = TURN_ILLEGAL,
			.side = h->side & 1u,
			.from = m->from,
			.to = m->to,
			.flags = m->flags,
			.rook_from = m->rook_from,
			.piece = h->expected[m->from],
			.plain = r->setup.sensors == TRACKER_PIECE_ID,
		};
		struct game_position after = h->pos;

		const struct reading before =
			explained_by(h, square_bit(m->from) | square_bit(m->to) | square_bit(m->rook_from) |
						square_bit(castled_rook(m->rook_from, m->from, m->to)));

		node_play(r, &after, &turn);
		add_irregular_turn(r, &before, &turn, &after, COST_ILLEGAL_CASTLING * 100, t_us);
	}
}

/* Where sensors name no piece, a reading knows which one stands where only as long as all stood as it expects, and as
 * it could read the turns. */
static bool knows_pieces(const struct readings *r, const struct reading *h)
{
	if (r->setup.sensors != TRACKER_PRESENCE)
		return true;
	for (uint16_t n = h->node; n != NO_NODE; n = r->node[n].parent)
		if (r->node[n].kind == TURN_UNREADABLE)
			return false;
	return !(h->mismatch & h->mismatch_last & ~h->stuck);
}

static void search_illegal_moves(struct readings *r, const struct reading *h, int64_t t_us)
{
	struct game_moves moves;
	squares_t goals[GAME_MAX_SQUARES];

	if (__builtin_popcountll(h->mismatch) < 2 || __builtin_popcountll(h->mismatch) > MOST_SQUARES ||
	    !knows_pieces(r, h))
		return;
	r->game->moves(&h->pos, &moves);
	r->work += moves.count;
	goal_squares(&moves, goals);
	search_illegal_castling(r, h, &moves, t_us);
	for (squares_t a = h->mismatch; a; a &= a - 1)
		for (squares_t b = h->mismatch; b; b &= b - 1) {
			unsigned from = (unsigned)__builtin_ctzll(a), to = (unsigned)__builtin_ctzll(b);

			if (stands_on(r, h, from, to) && !(goals[from] & square_bit(to)))
				add_illegal_move(r, h, from, to, COST_ILLEGAL, t_us);
		}
}

/* A capture against the rules, where sensors name no piece: one is away, and on a square that it cannot go to pieces
 * were exchanged. A legal capture that no scan saw may explain it, too. */
static void search_illegal_captures(struct readings *r, const struct reading *h, int64_t t_us)
{
	struct game_moves moves;
	squares_t goals[GAME_MAX_SQUARES];
	struct evidence e;

	if (r->setup.sensors != TRACKER_PRESENCE || r->game->irregular || !h->mismatch || !knows_pieces(r, h) ||
	    __builtin_popcountll(h->mismatch) > MOST_SQUARES)
		return;
	gather_turn(r, h, &e);
	r->game->moves(&h->pos, &moves);
	r->work += moves.count;
	goal_squares(&moves, goals);
	for (squares_t a = h->mismatch; a; a &= a - 1)
		for (squares_t b = e.seen & ~h->mismatch; b; b &= b - 1) {
			unsigned from = (unsigned)__builtin_ctzll(a), to = (unsigned)__builtin_ctzll(b);

			if (r->sensor[from] == '.' && r->number[from] > r->position_change && had_stood(r, from) &&
			    r->game->piece_side(h->expected[from]) == (enum side)h->side &&
			    r->game->piece_side(h->expected[to]) == other_side((enum side)h->side) &&
			    (e.seen & square_bit(from)) && e.last_lift[to] != INT64_MIN &&
			    e.last_place[to] > e.last_lift[to] &&
			    e.last_place[to] + (int64_t)r->setup.scan_us >= e.last_lift[from] &&
			    !may_be_flicker(r, h, &e, to) && !(goals[from] & square_bit(to)))
				add_illegal_move(r, h, from, to, COST_ILLEGAL_EXCHANGE, t_us);
		}
}

/* What stands is a position: somebody plays on from it. */
static void add_unreadable_turn(struct readings *r, const struct reading *from, int64_t t_us)
{
	struct reading h = *from; /* its place may be taken */
	struct node turn = { .kind = TURN_UNREADABLE, .from = GAME_NO_SQUARE, .to = GAME_NO_SQUARE };
	char stands[GAME_MAX_SQUARES];
	bool came = false;

	for (squares_t rest = h.mismatch; rest; rest &= rest - 1)
		came |= r->sensor[__builtin_ctzll(rest)] != '.';
	if (!came || __builtin_popcountll(new_mismatches(r, &h)) < 2 || !pieces_that_stand(r, &h, r->sensor, stands))
		return;
	for (unsigned i = 0; i < r->count; i++)
		for (uint16_t n = r->beam[i].node; n != NO_NODE; n = r->node[n].parent)
			if (r->node[n].kind == TURN_UNREADABLE)
				return; /* one is remembered at a time */
	r->unreadable = h.pos;
	r->game->set_placement(&r->unreadable, stands, other_side((enum side)h.side));
	if (r->over.cost + COST_PLAYED_ON < h.cost + COST_UNREADABLE)
		h.cost = r->over.cost + COST_PLAYED_ON - COST_UNREADABLE;
	/* nobody knows whose turn it is then */
	for (unsigned i = 0; i < 2; i++) {
		struct game_position after;

		turn.side = (h.side ^ i) & 1u;
		node_play(r, &after, &turn);
		if (r->game->playable(&after, NULL) == 0)
			add_irregular_turn(r, &h, &turn, &after, COST_UNREADABLE * 100, t_us);
	}
}

void search_irregular_turns(struct readings *r, int64_t t_us)
{
	unsigned lines = r->count < FROM_LINES ? r->count : FROM_LINES;

	for (unsigned i = 0; i < lines && !work_is_exhausted(r); i++) {
		struct reading h = r->beam[i];

		search_illegal_captures(r, &h, t_us);
	}
	for (unsigned i = 0; i < lines && !work_is_exhausted(r); i++) {
		struct reading h = r->beam[i];

		search_illegal_moves(r, &h, t_us);
	}
	/* what cannot be read is a last resort */
	for (unsigned i = 0; i < r->count; i++)
		if (!new_mismatches(r, &r->beam[i]))
			return;
	add_unreadable_turn(r, &r->beam[0], t_us);
}
