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
static unsigned origin_of(const struct readings *r, const struct reading *h, squares_t away, unsigned square)
{
	int64_t latest = INT64_MIN;
	unsigned best = GAME_NO_SQUARE;

	/* mostly one is away */
	if (r->setup.sensors == TRACKER_PRESENCE && away && !(away & (away - 1)))
		return away == square_bit(square) ? GAME_NO_SQUARE : (unsigned)__builtin_ctzll(away);
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

static void sort_mismatches(const struct readings *r, const struct reading *h, squares_t standing, int64_t t_us,
			    uint8_t kind[static GAME_MAX_SQUARES])
{
	squares_t away = h->mismatch & (h->pieces[WHITE] | h->pieces[BLACK]), strange = h->mismatch & standing;
	squares_t own = h->pieces[h->side & 1u], rest, unmatched = away;
	uint8_t in_hand = IN_HAND;

	for (rest = strange; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest), from = origin_of(r, h, unmatched, q);

		kind[q] = STRANGE;
		if (from == GAME_NO_SQUARE)
			continue;
		unmatched &= ~square_bit(from);
		kind[q] = own & square_bit(from) ? ELSEWHERE : REPLY_ELSEWHERE;
	}
	for (rest = away & ~strange & ~own; rest; rest &= rest - 1)
		kind[__builtin_ctzll(rest)] = REPLY_IN_HAND;
	for (rest = away & ~strange & own; rest; rest &= rest - 1) {
		kind[__builtin_ctzll(rest)] = in_hand;
		in_hand = ANOTHER_IN_HAND;
	}
	for (rest = h->mismatch & h->stuck; rest; rest &= rest - 1)
		kind[__builtin_ctzll(rest)] = SILENT;
	if (t_us - h->moved_us < LATE_US)
		for (rest = h->mismatch & h->roles; rest; rest &= rest - 1)
			kind[__builtin_ctzll(rest)] = OF_THE_LAST_MOVE;
	if (h->node != NO_NODE && r->node[h->node].promotion && h->mismatch & square_bit(r->node[h->node].to))
		kind[r->node[h->node].to] = NOT_PROMOTED;
}

static int64_t within(int64_t us, int64_t most)
{
	return us < 0 ? 0 : us > most ? most : us;
}

/* The time that is paid for, and what each kind costs for its length, in hundredths. */
struct period {
	int64_t from_us, to_us;
	unsigned due[MISMATCHES];
};

/* What the mismatch of a square costs in that time, in hundredths. */
static unsigned price_of(const struct readings *r, struct reading *h, unsigned q, enum mismatch kind,
			 const struct period *p)
{
	const struct price *price = &prices[kind];
	unsigned room = price->most * 100u, paid = h->paid[q] * PAID_PARTS, due = p->due[kind];

	if (paid >= room)
		return 0;
	if (price->start) {
		int64_t began = r->since[q] > h->moved_us ? r->since[q] : h->moved_us;

		if (p->from_us - began < START_US)
			due += (unsigned)(price->start * 100 *
					  (within(p->to_us - began, START_US) - within(p->from_us - began, START_US)) /
					  START_US);
	}
	room -= paid;
	due = due < room ? due : room;
	paid = h->paid[q] + (due + PAID_PARTS - 1) / PAID_PARTS;
	h->paid[q] = (uint8_t)(paid < UINT8_MAX ? paid : UINT8_MAX);
	return due;
}

void pay_for_time(struct readings *r, int64_t t_us)
{
	int64_t last_us = r->changes ? r->change[r->changes % HISTORY].t_us : t_us;
	struct period p = { .from_us = r->passed_us };
	squares_t standing;

	if (p.from_us < last_us)
		p.from_us = last_us;
	r->passed_us = t_us;
	if (t_us > last_us + LONG_US)
		t_us = last_us + LONG_US;
	if (t_us <= p.from_us)
		return;
	p.to_us = t_us;
	for (unsigned k = 0; k < MISMATCHES; k++)
		p.due[k] = (unsigned)(prices[k].rate * (p.to_us - p.from_us) / 10000);
	standing = ~empty_squares(r->sensor);
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = &r->beam[i];
		uint8_t kind[GAME_MAX_SQUARES];
		unsigned due = 0;

		if (!h->mismatch)
			continue;
		sort_mismatches(r, h, standing, t_us, kind);
		for (squares_t rest = h->mismatch; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			due += price_of(r, h, q, (enum mismatch)kind[q], &p);
		}
		add_cost(h, due);
	}
}

void forget_paid(struct readings *r, unsigned square)
{
	for (unsigned i = 0; i < r->count; i++)
		if (!(r->beam[i].mismatch & square_bit(square)))
			r->beam[i].paid[square] = 0;
}
