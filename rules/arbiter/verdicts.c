// SPDX-License-Identifier: GPL-2.0-or-later
/* Verdicts: the answers to what a person was asked, and what a person decides unasked. */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/rulings.h"

static bool is_about(const struct arbiter_decision *d, const char *word)
{
	return d->about && !strcmp(d->about, word);
}

/* He is punished for pieces that he left off their squares, and they still stand so: he puts them back first. */
static void note_disorder(const struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d,
			  struct ruling *r)
{
	if (d->claim != CLAIM_DISPLACED || !still_disordered(a, v, d->against))
		return;
	r->facts.player = d->against;
	r->word = r->facts.word = "put-back";
}

static void adjust_clock(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			 const struct arbiter_decision *d)
{
	struct ruling r = new_ruling(a, v, kind, reason, d->claim);
	enum side side = d->side != NO_SIDE ? d->side : d->against;

	if (side != NO_SIDE && d->us != ARBITER_ABSENT)
		r.adjust_us[side] = d->us;
	r.side = d->against;
	/* to play on with, after both flags were down */
	if (side != NO_SIDE && flag_is_down(v, side) && !flag_counts(a, v, side) &&
	    v->left_us[side] + r.adjust_us[side] > 0) {
		r.effects = EFFECT_REVIVE;
		r.side = side;
		if (kind == RULING_ADJUST_CLOCK)
			r.word = "play-on";
	}
	/* nothing is left to play on with, which a silent rulebook leaves to the players to see */
	if (kind == RULING_TIME_PENALTY && side != NO_SIDE && v->has_clock && !a->silent &&
	    v->left_us[side] + r.adjust_us[side] <= 0)
		r.facts.word = "all-time";
	else if (kind == RULING_TIME_PENALTY)
		note_disorder(a, v, d, &r);
	if (kind == RULING_ADJUST_CLOCK && is_about(d, "late"))
		r.facts.word = "late";
	if (d->claim == CLAIM_NONE && !r.word)
		r.word = is_about(d, "late")				  ? "late" :
			 r.adjust_us[WHITE] < 0 || r.adjust_us[BLACK] < 0 ? "offenders-time" :
									    "opponents-time";
	issue_ruling(a, &r);
}

/* To what the clocks are set, and by how much that changes each. */
static void set_times(struct ruling *r, const struct arbiter_view *v, const int64_t us[2])
{
	r->effects = EFFECT_SET_CLOCK;
	for (enum side s = WHITE; s <= BLACK; s++) {
		r->set_us[s] = us[s];
		if (us[s] != ARBITER_ABSENT)
			r->adjust_us[s] = us[s] - v->left_us[s];
	}
}

static void replace_clock(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d)
{
	struct ruling r = new_ruling(a, v, RULING_REPLACE_CLOCK, REASON_CLOCK_DEFECT, CLAIM_CLOCK_DEFECT);

	set_times(&r, v, d->set_us);
	issue_ruling(a, &r);
}

void arbiter_set_times(struct arbiter *a, const struct arbiter_view *v, const int64_t us[2])
{
	struct ruling r = new_ruling(a, v, RULING_ADJUST_CLOCK, REASON_WRONG_TIME, CLAIM_WRONG_TIME);

	if (a->over)
		return;
	set_times(&r, v, us);
	issue_ruling(a, &r);
}

static void postpone_claim(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d,
			   const struct question *q)
{
	struct ruling r = new_ruling(a, v, RULING_CLAIM_POSTPONED, REASON_NO_PROGRESS_POSTPONED, CLAIM_NO_PROGRESS);
	int64_t award = d->us;

	if (q->claim != CLAIM_NO_PROGRESS || IS(a, NO_PROGRESS_POSTPONE, "off")) {
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
		return;
	}
	if (award == ARBITER_ABSENT)
		award = award_us(a, PARAM_NO_PROGRESS_POSTPONE);
	if (IS(a, NO_PROGRESS_FINAL_WORD, "after-flag"))
		r.facts.word = "after-flag";
	r.adjust_us[q->against] = award;
	a->question = *q;
	a->question.postponed = true;
	issue_ruling(a, &r);
}

static void decide_increment(struct arbiter *a, const struct arbiter_view *v, bool accept, const struct question *q)
{
	struct ruling r = new_ruling(a, v, RULING_ADJUST_CLOCK, REASON_INCREMENT_ADDED, CLAIM_ADD_INCREMENT);

	if (!accept) {
		reject_claim(a, v, REASON_NOT_PROVEN, CLAIM_ADD_INCREMENT);
		return;
	}
	r.effects = EFFECT_INCREMENT;
	a->increment_given = true;
	r.increment_us = award_us(a, PARAM_ADD_INCREMENT_REQUEST);
	r.facts.time_us = r.increment_us;
	r.adjust_us[q->against] = award_us(a, PARAM_NO_PROGRESS_AWARD);
	issue_ruling(a, &r);
}

