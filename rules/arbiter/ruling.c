// SPDX-License-Identifier: GPL-2.0-or-later
/* The one way in which a ruling leaves the arbiter. */
#include <assert.h>
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

const char *judge_word(const struct arbiter *a, enum person who)
{
	if (who == PERSON_CAPTAIN)
		return "captain";
	return who != PERSON_ARBITER && IS(a, ARBITER_PERSONS, "captains") ? "captains" : NULL;
}

struct ruling new_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			 enum claim_kind claim)
{
	struct ruling r = {
		.kind = kind,
		.reason = reason,
		.is_public = true,
		.claim = claim,
		.side = NO_SIDE,
		.t_us = v->t_us,
		.set_us = { ARBITER_ABSENT, ARBITER_ABSENT },
		.facts = a->facts,
	};

	r.facts.by = a->speaker;
	/* who reports what is ruled on at once has found it himself */
	r.facts.judge = judge_word(a, a->judge != PERSON_NONE	   ? a->judge :
				      kind != RULING_CLAIM_PENDING ? a->speaker :
								     PERSON_NONE);
	a->seen.has_clock = v->has_clock;
	a->seen.running = v->running;
	a->seen.ran = v->ran;
	a->seen.to_move = a->game->to_move(&v->set_down);
	for (enum side s = WHITE; s <= BLACK; s++)
		a->seen.out_of_time[s] = v->has_clock && v->left_us[s] <= 0;
	a->seen.pressed_to = a->game->to_move(&v->position);
	return r;
}

/* What may be appealed against; the rest answers nobody, or leaves it to somebody. */
static bool is_decision(const struct ruling *r)
{
	switch (r->kind) {
	case RULING_MOVE_ACCEPTED:
	case RULING_PROMOTION_INCOMPLETE:
	case RULING_CLOCK_STOPPED:
	case RULING_CONTINUE:
	case RULING_CLAIM_PENDING:
		return false;
	default:
		return r->claim != CLAIM_APPEAL;
	}
}

/* What is ruled holds for the arbiter from now on. */
static void remember_ruling(struct arbiter *a, const struct ruling *r)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		a->given_us[s] += r->adjust_us[s];
	if (is_decision(r)) {
		a->decision.counted = a->counted;
		memcpy(a->decision.adjust_us, r->adjust_us, sizeof(r->adjust_us));
		a->decision.taken_back = r->effects & EFFECT_UNDO ? r->side : NO_SIDE;
		a->decision.no_move = r->reason == REASON_NO_MOVE;
		a->counted = nothing_counted();
	}
	if (r->effects & EFFECT_UNDO)
		forget_turns_from(a, r->ply);
	if (r->effects & EFFECT_NEW_GAME) {
		forget_turns_from(a, 0);
		a->has_set_down[WHITE] = a->has_set_down[BLACK] = false;
		a->moves_made[WHITE] = a->moves_made[BLACK] = 0;
		a->illegal[WHITE] = a->illegal[BLACK] = 0;
		a->fined[WHITE] = a->fined[BLACK] = 0;
		memset(a->ladder, 0, sizeof(a->ladder));
		a->offer = a->told_offer = a->announced.side = NO_SIDE;
		a->question.claim = CLAIM_NONE;
		a->clock_ran = false;
		game_right_start(a->game, &a->setup.start, &a->start);
		a->setup.start = a->start;
	}
	if (r->result != RESULT_NONE) {
		a->lost_as_penalty = r->kind == RULING_WIN && r->reason == REASON_PENALTY_LOSS;
		a->penalty_winner = r->side;
		a->lost_for = r->claim;
		a->over = true;
		a->question.claim = CLAIM_NONE;
	}
}

enum claim_kind arbiter_question(const struct arbiter *a)
{
	return a->question.claim;
}

unsigned arbiter_doubt_asked(const struct arbiter *a)
{
	return a->question.claim == CLAIM_ILLEGAL_MOVE ? a->question.turn : 0;
}

bool arbiter_asked(const struct arbiter *a, struct arbiter_asked *ret)
{
	const struct question *q = &a->question;

	*ret = (struct arbiter_asked){ .claim = q->claim,
				       .object = q->object,
				       .by = q->by,
				       .against = q->against,
				       .postponed = q->postponed,
				       .quiet = q->quiet };
	return q->claim != CLAIM_NONE;
}

void issue_ruling(struct arbiter *a, struct ruling *r)
{
	cite_articles(a, r);
	complete_facts(a, r);
	a->facts = no_facts();
	remember_ruling(a, r);
	arbiter_asked(a, &r->asked);
	assert(a->ruled.count < ARBITER_RULINGS);
	a->ruled.ruling[a->ruled.count++] = *r;
}

int arbiter_take_rulings(struct arbiter *a, struct ruling_list *ret)
{
	ret->count = a->ruled.count;
	memcpy(ret->ruling, a->ruled.ruling, ret->count * sizeof(ret->ruling[0]));
	a->ruled.count = 0;
	return forget_old_turns(a);
}

bool arbiter_has_rulings(const struct arbiter *a)
{
	return a->ruled.count > 0;
}
