/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a move must assume. Costs are tenths of a natural logarithm: 23 is one
 * in ten, 46 one in a hundred, 69 one in a thousand.
 *
 *       | press
 *   a ──╮_|______   a's piece was lifted               b ____|╭── put on b
 *
 *   W1  a lifted, b placed, press                     nothing is assumed
 *   W2  a lifted, press, b placed                     a press before the piece stands
 *   W3  a lifted, press … b never                     a change that never came, or late
 *   W4  b: lifted, placed between (a capture)         nothing; b unchanged: an exchange no scan saw
 */
#include <string.h>

#include "daemon/core/tracker/reading/castling-cost.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/squares.h"

enum {
	COST_NOT_LIFTED = 60,
	COST_NOT_BEGUN = 50,
	COST_NOTHING_SEEN = 50,	 /* neither that it was lifted nor that it was put down: such a move is invented */
	COST_OTHER_IN_HAND = 20, /* it was not lifted, and another one that was is away */
	COST_MOVED_TOO = 30,	 /* another piece was lifted and put down elsewhere, farther than it can be knocked */
	COST_LIFT_UNSEEN = 8,
	COST_OWN_STANDS = 38,  /* and another of the mover's pieces stands where it came from */
	COST_REPLACED = 14,    /* the reply stands where it came from */
	COST_FLICKERS = 12,    /* lifted, and back just now: it may be a bounce */
	COST_BEGUN_AFTER = 24, /* the hand began after its press */
	COST_KING_WAITS = 40,  /* castling: the rook stands, the king has not begun */
	COST_IN_AIR = 22,
	COST_ANYWHERE = 42, /* pressed before it stood; and judged before */
	COST_NEVER_DOWN = 58,
	COST_GONE_ON = 12,
	COST_GONE_EARLY = 30,
	COST_GONE_BEFORE = 40,
	COST_ELSEWHERE = 30,	  /* the piece that moved is known to stand elsewhere, … */
	COST_ONLY_ELSEWHERE = 80, /* … since its press, and nothing was seen of it on its goal */
	COST_ON_THE_WAY = 8,
	COST_LEFT_BEHIND = 24,	   /* the sensor of a square on which it stood before says that it does still */
	COST_HOVERS = 22,	   /* the press came while the piece stood elsewhere */
	COST_EXCHANGED_EARLY = 10, /* before the last turn was over */
	COST_UNSEEN_EXCHANGE = 32,
	COST_TARGET_FIRST = 22,
	COST_HALF_SEEN = 6,
	COST_VICTIM_STANDS = 60,
	COST_LATE_VICTIM = 28,
	COST_LATE_ROOK = 22,
	COST_ROOK_AWAY = 18,
	COST_STUCK = 10,       /* the same square's sensor once more */
	COST_STUCK_AGAIN = 50, /* … it was right meanwhile, by chance or not */
	COST_WRONG_PIECE = 60,
	COST_PAWN_STANDS = 20,
	COST_LESSER_PIECE = 45, /* promoted to less than the best, unseen; or to another than was named last */
	COST_RETOUCHED = 20,	/* set down, and lifted and set down again after so long */
	RETOUCHED_US = 5000000,
	COST_PAWN = 4,
	COST_BLUNDER = 16, /* what players rarely give away */
};

squares_t path_squares(const struct readings *r, const struct reading *h, const struct game_move *move)
{
	if (r->game->path_squares)
		return r->game->path_squares(&h->pos, move);
	if (move->flags & GAME_MOVE_CASTLING && castling_is_close(move))
		return squares_between(r->game, move->from, move->to) |
		       squares_between(r->game, move->rook_from, move->rook_to);
	return squares_between(r->game, move->from, move->to);
}

bool untouched_move_cost(const struct readings *r, const struct evidence *e, const struct game_move *move, bool waited,
			 int *ret)
{
	squares_t to = square_bit(move->to);

	if ((e->touched & (square_bit(move->from) | to)) || (move->captured & ~to) ||
	    (move->flags & GAME_MOVE_CASTLING) || move->from == move->to ||
	    (move->captured && r->setup.sensors == TRACKER_PIECE_ID))
		return false;
	*ret = waited ? COST_NOT_LIFTED : COST_NOT_BEGUN;
	if (move->captured)
		*ret += COST_UNSEEN_EXCHANGE;
	else
		*ret += waited ? COST_NEVER_DOWN + COST_NOTHING_SEEN : r->forced ? COST_ANYWHERE : COST_IN_AIR;
	return true;
}

