// SPDX-License-Identifier: GPL-2.0-or-later
/* A turn that was just closed: what the arbiter rules on it without a claim. */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

/* Where taking the king is a claim, it is one with any piece but a king. */
static bool rule_king_capture(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	const struct ply *ply = ply_at(a, n);
	struct arbiter_claim c = {
		.claim = CLAIM_ILLEGAL_MOVE,
		.by = ply->turn->side == WHITE ? PERSON_WHITE : PERSON_BLACK,
		.about = "",
		.intend = "",
		.source = "",
		.remedy = "",
		.want = "",
	};

	if (!IS(a, KING_CAPTURE, "claims-win") || ply->turn->unsure || ply->turn->fault != TURN_FAULT_KING_TAKEN ||
	    (ply->turn->piece | 0x20) == 'k' || !n || !turn_is_illegal(a, ply_at(a, n - 1)))
		return false;
	rule_on_illegal_turn(a, v, n - 1, &c, ply->turn->side);
	return true;
}

/* A press on the waiting side's behalf, after a disordered turn or a stuck clock, is no turn. */
static bool rule_restart_press(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	const struct ply *ply = ply_at(a, n), *last = n ? ply_at(a, n - 1) : NULL;
	struct ruling r = new_ruling(a, v, RULING_CONTINUE, REASON_RESTART_PRESS, CLAIM_NONE);

	if (!IS(a, RESTART_PRESS, "opponent") || !last)
		return false;
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.side = ply->turn->side;
	r.facts.word = turn_word(last->turn);
	if (turn_puts_back(a, n)) {
		r.ply = n - 1;
		r.word = "displaced";
		r.facts.word = "put-right";
		r.side = last->turn->side;
		issue_ruling(a, &r);
		return true;
	}
	if (ply->turn->touched_count || last->turn->side == ply->turn->side ||
	    memcmp(ply->turn->placement, last->turn->placement, a->game->squares))
		return false;
	if (last->turn->kind == TURN_PROMOTION_OWED) {
		/* to be given the piece */
		ply_at(a, n - 1)->piece_asked = true;
		ply_at(a, n - 1)->pawn_unpromoted = false;
		r.ply = n;
		r.word = "promotion-owed";
		if (IS(a, PROMOTION_PAWN_LEFT, "owed"))
			r.facts.word = "stop-only";
	} else if (turn_displaces(last->turn)) {
		r.ply = n;
		r.word = "displaced";
	} else if (last->turn->kind == TURN_NO_MOVE && !last->turn->touched_count && n > 1) {
		r.ply = n - 1;
		a->pressed_again = n;
	} else {
		return false;
	}
	issue_ruling(a, &r);
	return true;
}

/* Under a silent rulebook a legal turn and an illegal one get the same ruling. */
void rule_on_closed_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	const struct ply *ply = ply_at(a, n);
	struct question q = { .claim = CLAIM_ILLEGAL_MOVE, .by = NO_SIDE, .against = ply->turn->side, .turn = n + 1 };

	if (rule_restart_press(a, v, n) || rule_king_capture(a, v, n))
		return;
	if (a->position_found != PERSON_NONE && illegal_position_stands(a)) {
		const struct ply *left = pawn_still_left(a);

		if (left)
			a->game->square_name(left->turn->to, a->facts.square);
		a->judge = a->position_found;
		rule_draw(a, v, REASON_ILLEGAL_POSITION, CLAIM_NONE);
		a->judge = PERSON_NONE;
		return;
	}
	a->position_found = PERSON_NONE;
	if (ply->turn->kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "owed")) {
		rule_promotion_owed(a, v, ply->turn);
		return;
	}
	if (enforce_announced_move(a, v, n))
		return;
	/* it was not completed in time */
	if (turn_is_illegal(a, ply) && flag_loses_now(a, v, ply->turn->side))
		return;
	if (!turn_is_illegal(a, ply) || !a->illegal_auto || a->silent) {
		accept_turn(a, v, ply);
		if (ply->turn->disputed && a->illegal_auto && !a->silent)
			ask_quietly(a, &q);
		return;
	}
	/* not proved: the game goes on, and nobody hears of it who has not seen it himself */
	if ((ply->turn->kind == TURN_UNREADABLE || ply->turn->unsure) && !turn_puts_back(a, n)) {
		accept_turn(a, v, ply);
		ask_quietly(a, &q);
		return;
	}
	if (turn_was_misled(a, n) || (ply->turn->kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "ask"))) {
		accept_turn(a, v, ply);
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
		return;
	}
	rule_on_illegal_turn(a, v, n, NULL, other_side(ply->turn->side));
}
