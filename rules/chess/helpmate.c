// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A mate that both sides help with, by best-first search.
 *
 * Every position found is kept once, by its key, with the move that led to it;
 * the next one to expand is the one that seems nearest to a mate. So the
 * search is a proof either way: the line back from a mate, or, when nothing is
 * left to expand, that no position that can be reached is a mate.
 */
#include <stdlib.h>
#include <string.h>

#include "rules/chess/unwinnable.h"
#include "rules/chess/moves.h"

#define NONE UINT32_MAX
#define BUCKETS 256
#define AT_ONCE 32

struct node {
	uint32_t parent;
	uint32_t next[PLANS]; /* in its bucket */
	uint32_t anchor;      /* number of its position + 1, 0: not kept, see position_of() */
	chess_move move;
	uint16_t depth;
	uint8_t expanded_part; /* how many of its moves were searched: enum part */
	uint8_t rest;	       /* plans (bits) that have postponed it to its second part */
	bool material_changed; /* came from a capture or a promotion: other pieces are left */
};

/* The moves of a position are searched in two parts: first the few that seem best, then all others. */
enum part { PART_NONE, PART_FEW, PART_ALL };
#define FEW_MOVES 5
#define REST_COST 2 /* the rest is taken for so much farther from a mate than the position itself */

struct slot {
	uint64_t key;
	bool used;
};

struct helpmate_search {
	enum side winner;
	unsigned plans; /* how many of them are followed here */
	uint64_t limit, searched;
	const atomic_bool *stop;
	struct node *node;
	uint32_t count, capacity;
	struct slot *table; /* open addressing */
	uint32_t mask;
	struct chess_position *anchor;
	uint32_t anchors, anchor_capacity;
	struct queue {
		uint32_t bucket[BUCKETS]; /* last in, first out */
		uint64_t filled[BUCKETS / 64];
	} queue[PLANS];
	unsigned bucket;   /* what was popped last came from there */
	uint32_t expanded; /* the node whose position is at hand */
	struct chess_position at_hand;
	bool small; /* node and table are the caller's */
};

#define SMALL_NODES 512
#define SMALL_TABLE 1024

static struct slot *find_slot(const struct helpmate_search *s, uint64_t key)
{
	uint32_t at = (uint32_t)key & s->mask;

	while (s->table[at].used && s->table[at].key != key)
		at = (at + 1) & s->mask;
	return &s->table[at];
}

static bool grow(struct helpmate_search *s)
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
				*find_slot(s, old[i].key) = old[i];
	}
	if (!s->small)
		free(old);
	s->small = false;
	return s->table;
}

static void push(struct helpmate_search *s, unsigned plan, uint32_t i, unsigned cost)
{
	unsigned b = cost < BUCKETS ? cost : BUCKETS - 1;
	struct queue *q = &s->queue[plan];

	s->node[i].next[plan] = q->filled[b / 64] & bit(b % 64) ? q->bucket[b] : NONE;
	q->bucket[b] = i;
	q->filled[b / 64] |= bit(b % 64);
}

static uint32_t pop(struct helpmate_search *s, unsigned plan)
{
	struct queue *q = &s->queue[plan];

	for (unsigned w = 0; w < BUCKETS / 64; w++)
		while (q->filled[w]) {
			unsigned b = w * 64 + first_square(q->filled[w]);
			uint32_t i = q->bucket[b];
			s->bucket = b;
			q->bucket[b] = s->node[i].next[plan];
			if (q->bucket[b] == NONE)
				q->filled[w] &= q->filled[w] - 1;
			if (s->node[i].expanded_part == PART_FEW && !(s->node[i].rest & 1u << plan)) {
				s->node[i].rest |= (uint8_t)(1u << plan);
				push(s, plan, i, b + REST_COST);
				continue;
			}
			if (s->node[i].expanded_part != PART_ALL)
				return i;
		}
	return NONE;
}

/*
 * Positions are not kept but played again from the last one that was: an
 * expanded node keeps its own at every ANCHOR_PLIES-th ply.
 */
#define ANCHOR_PLIES 8

static void position_of(struct helpmate_search *s, uint32_t i, struct chess_position *ret)
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

static bool keep_position(struct helpmate_search *s, uint32_t i, const struct chess_position *p)
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

