// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/arbiter/moves.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"
#include "rules/turn.h"

/* The turn that is asked about: the one that sensors leave in doubt, else the last. */
static unsigned turn_in_question(const struct arbiter *a, const struct question *q)
{
	if (q->claim == CLAIM_ILLEGAL_MOVE && q->turn && q->turn <= a->count && ply_at(a, q->turn - 1)->turn->unsure)
		return q->turn - 1;
	for (unsigned n = 0; n < a->count; n++)
		if (ply_at(a, n)->turn->unsure)
			return n;
	return a->count - 1;
}

/* Its likeliest reading of that kind, by that name where one is given. */
static bool find_reading(const struct arbiter *a, unsigned n, bool innocent, const char *name, struct turn *ret)
{
	const struct ply *ply = ply_at(a, n);

	for (unsigned i = 0; ply->turn->unsure && i < turn_reading_count(ply->turn); i++) {
		const struct turn reading = turn_reading_at(ply->turn, i);
		char is[GAME_TEXT];

		turn_reading_name(a->game, ply_before(ply), &reading, is);
		if (turn_is_innocent(&reading) != innocent || strcmp(is, name))
			continue;
		*ret = reading;
		return true;
	}
	return false;
}

/* The turn of that reading: the one that is asked about, else the last in doubt that has it; a->count: none. */
static unsigned find_turn(const struct arbiter *a, const struct question *q, bool innocent, const char *name,
			  struct turn *ret)
{
	unsigned n = a->count ? turn_in_question(a, q) : 0;

	if (n < a->count && find_reading(a, n, innocent, name, ret))
		return n;
	for (n = a->doubt < a->count ? a->doubt : a->count; n-- > 0;)
		if (find_reading(a, n, innocent, name, ret))
			return n;
	return a->count;
}

static bool same_reading(const struct turn *a, const struct turn *b)
{
	return a->kind == b->kind && a->from == b->from && a->to == b->to &&
	       (a->kind != TURN_LEGAL || same_move(&a->move, &b->move));
}

int arbiter_check_decision(const struct arbiter *a, const struct arbiter_decision *d, char err[static 160])
{
	const bool accept = d->verdict == VERDICT_ACCEPT;
	char answers[98], is[GAME_TEXT];
	const struct ply *ply;
	struct turn reading;
	unsigned n;

	if (!d->move || !*d->move || a->over)
		return 0;
	if (!accept && d->verdict != VERDICT_REJECT) {
		snprintf(err, 160, "\"move\" goes with the verdicts accept and reject alone");
		return -EINVAL;
	}
	n = find_turn(a, &a->question, !accept, d->move, &reading);
	if (n == a->count) {
		n = a->count ? turn_in_question(a, &a->question) : 0;
		if (n == a->count || !ply_at(a, n)->turn->unsure) {
			snprintf(err, 160, "no turn is in doubt, so \"%.20s\" cannot be what one was", d->move);
			return -EINVAL;
		}
		turn_readings_answers(a->game, ply_before(ply_at(a, n)), ply_at(a, n)->turn, answers, sizeof(answers));
		snprintf(err, 160, "%s move=%.20s is no answer; it is one of: %s", accept ? "accept" : "reject",
			 d->move, answers);
		return -EINVAL;
	}
	ply = ply_at(a, n);
	if (accept || same_reading(&reading, ply->turn) || n + 1 == a->count)
		return 0;
	turn_reading_name(a->game, ply_before(ply), ply->turn, is);
	snprintf(err, 160, "play has gone on from %.20s: take back to that turn first, or decide reject without a move",
		 is);
	return -EINVAL;
}

/* What explains it as well was played. */
static void count_as_played(struct arbiter *a, unsigned n, const struct game_move *move, struct ruling *r)
{
	r->effects = EFFECT_REPLY;
	r->ply = n;
	r->keep = *move;
	r->facts.word = "missed";
	name_move(a, &r->facts, ply_before(ply_at(a, n)), move);
	r->side = ply_at(a, n)->turn->side;
	count_turn_as(a, n, move);
	turn_decide(change_turn(a, ply_at(a, n)));
}

