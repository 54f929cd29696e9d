/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the squares have done in a turn, and what each assumes if its move has nothing to do with them. Legend and units
 * as in move-cost.c.
 *
 *   W5  c lifted, placed                              a piece touched or adjusted
 *   W6  d placed, lifted, d between a and b           a slide; elsewhere: a hand that hovers
 *   W7  c lifted, press … placed in the next turn     a neighbour knocked, or an opponent who starts early
 *   W8  c toggles within a few ms                     a bounce
 */
#include <stdlib.h>

#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/noise-cost.h"

enum {
	COST_BOUNCE = 3,
	COST_BOUNCE_OTHER = 28, /* a piece of the other side, while the own one was in the air: it may be pushed off */
	COST_PASSED = 15,	/* a piece stood on an empty square in passing */
	COST_RESTED = 40,
	REST_US = 1500000, /* … and stayed */
	RESTED_LONG_US = 5000000,
	COST_TOUCHED = 20,	 /* a piece was lifted and put back */
	COST_TOUCHED_OTHER = 42, /* … of the other side, while the own piece was in the air: it would be a capture */
	FLICKER_US = 120000,	 /* … faster than that, or than one scan, no hand exchanges it for another one */
	COST_FALLEN = 28,
	FALLEN_US = 1500000,  /* … for so long: it fell, and was set up again */
	TOUCHES = 5,	      /* … more often: its sensor flickers */
	COST_EARLY_HAND = 14, /* a piece of the next side is not where it was at the press */
	COST_EARLIER_HAND = 26,
	EARLY_US = 800000,    /* … for longer than that */
	COST_EARLY_DOWN = 16, /* … and it stands elsewhere already */
	COST_LONG_AWAY = 38,
	AWAY_US = 2000000,   /* … so long that no hand began early: knocked away */
	COST_OWN_AWAY = 34,  /* a piece of this side is not where it was */
	COST_OWN_AFTER = 24, /* … since the press: its next move begins early */
	COST_STRANGER = 42,  /* a piece stands where none should */
	COST_AT_PRESS = 25,  /* … stood there at the press and is gone now */
	COST_AFTER = 6,
	COST_STRANGER_AFTER = 12, /* the same since the press: the reply */
	COST_OTHER_PIECE = 50,	  /* another piece stands there (piece sensors) */
	COST_BECAME_ANOTHER = 80, /* … in the place of a pawn that was promoted: no other sign of that will come */
	COST_STILL_MISMATCH = 14,
	COST_LONG_MISMATCH = 4,
	COST_STUCK_MISMATCH = 1,
	STUCK_EVERY = 4,   /* turns, that cost: a stuck sensor does not outweigh what was seen, however long the game */
	COST_NO_HAND = 32, /* no hand had begun early: the piece is simply away */
	COMES_US = 400000, /* … before so long */
	COST_LANDED_LATE = 40,
	LANDED_LATE_US = 5000000,
	COST_STANDS_ELSEWHERE =
		60, /* … the sensor names it there still, and its goal is empty: no hand will come any more */
	COST_STOOD_ELSEWHERE = 36, /* the last turn's piece, when this one began */
};

/* A piece of the side that is not judged is not where it was. */
static int away_cost(const struct readings *r, unsigned square)
{
	int64_t since = r->judged_us - r->since[square];

	return since < 0	? COST_AFTER :
	       since < EARLY_US ? COST_EARLY_HAND :
	       since < AWAY_US	? COST_EARLIER_HAND :
				  COST_LONG_AWAY;
}

bool hand_came(const struct readings *r, const struct reading *h, unsigned square)
{
	return h->node == NO_NODE || r->node[h->node].to != square || r->judged_us - r->node[h->node].t_us > COMES_US;
}

/* Did the piece that moved last reach its goal only long after its press? Then it rather moved again. */
static bool landed_late(const struct readings *r, const struct reading *h, unsigned square)
{
	return h->node != NO_NODE && r->node[h->node].to == square && r->sensor[square] != '.' &&
	       r->since[square] - r->node[h->node].t_us > LANDED_LATE_US;
}

