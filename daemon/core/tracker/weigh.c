/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a move must assume. Costs are tenths of a natural logarithm: 23 is one
 * in ten, 46 one in a hundred, 69 one in a thousand.
 *
 *       | press
 *   a ──╮_|______   a's man was lifted               b ____|╭── put on b
 *
 *   W1  a lifted, b placed, press                     nothing is assumed
 *   W2  a lifted, press, b placed                     a press before the piece stands
 *   W3  a lifted, press … b never                     a change that never came, or late
 *   W4  b: lifted, placed between (a capture)         nothing; b unchanged: an exchange no scan saw
 *   W5  c lifted, placed                              a man touched or adjusted
 *   W6  d placed, lifted, d between a and b           a slide; elsewhere: a hand that hovers
 *   W7  c lifted, press … placed in the next turn     a neighbour knocked, or an opponent who starts early
 *   W8  c toggles within a few ms                     a bounce
 */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/reader.h"

enum {
	COST_BOUNCE = 3, COST_BOUNCE_US = 80000,
	COST_BOUNCE_OTHER = 28,	/* a man of the other side, while the own one was in the air: it may be pushed off */
	COST_PASSED = 15,	/* a man stood on an empty square in passing */
	COST_RESTED = 40, REST_US = 1500000,	/* … and stayed */
	COST_SLID = 2,		/* … on the way of the move */
	COST_TOUCHED = 20,	/* a man was lifted and put back */
	COST_TOUCHED_OTHER = 42,	/* … of the other side, while the own man was in the air: it would be a capture */
	COST_FALLEN = 28, FALLEN_US = 1500000,	/* … for so long: it fell, and was set up again */
	TOUCHES = 5,		/* … more often: its sensor flickers */
	COST_MORE = 7,		/* … again and again */
	COST_EARLY_HAND = 14,	/* a man of the next side is not where it was at the press */
	COST_EARLIER_HAND = 26, EARLY_US = 800000,	/* … for longer than that */
	COST_EARLY_DOWN = 16,	/* … and it stands elsewhere already */
	COST_LONG_AWAY = 38, AWAY_US = 2000000,	/* … so long that no hand began early: knocked away */
	COST_OWN_AWAY = 34,	/* a man of this side is not where it was */
	COST_OWN_AFTER = 24,	/* … since the press: his next hand begins early */
	COST_STRANGER = 38,	/* a man stands where none should */
	COST_AT_PRESS = 25,	/* … stood there at the press and is gone now */
	COST_AFTER = 6, COST_STRANGER_AFTER = 12,	/* the same since the press: the reply */
	COST_OTHER_MAN = 45,	/* another man stands there (piece sensors) */
	STOOD_US = 250000,	/* … so long, it stood */
	COST_STILL_BAD = 14, COST_LONG_BAD = 4, COST_OLD_BAD = 1,
	OLD_EVERY = 4,		/* turns, that cost: a stuck sensor does not outweigh what was seen, however long the game */
	COST_NO_HAND = 32,	/* no hand had begun early: the man is simply away */
	COMES_US = 400000,	/* … before so long */
	COST_WELL_AGAIN = 2,

	COST_NOT_LIFTED = 60, COST_NOT_BEGUN = 50,
	COST_LIFT_UNSEEN = 8,
	COST_REPLACED = 14,	/* the reply stands where it came from */
	COST_FLICKERS = 12,	/* lifted, and back just now: a bounce perhaps */
	COST_BEGUN_AFTER = 24,	/* the hand began after its press */
	COST_KING_WAITS = 40,	/* castling: the rook stands, the king has not begun */
	COST_IN_AIR = 22, COST_ANYWHERE = 42,	/* pressed before it stood; and judged before */
	COST_NEVER_DOWN = 58, COST_GONE_ON = 12, COST_GONE_EARLY = 30, COST_GONE_BEFORE = 40,
	COST_ELSEWHERE = 30,	/* the man that moved is known to stand elsewhere */
	COST_ON_THE_WAY = 8, COST_HOVERS = 22,	/* the press came while the man stood elsewhere */
	COST_EXCHANGED_EARLY = 10,	/* before the last turn was over */
	COST_UNSEEN_EXCHANGE = 32, COST_TARGET_FIRST = 22, COST_HALF_SEEN = 6,
	COST_VICTIM_STANDS = 60, COST_LATE_VICTIM = 28,
	COST_LATE_ROOK = 22, COST_ROOK_AWAY = 18,
	COST_STUCK = 10,	/* the same square's sensor once more */
	COST_WRONG_MAN = 60, COST_PAWN_STANDS = 20,
};

