/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mate that both sides help with, by best-first search.
 *
 * Every position found is kept once, by its key, with the move that led to it;
 * the next one to look at is the one that seems nearest to a mate. So the
 * search is a proof either way: the line back from a mate, or, when nothing is
 * left to look at, that no position that can be reached is a mate.
 */
#include <stdlib.h>
#include <string.h>

#include "rules/chess/attacks.h"
#include "rules/chess/unwinnable.h"

#define NONE UINT32_MAX
#define LIGHT UINT64_C(0x55aa55aa55aa55aa)
#define BUCKETS 256
#define AT_ONCE 32

/* Opinions of what is near, looked at in turn: go for the king as things stand; first take the loser's men; or, where
 * the winner has little, put the loser's king into a corner among his own. */
enum plan { PLAN_ATTACK, PLAN_STRIP, PLAN_CORNER, PLANS };

struct node {
	uint32_t parent;
	uint32_t next[PLANS];	/* in its bucket */
	uint32_t anchor;	/* number of its position + 1, 0: not kept, see position_of() */
	chess_move move;
	uint16_t depth;
	bool expanded;
	bool fresh;		/* came from a capture or a promotion: other men are left */
};

struct slot {
	uint64_t key;
	bool used;
};

struct search {
	enum side winner;
	unsigned plans;		/* how many of them are followed here */
	uint64_t limit, searched;
	struct node *node;
	uint32_t count, capacity;
	struct slot *table;	/* open addressing */
	uint32_t mask;
	struct chess_position *anchor;
	uint32_t anchors, anchor_capacity;
	struct queue {
		uint32_t bucket[BUCKETS];	/* last in, first out */
		uint64_t filled[BUCKETS / 64];
	} queue[PLANS];
	uint32_t expanded;	/* the node whose position is at hand */
	struct chess_position at_hand;
	bool small;		/* node and table are the caller's */
};

#define SMALL_NODES 512
#define SMALL_TABLE 1024

static struct slot *find(const struct search *s, uint64_t key)
{
	uint32_t at = (uint32_t)key & s->mask;

	while (s->table[at].used && s->table[at].key != key)
		at = (at + 1) & s->mask;
	return &s->table[at];
}

static bool grow(struct search *s)
{
	uint64_t capacity = (uint64_t)s->capacity * 4, size = 2 * ((uint64_t)s->mask + 1);
	struct slot *old = s->table;
	uint32_t old_size = s->mask + 1;
	struct node *node;

	if (capacity > s->limit)
		capacity = s->limit;
	while (size < capacity * 4 / 3)
		size *= 2;
	if (capacity >= UINT32_MAX / 2)
		return false;
	node = s->small ? malloc(capacity * sizeof *node) : realloc(s->node, capacity * sizeof *node);
	if (!node)
		return false;
	if (s->small)
		memcpy(node, s->node, s->count * sizeof *node);
	s->node = node;
	s->capacity = (uint32_t)capacity;
	s->table = calloc(size, sizeof *s->table);
	if (s->table) {
		s->mask = (uint32_t)(size - 1);
		for (uint32_t i = 0; i < old_size; i++)
			if (old[i].used)
				*find(s, old[i].key) = old[i];
	}
	if (!s->small)
		free(old);
	s->small = false;
	return s->table;
}

static void push(struct search *s, unsigned plan, uint32_t i, unsigned cost)
{
	unsigned b = cost < BUCKETS ? cost : BUCKETS - 1;
	struct queue *q = &s->queue[plan];

	s->node[i].next[plan] = q->filled[b / 64] & bit(b % 64) ? q->bucket[b] : NONE;
	q->bucket[b] = i;
	q->filled[b / 64] |= bit(b % 64);
}