void effect_of(const struct readings *r, const struct reading *h, const struct game_move *move, struct effect *ret)
{
	ret->emptied = move->captured & ~square_bit(move->to);
	ret->takes = move->captured & square_bit(move->to);
	ret->castles = move->flags & GAME_MOVE_CASTLING;
	ret->piece = move->promotion ? move->promotion : h->expected[move->from];
	if (ret->castles) {
		ret->rook_from = move->rook_from;
		ret->rook_to = move->rook_to;
		ret->rook = h->expected[move->rook_from];
	}
}

/*
 * It stood on its goal, and since then one stands where it came from; a piece of the other side was in the air before
 * that: the reply went there, and early.
 */
static bool replaced(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned from,
		     unsigned to)
{
	squares_t b = square_bit(from);
	enum side side = (enum side)h->side;

	if (r->sensor[from] == '.' || (r->setup.sensors != TRACKER_PRESENCE && r->sensor[from] != '?') ||
	    !((e->seen & b) ? e->changes[from] > 1 : (h->mismatch_last & b) && r->number[from] > r->window_start) ||
	    !(e->seen & square_bit(to)) || r->sensor[to] == '.' || h->expected[to] != '.' ||
	    r->number[to] > r->number[from])
		return false;
	for (squares_t away = h->mismatch; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);

		if (r->sensor[q] == '.' && r->game->piece_side(h->expected[q]) == other_side(side) &&
		    r->number[q] < r->number[from])
			return true;
	}
	return false;
}

/* The piece may have left at the press already, and somebody else stand there by now. */
static int origin_cost(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned from,
		       unsigned to, bool waited)
{
	squares_t b = square_bit(from);

	if (from == to && (e->seen & b))
		return 0; /* round in a ring */
	if (square_agrees(r, h->expected[from], r->sensor[from]) &&
	    (!r->forced || !(e->seen & b) || square_agrees(r, h->expected[from], r->at_press[from]))) {
		if (replaced(r, h, e, from, to))
			return COST_REPLACED;
		if (!waited && !(e->seen & b) && !(e->seen & square_bit(to)))
			return COST_NOT_BEGUN;
		if (!waited && (e->seen & b) && e->changes[from] > 1 &&
		    r->change[r->changes % HISTORY].t_us - r->since[from] < BOUNCE_US)
			return COST_FLICKERS;
		return COST_NOT_LIFTED;
	}
	if (e->seen & b)
		return 0;
	return h->mismatch_last & b ? COST_RIGHT_AGAIN : COST_LIFT_UNSEEN;
}

/* Was that piece seen on the square since the reading's last turn? named: the sensor has to have said so. */
static bool was_seen(const struct readings *r, const struct reading *h, unsigned square, char piece, bool named)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;

	for (uint32_t i = h->explained_upto + 1 < first ? first : h->explained_upto + 1; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square == square && c->is != '.' && (named ? c->is == piece : square_agrees(r, piece, c->is)))
			return true;
	}
	return false;
}

char promotion_named(const struct readings *r, const struct reading *h, const struct game_move *move)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;

	if (first < h->explained_upto + 1)
		first = h->explained_upto + 1;
	if (r->game->piece_side(r->sensor[move->to]) == (enum side)h->side)
		return r->sensor[move->to] == h->expected[move->from] ? 0 : r->sensor[move->to];
	for (uint32_t i = r->changes; i >= first; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square == move->to && r->game->piece_side(c->is) == (enum side)h->side)
			return c->is == h->expected[move->from] ? 0 : c->is;
	}
	return 0;
}

/* Were pieces exchanged on the goal before the last turn was over, when this one's piece was in the air already? */
static bool exchanged_early(const struct readings *r, const struct reading *h, const struct game_move *move)
{
	const struct node *last = h->node != NO_NODE ? &r->node[h->node] : NULL;
	int64_t begun = last && last->parent != NO_NODE ? r->node[last->parent].t_us : INT64_MIN;
	unsigned lifts = 0, places = 0;

	if (!last || r->sensor[move->from] != '.' || r->number[move->to] <= r->number[move->from])
		return false;
	for (uint32_t i = h->explained_upto;
	     i > r->position_change && i + HISTORY > r->changes && r->change[i % HISTORY].t_us > begun; i--) {
		if (r->change[i % HISTORY].square != move->to)
			continue;
		lifts += r->change[i % HISTORY].is == '.';
		places += r->change[i % HISTORY].is != '.';
	}
	/* the last turn's piece came there first */
	return last->to == move->to ? places > 1 && lifts > (last->captured != 0) : lifts && places;
}

