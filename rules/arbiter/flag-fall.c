// SPDX-License-Identifier: GPL-2.0-or-later
/* Flags: who may claim or call them, and what a fallen one costs. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"
#include "rules/arbiter/moves.h"

/* side made the last turn, and it was illegal: the other could have claimed that. */
static bool claimable_illegal_turn(const struct arbiter *a, enum side side)
{
	return a->count && ply_at(a, a->count - 1)->turn->side == side && turn_is_illegal(a, ply_at(a, a->count - 1));
}

static enum rulebook_parameter both_flags_of_period(const struct arbiter *a, const struct arbiter_view *v)
{
	bool last = a->setup.options.quickplay != 0 && v->last_period[WHITE] && v->last_period[BLACK];

	return last ? PARAM_BOTH_FLAGS_UNKNOWN_LAST_PERIOD : PARAM_BOTH_FLAGS_UNKNOWN_PERIOD;
}

/* The way of counting the time that a book may have a line for. */
static const char *clock_word(const struct arbiter *a)
{
	static const char *const words[][2] = {
		{ "bronstein", "bronstein" },
		{ "fischer", "increment" },
		{ "delay", "delay" },
		{ "periods", "periods" },
	};

	for (unsigned i = 0; a->setup.clock_mode && i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(a->setup.clock_mode, words[i][0]))
			return words[i][1];
	return NULL;
}

/* How many moves of a period with a number of them were made. */
static void name_period(struct sentence_facts *f, const struct arbiter_view *v, enum side side)
{
	if (v->period_made[side] >= v->period_moves[side])
		return;
	f->count = v->period_made[side];
	f->limit = v->period_moves[side];
	f->word = f->word ? f->word : "periods";
}

/* What the loser did does not help him, in a word: a draw claim after the flag, a move that stands there unpressed.
 * NULL: nothing. */
static const char *in_vain(const struct arbiter *a, const struct arbiter_view *v, enum side loser,
			   enum claim_kind claim)
{
	if (v->too_late == CLAIM_NO_PROGRESS && NUMBER(a, NO_PROGRESS_CLAIM) > 0 && a->setup.options.quickplay != 0)
		return "claim-too-late";
	if (!a->silent && claim != CLAIM_NO_PROGRESS && IS(a, LEGAL_MOVE_COMPLETE, "press") &&
	    a->game->to_move(&v->position) == loser && a->game->to_move(&v->set_down) != loser)
		return "unpressed";
	return NULL;
}

/* The word by which the book is asked: what comes too late, how the clock counts, or else what the sentence says. */
static const char *flag_word(const struct arbiter *a, const struct ruling *r)
{
	const char *clock = clock_word(a), *said = r->facts.word;

	if (said && !strcmp(said, "claim-too-late") && word_in_book(a, r, said, NULL))
		return said;
	if ((clock && word_in_book(a, r, clock, NULL)) || !said)
		return clock;
	return word_in_book(a, r, said, NULL);
}

void rule_flag_loss(struct arbiter *a, const struct arbiter_view *v, enum side loser, bool forced_win,
		    enum claim_kind claim)
{
	enum side winner = other_side(loser);
	enum mating m = can_mate(a, &v->set_down, winner, PARAM_FLAG_MATING_TEST);

	a->facts.player = loser;
	if (m == MATES_IF_FORCED && forced_win) {
		struct question q = { .claim = CLAIM_FORCED_WIN, .object = CLAIM_FLAG, .by = winner, .against = loser };

		ask_about_forced_win(a, v, &q, PARAM_FLAG_MATING_TEST);
		return;
	}
	if (m == MATES) {
		struct ruling r = new_ruling(a, v, RULING_WIN, REASON_FLAG, claim);

		r.result = winner == WHITE ? RESULT_WHITE : RESULT_BLACK;
		r.side = winner;
		/* of the times that the game went on with, after both flags were down */
		if (a->flags_void_us != ARBITER_ABSENT) {
			cite_parameter(a, &r, both_flags_of_period(a, v));
			cite_parameter(a, &r, PARAM_FLAG_MATING_TEST);
			r.facts.word = "times-set";
		}
		if (v->too_late == CLAIM_TIME_SHORTAGE_DRAW && time_shortage_open(a, v))
			r.context = CLAIM_TIME_SHORTAGE_DRAW; /* too late for it now */
		if (v->too_late == CLAIM_CLOCK_DEFECT && !a->circumstance) {
			/* what he says of the clock is not heard any more, but answered */
			r.context = CLAIM_CLOCK_DEFECT;
			r.facts.word = claim_name(CLAIM_CLOCK_DEFECT);
		}
		/* too late for that, too */
		if ((v->too_late == CLAIM_NO_PROGRESS || claim == CLAIM_NO_PROGRESS) &&
		    NUMBER(a, NO_PROGRESS_CLAIM) > 0 && a->setup.options.quickplay != 0)
			add_ground(&r, PARAM_NO_PROGRESS_CLAIM);
		if (claim != CLAIM_NO_PROGRESS)
			name_period(&r.facts, v, loser);
		if (!r.facts.word && !a->circumstance)
			r.facts.word = in_vain(a, v, loser, claim);
		if (claim == CLAIM_FLAG && claimable_illegal_turn(a, winner))
			r.word = "own-illegal-move";
		else if (!a->circumstance && r.context != CLAIM_CLOCK_DEFECT)
			r.word = flag_word(a, &r);
		issue_ruling(a, &r);
		keep_doubtful_loss(a, v, REASON_FLAG_CANNOT_MATE, claim);
	} else {
		if (IS(a, FLAG_MATING_TEST, "material-list"))
			a->facts.word = "material";
		rule_draw(a, v, REASON_FLAG_CANNOT_MATE, claim);
	}
}

