// SPDX-License-Identifier: GPL-2.0-or-later
/* What is wrong with a rulebook as a whole: gaps, articles that are not there, values that contradict each other. */
#include <stdio.h>
#include <string.h>

#include "rules/arbiter.h"
#include "rules/game.h"
#include "rules/rulebook/book.h"
#include "rules/vocabulary.h"

struct checking {
	const struct rulebook *book;
	rulebook_complaint complain;
	void *userdata;
	unsigned findings;
};

static void finding(struct checking *c, const char *file, unsigned line, const char *reason)
{
	c->findings++;
	if (c->complain)
		c->complain(c->userdata, file ? file : c->book->file, line, reason);
}

static void check_articles(struct checking *c, const char *articles, unsigned most, const char *file, unsigned line,
			   const char *where)
{
	char reason[200], unfit[160];

	if (!rulebook_articles_fit(articles, most, unfit)) {
		snprintf(reason, sizeof(reason), "%.30s: %s", where, unfit);
		finding(c, file, line, reason);
	}
	for (const char *s = articles + strspn(articles, " "); *s; s += strspn(s, " ")) {
		const size_t n = strcspn(s, " ");

		if (!rulebook_article_find(c->book, s, n) &&
		    !(n == strlen(RULEBOOK_READING) && !memcmp(s, RULEBOOK_READING, n))) {
			snprintf(reason, sizeof(reason), "%s rests on article %.*s, which the book does not explain",
				 where, (int)(n < 40 ? n : 40), s);
			finding(c, file, line, reason);
		}
		s += n;
	}
}

/* ruling/reason/context, ruling/reason, context or ruling: are the words ones that exist? */
static void check_cite(struct checking *c, const struct rulebook_cite *cite)
{
	char reason[160];

	if (!rulebook_cite_is_known(cite->key, reason))
		finding(c, cite->file, cite->line, reason);
	check_articles(c, cite->articles, ARBITER_ARTICLES, cite->file, cite->line, cite->key);
}

/* p contradicts q. Said where this book sets one of them, not where its parent did. */
static void contradiction(struct checking *c, bool holds, enum rulebook_parameter p, enum rulebook_parameter q,
			  const char *reason)
{
	const struct rulebook_value *v = &c->book->values[p], *w = &c->book->values[q];

	if (strcmp(v->file, c->book->file) && !strcmp(w->file, c->book->file))
		v = w;
	if (holds)
		finding(c, v->file, v->line, reason);
}

#define IS(p, choice) rulebook_is(b, PARAM_##p, choice)
#define NUMBER(p) rulebook_number(b, PARAM_##p)

