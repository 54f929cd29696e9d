// SPDX-License-Identifier: GPL-2.0-or-later
/* Rulings: what they cite and how they are said to people. */
#include <stdio.h>
#include <string.h>

#include "rules/arbiter/private.h"

static void cite(struct ruling *r, const char *articles)
{
	while (*articles && r->articles < ARBITER_ARTICLES) {
		size_t n = strcspn(articles, " ");
		bool known = false;

		for (unsigned i = 0; i < r->articles; i++)
			known |= strlen(r->article[i]) == n && !memcmp(r->article[i], articles, n);
		if (n && n < ARBITER_ARTICLE && !known) {
			memcpy(r->article[r->articles], articles, n);
			r->article[r->articles++][n] = 0;
		}
		articles += n + strspn(articles + n, " ");
	}
}

void rests_on(struct arbiter *a, struct ruling *r, enum rulebook_parameter p)
{
	const char *articles = rulebook_articles(a->book, p);

	if (strcmp(articles, "reading"))
		cite(r, articles);
}

struct ruling draft(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason, enum claim_kind claim)
{
	struct ruling r = {
		.kind = kind, .reason = reason, .is_public = true, .claim = claim, .side = NO_SIDE, .t_us = v->t_us,
		.set_us = { ARBITER_ABSENT, ARBITER_ABSENT },
	};

	return r;
}

void rests_on_context(struct arbiter *a, struct ruling *r, const char *context)
{
	cite(r, rulebook_cite(a->book, ruling_name(r->kind), reason_name(r->reason), context));
}

void rests_on_exactly(struct arbiter *a, struct ruling *r, const char *word)
{
	const char *articles = rulebook_cite_exactly(a->book, ruling_name(r->kind), reason_name(r->reason), word);

	if (articles)
		cite(r, articles);
}

/* Appends name with blanks for its hyphens. */
static char *words(char *at, const char *name)
{
	for (; *name; name++)
		*at++ = *name == '-' ? ' ' : *name;
	*at = '\0';
	return at;
}

static void say(struct ruling *r)
{
	static const char *const over[] = {
		[RESULT_WHITE] = "White wins", [RESULT_BLACK] = "Black wins", [RESULT_DRAW] = "Draw", [RESULT_BOTH_LOSE] = "Both players lose",
	};
	static const char *const sides[] = { "White", "Black" };
	char *at = r->sentence, *end = r->sentence + sizeof(r->sentence);

	/* names are of the vocabulary: the longest sentence takes about half of the room */
	at = words(at, r->result != RESULT_NONE ? over[r->result] : ruling_name(r->kind));
	if (r->sentence[0] >= 'a' && r->sentence[0] <= 'z')
		r->sentence[0] -= 'a' - 'A';
	at = words(at, ": ");
	at = words(at, reason_name(r->reason));
	for (enum side s = WHITE; s <= BLACK; s++)
		if (r->adjust_us[s])
			at += snprintf(at, (size_t)(end - at), "; %s %s %lld s", sides[s], r->adjust_us[s] > 0 ? "gets" : "loses",
				       (long long)((r->adjust_us[s] > 0 ? r->adjust_us[s] : -r->adjust_us[s]) / 1000000));
}

void give(struct arbiter *a, struct ruling *r)
{
	enum claim_kind context = r->context != CLAIM_NONE ? r->context : r->claim;
	const char *exactly = NULL;

	if (r->word)
		exactly = rulebook_cite_exactly(a->book, ruling_name(r->kind), reason_name(r->reason), r->word);
	r->word = NULL;
	if (exactly)
		cite(r, exactly);
	else
		cite(r, rulebook_cite(a->book, ruling_name(r->kind), reason_name(r->reason), context == CLAIM_NONE ? NULL : claim_name(context)));
	if (a->also != PARAM_COUNT)
		rests_on(a, r, a->also);
	say(r);
	if (r->effects & EFFECT_UNDO)
		forget_from(a, r->ply);
	if (r->effects & EFFECT_NEW_GAME) {
		forget_from(a, 0);
		a->made[WHITE] = a->made[BLACK] = false;
		a->completed[WHITE] = a->completed[BLACK] = 0;
		a->illegal[WHITE] = a->illegal[BLACK] = 0;
		memset(a->ladder, 0, sizeof(a->ladder));
		a->offer = NO_SIDE;
		a->question.claim = CLAIM_NONE;
		a->clock_ran = false;
		if (a->game->parse(a->game->start_fen, &a->start, NULL) == 0)
			a->setup.start = a->start;
	}
	if (r->result != RESULT_NONE) {
		a->over = true;
		a->question.claim = CLAIM_NONE;
	}
	a->sink(a->userdata, r);
}

void rule(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason, enum claim_kind claim)
{
	struct ruling r = draft(a, v, kind, reason, claim);

	give(a, &r);
}

void reject(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	rule(a, v, RULING_CLAIM_REJECTED, reason, claim);
}

void reject_costs(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim, enum side by,
		  enum rulebook_parameter award)
{
	struct ruling r = draft(a, v, RULING_CLAIM_REJECTED, reason, claim);

	/* where draws are had by stopping the clock, only a stop costs */
	if (by != NO_SIDE && (stopped(v) || !draws_by_appeal(a)))
		r.adjust_us[other_side(by)] = AWARD_US(a, award);
	if (by != NO_SIDE && r.adjust_us[other_side(by)])
		rests_on(a, &r, award);
	give(a, &r);
}

void win(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason, enum claim_kind claim)
{
	struct ruling r = draft(a, v, RULING_WIN, reason, claim);

	r.result = winner == WHITE ? RESULT_WHITE : RESULT_BLACK;
	r.side = winner;
	give(a, &r);
}

void draw(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	struct ruling r = draft(a, v, RULING_DRAW, reason, claim);

	r.result = RESULT_DRAW;
	give(a, &r);
}

void ask(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q)
{
	struct ruling r = draft(a, v, RULING_CLAIM_PENDING, reason, q->object != CLAIM_NONE ? q->object : q->claim);

	a->question = *q;
	a->question.said.about = a->question.said.intend = a->question.said.source = "";
	a->question.said.remedy = a->question.said.want = "";
	r.side = q->by;
	give(a, &r);
}