/* Number of the change by which side began to move after that turn's press; 0: it has not, or had begun before. */
static uint32_t begun_after(const struct readings *r, const struct reading *h, const struct node *last, int64_t since,
			    enum side side)
{
	uint32_t begun = 0;
	squares_t seen = 0;

	for (uint32_t i = r->changes; i > r->position_change && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];
		squares_t b = square_bit(c->square);

		if (c->t_us <= since)
			break;
		if (r->game->piece_side(h->expected[c->square]) != side)
			continue;
		if (c->t_us > last->t_us) {
			if (c->is == '.')
				begun = i;
		} else if (!(seen & b)) {
			if (c->is == '.')
				return 0;
			seen |= b;
		}
	}
	return begun;
}

/*
 * A turn ends where its piece stands when the other side begins. Did it stand on another square than its goal then, or
 * had it gone on to one and is no longer there?
 */
static bool stood_elsewhere(const struct readings *r, const struct reading *h, enum side side)
{
	const struct node *last = h->node == NO_NODE ? NULL : &r->node[h->node];
	bool elsewhere = false, stood = false;
	unsigned left = GAME_NO_SQUARE;
	int64_t since, left_us = 0;
	squares_t seen = 0;
	uint32_t begun;
	char piece;

	if (!last || last->to == GAME_NO_SQUARE || (enum side)last->side == side || last->flags & GAME_MOVE_CASTLING ||
	    (r->since[last->to] <= last->t_us && !(h->mismatch & square_bit(last->to))))
		return false;
	since = last->parent == NO_NODE ? INT64_MIN : r->node[last->parent].t_us;
	begun = begun_after(r, h, last, since, side);
	piece = last->promotion ? last->promotion : last->piece;
	for (uint32_t i = begun ? begun - 1 : 0; i > r->position_change && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];
		bool stands = c->is != '.' && square_agrees(r, piece, c->is), first = !(seen & square_bit(c->square));

		if (c->t_us <= since)
			break;
		seen |= square_bit(c->square);
		if (c->square == last->to) {
			if (stands && first)
				return false;
			elsewhere |= c->is == '.' && stood;
		} else if (stands && h->expected[c->square] == '.' && c->square != last->from) {
			stood |= c->square == left && left_us - c->t_us > STOOD_US;
			elsewhere |= first;
		} else if (c->is == '.') {
			left = c->square;
			left_us = c->t_us;
		}
	}
	/* sensors that name no piece may have seen nothing of a capture */
	return elsewhere && (seen & square_bit(last->to) || !(last->captured & square_bit(last->to)) ||
			     r->setup.sensors == TRACKER_PIECE_ID);
}

/* It was thought to be in a hand as it was pressed. By the next turn the sensor of another square still names it, as
 * then, and not its goal. This is said once. */
static bool stands_elsewhere(const struct readings *r, const struct reading *h)
{
	const struct node *last = h->node == NO_NODE ? NULL : &r->node[h->node];
	char piece;

	if (!last || !last->in_air || r->setup.sensors != TRACKER_PIECE_ID || last->to == GAME_NO_SQUARE ||
	    !(h->mismatch & h->mismatch_last & ~h->mismatch_twice & square_bit(last->to)))
		return false;
	piece = last->promotion ? last->promotion : last->piece;
	for (uint32_t i = r->changes; i > r->position_change && i + HISTORY > r->changes; i--)
		if (r->change[i % HISTORY].square == last->to && r->change[i % HISTORY].is == piece)
			return false;
	for (squares_t rest = h->mismatch & h->mismatch_last & ~square_bit(last->to); rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] == piece && r->since[q] <= last->t_us)
			return true;
	}
	return false;
}

/* Does the sensor name another piece than the reading's last turn has promoted its pawn to? */
static bool became_another(const struct readings *r, const struct reading *h, unsigned square)
{
	const struct node *last = h->node == NO_NODE ? NULL : &r->node[h->node];

	return last && last->promotion && last->to == square && r->sensor[square] != last->piece &&
	       r->game->piece_side(r->sensor[square]) == (enum side)last->side;
}

