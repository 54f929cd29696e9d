// SPDX-License-Identifier: GPL-2.0-or-later
/* The clock is stopped and started; claims that wait for it to be stopped. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"

/* At a flag that ends a period those who did not record complete their scoresheets, where the book says so. */
#define PERIOD_OVER "period-over"

/* Pieces were pressed away in disorder and stand so still: a good reason to stop. */
static bool stopped_for_disorder(const struct arbiter *a, const struct arbiter_view *v)
{
	return !a->silent && a->count && ply_at(a, a->count - 1)->turn->displaced_count && !a->move_stands &&
	       !table_shows(a, v, &v->position);
}

static void rule_stopped(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, RULING_CLOCK_STOPPED, REASON_STOPPED, claim);

	if (stopped_for_disorder(a, v))
		r.word = turn_word(ply_at(a, a->count - 1)->turn);
	else if (a->pressed_again == a->count + 1)
		r.word = reason_name(REASON_RESTART_PRESS); /* which did not help */
	else if (a->period_over == a->count + 1 &&
		 rulebook_cite_exactly(a->book, ruling_name(r.kind), reason_name(r.reason), PERIOD_OVER))
		r.word = r.facts.word = PERIOD_OVER;
	if (!r.facts.word && claim == CLAIM_NONE && a->question.claim != CLAIM_NONE && !a->question.quiet &&
	    !a->question.postponed)
		r.facts.word = "question";
	issue_ruling(a, &r);
}

void claim_stop_for_arbiter(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			    enum side by)
{
	struct question q = { .claim = CLAIM_STOP_FOR_ARBITER, .by = by, .against = by, .made = *c };

	if (IS(a, STOP_REASON_TEST, "obvious") && !stopped_for_disorder(a, v))
		ask_person(a, v, REASON_STOP_REASON, &q);
	else
		rule_stopped(a, v, c->claim);
}

void claim_promotion_piece_missing(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c)
{
	struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL;

	a->stop_reason = c->claim;
	/* the opponent asks for the piece, and not for what its absence costs */
	if (last && last->turn->kind == TURN_PROMOTION_OWED && claimant(c) == other_side(last->turn->side))
		last->piece_asked = true;
	if (clock_is_stopped(v)) {
		/* whoever has the piece to put there presses then, or has pressed */
		a->facts.player = a->game->to_move(&v->position);
		if (last && last->turn->kind == TURN_PROMOTION_OWED && last->turn->side != a->facts.player)
			a->facts.word = "owed";
		issue_plain_ruling(a, v, RULING_CLOCK_STOPPED, REASON_PROMOTION_PIECE, c->claim);
	} else {
		a->waiting_claim = *c;
		issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, c->claim);
	}
}

/* Said first, stopped afterwards: the claim is made now. */
static void claim_after_stop(struct arbiter *a, const struct arbiter_view *v)
{
	struct arbiter_claim c = a->waiting_claim;
	enum side by = claimant(&c);

	c.about = c.intend = c.source = c.remedy = c.want = "";
	a->waiting_claim.claim = CLAIM_NONE;
	a->speaker = c.by;
	switch (c.claim) {
	case CLAIM_NONE:
		break;
	case CLAIM_FLAG:
		claim_flag(a, v, &c, by);
		break;
	case CLAIM_ILLEGAL_MOVE:
		claim_illegal(a, v, &c, by);
		break;
	case CLAIM_PROMOTION_PIECE_MISSING:
		claim_promotion_piece_missing(a, v, &c);
		break;
	default:
		claim_draw(a, v, &c, by, false);
		break;
	}
	a->speaker = PERSON_NONE;
	a->facts = no_facts();
}

void arbiter_paused(struct arbiter *a, const struct arbiter_view *v)
{
	if (a->over)
		return;
	a->stop_reason = CLAIM_NONE;
	a->was_stopped = true;
	rule_stopped(a, v, CLAIM_NONE);
	claim_after_stop(a, v);
}

void arbiter_resumed(struct arbiter *a, const struct arbiter_view *v, enum side side, enum clock_start start)
{
	a->clock_ran = true;
	if (a->over)
		return;
	a->facts.player = side;
	a->facts.word = start == CLOCK_START_RUNNING ? "running" : NULL;
	issue_plain_ruling(a, v, RULING_CONTINUE, start == CLOCK_START_FIRST ? REASON_START : REASON_RESUMED,
			   a->stop_reason);
	a->stop_reason = CLAIM_NONE;
}