static void rule_both_flags(struct arbiter *a, const struct arbiter_view *v, enum side first, enum claim_kind claim)
{
	if (!IS(a, BOTH_FLAGS_KNOWN_ORDER, "first-loses")) {
		rule_draw(a, v, REASON_BOTH_FLAGS, claim);
		return;
	}
	/* what holds where nobody knows the order is why that counts */
	a->also_cites = both_flags_of_period(a, v);
	a->circumstance = a->facts.word = "order-reported";
	rule_flag_loss(a, v, first, false, claim);
	a->also_cites = PARAM_COUNT;
	a->circumstance = NULL;
}

bool flag_counts(const struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	return flag_is_down(v, side) && v->flag_us[side] > a->flags_void_us;
}

/* Both were read as down at the same time: only one clock runs at a time. */
static bool order_is_unknown(const struct arbiter_view *v)
{
	return v->flag_us[WHITE] == v->flag_us[BLACK];
}

/* Neither flag counts any more; the arbiter sets the times that the game goes on with. */
void play_on_after_both_flags(struct arbiter *a, const struct arbiter_view *v)
{
	a->flags_void_us = v->t_us;
	issue_plain_ruling(a, v, RULING_CONTINUE, REASON_BOTH_FLAGS_UNKNOWN, CLAIM_FLAG);
}

static void rule_both_flags_unknown(struct arbiter *a, const struct arbiter_view *v)
{
	enum rulebook_parameter p = both_flags_of_period(a, v);
	struct question q = { .claim = CLAIM_FLAG, .by = NO_SIDE, .against = NO_SIDE };

	a->also_cites = p;
	if (rulebook_is(a->book, p, "draw"))
		rule_draw(a, v, REASON_BOTH_FLAGS_UNKNOWN, CLAIM_FLAG);
	else if (rulebook_is(a->book, p, "ask"))
		ask_person(a, v, REASON_BOTH_FLAGS_UNKNOWN, &q);
	else
		play_on_after_both_flags(a, v);
	a->also_cites = PARAM_COUNT;
}

/* The arbiter has postponed his decision on a claim: a fallen flag is his to judge, and decides nothing itself. */
static bool awaits_postponed(const struct arbiter *a)
{
	return a->question.claim == CLAIM_NO_PROGRESS && a->question.postponed;
}

static void ask_for_postponed(struct arbiter *a, const struct arbiter_view *v, enum side fallen)
{
	const struct question q = a->question;

	a->facts.word = fallen == q.by ? "own-flag-down" : "flag-down";
	a->decided_by = PARAM_NO_PROGRESS_POSTPONE;
	ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	a->decided_by = PARAM_COUNT;
}

bool flag_loses_now(const struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	return a->flag_auto && v->has_clock && flag_counts(a, v, side) && !awaits_postponed(a);
}

void arbiter_flag(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	bool both = flag_counts(a, v, WHITE) && flag_counts(a, v, BLACK);

	if (a->over || !flag_counts(a, v, side))
		return;
	if (awaits_postponed(a)) {
		if (a->flag_auto && !both)
			ask_for_postponed(a, v, side);
		return;
	}
	if (both && IS(a, BOTH_FLAGS_KNOWN_ORDER, "draw-at-second-fall")) {
		/* perhaps the first had been claimed, and the clocks were not stopped in time */
		const bool claimed = a->waiting_claim.claim == CLAIM_FLAG;

		a->speaker = claimed ? a->waiting_claim.by : PERSON_NONE;
		rule_draw(a, v, REASON_BOTH_FLAGS, claimed ? CLAIM_FLAG : CLAIM_NONE);
		a->speaker = PERSON_NONE;
	} else if (a->flag_auto && both && order_is_unknown(v))
		rule_both_flags_unknown(a, v);
	else if (a->flag_auto)
		rule_flag_loss(a, v, side, false, CLAIM_NONE);
}

