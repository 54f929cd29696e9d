// SPDX-License-Identifier: GPL-2.0-or-later
/* The articles that a ruling cites. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rules/arbiter/rulings.h"

#define BY_THE_EVENT "event"

static bool cites(const struct ruling *r, const char *article, size_t n)
{
	for (unsigned i = 0; i < r->articles; i++)
		if (strlen(r->article[i]) == n && !memcmp(r->article[i], article, n))
			return true;
	return false;
}

static void add_article(struct ruling *r, const char *article, size_t n)
{
	if (!n || n >= ARBITER_ARTICLE || r->articles >= ARBITER_ARTICLES || cites(r, article, n))
		return;
	memcpy(r->article[r->articles], article, n);
	r->article[r->articles++][n] = 0;
}

/* After those that are there, as long as there is room: what comes first decides. */
static void add_articles(struct ruling *r, const char *articles)
{
	while (*articles) {
		size_t n = strcspn(articles, " ");

		if (n == strlen(BY_THE_EVENT) && !memcmp(articles, BY_THE_EVENT, n))
			r->by_event = true;
		else
			add_article(r, articles, n);
		articles += n + strspn(articles + n, " ");
	}
}

/* A value that the event set is cited in any case, behind the articles. */
static void add_event(struct ruling *r)
{
	unsigned last = r->articles < ARBITER_ARTICLES ? r->articles++ : ARBITER_ARTICLES - 1;

	memcpy(r->article[last], BY_THE_EVENT, sizeof(BY_THE_EVENT));
}

void cite_parameter(struct arbiter *a, struct ruling *r, enum rulebook_parameter p)
{
	const char *articles = rulebook_articles(a->book, p);

	if (strcmp(articles, "reading"))
		add_articles(r, articles);
}

void add_ground(struct ruling *r, enum rulebook_parameter p)
{
	assert(r->grounds < sizeof(r->ground) / sizeof(*r->ground));
	r->ground[r->grounds++] = p;
}

void cite_word(struct arbiter *a, struct ruling *r, const char *word)
{
	const char *articles = rulebook_cite_exactly(a->book, ruling_name(r->kind), reason_name(r->reason), word);

	if (articles)
		add_articles(r, articles);
}

const char *word_in_book(const struct arbiter *a, const struct ruling *r, const char *word, const char *otherwise)
{
	return rulebook_cite_exactly(a->book, ruling_name(r->kind), reason_name(r->reason), word) ? word : otherwise;
}

void name_in_book(struct arbiter *a, enum ruling_kind kind, enum reason reason, const char *word)
{
	if (!a->facts.word && rulebook_cite_exactly(a->book, ruling_name(kind), reason_name(reason), word))
		a->facts.word = word;
}