squares_t way_of(const struct reader *r, const struct reading *h, const struct game_move *move)
{
	return r->game->way ? r->game->way(&h->pos, move) : between(r, move->from, move->to);
}

/* The squares that are '.', eight at a time; a product gathers their bits. */
static squares_t empty_squares(const char *men)
{
	squares_t empty = 0;

	for (unsigned q = 0; q < GAME_MAX_SQUARES; q += 8) {
		uint64_t eight;

		memcpy(&eight, men + q, sizeof(eight));
		eight = le64toh(eight) ^ UINT64_C(0x2e2e2e2e2e2e2e2e);
		/* letters have seven bits: the eighth is what is carried out of a byte that is not 0 */
		eight = ~(eight + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080);
		empty |= ((eight >> 7) * UINT64_C(0x0102040810204080) >> 56) << q;
	}
	return empty;
}

squares_t compare(const struct reader *r, const char *want)
{
	squares_t all = ~UINT64_C(0) >> (GAME_MAX_SQUARES - r->game->squares);
	squares_t bad = (empty_squares(want) ^ empty_squares(r->sensor)) & all;

	/* all that the sensors say is whether a man stands there */
	if (r->setup.sensors == TRACKER_PRESENCE)
		return bad;
	for (unsigned q = 0; q < r->game->squares; q++)
		if (want[q] != r->sensor[q] && !square_agrees(r, want[q], r->sensor[q]))
			bad |= square_bit(q);
	return bad;
}

squares_t fresh_squares(const struct reader *r, const struct reading *h)
{
	squares_t fresh = h->bad;

	for (squares_t old = h->bad & h->bad1; old; old &= old - 1) {
		unsigned q = (unsigned)__builtin_ctzll(old);

		if (r->number[q] <= h->done)
			fresh &= ~square_bit(q);
	}
	return fresh;
}

/* A man of the side that is not judged is not where it was. */
static int away_cost(const struct reader *r, unsigned square)
{
	int64_t since = r->judged_us - r->since[square];

	return since < 0 ? COST_AFTER : since < EARLY_US ? COST_EARLY_HAND : since < AWAY_US ? COST_EARLIER_HAND :
		COST_LONG_AWAY;
}

/* Was there time enough since the last press for its man in the air to come down? */
static bool hand_came(const struct reader *r, const struct reading *h, unsigned square)
{
	return h->node == NO_NODE || r->node[h->node].to != square || r->judged_us - r->node[h->node].t_us > COMES_US;
}

