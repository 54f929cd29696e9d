// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A move that was announced with a draw claim must be played where the claim was wrong (FIDE 9.5.3): the player is
 * bound by it as by a touched piece. So he is by a move that he let go in a turn that was taken back (4.7 with 7.5.1).
 */
#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

void announce_move(struct arbiter *a, enum side side, const struct game_move *move, bool released)
{
	a->announced.side = side;
	a->announced.released = released;
	a->announced.move = *move;
	a->announced.turns = a->count;
}

bool announced_is_due(const struct arbiter *a, enum side side)
{
	return a->announced.side == side && !a->announced.released;
}

static void issue_obligation(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum claim_kind claim)
{
	HELD_PLY ply = ply_held(a, n);
	struct ruling r = new_ruling(a, v, RULING_TOUCH_OBLIGATION, REASON_TOUCH_MOVE, claim);

	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.ply = n;
	r.side = ply.turn->side;
	r.facts.word = r.word = a->announced.released ? "bound-move" : "announced";
	name_move(a, &r.facts, ply_before(&ply), &a->announced.move);
	if (a->moves_made[r.side])
		a->moves_made[r.side]--;
	cite_parameter(a, &r, a->announced.released ? PARAM_RELEASE_EVIDENCE : PARAM_WRONG_DRAW_CLAIM_AWARD);
	issue_ruling(a, &r);
}

bool enforce_announced_move(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	struct ply *ply = ply_at(a, n);

	if (a->announced.side != ply->turn->side || ply->turn->kind != TURN_LEGAL || ply->turn->unsure)
		return false;
	if (ply->turn->has_move && same_move(&ply->turn->move, &a->announced.move)) {
		a->announced.side = NO_SIDE;
		ply->as_announced = !a->announced.released;
		return false;
	}
	if (a->illegal_auto && !a->silent && !a->announced.released) {
		issue_obligation(a, v, n, CLAIM_NONE);
		return true;
	}
	ply->broke_announcement = true;
	if (a->announced.released)
		a->announced.side = NO_SIDE;
	return false;
}

bool enforce_announced_move_on_claim(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum claim_kind claim)
{
	if (!ply_at(a, n)->broke_announcement)
		return false;
	issue_obligation(a, v, n, claim);
	return true;
}
