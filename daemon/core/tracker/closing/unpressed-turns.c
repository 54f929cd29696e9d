/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns that nobody pressed, read together: the hands of both sides may be on the board at once, so that no move ever
 * stands alone.
 *
 *   M3   a ──╮_ b __╭──    x ──╮_ c ──╮_ d __╭── y __╭── |    three turns, the last hand began early
 *   M4   a ──╮_ b __╭──    b ──╮_ x ──╮_ b __╭── |            … and pieces are taken
 *
 * Lines of legal moves are searched that lead to what stands. Each move needs a lift and a place of its own, in this
 * order; what is left over is noise, and has its cost.
 */
#include "daemon/core/tracker/closing/unpressed-turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/revisions.h"

enum {
	TURNS = 4,
	WINDOW = 64,	  /* changes */
	NEAR = 30,	  /* readings that cost so much more than the cheapest are not continued */
	MISSED = 40,	  /* a press was missed */
	MISSED_MORE = 8,  /* … and the next one: the lever stays where it was */
	SCAN_US = 150000, /* a place may be seen so long before its lift, or by a scan of the board */
	EARLY = 10,	  /* the hand began before the move before had come to stand */
	EARLIER = 25,
	EARLIER_US = 1500000,
	OVERTAKES = 12,	   /* it even stood first */
	IN_AIR = 22,	   /* pressed before it stood */
	SLIDES = 40,	   /* the piece was lifted again before the reply, as one that is on its way */
	RESTS_US = 400000, /* … so soon */
	UNSEEN_EXCHANGE = 32,
	HALF_SEEN = 6,
	LATE_VICTIM = 20,
	NEXT_HAND = 14, /* a piece of the side to move next is away already */
	TOUCHED = 20,
	PASSED = 15,
	BOUNCED = 3,
	LAST_TURNS = 120, /* what the last turns of a game may assume, if nothing is pressed after them */
};

#define LONG_AGO (INT64_MIN / 2)

struct step {
	struct game_move move;
	int64_t stood_us;
};

struct search {
	struct readings *r;
	const struct reading *from;
	const struct change *change[WINDOW];
	unsigned changes;
	squares_t lifted, placed; /* in the window */
	squares_t old;		  /* wrong before it */
	enum side last;
	int64_t closed_us; /* the last of them */
	bool ended;	   /* no event will come */
	int32_t limit;
	struct step step[TURNS];
	struct gap_line line[BEAM_WIDTH];
	unsigned count;
};

/* When the piece on that square came there, if a turn before the lines put it there. */
static int64_t came_before_us(const struct search *s, unsigned square)
{
	const struct readings *r = s->r;
	int64_t came_us = LONG_AGO;

	for (uint32_t i = s->from->explained_upto; i > r->position_change && i + HISTORY > r->changes; i--)
		if (r->change[i % HISTORY].square == square)
			return r->change[i % HISTORY].is != '.' ? r->change[i % HISTORY].t_us : came_us;
	return came_us;
}

/* May the capture have been made without a sign on its goal, where sensors name no piece? */
static bool may_be_unseen(const struct search *s, const struct game_move *m)
{
	return s->r->setup.sensors == TRACKER_PRESENCE && m->captured & square_bit(m->to);
}

/* The move's own changes: its piece is lifted, after it had come there, and stands on its goal; or nothing was seen of
 * that (unseen), and what the goal did belongs to later moves. Returns the cost, -1: it was not seen. */
static int own_cost(const struct search *s, const struct reading *h, const struct game_move *m, unsigned depth,
		    bool unseen, int64_t *stood_us)
{
	const struct step *before = depth ? &s->step[depth - 1] : NULL;
	char piece = m->promotion ? m->promotion : h->expected[m->from];
	int64_t came_us = came_before_us(s, m->from), lifted_us = INT64_MIN;
	const int64_t scan_us = s->r->setup.scan_us > SCAN_US ? (int64_t)s->r->setup.scan_us : SCAN_US;
	int cost = 0;

	for (unsigned i = 0; i < depth; i++)
		if (s->step[i].move.to == m->from)
			came_us = s->step[i].stood_us;
	*stood_us = INT64_MIN;
	for (unsigned i = 0; i < s->changes; i++) {
		const struct change *c = s->change[i];

		if (c->square == m->from && c->is == '.' && c->t_us > came_us && lifted_us == INT64_MIN)
			lifted_us = c->t_us;
	}
	/* what is lifted and put down after the press is not pressed */
	if (lifted_us == INT64_MIN || lifted_us > s->closed_us || (before && before->stood_us > s->closed_us))
		return -1;
	if (lifted_us - came_us < RESTS_US)
		cost += SLIDES;
	for (unsigned i = 0; i < s->changes && *stood_us == INT64_MIN && !unseen; i++) {
		const struct change *c = s->change[i];

		if (c->square != m->to || c->t_us < lifted_us - scan_us)
			continue;
		if (c->is != '.' && square_agrees(s->r, piece, c->is) &&
		    (!before || m->to != before->move.to || c->t_us > before->stood_us))
			*stood_us = c->t_us;
	}
	if (*stood_us == INT64_MIN) {
		if (!unseen)
			return -1;
		*stood_us = lifted_us;
		cost += UNSEEN_EXCHANGE;
	}
	if (*stood_us > s->closed_us)
		cost += IN_AIR;
	if (before && lifted_us < before->stood_us)
		cost += before->stood_us - lifted_us > EARLIER_US ? EARLIER : EARLY;
	if (before && *stood_us < before->stood_us)
		cost += OVERTAKES;
	return cost;
}