/* What the square assumes if no move of this turn has to do with it. side: whose turn is judged. */
static int noise_of(const struct reader *r, const struct reading *h, const struct evidence *e, unsigned q, enum side side,
		    int64_t in_air_us)
{
	squares_t b = square_bit(q);
	unsigned n = e->window_seen & b ? e->window_changes[q] : 0;
	int cost = 0;

	if (h->bad & b) {
		enum side owner = r->game->piece_side(h->want[q]);

		if ((h->bad1 & b) && n > 1 && r->sensor[q] == '.' && owner != side && (e->seen & b) &&
		    e->last_place[q] > INT64_MIN && e->last_lift[q] - e->last_place[q] > STOOD_US)
			return away_cost(r, q);	/* it came late, and is in a hand again */
		if (h->bad1 & b)
			return (h->old_bad & b ? (h->ply % OLD_EVERY ? 0 : COST_OLD_BAD) : h->bad2 & b ? COST_LONG_BAD :
				h->light & b && hand_came(r, h, q) ? COST_NO_HAND : COST_STILL_BAD) +
			       (n > 1 ? COST_MORE : 0);
		if (r->sensor[q] == '.' && owner == side)
			cost = r->since[q] > r->judged_us ? COST_OWN_AFTER : COST_OWN_AWAY;
		else if (r->sensor[q] == '.')
			cost = away_cost(r, q);
		else if (h->want[q] == '.')
			cost = r->since[q] > r->judged_us ? COST_STRANGER_AFTER : COST_STRANGER;
		else
			cost = COST_OTHER_MAN;
		return cost + (n > 2 ? COST_MORE : 0);
	}
	if (h->bad1 & b)
		return COST_WELL_AGAIN + (n > 2 ? COST_MORE : 0);
	if (!n)
		return 0;
	if (e->latest[q] - e->first[q] < COST_BOUNCE_US)
		return e->first[q] > in_air_us && (e->seen & b) && r->game->piece_side(h->want[q]) == other_side(side) ? COST_BOUNCE_OTHER :
			COST_BOUNCE;
	if (h->want[q] == '.' && r->at_press[q] != '.')
		return COST_AT_PRESS;
	if (h->want[q] == '.' && e->latest[q] - e->first[q] > REST_US)
		return COST_RESTED;
	if (e->latest[q] > in_air_us && (e->seen & b) && n <= TOUCHES && r->game->piece_side(h->want[q]) == other_side(side))
		return e->latest[q] - e->first[q] < FALLEN_US ? COST_TOUCHED_OTHER : COST_FALLEN;
	return (h->want[q] == '.' ? h->way & b ? COST_SLID : COST_PASSED : COST_TOUCHED) + (n > 3 ? COST_MORE : 0);
}

void goals_of(const struct game_moves *moves, squares_t goals[static GAME_MAX_SQUARES])
{
	memset(goals, 0, GAME_MAX_SQUARES * sizeof(*goals));
	for (unsigned i = 0; i < moves->count; i++)
		goals[moves->move[i].from] |= square_bit(moves->move[i].to);
}

/*
 * The next side's hand that began early may have put its man down already. The man that it moved last is another thing:
 * soon after the press it may be going on to the goal that
 * it had.
 */
static void pair_early(struct reader *r, const struct reading *h, struct evidence *e, enum side side)
{
	squares_t fresh = h->bad & ~h->bad1, away = 0;
	squares_t goals[GAME_MAX_SQUARES];
	bool known = false;

	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] == '.' && r->game->piece_side(h->want[q]) == other_side(side))
			away |= square_bit(q);
	}
	if (h->node != NO_NODE && r->node[h->node].to != GAME_NO_SQUARE &&
	    r->since[r->node[h->node].to] - r->node[h->node].t_us < COMES_US)
		away &= ~square_bit(r->node[h->node].to);
	for (squares_t rest = away ? fresh & ~away : 0; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (e->noise[q] < COST_EARLY_DOWN || h->want[q] != '.')
			continue;
		for (squares_t from = away; from; from &= from - 1) {
			unsigned f = (unsigned)__builtin_ctzll(from);

			if (r->number[f] > r->number[q] || !square_agrees(r, h->want[f], r->sensor[q]))
				continue;
			if (!known) {
				struct game_position pos = h->pos;
				struct game_moves moves;

				r->game->set_placement(&pos, h->want, other_side(side));
				r->game->moves(&pos, &moves);
				goals_of(&moves, goals);
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
			break;
		}
	}
}

