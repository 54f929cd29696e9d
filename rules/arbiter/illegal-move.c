// SPDX-License-Identifier: GPL-2.0-or-later
/* What an illegal turn costs, and how it is put right. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"
#include "rules/arbiter/claims.h"

static enum reason illegal_reason(const struct ply *ply)
{
	return ply->turn->kind == TURN_NO_MOVE ? REASON_NO_MOVE :
	       promotion_was_left(ply)	       ? REASON_PROMOTION_MISSING :
						 REASON_ILLEGAL_MOVE;
}

/* The last turn of side, from 1; 0: none that stands. */
static unsigned number_of_last_turn(const struct arbiter *a, enum side side)
{
	unsigned n = a->count;

	while (n && ply_at(a, n - 1)->turn->side != side)
		n--;
	return n;
}

bool move_was_fined(const struct arbiter *a, enum side side)
{
	return a->fined[side] && a->fined[side] >= number_of_last_turn(a, side);
}

void note_fine(struct arbiter *a, enum side side)
{
	a->fined[side] = number_of_last_turn(a, side);
}

static void rule_illegal_loss(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum side winner,
			      enum reason reason, const struct arbiter_claim *c, enum claim_kind claim)
{
	/* what he could do before it: the illegal move may have mated, or taken what he could mate with */
	enum mating m = can_mate(a, ply_before(ply_at(a, n)), winner, PARAM_ILLEGAL_LOSS_MATING_TEST);
	const char *const circumstance = a->circumstance;

	a->facts = facts_of_turn(a, n);
	if (reason == REASON_ILLEGAL_LIMIT)
		a->facts.count = a->illegal[other_side(winner)];

	if (m == MATES_IF_FORCED && c && c->forced_win) {
		struct question q = { .claim = CLAIM_FORCED_WIN,
				      .object = CLAIM_ILLEGAL_MOVE,
				      .by = winner,
				      .against = other_side(winner) };

		ask_about_forced_win(a, v, &q, PARAM_ILLEGAL_LOSS_MATING_TEST);
		return;
	}
	if (m != MATES) {
		const enum rulebook_parameter decided_by = a->decided_by, also_cites = a->also_cites;

		if (IS(a, ILLEGAL_LOSS_MATING_TEST, "material-list"))
			a->facts.word = "material";
		/* that it would have lost comes behind what draws it */
		a->also_cites = also_cites == PARAM_COUNT ? decided_by : also_cites;
		a->decided_by = PARAM_COUNT;
		rule_draw(a, v, REASON_ILLEGAL_CANNOT_MATE, claim);
		a->decided_by = decided_by;
		a->also_cites = also_cites;
		return;
	}
	/* what was wrong with it, where the book has a line for that */
	if (!a->circumstance)
		a->circumstance = turn_word(ply_at(a, n)->turn);
	rule_win(a, v, winner, reason, claim);
	a->circumstance = circumstance;
	keep_doubtful_loss(a, v, REASON_ILLEGAL_CANNOT_MATE, claim);
}

/* The word by which the book is asked: castling is castling, whatever forbids it and wherever the king stood. */
static const char *cited_word(const struct sentence_facts *f, const struct turn *turn)
{
	return is_castling_word(f->word) && strcmp(f->word, "castling-unfinished") != 0 ? "castling" : turn_word(turn);
}

/* As it stood there it was mate or stalemate, which ends a game only by a legal move. */
static void name_void_mate(const struct arbiter *a, struct sentence_facts *f, const struct ply *ply)
{
	if (ply->turn->kind == TURN_ILLEGAL)
		f->void_end = mate_word(a->game->end(&ply->kept->after));
}

static void restore_position(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum claim_kind claim)
{
	HELD_PLY ply = ply_held(a, n);
	enum side offender = ply.turn->side, innocent = other_side(offender);
	const bool fined = a->fined[offender] == n + 1; /* for another irregularity of the same move */
	int64_t award = fined ? 0 : award_us(a, PARAM_ILLEGAL_AWARD), limit = NUMBER(a, ILLEGAL_LIMIT);
	struct ruling r;

	a->illegal[offender] += !fined;
	a->counted.illegal = fined ? NO_SIDE : offender;
	a->fined[offender] = n + 1;
	if (!fined && limit > 0 && a->illegal[offender] >= (unsigned)limit) {
		a->also_cites = a->decided_by;
		a->decided_by = PARAM_ILLEGAL_LIMIT;
		/* what it was: the book may have an article of its own for that */
		a->circumstance = turn_word(ply.turn);
		rule_illegal_loss(a, v, n, innocent, REASON_ILLEGAL_LIMIT, NULL, claim);
		a->also_cites = PARAM_COUNT;
		return;
	}
	r = new_ruling(a, v, award ? RULING_MOVE_ILLEGAL : RULING_RESTORE_POSITION,
		       award ? illegal_reason(&ply) : REASON_ILLEGAL_MOVE, claim);
	if (award)
		add_ground(&r, PARAM_ILLEGAL_AWARD);
	name_turn(a, &r.facts, &ply);
	if (fined && award_us(a, PARAM_ILLEGAL_AWARD))
		r.facts.time_us = award_us(a, PARAM_ILLEGAL_AWARD); /* which it has cost already */
	name_replacing_move(a, &r, &ply);
	r.word = cited_word(&r.facts, ply.turn);
	r.side = offender;
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.ply = n;
	r.adjust_us[innocent] += award;
	if (YES(a, ILLEGAL_INCREMENT_REVOKED))
		r.adjust_us[offender] -= ply.credited_us;
	if (promotion_was_left(&ply) && IS(a, PROMOTION_PAWN_LEFT, "illegal-queen")) {
		/* the pawn has reached its square: only what was played since is undone */
		r.effects = EFFECT_PROMOTE | (n + 1 < a->count ? EFFECT_UNDO : 0);
		r.ply = n + 1;
		r.piece = offender == WHITE ? 'Q' : 'q';
		r.facts.word = ply.pawn_left && v->squares[ply.turn->to] == r.piece ? "queen-stands" : "queen";
		r.adjust_us[offender] = 0;
		ply_at(a, n)->promotion_ruled = true;
		ply_at(a, n)->pawn_left = ply_at(a, n)->pawn_unpromoted = false;
		for (unsigned i = n + 1; i < a->count; i++)
			if (a->moves_made[ply_at(a, i)->turn->side])
				a->moves_made[ply_at(a, i)->turn->side]--;
	} else {
		if (a->moves_made[offender])
			a->moves_made[offender]--;
		name_void_mate(a, &r.facts, &ply);
	}
	issue_ruling(a, &r);
	if (r.effects & EFFECT_UNDO && !(r.effects & EFFECT_PROMOTE))
		bind_replacing_move(a, &ply);
}