static int exchange_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
			 const struct game_move *move, unsigned n)
{
	if (n == 0)
		return exchanged_early(r, h, move) ? COST_EXCHANGED_EARLY : COST_UNSEEN_EXCHANGE;
	if (n == 1)
		return COST_HALF_SEEN;
	/* the piece can only arrive after it left */
	if ((e->seen & square_bit(move->from)) && e->last_lift[move->from] != INT64_MIN &&
	    e->last_place[move->to] != INT64_MIN &&
	    e->last_place[move->to] + (int64_t)r->setup.scan_us + 20000 < e->last_lift[move->from])
		return COST_TARGET_FIRST;
	return 0;
}

/* A piece that stood on its goal for long and is exchanged there was taken rather than adjusted. least: so many changes
 * that makes with those of the move. */
static int retouched_cost(const struct evidence *e, unsigned to, unsigned n, unsigned least)
{
	return n >= least && e->last_lift[to] != INT64_MIN && e->last_place[to] > e->last_lift[to] &&
			       e->last_lift[to] - e->begun_us[to] > RETOUCHED_US ?
		       COST_RETOUCHED :
		       0;
}

/* Did a piece stand on the goal long before the one that went there left? Then another came there. */
static bool came_first(const struct readings *r, const struct evidence *e, const struct game_move *move)
{
	return (e->seen & square_bit(move->from)) && e->changes[move->from] == 1 &&
	       e->last_place[move->to] != INT64_MIN &&
	       e->last_place[move->to] + (int64_t)r->setup.scan_us + 20000 < e->begun_us[move->from];
}

static int goal_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
		     const struct game_move *move, const struct effect *effect, bool waited)
{
	unsigned to = move->to;
	squares_t b = square_bit(to);
	unsigned n = e->seen & b ? e->changes[to] : 0;
	char is = r->sensor[to];

	if (move->from == move->to)
		return 0;
	/* it may have gone on since the press, or have been taken */
	if (r->forced && n && r->at_press[to] != '.' && square_agrees(r, effect->piece, r->at_press[to]) &&
	    !square_agrees(r, effect->piece, is))
		is = r->at_press[to];
	if (is == '.') {
		/* it stood there when it was pressed: that it has gone on since makes no other move clear */
		if (!r->forced && n && r->since[to] > r->judged_us && r->at_press[to] != '.' &&
		    square_agrees(r, effect->piece, r->at_press[to]))
			return COST_GONE_ON;
		/* taken or moved on at once: after the press, or before it if it had stood */
		if (r->forced && n > 1 && was_seen(r, h, to, effect->piece, false) &&
		    !((e->seen & square_bit(move->from)) && e->last_lift[move->from] > e->last_place[to]))
			return r->since[to] > r->judged_us		       ? COST_GONE_ON :
			       e->last_lift[to] - e->last_place[to] > STOOD_US ? COST_GONE_EARLY :
										 COST_GONE_BEFORE;
		return waited ? COST_NEVER_DOWN : r->forced ? COST_ANYWHERE : COST_IN_AIR;
	}
	if (r->setup.sensors == TRACKER_PIECE_ID && is != '?') {
		if (square_agrees(r, effect->piece, is))
			return 0;
		if (move->promotion && is == h->expected[move->from])
			return COST_PAWN_STANDS;
		/* a piece of the own side that stands there did not take it; a pawn has become the last that came */
		if (n > 1 && (!move->promotion || promotion_named(r, h, move) == move->promotion) &&
		    was_seen(r, h, to, effect->piece, r->game->piece_side(is) == (enum side)h->side))
			return COST_GONE_ON;
		if (effect->takes && is == h->expected[to] && !waited)
			return (r->forced ? COST_ANYWHERE : COST_IN_AIR) + COST_REPEATED;
		return effect->takes && is == h->expected[to] && n < 2 ? COST_VICTIM_STANDS + COST_REPEATED :
									 COST_WRONG_PIECE;
	}
	if (effect->takes)
		return exchange_cost(r, h, e, move, n) + retouched_cost(e, to, n, 4);
	if (n && came_first(r, e, move))
		return COST_TARGET_FIRST;
	return n ? retouched_cost(e, to, n, 3) : COST_RIGHT_AGAIN;
}

/* At the press the sensor named another piece of the mover's where this one had left. */
static bool own_stands_there(const struct readings *r, const struct reading *h, unsigned from)
{
	char is = r->forced ? r->at_press[from] : r->sensor[from];

	return r->setup.sensors == TRACKER_PIECE_ID && is != '?' && is != h->expected[from] &&
	       r->game->piece_side(is) == (enum side)h->side;
}

