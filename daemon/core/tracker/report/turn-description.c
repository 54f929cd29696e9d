/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A turn of a reading in full: the pieces that stand wrongly beside it, those that were touched, and what it is called.
 */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/report/fault-naming.h"
#include "daemon/core/tracker/report/old-disorder.h"
#include "daemon/core/tracker/report/turn-description.h"
#include "daemon/core/tracker/squares.h"

/* What stands wrongly beside the turn's move, as the sensors saw it at the press. */
static void list_wrong(const struct tracker *t, const struct reading *h, const struct node *n, struct turn *turn)
{
	const struct readings *r = t->readings;
	squares_t bad = h->mismatch & ~h->mismatch_twice;
	char stands[GAME_MAX_SQUARES];

	for (unsigned q = 0; q < t->game->squares; q++)
		stands[q] = r->sensor[q] == '?' && h->expected[q] != '.' ? h->expected[q] : r->sensor[q];
	for (squares_t rest = bad; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		/* a hand that begins early, or a sensor that was late at the press and is right now */
		if (t->game->piece_side(h->expected[q]) == other_side((enum side)n->side) ||
		    r->at_press[q] != r->sensor[q])
			bad &= ~square_bit(q);
	}
	bad &= ~square_bit(n->to);
	/* where another piece followed to the square that was left, that one stands wrongly, too */
	if (!t->game->irregular || n->from == GAME_NO_SQUARE || n->to == GAME_NO_SQUARE ||
	    r->at_press[n->from] == '.' || r->number[n->from] < r->number[n->to])
		bad &= ~square_bit(n->from);
	/* … and may have put a piece down already */
	for (squares_t away = h->mismatch, strange; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away), nearest = GAME_NO_SQUARE;

		if (r->sensor[q] != '.' || t->game->piece_side(h->expected[q]) != other_side((enum side)n->side))
			continue;
		for (strange = bad; strange; strange &= strange - 1) {
			unsigned s = (unsigned)__builtin_ctzll(strange);

			if (r->sensor[s] != '.' && square_agrees(r, h->expected[q], r->sensor[s]) &&
			    (nearest == GAME_NO_SQUARE ||
			     square_distance(t->game, q, s) < square_distance(t->game, q, nearest)))
				nearest = s;
		}
		if (nearest != GAME_NO_SQUARE)
			bad &= ~square_bit(nearest);
	}
	list_displaced(t->game, h->expected, stands, bad, turn);
	/* the pieces as they stood at the press, the one that moved on its goal */
	for (unsigned q = 0; q < t->game->squares; q++) {
		turn->placement[q] = r->at_press[q] == '?' && h->expected[q] != '.' ? h->expected[q] : r->at_press[q];
		if ((q == n->from && !(bad & square_bit(q))) || q == n->to)
			turn->placement[q] = h->expected[q];
	}
}

/* A hand that began early, or after the press, has touched the piece that moved as well. */
static void name_touched(struct turn *turn)
{
	unsigned n = turn->touched_count;

	if (turn->from == GAME_NO_SQUARE || n == TURN_MAX_TOUCHED)
		return;
	for (unsigned i = 0; i < n; i++)
		if (turn->touched[i].square == turn->from)
			return;
	turn->touched[n].square = turn->from;
	turn->touched[n].piece = turn->piece;
	turn->touched[n].t_us = turn->set_down_us != INT64_MIN ? turn->set_down_us : turn->t_us;
	turn->touched_count++;
}

/* Against the rules only if those pieces stand that are guessed to. */
static bool is_against_guess(const struct readings *r, const struct node *n)
{
	return r->guessed && n->ply >= r->guessed_ply &&
	       (n->kind == TURN_ILLEGAL || n->kind == TURN_NO_MOVE || n->kind == TURN_SEVERAL);
}

void describe_turn(struct tracker *t, const struct reading *h, const struct node *n, bool last,
		   const struct game_position *before, struct turn *turn)
{
	const bool unseen = n->kind == TURN_UNSEEN || is_against_guess(t->readings, n);

	*turn = (struct turn){
		.side = (enum side)n->side,
		.kind = unseen ? TURN_UNSEEN : (enum turn_kind)n->kind,
		.has_move = n->kind == TURN_LEGAL,
		.move = node_move(n),
		.from = unseen ? GAME_NO_SQUARE : n->from,
		.to = unseen ? GAME_NO_SQUARE : n->to,
		.piece = unseen ? 0 : n->piece,
		.t_us = n->t_us,
		.set_down_us = n->stood_us < 0 ? INT64_MIN : n->t_us - n->stood_us,
		.unpressed = n->unpressed,
		.unsure = unseen,
	};
	if (last && n->kind == TURN_LEGAL && n->promotion && t->setup.sensors == TRACKER_PIECE_ID &&
	    t->readings->sensor[n->to] == n->piece && !t->game->shows_as)
		turn->kind = TURN_PROMOTION_OWED;
	if (turn->kind == TURN_ILLEGAL) {
		int fault = t->game->fault ? t->game->fault(before, n->from, n->to) : 0;

		if (t->game->irregular) {
			struct game_position after = *before;
			char pieces[GAME_MAX_SQUARES];
			unsigned from, to;
			int irregular;

			node_play(t->readings, &after, n);
			t->game->placement(&after, pieces);
			irregular = t->game->irregular(before, pieces, &from, &to);
			fault = irregular > 0 ? irregular : fault;
		}

		turn->fault = fault > 0 ? (enum turn_fault)fault : TURN_FAULT_PIECE;
	}
	if (!last || unseen) {
		struct game_position pos = *before;

		node_play(t->readings, &pos, n);
		memset(turn->placement, '.', sizeof(turn->placement));
		t->game->placement(&pos, turn->placement);
		return;
	}
	turn->touched_count = t->turn.touched_count;
	memcpy(turn->touched, t->turn.touched, sizeof(turn->touched));
	name_touched(turn);
	list_wrong(t, h, n, turn);
	name_mismatches(t, h, before, turn);
	turn->from_disorder = is_from_disorder(t, before, turn);
	add_inherited(t, h, n, turn);
	/* where pieces taken off belong to the move */
	for (unsigned i = 0; t->game->irregular && turn->kind == TURN_LEGAL && i < turn->displaced_count; i++)
		if (turn->displaced[i].from == GAME_NO_SQUARE &&
		    (turn->move.captured & square_bit(turn->displaced[i].to)))
			turn->fault = TURN_FAULT_CAPTURED_LEFT;
}
