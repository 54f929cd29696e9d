/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The turns of all readings: those that share a past share its nodes. */
#ifndef TRACKER_TURN_TREE_H
#define TRACKER_TURN_TREE_H

#include "daemon/core/tracker/reading/readings.h"

/* All are free. */
void nodes_reset(struct readings *r);
/* Held by the caller, its parent is not; NO_NODE: there is none left. */
uint16_t node_new(struct readings *r);
void node_hold(struct readings *r, uint16_t node);
void node_release(struct readings *r, uint16_t node);
/* The position after node's turn. */
void node_play(const struct readings *r, struct game_position *pos, const struct node *n);
/* The node of that move after h: one of the line that is reported, one of those made just now, or a new one, which was
 * closed at t_us; pressed: by a press, or it may have been. The caller holds it. */
uint16_t node_after(struct readings *r, uint16_t *made, unsigned *count, const struct reading *h,
		    const struct game_move *move, int64_t t_us, bool pressed);

/* Does the reading's line contain that turn? Each contains NO_NODE. */
static inline bool contains_turn(const struct readings *r, const struct reading *h, uint16_t turn)
{
	uint16_t i = h->node;

	if (turn == NO_NODE)
		return true;
	while (i != NO_NODE && r->node[i].ply > r->node[turn].ply)
		i = r->node[i].parent;
	return i == turn;
}

/* The turn of that number in the reading's line; NULL: it has none, or all readings agree on it. */
static inline const struct node *turn_of_reading(const struct readings *r, const struct reading *h, unsigned ply)
{
	uint16_t i = h->node;

	while (i != NO_NODE && r->node[i].ply > ply)
		i = r->node[i].parent;
	return i != NO_NODE && r->node[i].ply == ply ? &r->node[i] : NULL;
}

static inline struct game_move node_move(const struct node *n)
{
	return (struct game_move){
		.from = n->from,
		.to = n->to,
		.promotion = n->promotion,
		.flags = n->flags,
		.rook_from = n->rook_from,
		.rook_to = (uint8_t)(n->flags & GAME_MOVE_CASTLING ? castled_rook(n->rook_from, n->from, n->to) : 0),
		.captured = n->captured,
	};
}

static inline bool is_nodes_move(const struct node *n, const struct game_move *move)
{
	return n->from == move->from && n->to == move->to && n->promotion == move->promotion &&
	       !((n->flags ^ move->flags) & GAME_MOVE_CASTLING);
}

#endif