squares_t seen_squares(const struct reader *r, const struct reading *h)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	squares_t seen = 0;

	for (uint32_t i = h->done + 1 < first ? first : h->done + 1; i <= r->changes; i++) {
		if (r->change[i % HISTORY].t_us > r->limit_us)
			break;
		seen |= square_bit(r->change[i % HISTORY].square);
	}
	return seen;
}

/* Since when a man of this side is in the air and none has come to stand: INT64_MAX, there is none. */
static int64_t in_air_since(const struct reader *r, const struct reading *h, const struct evidence *e, enum side side)
{
	int64_t since = INT64_MAX;

	if (r->game->irregular)
		return since;
	for (squares_t rest = e->seen & h->bad & ~h->bad1; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			return INT64_MAX;
		if (r->game->piece_side(h->want[q]) == side && e->last_lift[q] < since)
			since = e->last_lift[q];
	}
	return since;
}

void gather(struct reader *r, const struct reading *h, enum side side, struct evidence *e)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	uint32_t from = h->done + 1 < r->window + 1 ? h->done + 1 : r->window + 1;
	int64_t in_air_us;
	squares_t rest;

	e->seen = e->window_seen = 0;
	if (from < first)
		from = first;
	r->work += WORK_READING + WORK_SQUARE * (r->changes + 1 - from);
	for (uint32_t i = from; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];
		squares_t b = square_bit(c->square);

		if (c->t_us > r->limit_us)
			break;
		if (i > h->done) {
			if (!(e->seen & b)) {
				e->seen |= b;
				e->changes[c->square] = 0;
				e->last_place[c->square] = e->last_lift[c->square] = INT64_MIN;
				e->begun[c->square] = c->t_us;
			}
			if (e->changes[c->square] < UINT8_MAX)
				e->changes[c->square]++;
			if (c->is == '.')
				e->last_lift[c->square] = c->t_us;
			else
				e->last_place[c->square] = c->t_us;
		}
		e->last[c->square] = i;
		if (i > r->window) {
			if (!(e->window_seen & b)) {
				e->window_seen |= b;
				e->window_changes[c->square] = 0;
				e->first[c->square] = c->t_us;
			}
			if (e->window_changes[c->square] < UINT8_MAX)
				e->window_changes[c->square]++;
			e->latest[c->square] = c->t_us;
		}
	}
	e->noisy = e->window_seen | h->bad | h->bad1;
	r->work += WORK_SQUARE * (unsigned)__builtin_popcountll(e->noisy);
	e->noise_sum = 0;
	in_air_us = in_air_since(r, h, e, side);
	for (rest = e->noisy; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		e->noise[q] = noise_of(r, h, e, q, side, in_air_us);
		e->noise_sum += e->noise[q];
	}
	e->early = 0;
	pair_early(r, h, e, side);
	e->touched = e->seen | e->noisy | h->old_bad;
	e->slid = 0;
	for (rest = e->noisy; rest; rest &= rest - 1)
		if (e->noise[__builtin_ctzll(rest)] > COST_SLID && r->sensor[__builtin_ctzll(rest)] == '.')
			e->slid |= rest & -rest;
}

bool weigh_untouched(const struct reader *r, const struct evidence *e, const struct game_move *move, bool waited, int *ret)
{
	squares_t to = square_bit(move->to);

	if ((e->touched & (square_bit(move->from) | to)) || (move->captured & ~to) || (move->flags & GAME_MOVE_CASTLING) ||
	    move->from == move->to || (move->captured && r->setup.sensors == TRACKER_PIECE_ID))
		return false;
	*ret = waited ? COST_NOT_LIFTED : COST_NOT_BEGUN;
	if (move->captured)
		*ret += COST_UNSEEN_EXCHANGE;
	else
		*ret += waited ? COST_NEVER_DOWN : r->forced ? COST_ANYWHERE : COST_IN_AIR;
	return true;
}