/* The parameter that a reason comes from, where there is one. */
static const enum rulebook_parameter parameter_of_reason[REASON_COUNT] = {
	[REASON_FLAG] = PARAM_FLAG_CALLER,
	[REASON_FLAG_CANNOT_MATE] = PARAM_FLAG_MATING_TEST,
	[REASON_FLAG_NOT_DOWN] = PARAM_FLAG_CALLER,
	[REASON_FLAG_MOVES_MET] = PARAM_PERIOD_CREDIT,
	[REASON_BOTH_FLAGS] = PARAM_BOTH_FLAGS_KNOWN_ORDER,
	[REASON_ILLEGAL_LOSES] = PARAM_ILLEGAL_REMEDY,
	[REASON_ILLEGAL_LIMIT] = PARAM_ILLEGAL_LIMIT,
	[REASON_ILLEGAL_CANNOT_MATE] = PARAM_ILLEGAL_LOSS_MATING_TEST,
	[REASON_ILLEGAL_MOVE] = PARAM_ILLEGAL_REMEDY,
	[REASON_ILLEGAL_POSITION] = PARAM_ILLEGAL_POSITION_FOUND,
	[REASON_ILLEGAL_STANDS] = PARAM_ILLEGAL_WINDOW,
	[REASON_ILLEGAL_NOT_COMPLETED] = PARAM_ILLEGAL_MOVE_COMPLETE,
	[REASON_NO_MOVE] = PARAM_EMPTY_PRESS,
	[REASON_PROMOTION_MISSING] = PARAM_PROMOTION_PAWN_LEFT,
	[REASON_PROMOTION_OWED] = PARAM_PROMOTION_PAWN_LEFT,
	[REASON_RETRACTION_CHOSEN] = PARAM_ILLEGAL_RETRACTION_OPTION,
	[REASON_RELEASED] = PARAM_RELEASE_EVIDENCE,
	[REASON_TOUCH_MOVE] = PARAM_TOUCH_MOVE,
	[REASON_TOUCH_MOVE_OFF] = PARAM_TOUCH_MOVE,
	[REASON_TOUCH_RIGHT_LOST] = PARAM_TOUCH_CLAIM_WINDOW,
	[REASON_RESIGN_CANNOT_MATE] = PARAM_RESIGN_MATING_TEST,
	[REASON_AGREED_TOO_EARLY] = PARAM_AGREED_DRAW_MIN_MOVES,
	[REASON_AGREED_TOO_MANY_MEN] = PARAM_AGREED_DRAW_MAX_MEN,
	[REASON_REPETITION] = PARAM_REPETITION_COUNT,
	[REASON_REPETITION_WRONG] = PARAM_REPETITION_COUNT,
	[REASON_REPETITION_INTENDED] = PARAM_REPETITION_INTENDED,
	[REASON_FIVEFOLD] = PARAM_REPETITION_AUTOMATIC,
	[REASON_FIFTY_MOVES] = PARAM_FIFTY_MOVES,
	[REASON_FIFTY_WRONG] = PARAM_FIFTY_MOVES,
	[REASON_FIFTY_MOVES_INTENDED] = PARAM_FIFTY_MOVES,
	[REASON_SEVENTYFIVE_MOVES] = PARAM_SEVENTYFIVE_MOVES,
	[REASON_DEAD_POSITION] = PARAM_DEAD_POSITION,
	[REASON_COUNTED] = PARAM_COUNTED_DRAWS,
	[REASON_COUNTED_SHORT] = PARAM_COUNTED_DRAWS,
	[REASON_REGULATION_DRAW] = PARAM_REGULATION_DRAW,
	[REASON_ENDGAME_RULE] = PARAM_ENDGAME_CLAIMS,
	[REASON_ENDGAME_NOT_COVERED] = PARAM_ENDGAME_CLAIMS,
	[REASON_CLEAR_DRAW] = PARAM_CLEAR_DRAW_APPEAL,
	[REASON_NO_PROGRESS_ADMISSIBLE] = PARAM_NO_PROGRESS_CLAIM,
	[REASON_NO_PROGRESS_TOO_EARLY] = PARAM_NO_PROGRESS_CLAIM,
	[REASON_NO_PROGRESS_UNAVAILABLE] = PARAM_NO_PROGRESS_CLAIM,
	[REASON_NO_PROGRESS_POSTPONED] = PARAM_NO_PROGRESS_POSTPONE,
	[REASON_TIME_SHORTAGE_ADMISSIBLE] = PARAM_TIME_SHORTAGE_CLAIM,
	[REASON_TIME_SHORTAGE_TOO_EARLY] = PARAM_TIME_SHORTAGE_CLAIM,
	[REASON_TIME_SHORTAGE_PIECES] = PARAM_TIME_SHORTAGE_CLAIM,
	[REASON_INCREMENT_ADDED] = PARAM_ADD_INCREMENT_REQUEST,
	[REASON_DISPLAY_BASED] = PARAM_DISPLAY_CLAIMS,
	[REASON_CONDUCT] = PARAM_CONDUCT_LADDER,
	[REASON_PENALTY_LOSS] = PARAM_CONDUCT_LADDER,
	[REASON_TWO_HANDS] = PARAM_TWO_HANDS,
	[REASON_STOP_REASON] = PARAM_STOP_REASON_TEST,
	[REASON_RESTART_PRESS] = PARAM_RESTART_PRESS,
	[REASON_INTERFERENCE] = PARAM_INTERFERENCE_REPLAY,
	[REASON_LATE] = PARAM_LATE_DEFAULT_TIME,
	[REASON_LATE_FORFEIT] = PARAM_LATE_DEFAULT_TIME,
	[REASON_LATE_BOTH] = PARAM_LATE_BOTH,
	[REASON_NO_CLOCK] = PARAM_NO_CLOCK,
	[REASON_APPEAL] = PARAM_APPEAL_LEVELS,
	[REASON_FINAL_DECISION] = PARAM_APPEAL_LEVELS,
	[REASON_SETUP_TOO_LATE] = PARAM_SETUP_CLAIM_WINDOW,
};