bool may_be_flicker(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned square)
{
	const int64_t scan_us = (int64_t)r->setup.scan_us * 5 / 4,
		      longest = scan_us > FLICKER_US ? scan_us : FLICKER_US;

	return r->setup.sensors == TRACKER_PRESENCE && (e->seen & square_bit(square)) && e->changes[square] == 2 &&
	       (h->expected[square] == '.') == (r->sensor[square] == '.') && e->last_lift[square] != INT64_MIN &&
	       e->last_place[square] != INT64_MIN &&
	       llabs((long long)(e->last_place[square] - e->last_lift[square])) < longest;
}

void note_flickers(struct readings *r, const struct reading *h, const struct evidence *e, squares_t roles)
{
	r->judged_turns++;
	for (squares_t rest = e->seen & ~roles; rest; rest &= rest - 1)
		r->flickers += may_be_flicker(r, h, e, (unsigned)__builtin_ctzll(rest));
}

/* What it assumes that a square flickered in this turn: they did so often until now, and once in forty turns before. */
static int flicker_cost(const struct readings *r)
{
	static const struct {
		uint32_t turns;
		int cost;
	} once_in[] = { { 100, 46 }, { 40, 37 }, { 20, 30 }, { 10, 23 }, { 5, 16 }, { 2, 7 } };
	uint32_t turns = 2 * (r->judged_turns + 20) / (2 * r->flickers + 1);

	for (unsigned i = 0; i < sizeof(once_in) / sizeof(once_in[0]); i++)
		if (turns >= once_in[i].turns)
			return once_in[i].cost;
	return COST_BOUNCE;
}

/* What the square assumes if no move of this turn has to do with it. side: whose turn is judged. */
static int change_cost(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned q,
		       enum side side, int64_t in_air_us)
{
	squares_t b = square_bit(q);
	unsigned n = e->window_seen & b ? e->window_changes[q] : 0;
	int cost = 0;

	if (h->mismatch & b) {
		enum side owner = r->game->piece_side(h->expected[q]);

		if ((h->mismatch_last & b) && n > 1 && r->sensor[q] == '.' && owner != side && (e->seen & b) &&
		    e->last_place[q] > INT64_MIN && e->last_lift[q] - e->last_place[q] > STOOD_US)
			return away_cost(r, q); /* it came late, and is in a hand again */
		if (h->mismatch_last & b)
			return (h->stuck & b ? (h->ply % STUCK_EVERY ? 0 : COST_STUCK_MISMATCH) :
				h->early_hand & b && hand_came(r, h, q) ? COST_NO_HAND :
				h->mismatch_twice & b			? COST_LONG_MISMATCH :
									  COST_STILL_MISMATCH) +
			       (n > 1 ? COST_REPEATED : 0);
		if (r->sensor[q] == '.' && owner == side)
			cost = r->since[q] > r->judged_us ? COST_OWN_AFTER : COST_OWN_AWAY;
		else if (r->sensor[q] == '.')
			cost = away_cost(r, q);
		else if (h->expected[q] == '.')
			cost = r->since[q] > r->judged_us ? COST_STRANGER_AFTER : COST_STRANGER;
		else
			cost = became_another(r, h, q) ? COST_BECAME_ANOTHER : COST_OTHER_PIECE;
		return cost + (n > 2 ? COST_REPEATED : 0);
	}
	if (h->mismatch_last & b)
		return (landed_late(r, h, q) ? COST_LANDED_LATE : COST_RIGHT_AGAIN) + (n > 2 ? COST_REPEATED : 0);
	if (!n)
		return 0;
	if (e->latest[q] - e->first[q] < BOUNCE_US)
		return e->first[q] > in_air_us && (e->seen & b) &&
				       r->game->piece_side(h->expected[q]) == other_side(side) ?
			       COST_BOUNCE_OTHER :
			       COST_BOUNCE;
	if (h->expected[q] == '.' && r->at_press[q] != '.')
		return COST_AT_PRESS;
	if (e->rested & b && h->expected[q] == '.')
		return COST_RESTED;
	if (e->latest[q] > in_air_us && (e->seen & b) && n <= TOUCHES &&
	    r->game->piece_side(h->expected[q]) == other_side(side))
		return e->latest[q] - e->first[q] < FALLEN_US ? COST_TOUCHED_OTHER : COST_FALLEN;
	return (h->expected[q] == '.' ? h->path & b ? COST_SLID : COST_PASSED : COST_TOUCHED) +
	       (n > 3 ? COST_REPEATED : 0);
}