static void keep_line(struct helpmate_search *s, uint32_t i, struct chess_mating_line *ret)
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
static enum game_answer helpmate_add(struct helpmate_search *s, uint32_t parent, chess_move move,
				     const struct chess_position *p, uint64_t key, bool material_changed)
{
	struct slot *slot = find_slot(s, key);
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
		slot = find_slot(s, key);
	}
	*slot = (struct slot){ key, true };
	s->node[i] = (struct node){ .parent = parent,
				    .move = move,
				    .depth = (uint16_t)(parent == NONE ? 0 : s->node[parent].depth + 1),
				    .material_changed = material_changed };
	s->count++;
	if (mate_estimate(p, s->winner, s->plans, cost))
		return GAME_YES;
	for (unsigned q = 0; q < s->plans; q++)
		push(s, q, i, cost[q]);
	return GAME_NO;
}

/* The next part of a position's moves. Keys come first, so that their slots are in the cache when they are searched. */
static enum game_answer expand(struct helpmate_search *s, uint32_t i, const struct chess_position *here)
{
	struct chess_moves moves;
	struct {
		struct chess_position p;
		uint64_t key;
	} next[AT_ONCE];
	unsigned first = 0, end;

	chess_generate(here, &moves);
	end = moves.count;
	if (moves.count > FEW_MOVES + 2) {
		mate_order_moves(here, s->winner, &moves, FEW_MOVES);
		if (s->node[i].expanded_part == PART_NONE)
			end = FEW_MOVES;
		else
			first = FEW_MOVES;
	}
	s->node[i].expanded_part = end < moves.count ? PART_FEW : PART_ALL;
	for (; first < end; first += AT_ONCE) {
		unsigned n = end - first < AT_ONCE ? end - first : AT_ONCE;

		for (unsigned m = 0; m < n; m++) {
			next[m].p = *here;
			chess_play(&next[m].p, moves.move[first + m]);
			next[m].key = chess_key(&next[m].p);
			__builtin_prefetch(&s->table[(uint32_t)next[m].key & s->mask]);
		}
		for (unsigned m = 0; m < n; m++) {
			bool material_changed = next[m].p.colour[here->side ^ 1] != here->colour[here->side ^ 1] ||
						chess_move_kind(moves.move[first + m]) == MOVE_PROMOTION;
			enum game_answer answer = helpmate_add(s, i, moves.move[first + m], &next[m].p, next[m].key,
							       material_changed);
			if (answer != GAME_NO)
				return answer;
		}
	}
	return GAME_NO;
}

static enum game_answer search_best_first(struct helpmate_search *s, struct chess_mating_line *ret)
{
	uint32_t i;

	for (unsigned plan = 0; (i = pop(s, plan)) != NONE; plan = (plan + 1) % s->plans) {
		enum game_answer answer;

		if (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed))
			return GAME_UNDECIDED;
		position_of(s, i, &s->at_hand);
		s->expanded = i;
		if (s->node[i].expanded_part == PART_NONE && s->node[i].material_changed &&
		    (!chess_material_can_mate(&s->at_hand, s->winner) ||
		     !chess_fortress_can_break(&s->at_hand, s->winner))) {
			s->node[i].expanded_part = PART_ALL;
			continue;
		}
		if (s->node[i].depth == UINT16_MAX ||
		    (s->node[i].depth % ANCHOR_PLIES == 0 && !s->node[i].anchor && !keep_position(s, i, &s->at_hand)))
			return GAME_UNDECIDED;
		answer = expand(s, i, &s->at_hand);
		if (s->node[i].expanded_part == PART_FEW) {
			s->node[i].rest |= (uint8_t)(1u << plan);
			push(s, plan, i, s->bucket + REST_COST);
		}
		if (answer == GAME_YES)
			keep_line(s, s->count - 1, ret);
		if (answer != GAME_NO)
			return answer;
	}
	return GAME_NO;
}

enum game_answer chess_helpmate(const struct chess_position *p, enum side side, uint64_t nodes, const atomic_bool *stop,
				struct chess_mating_line *ret)
{
	struct node node[SMALL_NODES];
	struct slot table[SMALL_TABLE];
	struct helpmate_search s = { .winner = side,
				     .plans = mate_plans(p, side),
				     .limit = nodes,
				     .stop = stop,
				     .node = node,
				     .capacity = SMALL_NODES,
				     .table = table,
				     .mask = SMALL_TABLE - 1,
				     .small = true,
				     .expanded = NONE };
	enum game_answer answer;

	if (!nodes)
		return GAME_UNDECIDED;
	memset(table, 0, sizeof table);
	answer = helpmate_add(&s, NONE, 0, p, chess_key(p), false);
	if (answer == GAME_NO)
		answer = keep_position(&s, 0, p) ? search_best_first(&s, ret) : GAME_UNDECIDED;
	ret->nodes = s.searched;
	if (!s.small) {
		free(s.node);
		free(s.table);
	}
	free(s.anchor);
	return answer;
}
