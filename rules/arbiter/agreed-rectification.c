// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Players who agree to put an illegal move right. Where the arbiter has to act on it in any case, their agreement
 * changes nothing; where he has not, or not any more, it costs nobody anything.
 */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"

/* The last one; a->count: none. */
static unsigned last_illegal_turn(const struct arbiter *a)
{
	for (unsigned n = a->count; n-- > 0;)
		if (turn_is_illegal(a, ply_at(a, n)) || ply_at(a, n)->pawn_unpromoted)
			return n;
	return a->count;
}

static void put_right(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	HELD_PLY ply = ply_held(a, n);
	struct game_move due;
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_ILLEGAL_MOVE, CLAIM_RECTIFY_AGREED);

	name_turn(a, &r.facts, &ply);
	name_replacing_move(a, &r, &ply);
	/* what was agreed is said; where that turn binds to one move, or castled, its own sentence has the pieces */
	if (!half_done_move(a, &ply, &due) && !is_castling_word(r.facts.word))
		r.facts.word = NULL;
	r.side = ply.turn->side;
	if (IS(a, ILLEGAL_REMEDY, "rectify-or-stand")) {
		/* that they agree decides, and what it is that they put right comes behind it */
		r.word = turn_word(ply.turn);
		a->decided_by = PARAM_RECTIFY_AGREED;
	}
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.ply = n;
	uncount_moves_from(a, n);
	issue_ruling(a, &r);
	a->decided_by = PARAM_COUNT;
	bind_replacing_move(a, &ply);
}

static void rule_on_agreement(struct arbiter *a, const struct arbiter_view *v)
{
	unsigned n = last_illegal_turn(a);

	if (n == a->count) {
		reject_claim(a, v, REASON_NO_ILLEGALITY, CLAIM_RECTIFY_AGREED);
	} else if (illegal_window_open(a, n) && IS(a, ILLEGAL_REMEDY, "restore")) {
		/* the arbiter knows of it now: the same that he rules without any agreement */
		rule_on_illegal_turn(a, v, n, NULL, other_side(ply_at(a, n)->turn->side));
	} else if (IS(a, RECTIFY_AGREED, "any-time") ||
		   (IS(a, RECTIFY_AGREED, "in-window") && illegal_window_open(a, n))) {
		put_right(a, v, n);
	} else {
		reject_claim(a, v, REASON_ILLEGAL_STANDS, CLAIM_RECTIFY_AGREED);
	}
}

void claim_rectify_agreed(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	struct question q = { .claim = CLAIM_RECTIFY_AGREED, .by = by, .against = other_side(by), .made = *c };
	bool other_agrees = a->question.claim == CLAIM_RECTIFY_AGREED && by != NO_SIDE &&
			    a->question.by == other_side(by);

	if (by == NO_SIDE || other_agrees) {
		a->question.claim = CLAIM_NONE;
		rule_on_agreement(a, v);
	} else {
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	}
}

void decide_rectify_agreed(struct arbiter *a, const struct arbiter_view *v, bool accept)
{
	if (accept)
		rule_on_agreement(a, v);
	else
		reject_claim(a, v, REASON_NOT_PROVEN, CLAIM_RECTIFY_AGREED);
}