int move_cost(const struct readings *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
	      const struct effect *effect, bool waited, squares_t *roles)
{
	int origin, goal, cost;
	squares_t rest;

	if (effect->castles && castling_is_close(move)) {
		*roles = castling_squares(move);
		return castling_cost(r, h, e, move, waited);
	}
	origin = origin_cost(r, h, e, move->from, move->to, waited);
	goal = goal_cost(r, h, e, move, effect, waited);
	/* a sensor that has stopped reporting was paid for already */
	if (origin > COST_STUCK && (h->stuck & square_bit(move->from)))
		origin = COST_STUCK;
	if (goal > COST_STUCK && (h->stuck & square_bit(move->to)))
		goal = h->mismatch & square_bit(move->to) ? COST_STUCK :
		       goal < COST_STUCK_AGAIN		  ? goal :
							    COST_STUCK_AGAIN;
	cost = origin + goal;
	if (!effect->castles && move->from != move->to && own_stands_there(r, h, move->from))
		cost += COST_OWN_STANDS;

	/* the rook went first, and the lever before the king */
	if (effect->castles && cost > COST_KING_WAITS && (e->seen & square_bit(effect->rook_to)) &&
	    r->sensor[effect->rook_from] == '.' && effect->rook_to != move->to && r->sensor[effect->rook_to] != '.' &&
	    square_agrees(r, effect->rook, r->sensor[effect->rook_to]) &&
	    square_agrees(r, h->expected[move->from], r->sensor[move->from]))
		cost = COST_KING_WAITS;

	*roles = square_bit(move->from) | square_bit(move->to) | effect->emptied;
	for (rest = effect->emptied; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			cost += COST_LATE_VICTIM;
	}
	if (effect->castles) {
		*roles |= square_bit(effect->rook_from) | square_bit(effect->rook_to);
		if (square_agrees(r, h->expected[effect->rook_from], r->sensor[effect->rook_from]))
			cost += COST_LATE_ROOK;
		if (r->sensor[effect->rook_to] == '.')
			cost += COST_ROOK_AWAY;
		else if (!square_agrees(r, effect->rook, r->sensor[effect->rook_to]))
			cost += COST_WRONG_PIECE;
	}
	return cost;
}

int late_begin_cost(const struct readings *r, const struct evidence *e, const struct game_move *move)
{
	return (e->seen & square_bit(move->from)) && e->begun_us[move->from] > r->judged_us ? COST_BEGUN_AFTER : 0;
}

/* Is the piece that stands there the one of that square, since no other that it may be is away? */
static bool is_only_one(const struct readings *r, const struct reading *h, unsigned from, char is)
{
	if (is != h->expected[from] && (is != '?' || r->setup.sensors != TRACKER_PRESENCE))
		return false;
	for (squares_t rest = h->mismatch; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (q != from && h->expected[q] != '.' && (is == '?' || h->expected[q] == is))
			return false;
	}
	return true;
}

/* The sensors name it twice: on the goal, and on a square where it came earlier, and which is late to report that it is
 * gone. What was assumed of such a square is too much: a negative cost. */
static int left_behind(const struct readings *r, const struct reading *h, const struct evidence *e,
		       const struct game_move *move, squares_t others)
{
	char piece = h->expected[move->from];
	int cost = 0;

	if (r->setup.sensors != TRACKER_PIECE_ID || move->promotion || r->sensor[move->to] != piece ||
	    !(e->seen & square_bit(move->to)))
		return 0;
	for (squares_t rest = others & h->mismatch & ~h->mismatch_last & e->seen; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] == piece && h->expected[q] == '.' && e->noise[q] > COST_LEFT_BEHIND &&
		    r->since[q] < r->since[move->to] && r->since[q] >= e->begun_us[move->from] &&
		    e->seen & square_bit(move->from))
			cost += COST_LEFT_BEHIND - e->noise[q];
	}
	return cost;
}

/* At the press the sensor named it on a square that has changed since, and never on its goal. */
static bool stood_elsewhere_at_press(const struct readings *r, const struct reading *h, const struct game_move *move,
				     squares_t others)
{
	char piece = h->expected[move->from];

	if (!r->forced || r->setup.sensors != TRACKER_PIECE_ID || was_seen(r, h, move->to, piece, true))
		return false;
	for (squares_t rest = others & r->after_press; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->at_press[q] == piece && h->expected[q] != piece && is_only_one(r, h, move->from, piece))
			return true;
	}
	return false;
}