void effect_of(const struct reader *r, const struct reading *h, const struct game_move *move, struct effect *ret)
{
	ret->emptied = move->captured & ~square_bit(move->to);
	ret->takes = move->captured & square_bit(move->to);
	ret->castles = move->flags & GAME_MOVE_CASTLING;
	ret->man = move->promotion ? move->promotion : h->want[move->from];
	if (ret->castles) {
		struct game_position pos = h->pos;
		char then[GAME_MAX_SQUARES];

		r->game->play(&pos, move);
		r->game->placement(&pos, then);
		ret->rook_from = ret->rook_to = GAME_NO_SQUARE;
		for (unsigned q = 0; q < r->game->squares; q++) {
			if (then[q] == h->want[q] || q == move->from || q == move->to)
				continue;
			if (then[q] == '.')
				ret->rook_from = (uint8_t)q;
			else
				ret->rook_to = (uint8_t)q;
		}
		/* mirrored and narrow castlings exchange squares: the rook may come to stand where the king stood */
		if (ret->rook_from == GAME_NO_SQUARE || ret->rook_to == GAME_NO_SQUARE) {
			ret->castles = false;
			return;
		}
		ret->rook = then[ret->rook_to];
	}
}

/*
 * It stood on its goal, and since then one stands where it came from; a man of the other side was in the air before that:
 * the reply went there, and early.
 */
static bool replaced(const struct reader *r, const struct reading *h, const struct evidence *e, unsigned from, unsigned to)
{
	squares_t b = square_bit(from);
	enum side side = (enum side)h->side;

	if (r->sensor[from] == '.' || (r->setup.sensors != TRACKER_PRESENCE && r->sensor[from] != '?') ||
	    !((e->seen & b) ? e->changes[from] > 1 : (h->bad1 & b) && r->number[from] > r->window) || !(e->seen & square_bit(to)) ||
	    r->sensor[to] == '.' || h->want[to] != '.' || r->number[to] > r->number[from])
		return false;
	for (squares_t away = h->bad; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);

		if (r->sensor[q] == '.' && r->game->piece_side(h->want[q]) == other_side(side) && r->number[q] < r->number[from])
			return true;
	}
	return false;
}

/* The man may have left at the press already, and somebody else stand there by now. */
static int origin_cost(const struct reader *r, const struct reading *h, const struct evidence *e, unsigned from,
		       unsigned to, bool waited)
{
	squares_t b = square_bit(from);

	if (from == to && (e->seen & b))
		return 0;	/* round in a ring */
	if (square_agrees(r, h->want[from], r->sensor[from]) &&
	    (!r->forced || !(e->seen & b) || square_agrees(r, h->want[from], r->at_press[from]))) {
		if (replaced(r, h, e, from, to))
			return COST_REPLACED;
		if (!waited && !(e->seen & b) && !(e->seen & square_bit(to)))
			return COST_NOT_BEGUN;
		if (!waited && (e->seen & b) && e->changes[from] > 1 &&
		    r->change[r->changes % HISTORY].t_us - r->since[from] < COST_BOUNCE_US)
			return COST_FLICKERS;
		return COST_NOT_LIFTED;
	}
	if (e->seen & b)
		return 0;
	return h->bad1 & b ? COST_WELL_AGAIN : COST_LIFT_UNSEEN;
}

/* Was that man seen on the square since the reading's last turn? */
static bool was_seen(const struct reader *r, const struct reading *h, unsigned square, char man)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;

	for (uint32_t i = h->done + 1 < first ? first : h->done + 1; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square == square && c->is != '.' && square_agrees(r, man, c->is))
			return true;
	}
	return false;
}