/* What is left over: squares that changed and belong to none of the moves, and what stands otherwise. -1: too much. */
static int rest_cost(const struct search *s, const struct reading *h, unsigned turns, squares_t roles)
{
	squares_t seen = 0, way = 0;
	int cost = 0;

	for (unsigned i = 0; i < turns; i++)
		way |= path_squares(s->r, s->from, &s->step[i].move);
	for (squares_t rest = h->mismatch & ~s->old; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		/* no hand begins when all is played */
		if (s->r->sensor[q] == '.' && s->r->game->piece_side(h->expected[q]) == (enum side)h->side && !s->ended)
			cost += NEXT_HAND;
		else if (h->expected[q] == '.' && (roles & square_bit(q)) && !(s->lifted & square_bit(q)))
			cost += LATE_VICTIM;
		else
			return -1;
	}
	for (unsigned i = 0; i < s->changes; i++) {
		unsigned q = s->change[i]->square;
		int64_t last = s->change[i]->t_us;

		if (((roles | seen | h->mismatch) & square_bit(q)))
			continue;
		seen |= square_bit(q);
		for (unsigned k = i; k < s->changes; k++)
			if (s->change[k]->square == q)
				last = s->change[k]->t_us;
		cost += last - s->change[i]->t_us < BOUNCE_US ? BOUNCED :
			way & square_bit(q)		      ? COST_SLID :
			h->expected[q] == '.'		      ? PASSED :
								TOUCHED;
	}
	return cost;
}

static void keep_line(struct search *s, unsigned turns, int32_t cost)
{
	unsigned i = s->count < BEAM_WIDTH ? s->count++ : BEAM_WIDTH - 1;

	if (i == BEAM_WIDTH - 1 && s->line[i].cost && s->line[i].cost <= cost)
		return;
	for (; i && s->line[i - 1].cost > cost; i--) {
		s->line[i] = s->line[i - 1];
	}
	s->line[i] = (struct gap_line){
		.from = s->from,
		.cost = cost,
		.count = (uint8_t)turns,
		.whole = true,
		.timed = true,
		.unpressed = (uint8_t)(s->ended ? turns : turns - 1),
	};
	for (unsigned k = 0; k < turns; k++) {
		s->line[i].move[k] = s->step[k].move;
		s->line[i].t_us[k] = k + 1 < turns ? s->step[k].stood_us : s->closed_us;
	}
}

/* Moves of which all squares have changed. */
static void search_moves(struct search *s, const struct reading *h, unsigned depth, squares_t roles, int32_t cost)
{
	struct readings *r = s->r;
	struct game_moves moves;

	if (depth > 1 && other_side((enum side)h->side) == s->last) {
		int rest = rest_cost(s, h, depth, roles);

		if (rest >= 0 && cost + rest < s->limit)
			keep_line(s, depth, cost + rest);
	}
	if (depth == TURNS || work_is_exhausted(r))
		return;
	r->game->moves(&h->pos, &moves);
	r->work += moves.count;
	for (unsigned i = 0; i < 2 * moves.count; i++) {
		const struct game_move *m = &moves.move[i / 2];
		bool unseen = i % 2;
		struct reading next;
		struct effect effect;
		int own;

		if (!(s->lifted & square_bit(m->from)) || !((s->placed | m->captured) & square_bit(m->to)) ||
		    (unseen && !may_be_unseen(s, m)))
			continue;
		own = own_cost(s, h, m, depth, unseen, &s->step[depth].stood_us);
		if (own < 0)
			continue;
		if (m->promotion)
			own += promotion_cost(r, m->promotion, promotion_named(r, h, m));
		own += depth == 0 ? 0 : depth == 1 ? MISSED : MISSED_MORE;
		if (cost + own >= s->limit)
			continue;
		s->step[depth].move = *m;
		next = *h;
		effect_of(r, h, m, &effect);
		r->game->play(&next.pos, m);
		next.side = (uint8_t)other_side((enum side)h->side);
		memset(next.expected, '.', sizeof(next.expected));
		r->game->placement(&next.pos, next.expected);
		next.mismatch = mismatching_squares(r, next.expected);
		r->work += WORK_READING;
		search_moves(s, &next, depth + 1,
			     roles | square_bit(m->from) | square_bit(m->to) | effect.emptied |
				     (effect.castles ? square_bit(effect.rook_from) | square_bit(effect.rook_to) : 0),
			     cost + own);
	}
}