static void check_contradictions(struct checking *c)
{
	const struct rulebook *b = c->book;
	const bool silent = IS(ARBITER_SILENCE, "illegal-and-flags");
	const bool periods = rulebook_has(b, PARAM_CLOCK_MODES_ALLOWED, "periods");

	contradiction(c, silent && IS(FLAG_CALL_DEFAULT, "auto"), PARAM_FLAG_CALL_DEFAULT, PARAM_ARBITER_SILENCE,
		      "flag-call-default auto contradicts arbiter-silence illegal-and-flags");
	contradiction(c, silent && IS(ILLEGAL_CALL_DEFAULT, "auto"), PARAM_ILLEGAL_CALL_DEFAULT, PARAM_ARBITER_SILENCE,
		      "illegal-call-default auto contradicts arbiter-silence illegal-and-flags");
	contradiction(c, silent && (IS(FLAG_CALLER, "arbiter") || IS(FLAG_CALLER, "arbiter-and-players")),
		      PARAM_FLAG_CALLER, PARAM_ARBITER_SILENCE,
		      "a flag-caller who is an arbiter contradicts arbiter-silence illegal-and-flags");
	contradiction(c, IS(FLAG_CALL_DEFAULT, "auto") && rulebook_yes(b, PARAM_FLAG_CLAIM_NEEDS_STOP),
		      PARAM_FLAG_CLAIM_NEEDS_STOP, PARAM_FLAG_CALL_DEFAULT,
		      "flag-claim-needs-stop yes contradicts flag-call-default auto");
	contradiction(c, IS(ILLEGAL_REMEDY, "loses") && NUMBER(ILLEGAL_LIMIT) != 1, PARAM_ILLEGAL_LIMIT,
		      PARAM_ILLEGAL_REMEDY, "illegal-remedy loses needs illegal-limit 1");
	contradiction(c, IS(ILLEGAL_REMEDY, "loses") && NUMBER(ILLEGAL_AWARD) > 0, PARAM_ILLEGAL_AWARD,
		      PARAM_ILLEGAL_REMEDY, "illegal-award has no meaning where illegal-remedy is loses");
	contradiction(c, !IS(ILLEGAL_REMEDY, "loses") && NUMBER(ILLEGAL_LIMIT) == 1, PARAM_ILLEGAL_LIMIT,
		      PARAM_ILLEGAL_REMEDY, "illegal-limit 1 loses at once: illegal-remedy must be loses");
	contradiction(c, IS(ILLEGAL_CALLER, "opponent-choice") != IS(ILLEGAL_REMEDY, "rectify-or-stand"),
		      PARAM_ILLEGAL_REMEDY, PARAM_ILLEGAL_CALLER,
		      "illegal-remedy rectify-or-stand and illegal-caller opponent-choice need each other");
	contradiction(c, rulebook_yes(b, PARAM_MINOR_ALONE_BY_FORCED_WIN) && !IS(FLAG_MATING_TEST, "material-list"),
		      PARAM_MINOR_ALONE_BY_FORCED_WIN, PARAM_FLAG_MATING_TEST,
		      "minor-alone-by-forced-win needs flag-mating-test material-list");
	contradiction(c, NUMBER(REPETITION_AUTOMATIC) > 0 && NUMBER(REPETITION_COUNT) > NUMBER(REPETITION_AUTOMATIC),
		      PARAM_REPETITION_AUTOMATIC, PARAM_REPETITION_COUNT,
		      "repetition-automatic comes before repetition-count can be claimed");
	contradiction(c, NUMBER(SEVENTYFIVE_MOVES) > 0 && NUMBER(FIFTY_MOVES) > NUMBER(SEVENTYFIVE_MOVES),
		      PARAM_SEVENTYFIVE_MOVES, PARAM_FIFTY_MOVES,
		      "seventyfive-moves comes before fifty-moves can be claimed");
	contradiction(c, IS(TOUCH_MOVE, "no") != IS(TOUCH_CLAIM_WINDOW, "none") && !IS(TOUCH_MOVE, "ask"),
		      PARAM_TOUCH_CLAIM_WINDOW, PARAM_TOUCH_MOVE,
		      "touch-claim-window is none exactly where touch-move is no");
	contradiction(c, IS(CONDUCT_LADDER, "verdict") && IS(TWO_HANDS, "ladder"), PARAM_TWO_HANDS,
		      PARAM_CONDUCT_LADDER, "two-hands ladder needs a conduct-ladder");
	contradiction(c, IS(CONDUCT_LADDER, "verdict") && IS(HOVER_SANCTION, "ladder"), PARAM_HOVER_SANCTION,
		      PARAM_CONDUCT_LADDER, "hover-sanction ladder needs a conduct-ladder");
	contradiction(c, IS(CONDUCT_LADDER, "verdict") && IS(CLOCK_KNOCKED_AWARD, "ladder"), PARAM_CLOCK_KNOCKED_AWARD,
		      PARAM_CONDUCT_LADDER, "clock-knocked-award ladder needs a conduct-ladder");
	contradiction(c, periods && IS(PERIOD_CREDIT, "none"), PARAM_PERIOD_CREDIT, PARAM_CLOCK_MODES_ALLOWED,
		      "clocks with periods are allowed: period-credit must say when their time is added");
	contradiction(c, IS(LATE_BOTH, "double-loss") && NUMBER(LATE_DEFAULT_TIME) == RULEBOOK_NONE, PARAM_LATE_BOTH,
		      PARAM_LATE_DEFAULT_TIME, "late-both has no meaning without late-default-time");
	contradiction(c, IS(RESULT_NOTATION, "draughts") == !strcmp(b->game, "chess"), PARAM_RESULT_NOTATION,
		      PARAM_RESULT_NOTATION, "result-notation does not fit the game");
}

unsigned rulebook_check(const struct rulebook *book, rulebook_complaint complain, void *userdata)
{
	struct checking c = { .book = book, .complain = complain, .userdata = userdata };
	const char *slash = book->file ? strrchr(book->file, '/') : NULL, *base = slash ? slash + 1 : book->file;
	const struct game *game;
	bool complete = true;
	char reason[200], unknown[160];

	if (!book->id || !book->title || !book->game) {
		finding(&c, NULL, 0,
			!book->id    ? "rulebook (its id) is missing" :
			!book->title ? "title is missing" :
				       "game is missing");
		return c.findings;
	}
	game = game_find(book->game);
	if (!game || strcmp(game_rulebooks(game), game->name) != 0)
		finding(&c, NULL, 0, "game is neither chess nor draughts-10x10");
	if (base && (strncmp(base, book->id, strlen(book->id)) || strcmp(base + strlen(book->id), ".yaml")))
		finding(&c, NULL, 0, "the file's name is not the rulebook's id with .yaml");
	for (int p = 0; p < PARAM_COUNT; p++) {
		const struct rulebook_value *v = &book->values[p];
		const char *name = rulebook_parameter_info(p)->name;

		if (!v->text) {
			snprintf(reason, sizeof(reason), "%s is missing", name);
			finding(&c, NULL, 0, reason);
			complete = false;
		} else {
			check_articles(&c, v->articles, 0, v->file, v->line, name);
		}
	}
	for (size_t i = 0; i < book->cite_count; i++)
		check_cite(&c, &book->cites[i]);
	for (size_t w = 0; w < book->when_count; w++) {
		const struct rulebook_when *when = &book->whens[w];

		for (unsigned i = 0; i < when->conditions; i++)
			if (!rulebook_condition_is_known(when->condition[i].key, when->condition[i].value, unknown))
				finding(&c, when->file, when->line, unknown);
		for (size_t i = 0; i < when->cite_count; i++)
			check_cite(&c, &when->cites[i]);
		for (int p = 0; p < PARAM_COUNT; p++)
			if (when->values[p].text)
				check_articles(&c, when->values[p].articles, 0, when->values[p].file,
					       when->values[p].line, rulebook_parameter_info(p)->name);
	}
	if (complete)
		check_contradictions(&c);
	return c.findings;
}
