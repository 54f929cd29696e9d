/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two readings compared by all that the sensors have reported since they parted.
 *
 * At its press a turn is judged by what was seen until then, and each square once. What comes late is then only a
 * square that is right again, and of two readings that lead to the same pieces one is given up. Here each square is
 * followed through all turns in which they differ: what should have happened there, each in its time, against what was
 * reported.
 *
 *   a ──╮_ | b ______  |  __╭── | ──╮_ c __╭── |     b came late: it was a move to b and one to c
 *   a ──╮_ | b ______  |  ______ | ──╭╮_ c __╭── |   b was only passed: the first goal was never reported
 */
#include "daemon/core/tracker/reading/hindsight.h"

#include <string.h>

#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/reading/turn-tree.h"

enum {
	COST_ILLEGAL = 62, /* a move against the rules */

	PARTED = 12, /* turns ago at most */
	BEFORE = 2,  /* … and so many turns before that, whose changes may come late */
	LINE = PARTED + BEFORE,
	SEEN = 40, /* changes of one square; one that changes more often says nothing */
	STEPS = 2 * LINE,

	/* what had to happen on a square … */
	COST_NEVER = 62, /* was not reported, */
	COST_DEAD = 20,	 /* … as others of the same square were not, */
	COST_GONE = 54,	 /* … and if it was late, it was over by then, … */
	GONE_US = 2500000,
	COST_PENDING = 20, /* … or a piece may still be put down; */
	PENDING_US = 1500000,
	COST_HALF_SEEN = 6,	   /* a capture was seen as one change, … */
	COST_UNSEEN_EXCHANGE = 16, /* … where sensors name no piece; */
	COST_EARLY_PRESS = 6,	   /* happened after the press, */
	PRESS_US = 150000,
	COST_EARLIER_PRESS = 14,
	EARLIER_PRESS_US = 400000,
	COST_LATE = 46, /* … or was reported late, and one for each LATER_US, */
	LATER_US = 100000,
	COST_LATER_MOST = 40,
	COST_BESIDE = 14, /* … what a castling rook or a pawn taken in passing does, */
	BESIDE_US = 1500000,
	COST_EARLY_HAND = 8, /* happened before the other side's press, */
	EARLY_US = 450000,
	COST_EARLIER_HAND = 25,
	EARLIER_US = 900000,
	COST_TOO_EARLY = 60,
	COST_BEFORE_LIFT = 40, /* before the piece was lifted, */
	ORDER_US = 50000,
	COST_OUT_OF_TURN = 30, /* before the turn before it */

	/* and what had not: … */
	SHORT_US = 30000,
	COST_BOUNCED = 3,
	COST_HOVERED = 13,  /* the piece that moves, beside its goal, */
	COST_PASSED = 18,   /* … elsewhere, */
	COST_VICTIM = 20,   /* the one that it takes, */
	COST_TAKEN_UP = 26, /* another that has been lifted, */
	LIFTED_US = 3000000,
	COST_STRANGER = 45, /* one that has not, */
	COST_NEXT_PIECE = 8,
	RESTS_US = 300000, /* … for so long, */
	COST_RESTS = 6,
	RESTS_LONG_US = 700000,
	COST_RESTS_LONG = 15,
	STANDS_US = 1500000,
	COST_STANDS = 30,
	COST_NEXT_HAND = 3,
	COST_SET_RIGHT = 8, /* lifted and set down again on its goal, */
	COST_TOUCHED = 20,  /* … elsewhere, */
	BACK_US = 1000000,  /* … after so long */
	COST_BACK_LATE = 12,
	BACK_LATE_US = 3000000,
	COST_BACK_LATER = 35,
};

#define NEVER_US INT64_MIN
#define BEGINNING_US (INT64_MIN / 2)
#define STILL_US INT64_MAX

/* A turn of a reading, and its time. */
struct turn_seen {
	const struct node *node;
	int64_t from_us, until_us; /* the hand's time */
	int64_t lifted_us;	   /* when the piece left, NEVER_US: it was away */
	squares_t path;
};

/* A reading's last turns. */
struct line {
	const struct readings *r;
	unsigned count;
	struct turn_seen turn[LINE];
	char pieces[LINE + 1][GAME_MAX_SQUARES]; /* before each turn, and after the last */
	enum side next;
	uint32_t first; /* number of the first change in its time */
	int64_t now;
};

/* What has to happen on a square. */
struct step {
	char is;
	uint8_t turn;
	bool passing; /* emptied by a capture: it may be taken at once */
};