/* Were men exchanged on the goal before the last turn was over, when this one's man was in the air already? */
static bool exchanged_early(const struct reader *r, const struct reading *h, const struct game_move *move)
{
	const struct node *last = h->node != NO_NODE ? &r->node[h->node] : NULL;
	int64_t begun = last && last->parent != NO_NODE ? r->node[last->parent].t_us : INT64_MIN;
	unsigned lifts = 0, places = 0;

	if (!last || r->sensor[move->from] != '.' || r->number[move->to] <= r->number[move->from])
		return false;
	for (uint32_t i = h->done; i > r->begun && i + HISTORY > r->changes && r->change[i % HISTORY].t_us > begun; i--) {
		if (r->change[i % HISTORY].square != move->to)
			continue;
		lifts += r->change[i % HISTORY].is == '.';
		places += r->change[i % HISTORY].is != '.';
	}
	/* the last turn's man came there first */
	return last->to == move->to ? places > 1 && lifts > (last->captured != 0) : lifts && places;
}

static int exchange_cost(const struct reader *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
			 unsigned n)
{
	if (n == 0)
		return exchanged_early(r, h, move) ? COST_EXCHANGED_EARLY : COST_UNSEEN_EXCHANGE;
	if (n == 1)
		return COST_HALF_SEEN;
	/* the man can only arrive after it left */
	if ((e->seen & square_bit(move->from)) && e->last_lift[move->from] != INT64_MIN &&
	    e->last_place[move->to] != INT64_MIN &&
	    e->last_place[move->to] + (int64_t)r->setup.scan_us + 20000 < e->last_lift[move->from])
		return COST_TARGET_FIRST;
	return 0;
}

static int goal_cost(const struct reader *r, const struct reading *h, const struct evidence *e,
		     const struct game_move *move, const struct effect *effect, bool waited)
{
	unsigned to = move->to;
	squares_t b = square_bit(to);
	unsigned n = e->seen & b ? e->changes[to] : 0;
	char is = r->sensor[to];

	if (move->from == move->to)
		return 0;
	/* it may have gone on since the press, or have been taken */
	if (r->forced && n && r->at_press[to] != '.' && square_agrees(r, effect->man, r->at_press[to]) &&
	    !square_agrees(r, effect->man, is))
		is = r->at_press[to];
	if (is == '.') {
		/* taken or moved on at once: after the press, or before it if it had stood */
		if (r->forced && n > 1 && was_seen(r, h, to, effect->man) &&
		    !((e->seen & square_bit(move->from)) && e->last_lift[move->from] > e->last_place[to]))
			return r->since[to] > r->judged_us ? COST_GONE_ON :
				e->last_lift[to] - e->last_place[to] > STOOD_US ? COST_GONE_EARLY : COST_GONE_BEFORE;
		return waited ? COST_NEVER_DOWN : r->forced ? COST_ANYWHERE : COST_IN_AIR;
	}
	if (r->setup.sensors == TRACKER_PIECE_ID && is != '?') {
		if (square_agrees(r, effect->man, is))
			return 0;
		if (move->promotion && is == h->want[move->from])
			return COST_PAWN_STANDS;
		if (n > 1 && was_seen(r, h, to, effect->man))
			return COST_GONE_ON;
		if (effect->takes && is == h->want[to] && !waited)
			return COST_IN_AIR + COST_MORE;
		return effect->takes && is == h->want[to] && n < 2 ? COST_VICTIM_STANDS + COST_MORE : COST_WRONG_MAN;
	}
	if (effect->takes)
		return exchange_cost(r, h, e, move, n);
	return n ? 0 : COST_WELL_AGAIN;
}