/* A man that captures on from the last row was left there. */
static bool stopped_to_be_crowned(const struct arbiter *a, const struct sentence_facts *f, const struct ply *ply)
{
	const unsigned row = a->game->width / 2, to = ply->turn->to;

	return ply->turn->fault == TURN_FAULT_UNFINISHED && f->piece && !strcmp(f->piece, "man") &&
	       to < a->game->squares && (ply->turn->side == WHITE ? to < row : to >= a->game->squares - row);
}

void rule_rectification(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c)
{
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_ILLEGAL_MOVE, CLAIM_ILLEGAL_MOVE);

	if (n + 1 == a->count && second_move_pressed(a, ply_at(a, n))) {
		rule_pressed_move_back(a, v, n);
		return;
	}
	name_turn(a, &r.facts, ply_at(a, n));
	if (c && !strcmp(c->about, "early-removal"))
		r.reason = REASON_EARLY_REMOVAL;
	else
		r.word = turn_word(ply_at(a, n)->turn);
	if (r.reason == REASON_ILLEGAL_MOVE && stopped_to_be_crowned(a, &r.facts, ply_at(a, n)))
		r.word = r.facts.word = "last-row-passed";
	/* another piece may be moved instead: what was touched does not bind here */
	r.facts.piece = NULL;
	r.side = ply_at(a, n)->turn->side;
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.ply = n;
	issue_ruling(a, &r);
}

/* What decides besides that it was illegal: a king next to a king, the pawn that was left, castling from a swapped
 * array; that the claimant had set down his own move, or that his own flag is down; that it is not the first; that
 * it would have been mate; that a person who watches called it. */
static void note_circumstances(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply,
			       const struct arbiter_claim *c, enum side claimant)
{
	const struct turn *turn = ply->turn;
	bool kings = turn->fault == TURN_FAULT_KINGS ||
		     (turn->fault == TURN_FAULT_KING_TAKEN && (turn->piece | 0x20) == 'k');

	if (a->decided_by == PARAM_COUNT) {
		if (promotion_was_left(ply))
			a->decided_by = PARAM_PROMOTION_PAWN_LEFT;
		else if (kings)
			a->decided_by = PARAM_KING_CAPTURE;
		else if (touched_king_and_rook(turn) && king_and_queen_swapped(a))
			a->decided_by = PARAM_SWAPPED_KQ_CASTLING;
	}
	if (c && a->reply_made)
		a->circumstance = "reply-made";
	else if (c && claimant != NO_SIDE && v->has_clock && flag_is_down(v, claimant))
		a->circumstance = "own-flag-down";
	else if (c && c->is_report && a->setup.options.arbiter_calls)
		a->circumstance = "reported";
	else if (a->illegal[WHITE] + a->illegal[BLACK] > 0)
		a->circumstance = "again";
	else if (a->game->end(&ply->kept->after) == GAME_CHECKMATE)
		a->circumstance = "mate";
}

static void put_right_or_punish(struct arbiter *a, const struct arbiter_view *v, unsigned n,
				const struct arbiter_claim *c, enum side claimant)
{
	enum claim_kind claim = c ? CLAIM_ILLEGAL_MOVE : CLAIM_NONE;
	struct ruling r;

	if (IS(a, ILLEGAL_REMEDY, "restore")) {
		restore_position(a, v, n, claim);
	} else if (IS(a, ILLEGAL_REMEDY, "rectify-or-stand")) {
		rule_rectification(a, v, n, c);
	} else if (c && !strcmp(c->remedy, "retract") && YES(a, ILLEGAL_RETRACTION_OPTION)) {
		HELD_PLY ply = ply_held(a, n);

		r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_RETRACTION_CHOSEN, claim);
		name_turn(a, &r.facts, &ply);
		name_replacing_move(a, &r, &ply);
		r.side = ply.turn->side;
		r.effects = EFFECT_UNDO | EFFECT_REVOKE;
		r.ply = n;
		issue_ruling(a, &r);
		bind_replacing_move(a, &ply);
	} else {
		rule_illegal_loss(a, v, n, claimant, REASON_ILLEGAL_LOSES, c, claim);
	}
}

void rule_on_illegal_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c,
			  enum side claimant)
{
	const enum rulebook_parameter decided_by = a->decided_by;

	note_circumstances(a, v, ply_at(a, n), c, claimant);
	put_right_or_punish(a, v, n, c, claimant);
	a->decided_by = decided_by;
	a->circumstance = NULL;
}