/* What stood before the turn. */
static void undo(const struct node *n, const char *after, char *ret)
{
	memcpy(ret, after, GAME_MAX_SQUARES);
	if (n->flags & GAME_MOVE_CASTLING) {
		unsigned rook_to = castled_rook(n->rook_from, n->from, n->to);
		char rook = after[rook_to];

		ret[rook_to] = ret[n->to] = '.';
		ret[n->rook_from] = rook;
		ret[n->from] = n->piece;
		return;
	}
	ret[n->to] = '.';
	if (n->captured)
		ret[__builtin_ctzll(n->captured)] = n->taken;
	ret[n->from] = n->piece;
}

/* What the sensor showed before change number first. */
static char shown_before(const struct line *l, unsigned square)
{
	const struct readings *r = l->r;

	for (uint32_t i = l->first - 1; i > r->position_change && i + HISTORY > r->changes; i--)
		if (r->change[i % HISTORY].square == square)
			return r->change[i % HISTORY].is;
	return l->pieces[0][square];
}

/* When the piece that moves was seen to leave. */
static int64_t find_lift(const struct line *l, const struct turn_seen *turn)
{
	const struct readings *r = l->r;
	char shown = shown_before(l, turn->node->from);

	for (uint32_t i = l->first; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square != turn->node->from)
			continue;
		if (c->t_us > turn->from_us - EARLIER_US) {
			if (shown == '.')
				return NEVER_US;
			if (c->is == '.')
				return c->t_us;
		}
		shown = c->is;
	}
	return NEVER_US;
}

/* The last count turns of h. */
static void make_line(const struct readings *r, const struct reading *h, unsigned count, struct line *ret)
{
	uint16_t node = h->node;
	int64_t begin;

	ret->r = r;
	ret->count = count;
	ret->next = (enum side)h->side;
	ret->now = r->change[r->changes % HISTORY].t_us;
	memcpy(ret->pieces[count], h->expected, GAME_MAX_SQUARES);
	for (unsigned k = count; k-- > 0; node = r->node[node].parent) {
		const struct node *n = &r->node[node];

		undo(n, ret->pieces[k + 1], ret->pieces[k]);
		ret->turn[k] = (struct turn_seen){
			.node = n,
			.from_us = n->parent == NO_NODE ? BEGINNING_US : r->node[n->parent].t_us,
			.until_us = n->t_us,
			.path = squares_between(r->game, n->from, n->to),
		};
	}
	begin = ret->turn[0].from_us - EARLIER_US;
	if (ret->now < ret->turn[count - 1].until_us)
		ret->now = ret->turn[count - 1].until_us;
	ret->first = r->changes + 1;
	while (ret->first - 1 > r->position_change && ret->first - 1 + HISTORY > r->changes &&
	       r->change[(ret->first - 1) % HISTORY].t_us > begin)
		ret->first--;
	for (unsigned k = 0; k < count; k++)
		ret->turn[k].lifted_us = find_lift(ret, &ret->turn[k]);
}

/* The step is reported at t_us. */
static int time_cost(const struct line *l, const struct step *s, unsigned square, int64_t t_us)
{
	const struct turn_seen *turn = &l->turn[s->turn];
	int64_t late = t_us - turn->until_us, early = turn->from_us - t_us;
	int cost = 0;

	if (late > 0 && late < BESIDE_US && square != turn->node->from && square != turn->node->to)
		cost = COST_BESIDE;
	else if (late > 0)
		cost = late < PRESS_US			 ? COST_EARLY_PRESS :
		       late < EARLIER_PRESS_US		 ? COST_EARLIER_PRESS :
		       late > COST_LATER_MOST * LATER_US ? COST_LATE + COST_LATER_MOST :
							   COST_LATE + (int)(late / LATER_US);
	else if (early > 0)
		cost = early < EARLY_US ? COST_EARLY_HAND : early < EARLIER_US ? COST_EARLIER_HAND : COST_TOO_EARLY;
	if (s->is != '.' && square == turn->node->to && !(turn->node->flags & GAME_MOVE_CASTLING) &&
	    turn->lifted_us != NEVER_US && turn->lifted_us > t_us + ORDER_US + l->r->setup.scan_us &&
	    turn->lifted_us < turn->until_us + PRESS_US)
		cost += COST_BEFORE_LIFT;
	/* nobody begins his next move before the last one is pressed, nor replies to one that has not begun */
	if (s->turn > 1 && t_us < turn[-2].until_us)
		cost += COST_OUT_OF_TURN;
	if (s->is == '.' && square == turn->node->from && s->turn && turn[-1].lifted_us != NEVER_US &&
	    t_us < turn[-1].lifted_us - ORDER_US && turn[-1].lifted_us < turn[-1].until_us)
		cost += COST_OUT_OF_TURN;
	return cost;
}