/* The likeliest reading that says the opposite of what the turn is read as. */
static bool find_opposite(const struct turn *turn, struct turn *ret)
{
	for (unsigned i = 0; turn->unsure && i < turn->other_count; i++) {
		const bool legal = turn->other[i].kind == TURN_LEGAL;

		if (legal == (turn->kind == TURN_LEGAL))
			continue;
		*ret = turn_read_as(turn, &turn->other[i]);
		return true;
	}
	return false;
}

/* reading: what it was, as the person says; NULL: the likeliest of what he says it was. */
static void accept_illegal(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct turn *reading,
			   const struct question *q)
{
	const bool order = promotion_order_in_doubt(a, q->by);
	struct ply *ply = ply_at(a, n);
	const bool doubted = ply->turn->unsure;
	struct turn opposite;

	/* he has seen it: it was what speaks against the player */
	if (reading)
		*change_turn(a, ply) = *reading;
	else if (ply->turn->kind == TURN_LEGAL && find_opposite(ply->turn, &opposite))
		*change_turn(a, ply) = opposite;
	if (doubted)
		turn_decide(change_turn(a, ply));
	if (order)
		a->decided_by = PARAM_PROMOTION_ORDER;
	if (turn_is_illegal(a, ply) || !rectify_making(a, v, &q->made, q->by))
		rule_on_illegal_turn(a, v, n, NULL, q->by != NO_SIDE ? q->by : other_side(ply->turn->side));
}

static void reject_illegal(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct turn *reading,
			   const struct question *q)
{
	struct ruling r = new_ruling(a, v, RULING_CLAIM_REJECTED, REASON_NO_ILLEGALITY, q->claim);
	struct ply *ply = n < a->count ? ply_at(a, n) : NULL;
	struct turn opposite;

	r.facts.player = ply ? ply->turn->side : NO_SIDE;
	if (ply && reading && same_reading(reading, ply->turn))
		turn_decide(change_turn(a, ply));
	else if (reading && reading->kind == TURN_LEGAL)
		count_as_played(a, n, &reading->move, &r);
	else if (reading)
		*change_turn(a, ply) = *reading;
	else if (ply && ply->turn->kind == TURN_LEGAL && ply->turn->unsure)
		turn_decide(change_turn(a, ply));
	else if (ply && n + 1 == a->count && find_opposite(ply->turn, &opposite))
		/* the sensors had missed something */
		count_as_played(a, n, &opposite.move, &r);
	if (promotion_order_in_doubt(a, q->by)) {
		a->decided_by = PARAM_PROMOTION_ORDER;
		r.word = turn_fault_name(TURN_FAULT_PROMOTION);
		ply->order_allowed = true;
	}
	issue_ruling(a, &r);
}

void decide_doubtful_turn(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d,
			  const struct question *q)
{
	const bool accept = d->verdict == VERDICT_ACCEPT, named = d->move && *d->move;
	const unsigned first = a->ruled.count;
	bool decided;
	struct turn reading;
	unsigned n = a->count ? turn_in_question(a, q) : 0;

	if (named)
		n = find_turn(a, q, !accept, d->move, &reading);
	decided = n < a->count && (named || ply_at(a, n)->turn->unsure);
	if (named && n < a->count)
		turn_decide(&reading);
	if (accept && n < a->count)
		accept_illegal(a, v, n, named ? &reading : NULL, q);
	else
		reject_illegal(a, v, n, named ? &reading : NULL, q);
	if (decided && a->ruled.count > first && (n >= a->count || ply_at(a, n)->turn->decided))
		a->ruled.ruling[first].decided = n + 1;
	a->decided_by = PARAM_COUNT;
}

void ask_about_next_doubt(struct arbiter *a)
{
	if (a->over || a->silent || !a->illegal_auto || a->question.claim != CLAIM_NONE)
		return;
	for (unsigned n = a->doubt < a->count ? a->doubt : a->count; n-- > 0;) {
		const struct turn *turn = ply_at(a, n)->turn;

		if (turn->unsure && turn->disputed && illegal_window_open(a, n)) {
			ask_quietly(a, &(struct question){
					       .claim = CLAIM_ILLEGAL_MOVE,
					       .by = NO_SIDE,
					       .against = turn->side,
					       .turn = n + 1,
				       });
			return;
		}
	}
}