/* What another piece of the mover's did in this turn, beside that it is not where it was. */
static int other_piece_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
			    const struct game_move *move, squares_t others)
{
	squares_t fresh = others & h->mismatch & ~h->mismatch_last & e->seen;
	bool lifted = r->sensor[move->from] == '.' || (e->seen & square_bit(move->from));
	int cost = 0;

	for (squares_t away = fresh; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);

		if (r->sensor[q] != '.' || r->game->piece_side(h->expected[q]) != (enum side)h->side)
			continue;
		if (!lifted && (e->seen & square_bit(move->to)) && e->last_lift[q] < e->last_place[move->to])
			cost = cost > COST_OTHER_IN_HAND ? cost : COST_OTHER_IN_HAND;
		for (squares_t came = fresh; came; came &= came - 1) {
			unsigned s = (unsigned)__builtin_ctzll(came);

			if (r->sensor[s] != '.' && h->expected[s] == '.' && e->last_place[s] <= r->judged_us &&
			    square_distance(r->game, q, s) > 1 && e->last_place[s] > e->last_lift[q] &&
			    square_agrees(r, h->expected[q], r->sensor[s]))
				return COST_MOVED_TOO;
		}
	}
	return cost;
}

int other_squares_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
		       const struct game_move *move, bool waited, squares_t roles)
{
	int cost = e->noise_sum;
	squares_t rest, way, strange;

	for (rest = e->noisy & roles; rest; rest &= rest - 1)
		cost -= e->noise[__builtin_ctzll(rest)];
	rest = e->noisy & ~roles;
	if (!rest || (move->from == move->to && !r->game->path_squares))
		return cost;
	if (waited && !r->game->irregular)
		cost += other_piece_cost(r, h, e, move, rest);
	/* the piece may stand short of its goal, or on a square where it does not stay */
	cost += left_behind(r, h, e, move, rest);
	if (waited && r->sensor[move->to] == '.' && r->sensor[move->from] == '.' &&
	    stood_elsewhere_at_press(r, h, move, rest))
		return cost + COST_ONLY_ELSEWHERE;
	strange = r->sensor[move->to] != '.' || r->sensor[move->from] != '.' ? 0 :
									       rest & h->mismatch & ~h->mismatch_last;
	if (!strange && !(rest & e->slid))
		return cost;
	way = rest & path_squares(r, h, move);
	for (squares_t on = way & e->slid; on; on &= on - 1)
		cost -= e->noise[__builtin_ctzll(on)] - COST_SLID;
	for (; strange; strange &= strange - 1) {
		unsigned q = (unsigned)__builtin_ctzll(strange);
		int now = way & square_bit(q) ? COST_ON_THE_WAY : COST_HOVERS;

		/* it is seen to stand there, and no other piece of its kind is missing */
		if (waited && is_only_one(r, h, move->from, r->sensor[q]))
			return cost +
			       (was_seen(r, h, move->to, r->sensor[q], true) ||
						r->since[q] > r->judged_us + (int64_t)r->setup.scan_us + LANDS_US ?
					COST_ELSEWHERE :
					COST_ONLY_ELSEWHERE);
		/* by now it would have gone on */
		if (waited && r->since[q] <= r->judged_us)
			continue;
		if (h->expected[q] != '.' || !square_agrees(r, h->expected[move->from], r->sensor[q]) ||
		    e->noise[q] <= now)
			continue;
		return cost - e->noise[q] + now;
	}
	return cost;
}

/* Of pieces a pawn may become, the one assumed is the last before the king in the game's list: the others cost. */
int promotion_cost(const struct readings *r, char piece, char named)
{
	const char *p = strchr(r->game->pieces, piece);
	enum side side = r->game->piece_side(piece);

	if (named)
		return named == piece ? 0 : COST_LESSER_PIECE;
	if (!p || !p[1])
		return 0;
	/* is there a better one of this side after it? */
	return r->game->piece_side(p[1]) == side && p[2] && r->game->piece_side(p[2]) == side ? COST_LESSER_PIECE : 0;
}

static int capped(int given)
{
	return given * COST_PAWN < COST_BLUNDER * 10 ? given * COST_PAWN / 10 : COST_BLUNDER;
}

int blunder_cost(const struct readings *r, const struct game_position *pos, const struct game_move *move, int *given)
{
	int loss = r->game->exchange_loss ? r->game->exchange_loss(pos, move, r->game->best_exchange(pos)) : 0;

	if (given)
		*given = loss;
	return capped(loss);
}

int blunder_cost_beside(const struct readings *r, const struct game_position *pos, const struct game_move *move,
			int best)
{
	return capped(r->game->exchange_loss(pos, move, best));
}