/* A change that was not reported. next: the one after it on this square; NULL: none. */
static int unseen_cost(const struct line *l, const struct step *s, const struct step *next, unsigned square)
{
	if (s->passing)
		return l->r->setup.sensors == TRACKER_PRESENCE ? COST_UNSEEN_EXCHANGE : COST_HALF_SEEN;
	if (next && l->turn[next->turn].until_us < l->turn[s->turn].until_us + GONE_US)
		return COST_GONE;
	if (next || l->now >= l->turn[s->turn].until_us + PENDING_US)
		return COST_NEVER;
	/* the piece has gone on, but for what else a move does */
	return s->is == '.' && square == l->turn[s->turn].node->from ? COST_LATE : COST_PENDING;
}

/* Has a piece that is shown as this been lifted just before? */
static bool was_lifted(const struct line *l, char is, int64_t t_us)
{
	const struct readings *r = l->r;
	unsigned turn = l->count - 1;

	while (turn && t_us < l->turn[turn].from_us)
		turn--;
	for (uint32_t i = r->changes; i >= l->first; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->t_us >= t_us || c->is != '.')
			continue;
		if (t_us - c->t_us > LIFTED_US)
			break;
		if (l->pieces[turn][c->square] != '.' && square_agrees(r, l->pieces[turn][c->square], is))
			return true;
	}
	return false;
}

/* Does the turn's piece stand on its goal already? Sensors that name no piece do not tell it from one that it takes. */
static bool has_come(const struct line *l, const struct turn_seen *turn, int64_t t_us)
{
	const struct readings *r = l->r;
	unsigned to = turn->node->to;
	char piece = turn->node->promotion ? turn->node->promotion : turn->node->piece;

	if (turn->node->captured & square_bit(to) && r->setup.sensors == TRACKER_PRESENCE)
		return false;
	for (uint32_t i = r->changes; i >= l->first; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square == to && c->t_us < t_us)
			return c->is != '.' && c->t_us > turn->from_us - EARLY_US && square_agrees(r, piece, c->is);
	}
	return false;
}

/* A piece that is shown on an empty square: is it in a hand? */
static int passing_cost(const struct line *l, unsigned square, char is, int64_t t_us)
{
	int cost = COST_STRANGER;

	for (unsigned k = 0; k < l->count; k++) {
		const struct turn_seen *turn = &l->turn[k];
		const struct node *n = turn->node;

		if (t_us < turn->from_us - EARLY_US || t_us > turn->until_us + EARLIER_PRESS_US)
			continue;
		if (square_agrees(l->r, n->piece, is) && !has_come(l, turn, t_us)) {
			int c = turn->path & square_bit(square)			? COST_SLID :
				square_distance(l->r->game, square, n->to) == 1 ? COST_HOVERED :
										  COST_PASSED;

			cost = c < cost ? c : cost;
		} else if (n->captured && square_agrees(l->r, n->taken, is)) {
			cost = COST_VICTIM < cost ? COST_VICTIM : cost;
		}
	}
	if (t_us > l->turn[l->count - 1].until_us - EARLY_US && (is == '?' || l->r->game->piece_side(is) == l->next) &&
	    COST_NEXT_PIECE < cost)
		cost = COST_NEXT_PIECE;
	if (cost > COST_TAKEN_UP && was_lifted(l, is, t_us))
		cost = COST_TAKEN_UP;
	return cost;
}

/* The sensor shows what is not there. next_us: until then; STILL_US: it shows it still. */
static int noise(const struct line *l, const struct step *last, unsigned square, char stands, char is, int64_t t_us,
		 int64_t next_us)
{
	bool still = next_us == STILL_US;
	int64_t stays = (still ? l->now : next_us) - t_us;
	int rest = stays < RESTS_US || (still && stays > PENDING_US) ? 0 :
		   stays < RESTS_LONG_US			     ? COST_RESTS :
		   stays < STANDS_US				     ? COST_RESTS_LONG :
								       COST_STANDS;

	if (stays <= SHORT_US && (stands != '.' || is == '?'))
		return COST_BOUNCED;
	if (stands == '.')
		return passing_cost(l, square, is, t_us) + rest;
	if (is != '.')
		return COST_STRANGER + rest;
	if (still && t_us > l->turn[l->count - 1].until_us - EARLY_US)
		return COST_NEXT_HAND;
	if (last && square == l->turn[last->turn].node->to && t_us < l->turn[last->turn].until_us)
		return COST_SET_RIGHT;
	return COST_TOUCHED;
}