static uint32_t pop(struct search *s, unsigned plan)
{
	struct queue *q = &s->queue[plan];

	for (unsigned w = 0; w < BUCKETS / 64; w++)
		while (q->filled[w]) {
			unsigned b = w * 64 + first_square(q->filled[w]);
			uint32_t i = q->bucket[b];
			q->bucket[b] = s->node[i].next[plan];
			if (q->bucket[b] == NONE)
				q->filled[w] &= q->filled[w] - 1;
			if (!s->node[i].expanded) {
				s->node[i].expanded = true;
				return i;
			}
		}
	return NONE;
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

/* How far the winner is from having men to mate with. */
static unsigned judge_men(const struct chess_position *p, enum side winner, unsigned king)
{
	uint64_t own = p->colour[winner], pawns = own & p->type[PAWN], s;
	unsigned cost = 8;

	if (own & (p->type[QUEEN] | p->type[ROOK]))
		return 0;
	if (pawns) {
		unsigned best = 99;
		for (s = pawns; s; s &= s - 1) {
			unsigned sq = first_square(s), rows = winner == WHITE ? 7 - (sq >> 3) : sq >> 3;
			uint64_t ahead = (winner == WHITE ? FILE_A << sq : FILE_H >> (63 - sq)) & ~bit(sq);
			cost = 4 * rows + 4 * (unsigned)__builtin_popcountll(ahead & occupied(p));
			if (cost < best)
				best = cost;
		}
		return 10 + best;
	}
	/* minor pieces need the loser's men beside his king */
	for (s = own & ~p->type[KING]; s; s &= s - 1)
		cost += distance(first_square(s), king);
	for (s = p->colour[winner ^ 1] & ~p->type[KING]; s; s &= s - 1)
		cost += distance(first_square(s), king) / 2;
	return cost;
}

/* The loser's king in a corner that the winner's men can check, his own men beside him, the winner's king near. */
static unsigned judge_corner(const struct chess_position *p, enum side winner, unsigned k, unsigned wk)
{
	static const uint8_t corners[4] = { 0, 7, 56, 63 };
	uint64_t own = p->colour[winner] & ~p->type[KING], theirs = p->colour[winner ^ 1] & ~p->type[KING];
	unsigned best = 255;

	for (unsigned i = 0; i < 4; i++) {
		unsigned c = corners[i], d = distance(wk, c), near1 = 12, near2 = 12, cost;
		if (!(own & ~p->type[BISHOP]) && !(own & (i % 3 ? LIGHT : ~LIGHT)))
			continue;
		cost = 4 * distance(k, c) + (d > 2 ? 2 * (d - 2) : 0);
		for (uint64_t s = theirs; s; s &= s - 1) {
			unsigned sq = first_square(s), m = distance(sq, c);
			if (p->type[PAWN] & (s & -s)) {
				unsigned rows = winner == WHITE ? sq >> 3 : 7 - (sq >> 3);
				if (m > 1)
					m = rows + 3;
			}
			if (m < near1)
				near2 = near1, near1 = m;
			else if (m < near2)
				near2 = m;
		}
		cost += 3 * near1 + near2;
		for (uint64_t s = own; s; s &= s - 1)
			cost += distance(first_square(s), c) / 2;
		if (cost < best)
			best = cost;
	}
	return best;
}

/* The way of the winner's king to the nearest man that may be taken. */
static unsigned judge_hunt(uint64_t prey, unsigned wk)
{
	unsigned best = 8;

	for (; prey; prey &= prey - 1)
		if (distance(first_square(prey), wk) < best)
			best = distance(first_square(prey), wk);
	return best;
}

/* How far from a mate it looks, by each plan; true if it is one. */
static bool judge(const struct chess_position *p, enum side winner, unsigned cost[PLANS])
{
	uint64_t loser = p->colour[winner ^ 1], king = p->type[KING] & loser;
	unsigned k = first_square(king), wk = first_square(p->type[KING] & p->colour[winner]);
	uint64_t attacks = attacks_by(p, winner, occupied(p) ^ king);
	uint64_t escapes = chess_king_attacks[k] & ~loser & ~attacks;
	unsigned e = (unsigned)__builtin_popcountll(escapes), force;

	if (p->side != winner && attacks & king && !escapes && !chess_has_move(p))
		return true;
	force = judge_men(p, winner, k);
	cost[PLAN_ATTACK] = 3 * e + distance(k, wk) + edge_distance(k) + force;
	cost[PLAN_STRIP] = 2 * e + (force && several(loser) ? judge_hunt(loser ^ king, wk) : distance(k, wk)) +
		2 * edge_distance(k) + force + 12 * (unsigned)__builtin_popcountll(loser);
	if (force)
		cost[PLAN_CORNER] = judge_corner(p, winner, k, wk) + e;
	else
		cost[PLAN_CORNER] = 0;
	return false;
}

/*
 * Positions are not kept but played again from the last one that was: an
 * expanded node keeps its own at every ANCHOR_PLIES-th ply.
 */
#define ANCHOR_PLIES 8

static void position_of(struct search *s, uint32_t i, struct chess_position *ret)
{
	chess_move line[ANCHOR_PLIES + 1];
	unsigned n = 0;

	if (s->expanded != NONE && s->node[i].parent == s->expanded) {
		*ret = s->at_hand;
		chess_play(ret, s->node[i].move);
		return;
	}
	for (; !s->node[i].anchor; i = s->node[i].parent)
		line[n++] = s->node[i].move;
	*ret = s->anchor[s->node[i].anchor - 1];
	while (n)
		chess_play(ret, line[--n]);
}

static bool keep_position(struct search *s, uint32_t i, const struct chess_position *p)
{
	if (s->anchors == s->anchor_capacity) {
		uint32_t capacity = s->anchor_capacity ? s->anchor_capacity * 2 : 16;
		struct chess_position *grown = realloc(s->anchor, capacity * sizeof *grown);
		if (!grown)
			return false;
		s->anchor = grown;
		s->anchor_capacity = capacity;
	}
	s->anchor[s->anchors++] = *p;
	s->node[i].anchor = s->anchors;
	return true;
}

static void keep_line(struct search *s, uint32_t i, struct chess_mating_line *ret)
{
	unsigned n = s->node[i].depth;

	ret->length = n;
	ret->line = n ? malloc(n * sizeof *ret->line) : NULL;
	if (!ret->line) {
		ret->length = 0;
		return;
	}
	for (uint32_t at = i; n; at = s->node[at].parent)
		ret->line[--n] = s->node[at].move;
}

/* Adds a position if it is new. GAME_YES: it is the mate; GAME_UNDECIDED: no room for it. */
static enum game_answer add(struct search *s, uint32_t parent, chess_move move, const struct chess_position *p, uint64_t key,
			    bool fresh)
{
	struct slot *slot = find(s, key);
	unsigned cost[PLANS] = { 0 };
	uint32_t i = s->count;

	if (slot->used)
		return GAME_NO;
	if (s->searched >= s->limit)
		return GAME_UNDECIDED;
	s->searched++;
	if (s->count == s->capacity) {
		if (!grow(s))
			return GAME_UNDECIDED;
		slot = find(s, key);
	}
	*slot = (struct slot){ key, true };
	s->node[i] = (struct node){ .parent = parent, .move = move,
		.depth = (uint16_t)(parent == NONE ? 0 : s->node[parent].depth + 1), .fresh = fresh };
	s->count++;
	if (judge(p, s->winner, cost))
		return GAME_YES;
	for (unsigned q = 0; q < s->plans; q++)
		push(s, q, i, cost[q]);
	return GAME_NO;
}

/* All that follows a position. Keys come first, so that the table is on its way when it is looked at. */
static enum game_answer expand(struct search *s, uint32_t i, const struct chess_position *here)
{
	struct chess_moves moves;
	struct { struct chess_position p; uint64_t key; } next[AT_ONCE];

	chess_generate(here, &moves);
	for (unsigned first = 0; first < moves.count; first += AT_ONCE) {
		unsigned n = moves.count - first < AT_ONCE ? moves.count - first : AT_ONCE;

		for (unsigned m = 0; m < n; m++) {
			next[m].p = *here;
			chess_play(&next[m].p, moves.move[first + m]);
			next[m].key = chess_key(&next[m].p);
			__builtin_prefetch(&s->table[(uint32_t)next[m].key & s->mask]);
		}
		for (unsigned m = 0; m < n; m++) {
			bool fresh = next[m].p.colour[here->side ^ 1] != here->colour[here->side ^ 1] ||
				chess_move_kind(moves.move[first + m]) == MOVE_PROMOTION;
			enum game_answer answer = add(s, i, moves.move[first + m], &next[m].p, next[m].key, fresh);
			if (answer != GAME_NO)
				return answer;
		}
	}
	return GAME_NO;
}

static enum game_answer run(struct search *s, struct chess_mating_line *ret)
{
	uint32_t i;

	for (unsigned plan = 0; (i = pop(s, plan)) != NONE; plan = (plan + 1) % s->plans) {
		enum game_answer answer;

		position_of(s, i, &s->at_hand);
		s->expanded = i;
		if (s->node[i].fresh && (!chess_material_can_mate(&s->at_hand, s->winner) ||
		    !chess_fortress_can_break(&s->at_hand, s->winner)))
			continue;
		if (s->node[i].depth == UINT16_MAX ||
		    (s->node[i].depth % ANCHOR_PLIES == 0 && i && !keep_position(s, i, &s->at_hand)))
			return GAME_UNDECIDED;
		answer = expand(s, i, &s->at_hand);
		if (answer == GAME_YES)
			keep_line(s, s->count - 1, ret);
		if (answer != GAME_NO)
			return answer;
	}
	return GAME_NO;
}

enum game_answer chess_helpmate(const struct chess_position *p, enum side side, uint64_t nodes, struct chess_mating_line *ret)
{
	struct node node[SMALL_NODES];
	struct slot table[SMALL_TABLE];
	bool strong = men(p, side, QUEEN) | men(p, side, ROOK);
	struct search s = { .winner = side, .plans = strong ? PLAN_CORNER : PLANS, .limit = nodes, .node = node, .capacity = SMALL_NODES, .table = table,
		.mask = SMALL_TABLE - 1, .small = true, .expanded = NONE };
	enum game_answer answer;

	if (!nodes)
		return GAME_UNDECIDED;
	memset(table, 0, sizeof table);
	answer = add(&s, NONE, 0, p, chess_key(p), false);
	if (answer == GAME_NO)
		answer = keep_position(&s, 0, p) ? run(&s, ret) : GAME_UNDECIDED;
	ret->nodes = s.searched;
	if (!s.small) {
		free(s.node);
		free(s.table);
	}
	free(s.anchor);
	return answer;
}
