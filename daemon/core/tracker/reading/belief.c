/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/reading/belief.h"
#include "daemon/core/tracker/reading/continuations.h"
#include "daemon/core/tracker/reading/illegal-moves.h"
#include "daemon/core/tracker/reading/noise-cost.h"

enum {
	GUESSED = 90,	  /* what a move assumes of which neither end was seen */
	INVENTED = 140,	  /* what a move assumes of which nothing was seen */
	RIDDLE = 60,	  /* a turn that assumes so much was perhaps another one: */
	RIDDLE_TURNS = 3, /* … what the next ones do may be explained by that */
};

void note_assumptions(const struct readings *r, const struct candidate *c, struct node *n)
{
	const int32_t assumed = c->kind == TURN_LEGAL ? c->added - c->blunder : c->added - c->own;

	n->assumed = (uint8_t)(assumed < UINT8_MAX ? assumed : UINT8_MAX);
	n->guessed = c->kind == TURN_LEGAL && c->own >= GUESSED;
	n->invented = c->kind == TURN_LEGAL && c->own >= INVENTED;
	n->plain = c->kind == TURN_ILLEGAL ?
			   c->whole && assumed <= (r->setup.sensors == TRACKER_PIECE_ID ? FEW_NAMED : FEW) :
			   c->kind == TURN_NO_MOVE && presses_are_seen(r) && assumed <= FEW;
}

bool turn_is_provable(const struct readings *r, const struct node *n)
{
	unsigned turns = 0;

	for (uint16_t i = n->parent; i != NO_NODE; i = r->node[i].parent) {
		const struct node *before = &r->node[i];

		if ((turns++ < RIDDLE_TURNS && (before->assumed >= RIDDLE || before->unpressed)) ||
		    (before->kind != TURN_LEGAL && !before->plain))
			return false;
	}
	return n->plain;
}

int32_t believed_cost(const struct readings *r, const struct reading *h)
{
	int32_t cost = h->cost;

	for (uint16_t i = h->node; i != NO_NODE; i = r->node[i].parent)
		if (r->node[i].guessed)
			cost += KEEP;
		else if (r->node[i].kind != TURN_LEGAL)
			cost += turn_is_provable(r, &r->node[i]) ? PROOF : KEEP;
	return cost;
}
