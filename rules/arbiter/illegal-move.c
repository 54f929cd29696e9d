// SPDX-License-Identifier: GPL-2.0-or-later
/* Illegal turns: what closes at the press, who may act on it, and how long. */
#include <string.h>

#include "rules/arbiter/private.h"

/* The new piece was put down before the pawn was taken up, or as it was. */
bool piece_before_pawn(const struct turn *turn)
{
	if (turn->kind != TURN_LEGAL || !turn->has_move || !turn->move.promotion)
		return false;
	for (unsigned i = 0; i < turn->touched_count && i < TURN_MAX_TOUCHED; i++)
		if (turn->touched[i].square == turn->move.from)
			return turn->touched[i].t_us >= turn->set_down_us;
	return false;
}

/* Where a person judges the order in which a promotion was made, and the opponent of claimant made his last turn so. */
bool order_to_judge(const struct arbiter *a, enum side claimant)
{
	return a->count && IS(a, PROMOTION_ORDER, "pawn-first-verdict") && a->ply[a->count - 1].turn.side != claimant &&
	       piece_before_pawn(&a->ply[a->count - 1].turn);
}

bool turn_is_illegal(const struct arbiter *a, const struct ply *ply)
{
	switch (ply->turn.kind) {
	case TURN_LEGAL:
		/* by its squares, but made in an irregular way: the opponent's to have rectified */
		return ply->turn.fault != TURN_FAULT_NONE && IS(a, ILLEGAL_REMEDY, "rectify-or-stand");
	case TURN_NO_MOVE:
		return IS(a, EMPTY_PRESS, "illegal-move");
	case TURN_PROMOTION_OWED:
		return !IS(a, PROMOTION_PAWN_LEFT, "owed") && !IS(a, PROMOTION_PAWN_LEFT, "not-crowned");
	default:
		return true;
	}
}

static bool pawn_on_last_rank(const struct arbiter *a, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];

	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++)
		if ((squares[q] == 'P' && q >= a->game->squares - a->game->width) || (squares[q] == 'p' && q < a->game->width))
			return true;
	return false;
}

bool illegal_position(const struct arbiter *a, const struct game_position *pos)
{
	return (a->game->in_check(pos, WHITE) && a->game->in_check(pos, BLACK)) || pawn_on_last_rank(a, pos);
}

/* An illegal position stood when turn n began, and the turn has not cured it. */
static bool still_illegal(const struct arbiter *a, unsigned n)
{
	const struct ply *ply = &a->ply[n], *last = n ? &a->ply[n - 1] : NULL;

	if (!last)
		return false;
	if (last->pawn_left)
		return true;
	return illegal_position(a, &ply->before) && illegal_position(a, &ply->after);
}

static enum reason illegal_reason(const struct ply *ply)
{
	return ply->turn.kind == TURN_NO_MOVE ? REASON_NO_MOVE :
	       ply->turn.kind == TURN_PROMOTION_OWED ? REASON_PROMOTION_MISSING : REASON_ILLEGAL_MOVE;
}

/* The men touched in a turn that is taken back bind its replacement. */
static void carry_touched(struct arbiter *a, const struct ply *ply)
{
	a->carried = 0;
	for (unsigned i = 0; i < ply->turn.touched_count && i < TURN_MAX_TOUCHED; i++) {
		a->carry[a->carried].square = ply->turn.touched[i].square;
		a->carry[a->carried++].piece = ply->turn.touched[i].piece;
	}
}

static void lose_by_illegal(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason,
			    const struct arbiter_claim *c, enum claim_kind claim)
{
	enum mating m = can_mate(a, v->set_down, winner, PARAM_ILLEGAL_LOSS_MATING_TEST);

	if (m == MATES_IF_FORCED && c && c->forced_win) {
		struct question q = { .claim = CLAIM_FORCED_WIN, .object = CLAIM_ILLEGAL_MOVE, .by = winner, .against = other_side(winner) };

		ask(a, v, REASON_NEEDS_VERDICT, &q);
		return;
	}
	if (m != MATES) {
		draw(a, v, REASON_ILLEGAL_CANNOT_MATE, claim);
		return;
	}
	win(a, v, winner, reason, claim);
	doubt_loss(a, v, REASON_ILLEGAL_CANNOT_MATE, claim);
}

