// SPDX-License-Identifier: GPL-2.0-or-later
/* How near a position seems to a mate that both sides help with. Heuristics only: they order the search, which is right
 * without them. */
#include <stdlib.h>

#include "rules/chess/attacks.h"
#include "rules/chess/unwinnable.h"

#define LIGHT UINT64_C(0x55aa55aa55aa55aa)

unsigned mate_plans(const struct chess_position *p, enum side winner)
{
	/* who has a rook or queen needs nobody in a corner */
	return pieces(p, winner, QUEEN) | pieces(p, winner, ROOK) ? PLAN_CORNER : PLANS;
}

/* Pieces are few, and the processor's own instruction is not on every machine. */
static unsigned popcount(uint64_t s)
{
	s -= s >> 1 & UINT64_C(0x5555555555555555);
	s = (s & UINT64_C(0x3333333333333333)) + (s >> 2 & UINT64_C(0x3333333333333333));
	s = (s + (s >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (unsigned)(s * UINT64_C(0x0101010101010101) >> 56);
}

static unsigned distance(unsigned a, unsigned b)
{
	int f = abs((int)(a & 7) - (int)(b & 7)), r = abs((int)(a >> 3) - (int)(b >> 3));
	return (unsigned)(f > r ? f : r);
}

static unsigned edge_distance(unsigned s)
{
	unsigned f = s & 7, r = s >> 3;
	unsigned df = f < 4 ? f : 7 - f, dr = r < 4 ? r : 7 - r;
	return df + dr + (df < dr ? df : dr);
}

static uint64_t attacks_by(const struct chess_position *p, unsigned side, uint64_t occ)
{
	uint64_t own = p->colour[side], set = pawns_attack(p->type[PAWN] & own, side), s;

	for (s = p->type[KNIGHT] & own; s; s &= s - 1)
		set |= chess_knight_attacks[first_square(s)];
	for (s = (p->type[BISHOP] | p->type[QUEEN]) & own; s; s &= s - 1)
		set |= bishop_attacks(first_square(s), occ);
	for (s = (p->type[ROOK] | p->type[QUEEN]) & own; s; s &= s - 1)
		set |= rook_attacks(first_square(s), occ);
	return set | chess_king_attacks[first_square(p->type[KING] & own)];
}

/* How far the winner is from having pieces to mate with. */
static unsigned material_cost(const struct chess_position *p, enum side winner, unsigned king)
{
	uint64_t own = p->colour[winner], pawns = own & p->type[PAWN], s;
	unsigned cost = 8;

	if (own & (p->type[QUEEN] | p->type[ROOK]))
		return 0;
	if (pawns) {
		unsigned best = 99;
		for (s = pawns; s; s &= s - 1) {
			unsigned sq = first_square(s), ranks = winner == WHITE ? 7 - (sq >> 3) : sq >> 3;
			uint64_t ahead = (winner == WHITE ? FILE_A << sq : FILE_H >> (63 - sq)) & ~bit(sq);
			cost = 4 * ranks + 4 * popcount(ahead & occupied(p));
			if (cost < best)
				best = cost;
		}
		return 10 + best;
	}
	/* minor pieces need the loser's pieces beside his king */
	for (s = own & ~p->type[KING]; s; s &= s - 1)
		cost += distance(first_square(s), king);
	for (s = p->colour[winner ^ 1] & ~p->type[KING]; s; s &= s - 1)
		cost += distance(first_square(s), king) / 2;
	return cost;
}

/*
 * What the features weigh, in eighths. Found by trial: the fewest positions for the would-be winners of real games that
 * ended by the flag, and for random endings of few pieces.
 */
struct weights {
	int escape, kings, edge, force, loser, winner, check, to_move;
};

static const struct weights strong_attack = {
	.escape = 6, .kings = 21, .edge = 14, .force = 14, .loser = 37, .check = -9, .to_move = -9
};
static const struct weights strong_strip = {
	.escape = 21, .kings = 15, .edge = 10, .force = 30, .loser = 109, .winner = 7, .check = 3
};
static const struct weights weak_attack = {
	.escape = 6, .kings = 21, .edge = 18, .force = 14, .loser = 47, .check = -17, .to_move = 3
};
static const struct weights weak_strip = {
	.escape = 23, .kings = 23, .edge = 15, .force = 14, .loser = 100, .winner = 1, .check = 17
};
#define CORNER_KING 42
#define CORNER_OTHER_KING 17
#define CORNER_NEAREST 12
#define CORNER_SECOND 3
#define CORNER_SLIDER 7
#define CORNER_ESCAPE 10

struct features {
	unsigned escapes, edge, force, loser, winner;
	bool check, to_move;
};

static unsigned weigh(const struct weights *w, const struct features *s, unsigned kings)
{
	int cost = w->escape * (int)s->escapes + w->kings * (int)kings + w->edge * (int)s->edge +
		   w->force * (int)s->force + w->loser * (int)s->loser + w->winner * (int)s->winner +
		   (s->check ? w->check : 0) + (s->to_move ? w->to_move : 0);

	return cost > 0 ? (unsigned)cost / 8 : 0;
}

/* The loser's king in a corner that the winner's pieces can check, his own pieces beside him, the winner's king near.
 */
static unsigned corner_cost(const struct chess_position *p, enum side winner, unsigned k, unsigned wk, unsigned escapes)
{
	static const uint8_t corners[4] = { 0, 7, 56, 63 };
	uint64_t own = p->colour[winner] & ~p->type[KING], theirs = p->colour[winner ^ 1] & ~p->type[KING];
	unsigned best = 2048;

	for (unsigned i = 0; i < 4; i++) {
		unsigned c = corners[i], d = distance(wk, c), near1 = 12, near2 = 12, cost;
		if (!(own & ~p->type[BISHOP]) && !(own & (i % 3 ? LIGHT : ~LIGHT)))
			continue;
		cost = CORNER_KING * distance(k, c) + (d > 2 ? CORNER_OTHER_KING * (d - 2) : 0);
		for (uint64_t s = theirs; s; s &= s - 1) {
			unsigned sq = first_square(s), m = distance(sq, c);
			if (p->type[PAWN] & (s & -s)) {
				unsigned ranks = winner == WHITE ? sq >> 3 : 7 - (sq >> 3);
				if (m > 1)
					m = ranks + 3;
			}
			if (m < near1)
				near2 = near1, near1 = m;
			else if (m < near2)
				near2 = m;
		}
		cost += CORNER_NEAREST * near1 + CORNER_SECOND * near2;
		for (uint64_t s = own & ~p->type[KNIGHT]; s; s &= s - 1)
			cost += CORNER_SLIDER * distance(first_square(s), c);
		if (cost < best)
			best = cost;
	}
	return (best + CORNER_ESCAPE * escapes) / 8;
}

/* Distance of the winner's king from the nearest piece that it may take. */
static unsigned nearest_prey(uint64_t prey, unsigned wk)
{
	unsigned best = 8;

	for (; prey; prey &= prey - 1)
		if (distance(first_square(prey), wk) < best)
			best = distance(first_square(prey), wk);
	return best;
}

bool mate_estimate(const struct chess_position *p, enum side winner, unsigned plans, unsigned cost[static PLANS])
{
	uint64_t loser = p->colour[winner ^ 1], king = p->type[KING] & loser;
	unsigned k = first_square(king), wk = first_square(p->type[KING] & p->colour[winner]), kings = distance(k, wk);
	uint64_t attacks = attacks_by(p, winner, occupied(p) ^ king);
	uint64_t escapes = chess_king_attacks[k] & ~loser & ~attacks;
	struct features s = { .check = attacks & king, .to_move = p->side == winner };

	if (!s.to_move && s.check && !escapes && !chess_has_move(p))
		return true;
	s.escapes = popcount(escapes);
	s.edge = edge_distance(k);
	s.force = material_cost(p, winner, k);
	s.loser = popcount(loser);
	s.winner = popcount(p->colour[winner]);
	cost[PLAN_ATTACK] = weigh(plans == PLANS ? &weak_attack : &strong_attack, &s, kings);
	if (s.force && more_than_one(loser))
		kings = nearest_prey(loser ^ king, wk);
	cost[PLAN_STRIP] = weigh(plans == PLANS ? &weak_strip : &strong_strip, &s, kings);
	if (plans == PLANS)
		cost[PLAN_CORNER] = s.force ? corner_cost(p, winner, k, wk, s.escapes) : 0;
	return false;
}

/* What is worked out once for a position, to order its moves. */
struct ordering {
	uint64_t occ, taken, ring, checks[6];
	unsigned k, wk;
	bool ours, weak;
};

static struct ordering prepare_ordering(const struct chess_position *p, enum side winner)
{
	struct ordering g = { .occ = occupied(p),
			      .taken = p->colour[p->side ^ 1],
			      .ours = p->side == winner,
			      .k = first_square(pieces(p, winner ^ 1, KING)),
			      .wk = first_square(pieces(p, winner, KING)),
			      .weak = !(p->colour[winner] & (p->type[QUEEN] | p->type[ROOK])) };

	if (g.ours) {
		uint64_t straight = rook_attacks(g.k, g.occ), diagonal = bishop_attacks(g.k, g.occ);

		g.ring = chess_king_attacks[g.k] & ~g.taken;
		g.checks[PAWN] = pawns_attack(bit(g.k), winner ^ 1);
		g.checks[KNIGHT] = chess_knight_attacks[g.k];
		g.checks[BISHOP] = diagonal;
		g.checks[ROOK] = straight;
		g.checks[QUEEN] = straight | diagonal;
	}
	return g;
}

/* How promising a move is, without playing it: the lower the better. */
static int ordering_cost(const struct ordering *g, const struct chess_position *p, enum chess_type type,
			 chess_move move)
{
	unsigned from = chess_move_from(move), to = chess_move_to(move), kind = chess_move_kind(move);
	uint64_t attacks = 0;
	int cost = 0;

	if (g->taken & bit(to))
		cost = g->ours ? -37 : p->type[PAWN] & bit(to) && !g->weak ? 8 : 60;
	if (type == KING) {
		unsigned other = g->ours ? g->k : g->wk;

		cost += 21 * ((int)distance(to, other) - (int)distance(from, other));
		return g->ours ? cost : cost + 14 * ((int)edge_distance(to) - (int)edge_distance(from));
	}
	if (!g->ours)
		return cost;
	if (kind == MOVE_PROMOTION) {
		type = chess_move_promotion(move);
		cost += type == QUEEN ? -80 : -20;
	} else if (type == PAWN) {
		return cost + (g->weak ? -40 : 10);
	}
	if (type == KNIGHT)
		attacks = chess_knight_attacks[to];
	if (type == BISHOP || type == QUEEN)
		attacks = bishop_attacks(to, g->occ);
	if (type == ROOK || type == QUEEN)
		attacks |= rook_attacks(to, g->occ);
	return cost - 6 * (int)popcount(g->ring & attacks) - (g->checks[type] & bit(to) ? 15 : 0);
}

void mate_order_moves(const struct chess_position *p, enum side winner, struct chess_moves *moves, unsigned few)
{
	struct ordering g = prepare_ordering(p, winner);
	struct {
		int cost;
		unsigned at;
	} best[MATE_FEW_MOST];
	unsigned n = 0, from = 64;
	enum chess_type type = NO_TYPE;

	for (unsigned i = 0; i < moves->count; i++) {
		unsigned at = n;
		int cost;

		if (chess_move_from(moves->move[i]) != from) {
			from = chess_move_from(moves->move[i]);
			type = chess_type_on(p, from);
		}
		cost = ordering_cost(&g, p, type, moves->move[i]);
		if (n == few && cost >= best[n - 1].cost)
			continue;
		for (; at && best[at - 1].cost > cost; at--)
			best[at] = best[at - 1];
		best[at].cost = cost;
		best[at].at = i;
		n += n < few;
	}
	/* the exchanges move some that are still to be fetched */
	for (unsigned i = 0; i < n; i++) {
		chess_move move = moves->move[best[i].at];

		moves->move[best[i].at] = moves->move[i];
		moves->move[i] = move;
		for (unsigned j = i + 1; j < n; j++)
			if (best[j].at == i)
				best[j].at = best[i].at;
	}
}
