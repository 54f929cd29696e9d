// SPDX-License-Identifier: GPL-2.0-or-later
/* What a person decides of a draw claim. */
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"

static void decide_no_progress(struct arbiter *a, const struct arbiter_view *v, bool accept, const struct question *q)
{
	bool fallen = flag_is_down(v, WHITE) || flag_is_down(v, BLACK);

	a->last_was_no_progress = true;
	if (q->postponed)
		a->decided_by = PARAM_NO_PROGRESS_POSTPONE;
	if (q->postponed && IS(a, NO_PROGRESS_FINAL_WORD, "after-flag") && !fallen) {
		a->question = *q;
		a->facts.word = "after-flag";
		issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_VERDICT, CLAIM_NO_PROGRESS);
	} else if (accept) {
		name_in_book(a, RULING_DRAW, REASON_NO_PROGRESS_UPHELD, LOSING_CHANCES);
		rule_draw(a, v, REASON_NO_PROGRESS_UPHELD, CLAIM_NO_PROGRESS);
	} else if (fallen) {
		rule_flag_loss(a, v, first_fallen_flag(v), false, CLAIM_NO_PROGRESS);
	} else {
		/* the article on that decides, and that it was postponed comes behind it */
		a->also_cites = a->decided_by;
		a->decided_by = PARAM_COUNT;
		reject_claim_with_award(a, v, REASON_NO_PROGRESS_REJECTED, CLAIM_NO_PROGRESS, q->by,
					PARAM_NO_PROGRESS_AWARD);
		a->also_cites = PARAM_COUNT;
	}
	a->decided_by = PARAM_COUNT;
}

/* Was the forced win shown? What it contests stands or falls with it. */
static void decide_forced_win(struct arbiter *a, const struct arbiter_view *v, bool shown, const struct question *q)
{
	switch (q->object) {
	case CLAIM_FLAG:
		if (shown)
			rule_win(a, v, q->by, REASON_FLAG, CLAIM_FORCED_WIN);
		else
			rule_draw(a, v, REASON_FLAG_CANNOT_MATE, CLAIM_FORCED_WIN);
		break;
	case CLAIM_ILLEGAL_MOVE:
		if (shown)
			rule_win(a, v, q->by, REASON_ILLEGAL_LOSES, CLAIM_FORCED_WIN);
		else
			rule_draw(a, v, REASON_ILLEGAL_CANNOT_MATE, CLAIM_FORCED_WIN);
		break;
	case CLAIM_REGULATION_DRAW:
		if (shown)
			reject_claim(a, v, REASON_REGULATION_OBVIOUS_WIN, q->object);
		else
			rule_draw(a, v, REASON_REGULATION_DRAW, q->object);
		break;
	default:
		if (shown)
			reject_claim_with_award(a, v, REASON_FORCED_WIN_SHOWN, q->object, q->by,
						PARAM_WRONG_DRAW_CLAIM_AWARD);
		else
			rule_draw(a, v, REASON_ENDGAME_RULE, q->object);
		break;
	}
}

/* The claimant's opponent gets time where the claim was wrong. */
static void draw_or_reject(struct arbiter *a, const struct arbiter_view *v, bool accept, const struct question *q,
			   enum reason upheld, enum reason rejected)
{
	if (accept)
		rule_draw(a, v, upheld, q->claim);
	else
		reject_claim_with_award(a, v, rejected, q->claim, q->by, PARAM_WRONG_DRAW_CLAIM_AWARD);
}

void decide_draw_claim(struct arbiter *a, const struct arbiter_view *v, bool accept, const struct question *q)
{
	/* who claims; of a forced win that is shown: whose loss is contested */
	a->facts.player = q->claim == CLAIM_FORCED_WIN ? q->against : q->by;
	switch (q->claim) {
	case CLAIM_NO_PROGRESS:
		decide_no_progress(a, v, accept, q);
		break;
	case CLAIM_FORCED_WIN:
		decide_forced_win(a, v, accept, q);
		break;
	case CLAIM_CLEAR_DRAW:
		draw_or_reject(a, v, accept, q, REASON_CLEAR_DRAW, REASON_CLEAR_DRAW_REJECTED);
		break;
	case CLAIM_FIFTY_MOVES:
		/* appealed for as a clear draw, and not counted */
		if (accept && draws_by_appeal(a))
			a->facts.word = "granted";
		draw_or_reject(a, v, accept, q, REASON_FIFTY_MOVES,
			       draws_by_appeal(a) ? REASON_CLEAR_DRAW_REJECTED : REASON_FIFTY_WRONG);
		break;
	case CLAIM_REPETITION:
		draw_or_reject(a, v, accept, q, REASON_REPETITION, REASON_REPETITION_WRONG);
		break;
	case CLAIM_TIME_SHORTAGE_DRAW:
		if (accept)
			rule_draw(a, v, REASON_TIME_SHORTAGE_UPHELD, q->claim);
		else
			reject_claim(a, v, REASON_TIME_SHORTAGE_REJECTED, q->claim);
		break;
	default:
		/* asked only where it takes a blockade, too */
		if (accept && q->claim == CLAIM_OPPOSITE_BISHOPS_DRAW)
			a->facts.word = "granted";
		draw_or_reject(a, v, accept, q, REASON_ENDGAME_RULE, REASON_NOT_PROVEN);
		break;
	}
}