static void restore(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum claim_kind claim)
{
	struct ply ply = a->ply[n];
	enum side offender = ply.turn.side, innocent = other_side(offender);
	int64_t award = AWARD_US(a, PARAM_ILLEGAL_AWARD), limit = NUMBER(a, ILLEGAL_LIMIT);
	struct ruling r;

	a->illegal[offender]++;
	if (limit > 0 && a->illegal[offender] >= (unsigned)limit) {
		lose_by_illegal(a, v, innocent, REASON_ILLEGAL_LIMIT, NULL, claim);
		return;
	}
	r = draft(a, v, award ? RULING_MOVE_ILLEGAL : RULING_RESTORE_POSITION, award ? illegal_reason(&ply) : REASON_ILLEGAL_MOVE, claim);
	rests_on(a, &r, PARAM_ILLEGAL_AWARD);
	r.side = offender;
	r.effects = taking_back(&ply);
	r.ply = n;
	r.adjust_us[innocent] += award;
	if (YES(a, ILLEGAL_INCREMENT_REVOKED))
		r.adjust_us[offender] -= ply.credited_us;
	if (ply.turn.kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "illegal-queen") && n + 1 == a->count) {
		r.effects = EFFECT_PROMOTE;
		r.piece = offender == WHITE ? 'Q' : 'q';
		r.adjust_us[offender] = 0;
	} else {
		if (a->completed[offender] && !ply.unpressed)
			a->completed[offender]--;
		times_after_restoring(a, v, &r);
	}
	give(a, &r);
	if (r.effects & EFFECT_UNDO)
		carry_touched(a, &ply);
}

static void rectify(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c)
{
	struct ruling r = draft(a, v, RULING_RESTORE_POSITION, REASON_ILLEGAL_MOVE, CLAIM_ILLEGAL_MOVE);

	if (c && !strcmp(c->about, "crown")) {
		rule(a, v, RULING_PROMOTION_INCOMPLETE, REASON_NOT_CROWNED, CLAIM_ILLEGAL_MOVE);
		return;
	}
	if (c && !strcmp(c->about, "early-removal"))
		r.reason = REASON_EARLY_REMOVAL;
	else
		r.word = turn_word(&a->ply[n].turn);
	r.side = a->ply[n].turn.side;
	r.effects = taking_back(&a->ply[n]);
	r.ply = n;
	times_after_restoring(a, v, &r);
	give(a, &r);
}

void judge_illegal(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c, enum side claimant)
{
	enum claim_kind claim = c ? CLAIM_ILLEGAL_MOVE : CLAIM_NONE;
	struct ruling r;

	if (IS(a, ILLEGAL_REMEDY, "restore")) {
		restore(a, v, n, claim);
	} else if (IS(a, ILLEGAL_REMEDY, "rectify-or-stand")) {
		rectify(a, v, n, c);
	} else if (c && !strcmp(c->remedy, "retract") && YES(a, ILLEGAL_RETRACTION_OPTION)) {
		struct ply ply = a->ply[n];

		r = draft(a, v, RULING_RESTORE_POSITION, REASON_RETRACTION_CHOSEN, claim);
		r.side = ply.turn.side;
		r.effects = taking_back(&ply);
		r.ply = n;
		times_after_restoring(a, v, &r);
		give(a, &r);
		carry_touched(a, &ply);
	} else {
		lose_by_illegal(a, v, claimant, REASON_ILLEGAL_LOSES, c, claim);
	}
}

/* The king was taken by another man than a king: where that is a claim, it is one. */
static bool claims_by_capture(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	const struct ply *ply = &a->ply[n];
	struct arbiter_claim c = {
		.claim = CLAIM_ILLEGAL_MOVE, .by = ply->turn.side == WHITE ? PERSON_WHITE : PERSON_BLACK,
		.about = "", .intend = "", .source = "", .remedy = "", .want = "",
	};

	if (!IS(a, KING_CAPTURE, "claims-win") || ply->turn.unsure || ply->turn.fault != TURN_FAULT_KING_TAKEN || (ply->turn.piece | 0x20) == 'k' || !n ||
	    !turn_is_illegal(a, &a->ply[n - 1]))
		return false;
	judge_illegal(a, v, n - 1, &c, ply->turn.side);
	return true;
}

