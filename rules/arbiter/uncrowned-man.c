// SPDX-License-Identifier: GPL-2.0-or-later
/* A man that was left uncrowned on the last row: a king all the same, and the opponent may have a second man put on it.
 */
#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

/* What cites the articles of it. */
#define WORD "not-crowned"

/* The last turn, if it made a king that the opponent may still have crowned. */
static struct ply *last_king_made(const struct arbiter *a, enum side offender)
{
	struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL;

	if (!last || !IS(a, PROMOTION_PAWN_LEFT, "not-crowned") || last->turn->side != offender ||
	    last->promotion_ruled || !illegal_window_open(a, a->count - 1))
		return NULL;
	return last->turn->kind == TURN_PROMOTION_OWED ||
			       (last->turn->kind == TURN_LEGAL && last->turn->move.promotion) ?
		       last :
		       NULL;
}

bool made_a_king(const struct arbiter *a, enum side offender)
{
	return last_king_made(a, offender) != NULL;
}

bool man_stands_uncrowned(const struct arbiter *a, const struct arbiter_view *v, enum side offender)
{
	const struct ply *last = last_king_made(a, offender);

	if (!last || last->turn->kind == TURN_PROMOTION_OWED)
		return last;
	return a->game->shows_as && v->squares[last->turn->move.to] != last->turn->move.promotion &&
	       a->game->shows_as(last->turn->move.promotion, v->squares[last->turn->move.to]);
}

void rule_crowning(struct arbiter *a, const struct arbiter_view *v, enum side offender)
{
	struct ruling r = new_ruling(a, v, RULING_PROMOTION_INCOMPLETE, REASON_NOT_CROWNED, CLAIM_ILLEGAL_MOVE);

	name_turn(a, &r.facts, last_king_made(a, offender));
	r.facts.word = NULL;
	issue_ruling(a, &r);
}

void rule_uncrowned_stands(struct arbiter *a, const struct arbiter_view *v, enum side offender)
{
	struct ply *last = last_king_made(a, offender);
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_ACCEPT_STAND);

	name_turn(a, &r.facts, last);
	r.word = r.facts.word = WORD;
	r.side = offender;
	last->promotion_ruled = true;
	issue_ruling(a, &r);
}
