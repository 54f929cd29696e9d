/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A piece in the hand, a hand that hovers, a square brushed by a sleeve: all of these are over soon. What a reading
 * does not expect costs the more the longer it stands, each kind at its own rate and up to its own limit. So a reading
 * that missed a move grows dear while the pieces stand, and one that took a hover for a move as soon as they go on.
 */
#include "daemon/core/tracker/by-time/mismatch-cost.h"
#include "daemon/core/tracker/reading/changes.h"

enum mismatch {
	IN_HAND,	  /* a piece of the side to move is away */
	ANOTHER_IN_HAND,  /* … and one more */
	REPLY_IN_HAND,	  /* a piece of the other side is away */
	ELSEWHERE,	  /* a piece of the side to move stands where it may be on its way */
	REPLY_ELSEWHERE,  /* one of the other side does */
	STRANGE,	  /* what stands there is none of those that are away */
	OF_THE_LAST_MOVE, /* its rook, its victim may come late */
	SILENT,		  /* a sensor that should have reported a change, and did not */
	NOT_PROMOTED,	  /* a pawn on the last rank is not exchanged yet */
	MISMATCHES
};

/* At once, a second, and at most. */
static const struct price {
	uint8_t start, rate, most;
} prices[MISMATCHES] = {
	[IN_HAND] = { 0, 2, 40 },	   [ANOTHER_IN_HAND] = { 6, 5, 60 },  [REPLY_IN_HAND] = { 4, 6, 80 },
	[ELSEWHERE] = { 2, 10, 80 },	   [REPLY_ELSEWHERE] = { 6, 12, 80 }, [STRANGE] = { 15, 20, 90 },
	[OF_THE_LAST_MOVE] = { 2, 4, 60 }, [SILENT] = { 2, 6, 50 },	      [NOT_PROMOTED] = { 2, 1, 20 },
};

enum {
	LONG_US = 4000000, /* what lasts longer proves no more */
	LATE_US = 2500000, /* so long after a move its other squares may still change */
	START_US = 100000, /* two changes at once may be reported in either order */
	ORDER_US = 150000,
	OTHER_ORDER = 100000000,
	PAID_PARTS = 50, /* a unit of what was paid, in hundredths */
};

void add_cost(struct reading *h, unsigned hundredths)
{
	hundredths += h->cost_part;
	h->cost += (int32_t)(hundredths / 100);
	h->cost_part = (uint8_t)(hundredths % 100);
}

/* May the piece be the one that the sensor shows, or a pawn that was exchanged? */
static bool may_show(const struct readings *r, char piece, char is)
{
	return square_agrees(r, piece, is) ||
	       ((piece == 'P' || piece == 'p') && r->game->piece_side(is) == r->game->piece_side(piece));
}

/* The piece that came to square: the one of those away that was lifted last before. */
static unsigned find_origin(const struct readings *r, const struct reading *h, squares_t away, unsigned square)
{
	int64_t latest = INT64_MIN;
	unsigned best = GAME_NO_SQUARE;

	for (; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);
		int64_t t_us = r->since[q];

		if (q == square || !may_show(r, h->expected[q], r->sensor[square]))
			continue;
		if (t_us > r->since[square] + ORDER_US)
			t_us -= OTHER_ORDER;
		if (t_us > latest || best == GAME_NO_SQUARE) {
			latest = t_us;
			best = q;
		}
	}
	return best;
}

/* The same where sensors do not name the pieces: any of them may have come there. */
static inline unsigned find_unnamed_origin(const struct readings *r, squares_t away, unsigned square)
{
	int64_t before = r->since[square] + ORDER_US, latest;
	unsigned best;

	if (!away)
		return GAME_NO_SQUARE;
	best = (unsigned)__builtin_ctzll(away);
	away &= away - 1;
	if (!away)
		return best;
	latest = r->since[best] > before ? r->since[best] - OTHER_ORDER : r->since[best];
	for (; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);
		int64_t t_us = r->since[q];

		t_us = t_us > before ? t_us - OTHER_ORDER : t_us;
		best = t_us > latest ? q : best;
		latest = t_us > latest ? t_us : latest;
	}
	return best;
}

static int64_t within(int64_t us, int64_t most)
{
	return us < 0 ? 0 : us > most ? most : us;
}

/* The time that is paid for. */
struct period {
	int64_t from_us, to_us;
	squares_t standing; /* where the sensors show a piece meanwhile */
	struct {
		unsigned due;	/* what it costs for the length of that time, in hundredths */
		unsigned start; /* … and as it begins */
		unsigned most;	/* … in parts of what is paid */
	} of[MISMATCHES];
	unsigned begins[GAME_MAX_SQUARES]; /* of what began when a square changed, so much of its start is in that time
					    */
};

/* How much of the start of what began then is in that time. */
static unsigned begins_within(const struct period *p, int64_t began_us)
{
	if (p->from_us - began_us >= START_US)
		return 0;
	return (unsigned)(within(p->to_us - began_us, START_US) - within(p->from_us - began_us, START_US));
}