/* A piece that was lifted is back after so long. */
static int back_cost(const struct line *l, char stands, char shown, int64_t away_us)
{
	return stands == '.' || square_agrees(l->r, stands, shown) || away_us < BACK_US ? 0 :
	       away_us < BACK_LATE_US							? COST_BACK_LATE :
											  COST_BACK_LATER;
}

/* What the line's turns do to the square, in order. Returns how many. */
static unsigned find_steps(const struct line *l, unsigned square, struct step *ret)
{
	unsigned n = 0;

	for (unsigned k = 0; k < l->count; k++) {
		char was = l->pieces[k][square], is = l->pieces[k + 1][square];

		if (was == is && !(l->turn[k].node->to == square && l->turn[k].node->captured & square_bit(square)))
			continue;
		if (was != '.' && is != '.')
			ret[n++] = (struct step){ .is = '.', .turn = (uint8_t)k, .passing = true };
		ret[n++] = (struct step){ .is = is, .turn = (uint8_t)k };
	}
	return n;
}

/* One square of a line: what has to happen there, and, for each of its steps, what it costs at least that it is the
 * last one so far. */
struct place_in_line {
	const struct line *line;
	unsigned square, steps;
	struct step step[STEPS];
	int32_t cost[STEPS + 1];
	char shown; /* by the sensor, … */
	int64_t shown_us;
	bool changed; /* … in the line's time */
};

#define NO_WAY (INT32_MAX / 2)

/* What stands there when i steps are done. */
static char stands_after(const struct place_in_line *p, unsigned i)
{
	return i ? p->step[i - 1].is : p->line->pieces[0][p->square];
}

/* When i steps were done, those up to before to followed and were not reported. A sensor that has missed one change is
 * dead rather than another is, too. */
static int32_t skip_cost(const struct place_in_line *p, unsigned i, unsigned to)
{
	const struct readings *r = p->line->r;
	bool lost = i < to && !square_agrees(r, stands_after(p, i), p->shown);
	/* that it was as it had been was not reported either */
	int32_t cost = lost && p->changed ? COST_NEVER : 0;

	for (; i < to; i++) {
		if (square_agrees(r, p->step[i].is, p->shown))
			continue;
		cost += lost ? COST_DEAD :
			       unseen_cost(p->line, &p->step[i], i + 1 < p->steps ? &p->step[i + 1] : NULL, p->square);
		lost |= !p->step[i].passing;
	}
	return cost;
}

/* All steps are done. Has the sensor shown something else for too long to show it in passing? */
static int32_t stays_cost(const struct place_in_line *p)
{
	const struct line *l = p->line;

	return p->changed && !square_agrees(l->r, stands_after(p, p->steps), p->shown) &&
			       p->shown_us < l->turn[l->count - 1].until_us - EARLY_US &&
			       p->shown_us < l->now - PENDING_US ?
		       COST_NEVER :
		       0;
}

/* The sensor shows something else: one of the next steps is reported, or nothing happened. next_us: when it changes
 * again, STILL_US: it has not. */
static void follow_change(struct place_in_line *p, const struct change *c, int64_t next_us)
{
	const struct line *l = p->line;
	int32_t next[STEPS + 1];

	for (unsigned i = 0; i <= p->steps; i++)
		next[i] = NO_WAY;
	for (unsigned i = 0; i <= p->steps; i++) {
		char stands = stands_after(p, i);
		int32_t there;

		if (p->cost[i] >= NO_WAY)
			continue;
		there = p->cost[i] +
			(square_agrees(l->r, stands, c->is) ?
				 back_cost(l, stands, p->shown, c->t_us - p->shown_us) :
				 noise(l, i ? &p->step[i - 1] : NULL, p->square, stands, c->is, c->t_us, next_us));
		next[i] = there < next[i] ? there : next[i];
		for (unsigned to = i; to < p->steps; to++) {
			if (!square_agrees(l->r, p->step[to].is, c->is))
				continue;
			there = p->cost[i] + skip_cost(p, i, to) + time_cost(l, &p->step[to], p->square, c->t_us);
			next[to + 1] = there < next[to + 1] ? there : next[to + 1];
		}
	}
	memcpy(p->cost, next, (p->steps + 1) * sizeof(next[0]));
	p->shown = c->is;
	p->shown_us = c->t_us;
	p->changed = true;
}