static int noise_cost(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned q,
		      enum side side, int64_t in_air_us)
{
	int cost = change_cost(r, h, e, q, side, in_air_us);

	return cost > COST_BOUNCE && may_be_flicker(r, h, e, q) && cost > flicker_cost(r) ? flicker_cost(r) : cost;
}

/*
 * The next side's hand that began early may have put its piece down already. The piece that it moved last is another
 * thing: soon after the press it may be going on to the goal that it had.
 */
static void credit_early_reply(struct readings *r, const struct reading *h, struct evidence *e, enum side side)
{
	squares_t fresh = h->mismatch & ~h->mismatch_last, away = 0;
	squares_t goals[GAME_MAX_SQUARES];
	bool known = false;

	e->down = 0;
	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] == '.' && r->game->piece_side(h->expected[q]) == other_side(side))
			away |= square_bit(q);
	}
	if (h->node != NO_NODE && r->node[h->node].to != GAME_NO_SQUARE &&
	    r->since[r->node[h->node].to] - r->node[h->node].t_us < COMES_US)
		away &= ~square_bit(r->node[h->node].to);
	for (squares_t rest = away ? fresh & ~away : 0; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (e->noise[q] < COST_EARLY_DOWN || h->expected[q] != '.')
			continue;
		e->down |= square_bit(q);
		for (squares_t from = away; from; from &= from - 1) {
			unsigned f = (unsigned)__builtin_ctzll(from);

			if (r->number[f] > r->number[q] || !square_agrees(r, h->expected[f], r->sensor[q]))
				continue;
			if (!known) {
				struct game_position pos = h->pos;
				struct game_moves moves;

				r->game->set_placement(&pos, h->expected, other_side(side));
				r->game->moves(&pos, &moves);
				goal_squares(&moves, goals);
				r->work += moves.count;
				known = true;
			}
			r->work++;
			if (!(goals[f] & square_bit(q)))
				continue;
			e->early += e->noise[q] - COST_EARLY_DOWN;
			e->noise_sum += COST_EARLY_DOWN - e->noise[q];
			e->noise[q] = COST_EARLY_DOWN;
			away &= ~square_bit(f);
			e->down &= ~square_bit(q);
			break;
		}
	}
	e->away = e->down ? away : 0;
}

int32_t opened_reply(struct readings *r, const struct reading *h, const struct evidence *e,
		     const struct game_move *move)
{
	squares_t goals[GAME_MAX_SQUARES];
	struct game_position pos = h->pos;
	struct game_moves moves;
	int32_t credit = 0;

	r->game->play(&pos, move);
	r->game->moves(&pos, &moves);
	goal_squares(&moves, goals);
	r->work += moves.count + WORK_READING;
	for (squares_t rest = e->down & ~square_bit(move->to); rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		for (squares_t from = e->away & ~move->captured; from; from &= from - 1) {
			unsigned f = (unsigned)__builtin_ctzll(from);

			if (r->number[f] > r->number[q] || !(goals[f] & square_bit(q)) ||
			    !square_agrees(r, h->expected[f], r->sensor[q]))
				continue;
			credit += e->noise[q] - COST_EARLY_DOWN;
			break;
		}
	}
	return credit;
}

/* Since when a piece of this side is in the air and none has come to stand: INT64_MAX, there is none. */
static int64_t in_air_since(const struct readings *r, const struct reading *h, const struct evidence *e, enum side side)
{
	int64_t since = INT64_MAX;

	if (r->game->irregular)
		return since;
	for (squares_t rest = e->seen & h->mismatch & ~h->mismatch_last; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			return INT64_MAX;
		if (r->game->piece_side(h->expected[q]) == side && e->last_lift[q] < since)
			since = e->last_lift[q];
	}
	return since;
}