static bool see_window(struct search *s)
{
	const struct readings *r = s->r;
	uint32_t first = s->from->explained_upto + 1;

	s->changes = 0;
	s->lifted = s->placed = 0;
	if (r->changes > first + WINDOW - 1 || r->changes < first + 3)
		return false;
	for (uint32_t i = first; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		s->change[s->changes++] = c;
		if (c->is == '.')
			s->lifted |= square_bit(c->square);
		else
			s->placed |= square_bit(c->square);
	}
	s->old = s->from->mismatch & ~new_mismatches(r, s->from);
	return true;
}

/* The lines' turns are closed: what they explain is no evidence any more. */
static void note_explained(struct search *s)
{
	struct readings *r = s->r;

	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = beam_reading(r, i);
		const struct node *n = &r->node[h->node];
		squares_t own = square_bit(n->from) | square_bit(n->to) | n->captured;

		for (uint32_t k = h->explained_upto + 1; k <= r->changes; k++)
			if ((own & square_bit(r->change[k % HISTORY].square)) && r->change[k % HISTORY].t_us <= n->t_us)
				h->explained_upto = k;
		h->mismatch_twice = h->mismatch_last & h->mismatch;
		h->mismatch_last = h->mismatch;
		h->stuck &= h->mismatch;
		h->early_hand = 0;
		h->path = 0;
		for (squares_t away = h->mismatch & ~s->old; away; away &= away - 1)
			if (r->sensor[__builtin_ctzll(away)] == '.')
				h->early_hand |= away & -away;
	}
	r->window_start = r->changes;
}

static void search_lines(struct tracker *t, enum side last, int64_t t_us, bool ended, int32_t limit, struct search *ret)
{
	struct readings *r = t->readings;

	*ret = (struct search){ .r = r, .last = last, .closed_us = t_us, .ended = ended, .limit = limit };
	for (unsigned i = 0; i < r->count && beam_reading(r, i)->cost < NEAR; i++) {
		ret->from = beam_reading(r, i);
		if (see_window(ret))
			search_moves(ret, ret->from, 0, 0, ret->from->cost);
	}
}

/* Number of the last change until t_us. */
static uint32_t changes_until(const struct readings *r, int64_t t_us)
{
	uint32_t n = r->changes;

	while (n > r->window_start && r->change[n % HISTORY].t_us > t_us)
		n--;
	return n;
}

static int32_t play_lines(struct tracker *t, enum side last, int64_t t_us, bool ended, int32_t limit)
{
	struct readings *r = t->readings;
	uint32_t upto = changes_until(r, t_us);
	struct change later[REWIND_MAX];
	struct search s, then;
	unsigned n = 0;
	int32_t cheapest = -1;

	search_lines(t, last, t_us, ended, limit, &s);
	/* what came after the press may belong to the next turn, or be the last move's landing */
	if (upto < r->changes)
		n = sensors_rewind(r, upto, reported_reading(r)->expected, later);
	if (n) {
		search_lines(t, last, t_us, ended, s.count ? s.line[0].cost : limit, &then);
		if (then.count) {
			s = then;
		} else {
			sensors_replay(r, later, n);
			n = 0;
		}
	}
	if (s.count && beam_play(r, s.line, s.count, t_us)) {
		cheapest = s.line[0].cost;
		note_explained(&s);
		r->spent += cheapest;
		r->reported_index = 0;
		r->moves_known = false;
	}
	sensors_replay(r, later, n);
	return cheapest;
}

int32_t play_unpressed_turns(struct tracker *t, enum side last, int64_t t_us, int32_t limit)
{
	return play_lines(t, last, t_us, false, limit);
}

int close_unpressed_turns(struct tracker *t)
{
	struct readings *r = t->readings, *before;
	enum side side = (enum side)reported_reading(r)->side;
	int64_t t_us = r->change[r->changes % HISTORY].t_us;
	int32_t odd, even;
	int r1;

	/* a single move that stands is another thing */
	if (!r->setup.has_lever || lever_is_late(r) || !r->changes || position_stands(t))
		return 0;
	before = malloc(sizeof(*before));
	if (!before)
		return -ENOMEM;
	*before = *r;
	even = play_lines(t, other_side(side), t_us, true, LAST_TURNS);
	if (even >= 0)
		readings_restore(r, before);
	odd = play_lines(t, side, t_us, true, even >= 0 ? even : LAST_TURNS);
	if (odd < 0 && even >= 0)
		play_lines(t, other_side(side), t_us, true, LAST_TURNS);
	free(before);
	if (odd < 0 && even < 0)
		return 0;
	r1 = report_turns(t);
	return r1 < 0 ? r1 : 1;
}