static void decide_touch_move(struct arbiter *a, const struct arbiter_view *v, enum claim_kind about, bool accept,
			      const struct question *q)
{
	const bool accidental = (about == CLAIM_ACCIDENTAL_TOUCH) == accept;
	struct arbiter_claim c = q->made;

	if (accidental) {
		if (about == CLAIM_ACCIDENTAL_TOUCH)
			a->facts.word = a->circumstance = "accident";
		reject_claim(a, v, REASON_NOT_PROVEN, CLAIM_TOUCH_MOVE);
		a->circumstance = NULL;
		arbiter_end_held(a, v);
		return;
	}
	c.claim = CLAIM_TOUCH_MOVE;
	claim_touch(a, v, &c, q->by, TOUCH_TESTIFIED);
}

static void decide_question(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d,
			    const struct question *q)
{
	bool accept = d->verdict == VERDICT_ACCEPT;

	switch (q->claim) {
	case CLAIM_NO_PROGRESS:
	case CLAIM_CLEAR_DRAW:
	case CLAIM_FIFTY_MOVES:
	case CLAIM_REPETITION:
	case CLAIM_FORCED_WIN:
	case CLAIM_SAME_PIECE_DRAW:
	case CLAIM_OPPOSITE_BISHOPS_DRAW:
	case CLAIM_ROOK_PAWN_DRAW:
	case CLAIM_KING_PAWN_DRAW:
	case CLAIM_ROOK_ROOKPAWN_DRAW:
	case CLAIM_TIME_SHORTAGE_DRAW:
		decide_draw_claim(a, v, accept, q);
		break;
	case CLAIM_ADD_INCREMENT:
		decide_increment(a, v, accept, q);
		break;
	case CLAIM_TOUCH_MOVE:
		decide_touch_move(a, v, d->claim, accept, q);
		break;
	case CLAIM_APPEAL:
		decide_appeal(a, v, accept);
		break;
	case CLAIM_ILLEGAL_MOVE:
		decide_doubtful_turn(a, v, d, q);
		break;
	case CLAIM_FLAG:
		if (accept)
			rule_draw(a, v, REASON_BOTH_FLAGS_UNKNOWN, q->claim);
		else
			play_on_after_both_flags(a, v);
		break;
		VOCABULARY_CONDUCT(VOCABULARY_CASE)
		if (accept)
			sanction(a, v, q->claim, q->against != NO_SIDE ? q->against : d->against);
		else
			reject_claim(a, v, REASON_NOT_PROVEN, q->claim);
		break;
	case CLAIM_RECTIFY_AGREED:
		decide_rectify_agreed(a, v, accept);
		break;
	case CLAIM_HAND:
		if (accept && q->made.square != GAME_NO_SQUARE && d->against != NO_SIDE)
			rule_hand(a, v, q->made.square, d->against);
		else
			reject_claim(a, v, REASON_NOT_PROVEN, q->claim);
		break;
	case CLAIM_LIGHT_SQUARE:
		decide_light_square(a, v, accept, q->against);
		break;
	case CLAIM_BOTH_LOSE:
		if (accept)
			rule_both_lose(a, v, q->claim);
		else
			let_both_come_late(a, v);
		break;
	case CLAIM_WRONG_SETUP:
		if (accept)
			restart_game(a, v, CLAIM_WRONG_SETUP);
		else
			reject_claim(a, v, REASON_NOT_PROVEN, q->claim);
		break;
	default:
		if (accept)
			issue_plain_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, q->claim);
		else
			reject_claim(a, v, REASON_NOT_PROVEN, q->claim);
		break;
	}
}

static enum claim_kind claim_of(const struct arbiter_decision *d)
{
	return strcmp(d->about, "10.2") ? d->claim : CLAIM_NO_PROGRESS;
}

static bool seen_unasked(const struct arbiter_decision *d, enum claim_kind claim)
{
	return claim_is_conduct(claim) && claim != CLAIM_DISPLACED && d->against != NO_SIDE &&
	       d->verdict == VERDICT_ACCEPT;
}

static bool consents_to_draw(const struct arbiter *a, const struct arbiter_decision *d, enum claim_kind claim)
{
	return a->agreed_early && claim == CLAIM_ACCEPT_DRAW && d->verdict == VERDICT_ACCEPT;
}

static bool refuses_draw(const struct arbiter *a, const struct arbiter_decision *d, enum claim_kind claim)
{
	return a->agreed_early && claim == CLAIM_ACCEPT_DRAW && d->verdict == VERDICT_REJECT;
}

/* What is asked of a game that is over is an appeal. */
static bool decides_appeal(const struct arbiter *a, const struct arbiter_decision *d)
{
	return question_covers(&a->question, claim_of(d)) &&
	       (d->verdict == VERDICT_ACCEPT || d->verdict == VERDICT_REJECT);
}

bool arbiter_was_asked(const struct arbiter *a, const struct arbiter_decision *d)
{
	if (a->over)
		return decides_appeal(a, d) || gives_score(a, d);
	if (d->verdict != VERDICT_ACCEPT && d->verdict != VERDICT_REJECT && d->verdict != VERDICT_POSTPONE)
		return true;
	return question_covers(&a->question, claim_of(d)) || seen_unasked(d, claim_of(d)) ||
	       consents_to_draw(a, d, claim_of(d)) || refuses_draw(a, d, claim_of(d)) || captains_differ(a, d);
}