/* The moves of the period are made; the last of them may be complete only by the next. */
void rule_moves_met(struct arbiter *a, const struct arbiter_view *v, enum side side, enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, RULING_CONTINUE, REASON_FLAG_MOVES_MET, claim);

	if (v->unpressed_counts[side])
		r.word = "unpressed";
	a->period_over = a->count + 1;
	issue_ruling(a, &r);
}

void arbiter_next_period(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	if (a->over || IS(a, PERIOD_CREDIT, "on-move"))
		return;
	a->facts.player = side;
	if (v->period_us[side])
		a->facts.time_us = v->period_us[side];
	rule_moves_met(a, v, side, CLAIM_NONE);
}

void arbiter_clock_report(struct arbiter *a, const struct arbiter_view *v, enum side first)
{
	if (a->over)
		return;
	if (!flag_is_down(v, WHITE) || !flag_is_down(v, BLACK)) {
		if ((flag_is_down(v, WHITE) || flag_is_down(v, BLACK)) && !a->silent)
			rule_flag_loss(a, v, flag_is_down(v, WHITE) ? WHITE : BLACK, false, CLAIM_FLAG);
	} else if (first == NO_SIDE) {
		rule_both_flags_unknown(a, v);
	} else if (IS(a, BOTH_FLAGS_READ, "draw")) {
		rule_draw(a, v, REASON_BOTH_FLAGS, CLAIM_FLAG);
	} else {
		rule_both_flags(a, v, first, CLAIM_FLAG);
	}
}

void claim_flag(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	bool down[2] = { flag_counts(a, v, WHITE), flag_counts(a, v, BLACK) };
	bool own_counts = IS(a, FLAG_OWN_CLAIM, "counts") || by == NO_SIDE;
	enum side loser = by == NO_SIDE ? (down[WHITE] && down[BLACK] ? first_fallen_flag(v) :
					   down[WHITE]		      ? WHITE :
									BLACK) :
					  other_side(by);

	if (c->is_report && !a->setup.options.arbiter_calls && (a->silent || IS(a, FLAG_CALLER, "opponent"))) {
		a->facts.word = "report";
		a->circumstance = "flag-reported";
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_FLAG);
		a->circumstance = NULL;
		return;
	}
	if (!c->is_report && IS(a, FLAG_CALLER, "arbiter") && a->flag_auto) {
		a->facts.player = by == NO_SIDE ? NO_SIDE : loser;
		reject_claim(a, v, REASON_FLAG_NOT_DOWN, CLAIM_FLAG);
		return;
	}
	if (!down[loser] && !(own_counts && down[other_side(loser)])) {
		a->facts.player = by == NO_SIDE ? NO_SIDE : loser; /* neither's */
		if (flag_is_down(v, WHITE) && flag_is_down(v, BLACK)) {
			a->facts.word = "play-on";
			a->decided_by = both_flags_of_period(a, v);
		}
		if (c->is_report)
			a->circumstance = "reported";
		reject_claim(a, v, REASON_FLAG_NOT_DOWN, CLAIM_FLAG);
		a->circumstance = NULL;
		a->decided_by = PARAM_COUNT;
		return;
	}
	if (awaits_postponed(a)) {
		ask_for_postponed(a, v, down[loser] ? loser : other_side(loser));
		return;
	}
	if (!c->is_report && YES(a, FLAG_CLAIM_NEEDS_STOP) && !clock_is_stopped(v)) {
		a->waiting_claim = *c;
		issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, CLAIM_FLAG);
		return;
	}
	if (by != NO_SIDE && down[by] && down[other_side(by)] && YES(a, FLAG_CLAIMANT_OWN_FLAG_UP) &&
	    IS(a, BOTH_FLAGS_KNOWN_ORDER, "first-loses") && first_fallen_flag(v) != by) {
		a->also_cites = PARAM_FLAG_CLAIMANT_OWN_FLAG_UP;
		reject_claim(a, v, REASON_OWN_FLAG_DOWN, CLAIM_FLAG);
		a->also_cites = PARAM_COUNT;
		return;
	}
	if (down[WHITE] && down[BLACK]) {
		if (order_is_unknown(v))
			rule_both_flags_unknown(a, v);
		else
			rule_both_flags(a, v, first_fallen_flag(v), CLAIM_FLAG);
		return;
	}
	if (!down[loser])
		loser = other_side(loser);
	/* his own disorder ran down the clock that he claims */
	if (by != NO_SIDE && loser != by && NUMBER(a, DISPLACED_FIRST) > 0 && disorder_cost_flag(a, v, by)) {
		a->circumstance = a->facts.word = "own-disorder";
		a->facts.player = loser;
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_FLAG);
		a->circumstance = NULL;
		return;
	}
	if (c->is_report)
		a->circumstance = "reported";
	rule_flag_loss(a, v, loser, c->forced_win, CLAIM_FLAG);
	a->circumstance = NULL;
}