/* A change in the turn. */
static void gather_in_turn(const struct change *c, struct evidence *e)
{
	squares_t b = square_bit(c->square);

	if (!(e->seen & b)) {
		e->seen |= b;
		e->changes[c->square] = 0;
		e->last_place[c->square] = e->last_lift[c->square] = INT64_MIN;
		e->begun_us[c->square] = c->t_us;
	}
	if (e->changes[c->square] < UINT8_MAX)
		e->changes[c->square]++;
	if (c->is == '.')
		e->last_lift[c->square] = c->t_us;
	else
		e->last_place[c->square] = c->t_us;
}

/* A change in the window. */
static void gather_in_window(const struct change *c, struct evidence *e)
{
	squares_t b = square_bit(c->square);

	if (!(e->window_seen & b)) {
		e->window_seen |= b;
		e->window_changes[c->square] = 0;
		e->first[c->square] = c->t_us;
	} else if (c->is == '.' && c->t_us - e->latest[c->square] > REST_US) {
		e->rested |= b;
	}
	if (e->window_changes[c->square] < UINT8_MAX)
		e->window_changes[c->square]++;
	e->latest[c->square] = c->t_us;
}

void gather_turn(struct readings *r, const struct reading *h, struct evidence *e)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;

	if (first < h->explained_upto + 1)
		first = h->explained_upto + 1;
	r->work += WORK_READING + WORK_SQUARE * (r->changes + 1 - first);
	e->seen = 0;
	for (uint32_t i = first; i <= r->changes && r->change[i % HISTORY].t_us <= r->limit_us; i++)
		gather_in_turn(&r->change[i % HISTORY], e);
}

/* What stands on a square for so long was not in passing there: it stood, and perhaps nobody pressed. */
static bool rested_long(const struct evidence *e, unsigned square)
{
	return (e->window_seen & square_bit(square)) && e->latest[square] - e->first[square] > RESTED_LONG_US;
}

void gather_evidence(struct readings *r, const struct reading *h, enum side side, struct evidence *e)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	uint32_t from = h->explained_upto + 1 < r->window_start + 1 ? h->explained_upto + 1 : r->window_start + 1;
	int64_t in_air_us;
	squares_t rest;

	e->seen = e->window_seen = e->rested = 0;
	if (from < first)
		from = first;
	r->work += WORK_READING + WORK_SQUARE * (r->changes + 1 - from);
	for (uint32_t i = from; i <= r->changes && r->change[i % HISTORY].t_us <= r->limit_us; i++) {
		if (i > h->explained_upto)
			gather_in_turn(&r->change[i % HISTORY], e);
		if (i > r->window_start)
			gather_in_window(&r->change[i % HISTORY], e);
	}
	e->noisy = e->window_seen | h->mismatch | h->mismatch_last;
	r->work += WORK_SQUARE * (unsigned)__builtin_popcountll(e->noisy);
	e->noise_sum = 0;
	in_air_us = in_air_since(r, h, e, side);
	for (rest = e->noisy; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		e->noise[q] = noise_cost(r, h, e, q, side, in_air_us);
		e->noise_sum += e->noise[q];
	}
	if (stands_elsewhere(r, h))
		e->noise_sum += COST_STANDS_ELSEWHERE;
	else if (stood_elsewhere(r, h, side))
		e->noise_sum += COST_STOOD_ELSEWHERE;
	e->early = 0;
	credit_early_reply(r, h, e, side);
	e->touched = e->seen | e->noisy | h->stuck;
	e->slid = 0;
	for (rest = e->noisy; rest; rest &= rest - 1)
		if (e->noise[__builtin_ctzll(rest)] > COST_SLID && r->sensor[__builtin_ctzll(rest)] == '.' &&
		    !rested_long(e, (unsigned)__builtin_ctzll(rest)))
			e->slid |= rest & -rest;
}