/* A press on the waiting side's behalf, after a disordered turn or a stuck clock, is no turn. */
static bool restart_press(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	const struct ply *ply = &a->ply[n], *last = n ? &a->ply[n - 1] : NULL;
	struct ruling r = draft(a, v, RULING_CONTINUE, REASON_RESTART_PRESS, CLAIM_NONE);

	if (!IS(a, RESTART_PRESS, "opponent") || ply->turn.touched_count || !last || last->turn.side == ply->turn.side ||
	    memcmp(ply->turn.placement, last->turn.placement, a->game->squares))
		return false;
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.side = ply->turn.side;
	if (last->turn.displaced_count)
		r.ply = n;
	else if (last->turn.kind == TURN_NO_MOVE && !last->turn.touched_count && n > 1)
		r.ply = n - 1;
	else
		return false;
	give(a, &r);
	return true;
}

/* The turn just closed. Under silence a legal and an illegal one are told alike. */
void judge_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	const struct ply *ply = &a->ply[n];
	struct question q = { .claim = CLAIM_ILLEGAL_MOVE, .by = NO_SIDE, .against = ply->turn.side };

	if (restart_press(a, v, n) || claims_by_capture(a, v, n))
		return;
	if (IS(a, ILLEGAL_POSITION_FOUND, "draw-after-next-move") && !a->illegal_auto && still_illegal(a, n)) {
		draw(a, v, REASON_ILLEGAL_POSITION, CLAIM_NONE);
		return;
	}
	if (ply->turn.kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "owed")) {
		rule(a, v, RULING_PROMOTION_INCOMPLETE, REASON_PROMOTION_OWED, CLAIM_NONE);
		return;
	}
	if (other_than_announced(a, v, n))
		return;
	if (!turn_is_illegal(a, ply) || !a->illegal_auto || a->silent) {
		accept_move(a, v, ply);
		return;
	}
	if (ply->turn.kind == TURN_UNREADABLE || ply->turn.unsure || (ply->turn.kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "ask"))) {
		accept_move(a, v, ply);
		ask(a, v, REASON_NEEDS_VERDICT, &q);
		return;
	}
	judge_illegal(a, v, n, NULL, other_side(ply->turn.side));
}

/* Men stand otherwise than any move allows, and nobody has pressed. */
static bool uncompleted(const struct arbiter *a, const struct arbiter_view *v)
{
	return !a->down && !stands_as(a, v, v->position);
}

static bool in_window(const struct arbiter *a, unsigned n)
{
	bool replied = n + 1 < a->count;

	if (IS(a, ILLEGAL_WINDOW, "whole-game"))
		return true;
	if (IS(a, ILLEGAL_WINDOW, "until-reply-set-down"))
		return !replied && !a->down;
	return !replied;
}

void accept_stand(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	struct ruling r = draft(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_ACCEPT_STAND);

	if (!IS(a, ILLEGAL_REMEDY, "rectify-or-stand")) {
		reject(a, v, REASON_NOT_ENTITLED, CLAIM_ACCEPT_STAND);
		return;
	}
	for (unsigned n = a->count; n-- > 0 && !r.word;)
		if (a->ply[n].turn.side != by && turn_is_illegal(a, &a->ply[n]))
			r.word = turn_word(&a->ply[n].turn);
	give(a, &r);
}

