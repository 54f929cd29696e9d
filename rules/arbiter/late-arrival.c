// SPDX-License-Identifier: GPL-2.0-or-later
/* Players who come late. */
#include "rules/arbiter/rulings.h"

/* How late a player may come: the event's word, else the book's; ARBITER_ABSENT: as late as he likes. */
static int64_t default_time(const struct arbiter *a)
{
	int64_t number = NUMBER(a, LATE_DEFAULT_TIME);

	if (a->setup.options.default_us != ARBITER_ABSENT)
		return a->setup.options.default_us;
	return number < 0 ? ARBITER_ABSENT : number * 1000;
}

/* The sentence says how late a player may come; where it is not late at all, "in time" does. */
static void name_default_time(struct arbiter *a)
{
	a->facts.time_us = default_time(a) > 0 ? default_time(a) : FACT_NO_NUMBER;
}

bool arbiter_awaits_players(const struct arbiter *a)
{
	if (!a->absent[WHITE] || !a->absent[BLACK] || IS(a, WHITE_LOSES_WHILE_BOTH_ABSENT, "yes"))
		return false;
	return IS(a, WHITE_LOSES_WHILE_BOTH_ABSENT, "no") || default_time(a) <= 0;
}

void arbiter_absent(struct arbiter *a, enum side side)
{
	a->absent[side] = true;
}

/* Is not there, and the arbiter has not decided that he may come late. */
static bool may_be_forfeited(const struct arbiter *a, enum side side)
{
	return a->absent[side] && a->may_be_late[side] == PERSON_NONE;
}

int64_t arbiter_default_deadline(const struct arbiter *a)
{
	const int64_t limit = default_time(a);

	if (a->over || a->late_ruled || limit == ARBITER_ABSENT ||
	    (!may_be_forfeited(a, WHITE) && !may_be_forfeited(a, BLACK)))
		return ARBITER_NEVER;
	return limit + 1; /* who comes at that time is not late */
}

/* Neither player is there. */
static void rule_both_late(struct arbiter *a, const struct arbiter_view *v)
{
	const struct question q = { .claim = CLAIM_BOTH_LOSE, .by = NO_SIDE, .against = NO_SIDE };
	struct ruling r;

	if (!IS(a, LATE_BOTH, "double-loss")) {
		ask_person(a, v, REASON_LATE_BOTH, &q);
		return;
	}
	r = new_ruling(a, v, RULING_DOUBLE_LOSS, REASON_LATE_BOTH, CLAIM_NONE);
	r.result = RESULT_BOTH_LOSE;
	issue_ruling(a, &r);
}

void arbiter_default_passed(struct arbiter *a, const struct arbiter_view *v)
{
	if (v->t_us < arbiter_default_deadline(a))
		return;
	a->late_ruled = true;
	name_default_time(a);
	if (may_be_forfeited(a, WHITE) && may_be_forfeited(a, BLACK))
		rule_both_late(a, v);
	else
		rule_win(a, v, may_be_forfeited(a, WHITE) ? BLACK : WHITE, REASON_LATE_FORFEIT, CLAIM_NONE);
	a->facts = no_facts();
}

static void allow_late(struct arbiter *a, enum side side)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (side == NO_SIDE || side == s)
			a->may_be_late[s] = a->judge != PERSON_NONE ? a->judge : PERSON_ARBITER;
}

void let_come_late(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	struct ruling r;

	a->facts.word = "late";
	r = new_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, CLAIM_NONE);
	r.word = "late";
	r.side = r.facts.player = side;
	allow_late(a, side);
	issue_ruling(a, &r);
}

void let_both_come_late(struct arbiter *a, const struct arbiter_view *v)
{
	if (a->absent[WHITE] || a->absent[BLACK]) {
		allow_late(a, NO_SIDE);
		a->facts.word = "may-come";
	}
	issue_plain_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, CLAIM_BOTH_LOSE);
}

/* Nobody was there, and White's clock ran. */
static bool lost_time_alone(const struct arbiter *a)
{
	return a->setup.absent[WHITE] && a->setup.absent[BLACK] &&
	       (IS(a, WHITE_LOSES_WHILE_BOTH_ABSENT, "yes") ||
		(IS(a, WHITE_LOSES_WHILE_BOTH_ABSENT, "if-default") && default_time(a) > 0));
}

void arbiter_arrived(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	int64_t limit = default_time(a);
	enum side other = other_side(side);
	struct ruling r;

	if (a->over || !a->absent[side])
		return;
	a->absent[side] = false;
	if (v->t_us <= 0)
		return;
	a->facts.player = side;
	a->facts.time_us = v->t_us;
	if (limit == ARBITER_ABSENT || v->t_us <= limit || a->may_be_late[side] != PERSON_NONE) {
		r = new_ruling(a, v, RULING_CONTINUE, REASON_LATE, CLAIM_NONE);
		r.side = side;
		if (limit != ARBITER_ABSENT && v->t_us > limit) {
			r.word = r.facts.word = "late";
			r.facts.judge = judge_word(a, a->may_be_late[side]);
		} else if (a->setup.absent[WHITE] && a->setup.absent[BLACK] && side == WHITE)
			r.word = "both-absent";
		else if (a->setup.absent[WHITE] && a->setup.absent[BLACK])
			add_ground(&r, PARAM_WHITE_LOSES_WHILE_BOTH_ABSENT);
		if (side == WHITE && lost_time_alone(a) && !r.facts.word)
			r.facts.word = "both-absent";
		if (!r.facts.word && limit == ARBITER_ABSENT)
			r.facts.word = "no-limit";
		issue_ruling(a, &r);
	} else if (may_be_forfeited(a, other)) {
		name_default_time(a);
		if (!a->late_ruled)
			rule_both_late(a, v);
		a->late_ruled = true;
	} else if (!a->late_ruled) {
		name_default_time(a);
		rule_win(a, v, other, REASON_LATE_FORFEIT, CLAIM_NONE);
	}
}