/* What a person decides whether or not he was asked. */
static void act_on_own_decision(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d)
{
	bool by_assistant = is_about(d, "assistant");
	struct ruling r;

	switch (d->verdict) {
	case VERDICT_WARNING:
		r = new_ruling(a, v, RULING_WARNING, REASON_CONDUCT, d->claim);
		r.side = d->against;
		note_disorder(a, v, d, &r);
		issue_ruling(a, &r);
		break;
	case VERDICT_TIME_PENALTY:
		adjust_clock(a, v, RULING_TIME_PENALTY, REASON_CONDUCT, d);
		break;
	case VERDICT_ADJUST_CLOCK:
		a->assisted |= by_assistant;
		adjust_clock(a, v, RULING_ADJUST_CLOCK, by_assistant ? REASON_ASSISTANT : REASON_WRONG_TIME, d);
		break;
	case VERDICT_REPLACE_CLOCK:
		replace_clock(a, v, d);
		break;
	case VERDICT_LOSS:
		if (d->against != NO_SIDE)
			rule_win(a, v, other_side(d->against), REASON_PENALTY_LOSS, d->claim);
		break;
	case VERDICT_BOTH_LOSE:
		rule_both_lose(a, v, d->claim);
		break;
	case VERDICT_POINTS:
		rule_points(a, v, d->against, d->side, d->claim);
		break;
	case VERDICT_EXPULSION:
		rule_expulsion(a, v, d->against);
		break;
	case VERDICT_COUNTER:
		rule_counter(a, v, NO_SIDE, d->side != NO_SIDE ? d->side : d->against, d->count);
		break;
	case VERDICT_REPLAY:
		if (IS(a, INTERFERENCE_REPLAY, "optional") || d->claim == CLAIM_INTERFERENCE)
			replay_game(a, v);
		break;
	case VERDICT_RESTART:
		if (d->claim == CLAIM_WRONG_COLOURS)
			restart_game(a, v, d->claim);
		else if (a->setup_asked || YES(a, SETUP_RESTART_BY_PERMISSION) || d->claim == CLAIM_WRONG_SETUP)
			restart_game(a, v, CLAIM_WRONG_SETUP);
		break;
	case VERDICT_CONTINUE:
		if (is_about(d, "late")) {
			let_come_late(a, v, d->against != NO_SIDE ? d->against : d->side);
			break;
		}
		if (d->claim == CLAIM_WRONG_COLOURS)
			a->facts.word = "colours-decided";
		issue_plain_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, d->claim);
		break;
	default:
		break;
	}
}

void arbiter_decided(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *decision)
{
	struct arbiter_decision d = *decision;
	struct question q = a->question;
	const int64_t given_us[2] = { a->given_us[WHITE], a->given_us[BLACK] };
	const unsigned turns = a->count;
	char err[160];
	bool open;

	if (gives_score(a, &d)) {
		a->judge = d.by;
		rule_score(a, v);
		a->judge = PERSON_NONE;
		return;
	}
	if (a->over ? !decides_appeal(a, &d) : arbiter_check_decision(a, &d, err) < 0)
		return;
	d.claim = claim_of(&d);
	if (captains_differ(a, &d)) {
		reopen_question(a, v);
		return;
	}
	open = question_covers(&q, d.claim);
	a->speaker = open && q.by != NO_SIDE ? (q.by == WHITE ? PERSON_WHITE : PERSON_BLACK) : PERSON_NONE;
	a->judge = d.by;
	/* captains who differ have not decided */
	if (open && d.contradicted && IS(a, ARBITER_PERSONS, "captains")) {
		a->decided_by = PARAM_ARBITER_PERSONS;
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
		a->decided_by = PARAM_COUNT;
		a->speaker = a->judge = PERSON_NONE;
		return;
	}
	if (open) {
		a->question = (struct question){ .claim = CLAIM_NONE, .by = NO_SIDE, .against = NO_SIDE };
		if (d.against == NO_SIDE)
			d.against = q.against;
		a->last_was_no_progress = false;
	}
	if (d.verdict == VERDICT_POSTPONE || d.verdict == VERDICT_REPLACE_CLOCK)
		a->stop_reason = d.claim;
	if (d.verdict == VERDICT_ACCEPT || d.verdict == VERDICT_REJECT) {
		if (open)
			decide_question(a, v, &d, &q);
		else if (seen_unasked(&d, d.claim))
			sanction(a, v, d.claim, d.against);
		else if (consents_to_draw(a, &d, d.claim))
			consent_to_draw(a, v);
		else if (refuses_draw(a, &d, d.claim))
			refuse_early_draw(a, v);
	} else if (d.verdict == VERDICT_POSTPONE) {
		if (open)
			postpone_claim(a, v, &d, &q);
	} else {
		act_on_own_decision(a, v, &d);
	}
	if (open)
		note_captain_verdict(a, &d, &q, turns, given_us);
	ask_about_next_doubt(a);
	a->speaker = a->judge = PERSON_NONE;
	a->facts = no_facts();
}