int weigh_move(const struct reader *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
	       const struct effect *effect, bool waited, squares_t *roles)
{
	int origin = origin_cost(r, h, e, move->from, move->to, waited), goal = goal_cost(r, h, e, move, effect, waited), cost;
	squares_t rest;

	/* a sensor that says nothing any more is no news */
	if (origin > COST_STUCK && (h->old_bad & square_bit(move->from)))
		origin = COST_STUCK;
	if (goal > COST_STUCK && (h->old_bad & square_bit(move->to)))
		goal = COST_STUCK;
	cost = origin + goal;

	/* the rook went first, and the lever before the king */
	if (effect->castles && cost > COST_KING_WAITS && (e->seen & square_bit(effect->rook_to)) &&
	    r->sensor[effect->rook_from] == '.' && effect->rook_to != move->to &&
	    r->sensor[effect->rook_to] != '.' && square_agrees(r, effect->rook, r->sensor[effect->rook_to]) &&
	    square_agrees(r, h->want[move->from], r->sensor[move->from]))
		cost = COST_KING_WAITS;

	*roles = square_bit(move->from) | square_bit(move->to) | effect->emptied;
	for (rest = effect->emptied; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			cost += COST_LATE_VICTIM;
	}
	if (effect->castles) {
		*roles |= square_bit(effect->rook_from) | square_bit(effect->rook_to);
		if (square_agrees(r, h->want[effect->rook_from], r->sensor[effect->rook_from]))
			cost += COST_LATE_ROOK;
		if (r->sensor[effect->rook_to] == '.')
			cost += COST_ROOK_AWAY;
		else if (!square_agrees(r, effect->rook, r->sensor[effect->rook_to]))
			cost += COST_WRONG_MAN;
	}
	return cost;
}

squares_t between(const struct reader *r, unsigned from, unsigned to)
{
	int w = (int)r->game->width, a = r->game->cell_of_square(from), b = r->game->cell_of_square(to);
	int y = a / w, dy = b / w - y, dx = b - a - dy * w, wide = abs(dx), high = abs(dy), steps = wide > high ? wide : high, step;
	squares_t set = 0;

	if (steps < 2 || (wide && high && wide != high))
		return 0;
	step = (dy > 0 ? w : dy < 0 ? -w : 0) + (dx > 0) - (dx < 0);
	for (int cell = a + step; cell != b; cell += step) {
		int q = r->game->square_of_cell((unsigned)cell);

		if (q >= 0)
			set |= square_bit((unsigned)q);
	}
	return set;
}

int weigh_begin(const struct reader *r, const struct evidence *e, const struct game_move *move)
{
	return (e->seen & square_bit(move->from)) && e->begun[move->from] > r->judged_us ? COST_BEGUN_AFTER : 0;
}

/* Is the man that the sensor names the one of that square, and no other of its kind away? */
static bool is_only_one(const struct reader *r, const struct reading *h, unsigned from, char is)
{
	if (is != h->want[from])
		return false;
	for (squares_t rest = h->bad; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (q != from && h->want[q] == is)
			return false;
	}
	return true;
}

int weigh_rest(const struct reader *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
	       bool waited, squares_t roles)
{
	int cost = e->noise_sum;
	squares_t rest, way, strange;

	for (rest = e->noisy & roles; rest; rest &= rest - 1)
		cost -= e->noise[__builtin_ctzll(rest)];
	rest = e->noisy & ~roles;
	if (!rest || (move->from == move->to && !r->game->way))
		return cost;
	/* the man may stand short of its goal, or on a square where it does not stay */
	strange = r->sensor[move->to] != '.' || r->sensor[move->from] != '.' ? 0 : rest & h->bad & ~h->bad1;
	if (!strange && !(rest & e->slid))
		return cost;
	way = rest & way_of(r, h, move);
	for (squares_t on = way & e->slid; on; on &= on - 1)
		cost -= e->noise[__builtin_ctzll(on)] - COST_SLID;
	for (; strange; strange &= strange - 1) {
		unsigned q = (unsigned)__builtin_ctzll(strange);
		int now = way & square_bit(q) ? COST_ON_THE_WAY : COST_HOVERS;

		/* it is seen to stand there, and no other man of its kind is missing */
		if (waited && is_only_one(r, h, move->from, r->sensor[q]))
			return cost + COST_ELSEWHERE;
		/* by now it would have gone on */
		if (waited && r->since[q] <= r->judged_us)
			continue;
		if (h->want[q] != '.' || !square_agrees(r, h->want[move->from], r->sensor[q]) || e->noise[q] <= now)
			continue;
		return cost - e->noise[q] + now;
	}
	return cost;
}
