// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A piece on a square that is not played on: it is out of play until the opponent has it put back, or lets it be. No
 * sensor need be there to see it.
 */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"

static void put_back(struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_DISPLACED, CLAIM_LIGHT_SQUARE);
	unsigned n = a->count;

	r.side = against;
	/* the move that ended there was none */
	if (n && ply_at(a, n - 1)->turn->side == against && turn_is_illegal(a, ply_at(a, n - 1)) && !a->move_stands) {
		r.reason = REASON_ILLEGAL_MOVE;
		r.effects = EFFECT_UNDO | EFFECT_REVOKE;
		r.ply = n - 1;
		uncount_moves_from(a, r.ply);
	}
	issue_ruling(a, &r);
}

/* As far as the sensors know all pieces are where they were played to. */
static bool nothing_is_missing(const struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	const struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL;

	if (last && last->turn->side == against && (turn_is_illegal(a, last) || last->turn->displaced_count))
		return false;
	return table_shows(a, v, &v->set_down);
}

void claim_light_square(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	enum side against = c->against != NO_SIDE ? c->against : by != NO_SIDE ? other_side(by) : NO_SIDE;
	struct question q = { .claim = CLAIM_LIGHT_SQUARE, .by = by, .against = against, .made = *c };

	if (a->game->squares == a->game->width * a->game->height)
		reject_claim(a, v, REASON_ALLOWED_ACT, CLAIM_LIGHT_SQUARE);
	else if (by != NO_SIDE && by == against)
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_LIGHT_SQUARE);
	else if (!c->is_report && a->setup.sensors_sure && nothing_is_missing(a, v, against))
		reject_claim(a, v, REASON_POSITION_INTACT, CLAIM_LIGHT_SQUARE);
	else if (!strcmp(c->want, "rectify") && (c->is_report || !nothing_is_missing(a, v, against)))
		put_back(a, v, against);
	else
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
}

void decide_light_square(struct arbiter *a, const struct arbiter_view *v, bool accept, enum side against)
{
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_LIGHT_SQUARE);

	r.side = against;
	if (accept)
		put_back(a, v, against);
	else
		issue_ruling(a, &r);
}