/* What the changes of the square cost at least. */
static int32_t square_cost(const struct line *l, unsigned square)
{
	const struct readings *r = l->r;
	struct place_in_line p = { .line = l, .square = square, .shown_us = l->now };
	const struct change *seen[SEEN];
	int32_t best = NO_WAY;
	unsigned n = 0;

	p.shown = shown_before(l, square);
	p.steps = find_steps(l, square, p.step);
	for (uint32_t i = l->first; i <= r->changes; i++) {
		if (r->change[i % HISTORY].square != square)
			continue;
		if (n == SEEN)
			return 0;
		seen[n++] = &r->change[i % HISTORY];
	}
	for (unsigned i = 0; i <= p.steps; i++)
		p.cost[i] = i ? NO_WAY : 0;
	for (unsigned i = 0; i < n; i++)
		follow_change(&p, seen[i], i + 1 < n ? seen[i + 1]->t_us : STILL_US);
	for (unsigned i = 0; i <= p.steps; i++) {
		int32_t all = p.cost[i] + (i < p.steps ? skip_cost(&p, i, p.steps) : stays_cost(&p));

		best = all < best ? all : best;
	}
	return best;
}

static int32_t line_cost(const struct line *l, squares_t squares)
{
	int32_t cost = 0;

	for (; squares; squares &= squares - 1)
		cost += square_cost(l, (unsigned)__builtin_ctzll(squares));
	for (unsigned k = 0; k < l->count; k++)
		cost += l->turn[k].node->blunder + (l->turn[k].node->kind == TURN_ILLEGAL ? COST_ILLEGAL : 0);
	return cost;
}

static squares_t squares_of(const struct line *l)
{
	squares_t squares = 0;

	for (unsigned k = 0; k < l->count; k++)
		squares |= placement_diff(l->r->game, l->pieces[k], l->pieces[k + 1]) | square_bit(l->turn[k].node->to);
	for (uint32_t i = l->first; i <= l->r->changes; i++)
		squares |= square_bit(l->r->change[i % HISTORY].square);
	return squares;
}

/* Is it a piece that went from one square to another? */
static bool is_move(const struct node *n)
{
	return n->kind == TURN_LEGAL || (n->kind == TURN_ILLEGAL && !(n->flags & GAME_MOVE_CASTLING));
}

/* How many turns to follow: those since they parted and some before; 0: they cannot be compared. */
static unsigned turns_to_follow(const struct readings *r, const struct reading *a, const struct reading *b)
{
	uint16_t i = a->node, j = b->node;
	unsigned n = 0;

	if (r->game->path_squares || a->ply != b->ply || a->swapped != b->swapped)
		return 0;
	for (; i != j; i = r->node[i].parent, j = r->node[j].parent) {
		const struct node *x, *y;

		if (i == NO_NODE || j == NO_NODE || n == PARTED)
			return 0;
		x = &r->node[i];
		y = &r->node[j];
		if (!is_move(x) || !is_move(y) || x->t_us != y->t_us || x->ply != y->ply)
			return 0;
		n++;
	}
	for (unsigned before = 0; before < BEFORE && i != NO_NODE; before++, i = r->node[i].parent) {
		if (!is_move(&r->node[i]))
			break;
		n++;
	}
	return n;
}

bool hindsight(struct readings *r, const struct reading *a, const struct reading *b, int32_t *ret)
{
	unsigned count = turns_to_follow(r, a, b);
	struct line la, lb;
	squares_t squares;

	if (!count || r->changes <= r->position_change || work_is_exhausted(r))
		return false;
	make_line(r, a, count, &la);
	make_line(r, b, count, &lb);
	if (la.first + HISTORY <= r->changes + 1 && la.first > r->position_change + 1)
		return false; /* what happened then is forgotten */
	if (r->gap_end && la.first <= r->gap_end)
		return false; /* … or nobody looked */
	squares = squares_of(&la) | squares_of(&lb);
	r->work += 2 *
		   (WORK_READING + WORK_SQUARE * ((unsigned)__builtin_popcountll(squares) + r->changes + 1 - la.first));
	*ret = line_cost(&la, squares) - line_cost(&lb, squares);
	return true;
}
