// SPDX-License-Identifier: GPL-2.0-or-later
/* What a person is asked. */
#include "rules/arbiter/rulings.h"

void ask_person(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q)
{
	struct ruling r = new_ruling(a, v, RULING_CLAIM_PENDING, reason,
				     q->object != CLAIM_NONE ? q->object : q->claim);

	a->question = *q;
	a->question.made.about = a->question.made.intend = a->question.made.source = "";
	a->question.made.remedy = a->question.made.want = "";
	r.side = q->by;
	r.facts.player = q->against;
	if (q->claim == CLAIM_TOUCH_MOVE) {
		/* what the player names, and not what sensors saw */
		r.facts.square[0] = '\0';
		if (q->made.square != GAME_NO_SQUARE)
			name_piece(a, &r.facts, v->squares[q->made.square], q->made.square);
	}
	if (a->decided_by == PARAM_ARBITER_PERSONS)
		r.facts.word = "captains";
	else if (q->object == CLAIM_FLAG || q->object == CLAIM_ILLEGAL_MOVE)
		r.facts.word = "forced-win"; /* he who claims has to show it … */
	else if (q->object != CLAIM_NONE)
		r.facts.word = "contested"; /* … or he who is against the draw claim */
	else if (q->claim == CLAIM_TWO_HANDS && IS(a, TWO_HANDS, "on-request") && !r.facts.word)
		r.facts.word = "on-request"; /* it ends with his own move */
	else if (q->against != NO_SIDE && claim_is_conduct(q->claim) && !r.facts.word)
		r.facts.word = "conduct";
	issue_ruling(a, &r);
}

void ask_about_forced_win(struct arbiter *a, const struct arbiter_view *v, const struct question *q,
			  enum rulebook_parameter test)
{
	const enum rulebook_parameter decided_by = a->decided_by, also_cites = a->also_cites;

	a->decided_by = PARAM_MINOR_ALONE_BY_FORCED_WIN;
	a->also_cites = test;
	ask_person(a, v, REASON_NEEDS_VERDICT, q);
	a->decided_by = decided_by;
	a->also_cites = also_cites;
}

void ask_about_clock(struct arbiter *a, const struct arbiter_view *v, const struct question *q, const char *stops)
{
	const struct ruling r = { .kind = RULING_CLAIM_PENDING, .reason = REASON_NEEDS_VERDICT };

	if (v->has_clock && v->running != NO_SIDE)
		a->facts.word = word_in_book(a, &r, stops, NULL);
	ask_person(a, v, REASON_NEEDS_VERDICT, q);
}

void ask_quietly(struct arbiter *a, const struct question *q)
{
	if (a->question.claim != CLAIM_NONE)
		return;
	a->question = *q;
	a->question.quiet = true;
}

bool question_covers(const struct question *q, enum claim_kind claim)
{
	return q->claim != CLAIM_NONE && (claim == q->claim || claim == q->object ||
					  (q->claim == CLAIM_TOUCH_MOVE && claim == CLAIM_ACCIDENTAL_TOUCH));
}