/* What a mismatch is that is known to be something else than a piece in the hand, or one on its way. */
static enum mismatch known_kind(const struct readings *r, const struct reading *h, squares_t square, squares_t late)
{
	const struct node *last = h->node != NO_NODE ? &r->node[h->node] : NULL;

	if (last && last->promotion && square & square_bit(last->to)) {
		const char is = r->sensor[last->to];

		return is != last->piece && r->game->piece_side(is) == (enum side)last->side ? STRANGE : NOT_PROMOTED;
	}
	return late & square ? OF_THE_LAST_MOVE : SILENT;
}

/* What the mismatch of a square costs in that time, in hundredths. Nearly nothing here is decided by a jump, which
 * would mostly be foreseen wrongly. */
static inline unsigned price_of(uint8_t *paid, enum mismatch kind, const struct period *p, unsigned begins)
{
	unsigned due = p->of[kind].due + p->of[kind].start * begins / (START_US / 100);
	unsigned parts = (due + PAID_PARTS - 1) / PAID_PARTS, most = p->of[kind].most;
	unsigned room = most > *paid ? most - *paid : 0;

	due = parts > room ? room * PAID_PARTS : due;
	*paid = (uint8_t)(*paid + (parts > room ? room : parts));
	return due;
}

/* What all that a reading does not expect costs in that time. */
static unsigned price_of_all(const struct readings *r, struct reading *h, const struct period *p)
{
	squares_t away = h->mismatch & (h->pieces[WHITE] | h->pieces[BLACK]), own = h->pieces[h->side & 1u];
	squares_t late = p->to_us - h->moved_us < LATE_US ? h->roles : 0, known = h->stuck | late;
	unsigned sum = 0, moved = begins_within(p, h->moved_us);
	enum mismatch in_hand = IN_HAND;

	if (h->node != NO_NODE && r->node[h->node].promotion)
		known |= square_bit(r->node[h->node].to);
	for (squares_t rest = h->mismatch; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		squares_t square = rest & -rest;
		enum mismatch kind = REPLY_IN_HAND;

		if (p->standing & square) {
			unsigned from = r->setup.sensors == TRACKER_PRESENCE ? find_unnamed_origin(r, away, q) :
									       find_origin(r, h, away, q);

			kind = STRANGE;
			if (from != GAME_NO_SQUARE) {
				away &= ~square_bit(from);
				kind = own & square_bit(from) ? ELSEWHERE : REPLY_ELSEWHERE;
			}
		} else if (own & square) {
			kind = in_hand;
			in_hand = ANOTHER_IN_HAND;
		}
		if (known & square)
			kind = known_kind(r, h, square, late);
		sum += price_of(&h->paid[q], kind, p, r->since[q] > h->moved_us ? p->begins[q] : moved);
	}
	return sum;
}

void pay_for_time(struct readings *r, int64_t t_us)
{
	int64_t last_us = r->changes ? r->change[r->changes % HISTORY].t_us : t_us;
	squares_t wrong = 0;
	struct period p;

	p.from_us = r->passed_us > last_us ? r->passed_us : last_us;
	r->passed_us = t_us;
	if (t_us > last_us + LONG_US)
		t_us = last_us + LONG_US;
	if (t_us <= p.from_us)
		return;
	p.to_us = t_us;
	for (unsigned k = 0; k < MISMATCHES; k++) {
		p.of[k].due = (unsigned)(prices[k].rate * (p.to_us - p.from_us) / 10000);
		p.of[k].start = prices[k].start;
		p.of[k].most = prices[k].most * (100 / PAID_PARTS);
	}
	p.standing = ~empty_squares(r->sensor);
	for (unsigned i = 0; i < r->count; i++)
		wrong |= r->beam[i].mismatch;
	for (; wrong; wrong &= wrong - 1)
		p.begins[__builtin_ctzll(wrong)] = begins_within(&p, r->since[__builtin_ctzll(wrong)]);
	for (unsigned i = 0; i < r->count; i++)
		if (r->beam[i].mismatch)
			add_cost(&r->beam[i], price_of_all(r, &r->beam[i], &p));
}

void forget_paid(struct readings *r, unsigned square)
{
	for (unsigned i = 0; i < r->count; i++)
		if (!(r->beam[i].mismatch & square_bit(square)))
			r->beam[i].paid[square] = 0;
}

int exchanged_promotion_cost(const struct readings *r, const struct reading *h, uint32_t children,
			     const struct game_move *m, int cost)
{
	for (; children; children &= children - 1) {
		const struct reading *o = &r->beam[__builtin_ctz(children)];
		const struct node *n = &r->node[o->node];

		if (n->from == m->from && n->to == m->to && n->promotion != m->promotion && o->cost < h->cost + cost)
			cost = o->cost > h->cost ? o->cost - h->cost : 0;
	}
	return cost;
}
