/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The turns of all readings: those that share a past share its nodes. */
#include <string.h>

#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/squares.h"

void nodes_reset(struct readings *r)
{
	r->free_node = NO_NODE;
	for (unsigned i = NODES; i-- > 0;) {
		r->node[i].parent = r->free_node;
		r->node[i].refs = 0;
		r->free_node = (uint16_t)i;
	}
	r->nodes_free = NODES;
}

void node_hold(struct readings *r, uint16_t node)
{
	if (node != NO_NODE)
		r->node[node].refs++;
}

void node_release(struct readings *r, uint16_t node)
{
	while (node != NO_NODE && --r->node[node].refs == 0) {
		uint16_t parent = r->node[node].parent;

		r->node[node].parent = r->free_node;
		r->free_node = node;
		r->nodes_free++;
		node = parent;
	}
}

uint16_t node_new(struct readings *r)
{
	uint16_t n = r->free_node;

	if (n != NO_NODE)
		r->free_node = r->node[n].parent;
	if (n != NO_NODE)
		r->nodes_free--;
	return n;
}

void node_play(const struct readings *r, struct game_position *pos, const struct node *n)
{
	char pieces[GAME_MAX_SQUARES];

	memset(pieces, '.', sizeof(pieces));
	if (n->kind == TURN_LEGAL) {
		struct game_move move = node_move(n);

		r->game->play(pos, &move);
		return;
	}
	if (n->kind == TURN_UNREADABLE || n->kind == TURN_UNSEEN) {
		*pos = r->unreadable;
		r->game->placement(pos, pieces);
		r->game->set_placement(pos, pieces, other_side((enum side)n->side));
		return;
	}
	r->game->placement(pos, pieces);
	if (n->kind == TURN_ILLEGAL) {
		char rook = pieces[n->rook_from];

		for (squares_t taken = n->captured; taken; taken &= taken - 1)
			pieces[__builtin_ctzll(taken)] = '.';
		pieces[n->to] = n->promotion ? n->promotion : pieces[n->from];
		pieces[n->from] = '.';
		if (n->flags & GAME_MOVE_CASTLING) {
			pieces[n->rook_from] = '.';
			pieces[castled_rook(n->rook_from, n->from, n->to)] = rook;
		}
	}
	r->game->set_placement(pos, pieces, other_side((enum side)n->side));
}

/* The same turn in the line that is reported, or among those made just now. */
static uint16_t node_known(const struct readings *r, const uint16_t *made, unsigned count, const struct reading *h,
			   const struct game_move *move)
{
	uint16_t node = r->reported;

	for (unsigned k = 0; k < count || node != NO_NODE; k++) {
		uint16_t i = k < count ? made[k] : node;
		const struct node *n = &r->node[i];

		if (n->refs && n->parent == h->node && n->ply == h->ply && n->kind == TURN_LEGAL &&
		    is_nodes_move(n, move))
			return i;
		if (k >= count)
			node = n->ply > h->ply ? n->parent : NO_NODE;
	}
	return NO_NODE;
}

uint16_t node_after(struct readings *r, uint16_t *made, unsigned *count, const struct reading *h,
		    const struct game_move *move, int64_t t_us, bool pressed)
{
	uint16_t i = node_known(r, made, *count, h, move);

	if (i != NO_NODE) {
		node_hold(r, i);
		return i;
	}
	i = node_new(r);
	if (i == NO_NODE)
		return NO_NODE;
	r->node[i] = (struct node){
		.from = move->from,
		.to = move->to,
		.promotion = move->promotion,
		.flags = move->flags,
		.rook_from = move->rook_from,
		.captured = move->captured,
		.t_us = t_us,
		.stood_us = -1,
		.parent = h->node,
		.refs = 1,
		.ply = h->ply,
		.side = h->side & 1u,
		.kind = TURN_LEGAL,
		.unpressed = !pressed && presses_are_seen(r),
		.piece = h->expected[move->from],
		.taken = move->captured ? h->expected[__builtin_ctzll(move->captured)] : 0,
	};
	node_hold(r, h->node);
	made[(*count)++] = i;
	return i;
}