static void judge_claim(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	bool opponent_only = !IS(a, ILLEGAL_CALLER, "anyone");
	bool any = false, own_last = false;
	unsigned found = a->count;
	struct question q = { .claim = CLAIM_ILLEGAL_MOVE, .by = by, .against = other_side(by), .said = *c };

	if (c->is_report && (a->silent || (opponent_only && !a->setup.options.arbiter_calls))) {
		if (!a->setup.options.arbiter_calls) {
			reject(a, v, REASON_NOT_ENTITLED, CLAIM_ILLEGAL_MOVE);
			return;
		}
	}
	if (!strcmp(c->about, "early-removal") || !strcmp(c->about, "crown")) {
		/* irregular ways of making a legal move are corrected where the opponent asks for it */
		if (IS(a, ILLEGAL_REMEDY, "rectify-or-stand") && a->count && a->ply[a->count - 1].turn.side != by) {
			rectify(a, v, a->count - 1, c);
			return;
		}
	}
	for (unsigned n = 0; n < a->count && found == a->count; n++) {
		/* counted as a queen by the reply that passed it over */
		any |= a->ply[n].pawn_left && IS(a, PROMOTION_PAWN_LEFT, "illegal-if-claimed");
		/* men put where they do not belong are irregular too, where the opponent may have that put right */
		if (!turn_is_illegal(a, &a->ply[n]) &&
		    !(IS(a, ILLEGAL_REMEDY, "rectify-or-stand") && a->ply[n].turn.displaced_count))
			continue;
		any = true;
		own_last = n + 1 == a->count && a->ply[n].turn.side == by;
		if (in_window(a, n) && (!opponent_only || by == NO_SIDE || a->ply[n].turn.side != by))
			found = n;
	}
	if (found < a->count) {
		enum side offender = a->ply[found].turn.side;

		if (a->ply[found].turn.unsure || (a->ply[found].turn.kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "ask"))) {
			ask(a, v, REASON_NEEDS_VERDICT, &q);
		} else if (YES(a, ILLEGAL_CLAIM_NEEDS_STOP) && !stopped(v) && !c->is_report) {
			a->spoken = *c;
			rule(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, CLAIM_ILLEGAL_MOVE);
		} else if (IS(a, ILLEGAL_REMEDY, "rectify-or-stand") && strcmp(c->want, "rectify")) {
			ask(a, v, REASON_NEEDS_VERDICT, &q);
		} else {
			if (a->ply[found].turn.kind == TURN_PROMOTION_OWED)
				a->also = PARAM_PROMOTION_PAWN_LEFT;
			if (castles(&a->ply[found].turn) && king_and_queen_swapped(a))
				a->also = PARAM_SWAPPED_KQ_CASTLING;
			if (a->ply[found].turn.fault == TURN_FAULT_KINGS || a->ply[found].turn.fault == TURN_FAULT_KING_TAKEN)
				a->also = PARAM_KING_CAPTURE;
			judge_illegal(a, v, found, c, other_side(offender));
			a->also = PARAM_COUNT;
		}
		return;
	}
	if (by != NO_SIDE && a->count && a->ply[a->count - 1].turn.side != by && in_window(a, a->count - 1) &&
	    claims_announced(a, v, a->count - 1, CLAIM_ILLEGAL_MOVE))
		return;
	if (order_to_judge(a, by) && in_window(a, a->count - 1)) {
		a->also = PARAM_PROMOTION_ORDER;
		ask(a, v, REASON_NEEDS_VERDICT, &q);
		a->also = PARAM_COUNT;
	} else if (a->count && a->ply[a->count - 1].turn.kind == TURN_PROMOTION_OWED && a->ply[a->count - 1].turn.side != by) {
		reject(a, v, REASON_PROMOTION_OWED, CLAIM_ILLEGAL_MOVE);
	} else if (by != NO_SIDE && a->game->to_move(v->position) != by && uncompleted(a, v)) {
		reject(a, v, REASON_ILLEGAL_NOT_COMPLETED, CLAIM_ILLEGAL_MOVE);
	} else if (own_last) {
		reject(a, v, REASON_NOT_ENTITLED, CLAIM_ILLEGAL_MOVE);
	} else {
		reject(a, v, any ? REASON_ILLEGAL_STANDS : REASON_NO_ILLEGALITY, CLAIM_ILLEGAL_MOVE);
	}
}

void claim_illegal(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	bool begun = standing_begins(a, v);

	judge_claim(a, v, c, by);
	standing_ends(a, begun);
}