/* Where the book has no line for a ruling, the articles of its parameter are cited. */
static void cite_parameter_of_reason(struct arbiter *a, struct ruling *r)
{
	enum rulebook_parameter p = parameter_of_reason[r->reason];

	if (p && (!r->articles || !strcmp(rulebook_articles(a->book, p), BY_THE_EVENT)))
		cite_parameter(a, r, p);
}

/* What a ruling costs is never why it was made. */
static bool is_award(enum rulebook_parameter p)
{
	switch (p) {
	case PARAM_ILLEGAL_AWARD:
	case PARAM_WRONG_DRAW_CLAIM_AWARD:
	case PARAM_INADMISSIBLE_CLAIM_AWARD:
	case PARAM_NO_PROGRESS_AWARD:
		return true;
	default:
		return false;
	}
}

static bool names(const char *articles, const char *article, size_t n)
{
	while (*articles) {
		size_t length = strcspn(articles, " ");

		if (length == n && !memcmp(articles, article, n))
			return true;
		articles += length + strspn(articles + length, " ");
	}
	return false;
}

/* Of a game that is lost as a penalty: the offence's own article, before penalty, the book's line for the loss, unless
 * that names it, too. Where all offences climb one ladder that decides. */
static void cite_offence(struct arbiter *a, struct ruling *r, enum claim_kind offence, const char *penalty)
{
	const char *own = rulebook_cite(a->book, claim_name(offence), "", NULL);
	const size_t n = strcspn(own, " ");

	if (IS(a, CONDUCT_LADDER, "ladder") && IS(a, CONDUCT_LADDER_SCOPE, "common"))
		return;
	if (!names(penalty, own, n))
		add_article(r, own, n);
}

/* The line of the circumstance that decided, or else that of the ruling. */
static void cite_line(struct arbiter *a, struct ruling *r)
{
	const char *words[] = { r->word, a->circumstance }, *line = NULL;
	const enum claim_kind context = r->context != CLAIM_NONE ? r->context : r->claim;

	for (unsigned i = 0; i < sizeof(words) / sizeof(*words) && !line; i++)
		if (words[i])
			line = rulebook_cite_exactly(a->book, ruling_name(r->kind), reason_name(r->reason), words[i]);
	r->word = NULL;
	if (!line && context != CLAIM_NONE)
		line = rulebook_cite_exactly(a->book, ruling_name(r->kind), reason_name(r->reason),
					     claim_name(context));
	if (!line) {
		line = rulebook_cite(a->book, ruling_name(r->kind), reason_name(r->reason),
				     context == CLAIM_NONE ? NULL : claim_name(context));
		if (r->kind == RULING_WIN && r->reason == REASON_PENALTY_LOSS && context != CLAIM_NONE)
			cite_offence(a, r, context, line);
	}
	/* what a book sets otherwise than its parent is more particular than the parent's line; of an award only if it
	 * has a line of its own for all such rulings */
	for (unsigned i = 0; i < r->grounds; i++)
		if ((!is_award(r->ground[i]) || rulebook_cites_itself(a->book, ruling_name(r->kind))) &&
		    rulebook_overrides(a->book, r->ground[i], line))
			cite_parameter(a, r, r->ground[i]);
	add_articles(r, line);
}

/* What ends the game asks for a move that was allowed. */
static void cite_void_end(struct arbiter *a, struct ruling *r)
{
	const char *end = r->facts.void_end, *line;
	char first[ARBITER_ARTICLE];

	if (!end)
		return;
	line = rulebook_cite(
		a->book, ruling_name(strcmp(end, reason_name(REASON_CHECKMATE)) ? RULING_DRAW : RULING_WIN), end, NULL);
	snprintf(first, sizeof(first), "%.*s", (int)strcspn(line, " "), line);
	if (r->articles == ARBITER_ARTICLES)
		r->articles--; /* it is more particular than the last of them */
	add_articles(r, first);
}

void cite_articles(struct arbiter *a, struct ruling *r)
{
	if (a->decided_by != PARAM_COUNT)
		cite_parameter(a, r, a->decided_by);
	cite_line(a, r);
	for (unsigned i = 0; i < r->grounds; i++)
		cite_parameter(a, r, r->ground[i]);
	cite_void_end(a, r);
	if (a->also_cites != PARAM_COUNT)
		cite_parameter(a, r, a->also_cites);
	cite_parameter_of_reason(a, r);
	if (r->by_event)
		add_event(r);
}
