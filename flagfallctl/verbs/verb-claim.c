/* SPDX-License-Identifier: GPL-2.0-or-later */
/* claim, report, decide: what people say to the arbiter, and what he answers. One form, three methods. */
#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/verbs.h"
#include "rules/vocabulary.h"

#define DETAILS \
	"The details are KEY=VALUE words, all optional; intend is the announced move, count may be called rule, times are milliseconds. " GAME_ARGUMENT_DOC \
	"\n\nThe rulings that follow are printed, one a line."

static void list_words(FILE *f, int from, int to, const char *(*name)(int))
{
	for (int i = from; i < to; i++)
		fprintf(f, "%s%s", i == from ? "" : ", ", name(i));
}

/* Claims of chess stand by themselves: who plays draughts passes over that line. */
static void list_claims(FILE *f, bool of_chess)
{
	const char *comma = "";

	for (enum claim_kind i = CLAIM_NONE + 1; i < CLAIM_COUNT; i++) {
		if (claim_is_of_chess(i) != of_chess)
			continue;
		fprintf(f, "%s%s", comma, claim_name(i));
		comma = ", ";
	}
}

static const char *verdict_word(int i)
{
	return verdict_name((enum verdict_kind)i);
}

/* The closed list of words belongs into the help, made from the list itself. */
static char *with_claims(int key, const char *text, void *input)
{
	char *out = NULL;
	size_t size;
	FILE *f;

	if (key != ARGP_KEY_HELP_POST_DOC || !(f = open_memstream(&out, &size)))
		return (char *)text;
	fprintf(f, "Claims and reports: ");
	list_claims(f, false);
	fprintf(f, ".\n\nClaims of chess alone: ");
	list_claims(f, true);
	fprintf(f, ".\n\nVerdicts: ");
	list_words(f, VERDICT_NONE + 1, VERDICT_COUNT, verdict_word);
	fprintf(f, ".\n\nDetails: %s.\n\n%s", call_details_keys((char[400]){ 0 }), text ? text : "");
	fclose(f);
	return out;
}

static int unknown_word(const struct ctl *ctl, const char *what, const char *word, const char *known)
{
	char help[64], buf[CTL_UNKNOWN_WORD];

	snprintf(help, sizeof(help), "flagfallctl %s --help", ctl->verb);
	ctl_fail(ctl, "\"%s\" is not a %s; %s", word, what,
		 ctl_unknown_word(word, known, strlen(known) > 100 ? help : NULL, buf));
	return CTL_USAGE;
}

static int unknown_listed(const struct ctl *ctl, const char *what, const char *word, enum vocabulary_words list)
{
	char words[2000];

	vocabulary_words(list, words, sizeof(words));
	return unknown_word(ctl, what, word, words);
}

/* After an appeal was upheld: how the game gets another result. */
static int say_open_result(const struct ctl *ctl, sd_bus *bus, const struct called_game *called)
{
	char words[BUS_RESULT_WORDS];
	json_t *objects = NULL;
	const json_t *game;
	int status = bus_objects(ctl, bus, &objects);

	game = status ? NULL : bus_properties(objects, called->path, BUS_GAME);
	if (game && strcmp(ctl_text(game, "Open"), "result") == 0)
		fprintf(ctl->json ? stderr : stdout, "%s: the result is open%s; \"flagfallctl %s\" gives it.\n",
			called->title,
			strcmp(ctl_text(game, "Result"), "none") == 0 ?
				"" :
				": until then it stays what its round was given",
			bus_result_words(game, called->word, words));
	json_decref(objects);
	return status;
}

/* Method(first, second, details) of a game's interface; Method(details) where first is NULL. question: is asked before
 * at a terminal, NULL nothing is. */
static int call(const struct ctl *ctl, const struct game_arguments *w, const char *interface, const char *method,
		const char *first, const char *second, const char *question)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct called_game game;
	sd_bus_message *m = NULL;
	int status, r;

	status = bus_open(ctl, &bus);
	if (!status)
		status = game_call_take_up(ctl, bus, w->game, &game);
	if (!status && question && !game_ending_confirm(ctl, w->yes, game.title, question))
		status = CTL_FAILED;
	if (!status)
		status = game_call_new(ctl, bus, &game, interface, method, &m);
	if (status)
		return status;
	r = first ? sd_bus_message_append(m, "ss", first, second) : 0;
	if (r >= 0)
		r = call_details_append(m, w->detail, w->details_count);
	if (r < 0) {
		sd_bus_message_unref(m);
		return bus_fail(ctl, NULL, r);
	}
	status = game_call_run(ctl, bus, &game, m, "recorded; no ruling.");
	return !status && first && strcmp(first, "appeal") == 0 ? say_open_result(ctl, bus, &game) : status;
}

/* What ends a game as soon as it is said is asked about; NULL: it does not. */
static const char *ending_question(const char *side, const char *claim)
{
	if (strcmp(claim, "resign") == 0)
		return strcmp(side, "white") == 0 ? "White resigns?" : "Black resigns?";
	return strcmp(claim, "accept-draw") == 0 ? "End the game with a draw?" : NULL;
}

static int run_claim(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .options = game_arguments_ending,
					  .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE CLAIM [KEY=VALUE...]",
					  .help_filter = with_claims,
					  .doc = "A player's claim. SIDE is white, black or spectator.\v" DETAILS };
	struct game_arguments w = { .wanted = 2, .details = true, .example = "[GAME] SIDE CLAIM, as 3 black flag" };
	const char *side;

	ctl_parse(ctl, &argp, argc, argv, &w);
	side = side_argument(w.fixed[0]);
	if (!side && strcmp(w.fixed[0], "spectator") == 0)
		side = "spectator";
	if (!side && (side_argument(w.fixed[1]) || strcmp(w.fixed[1], "spectator") == 0)) {
		ctl_fail(ctl, "who claims comes before what: %s%s%s %s.", w.game ? w.game : "", w.game ? " " : "",
			 w.fixed[1], w.fixed[0]);
		return CTL_USAGE;
	}
	if (!side)
		return unknown_word(ctl, "side", w.fixed[0], "white, black, spectator");
	if (!claim_is_claimed((enum claim_kind)claim_from_name(w.fixed[1])))
		return unknown_listed(ctl, "claim", w.fixed[1], WORDS_CLAIMS);
	return call(ctl, &w, BUS_GAME, "Claim", side, w.fixed[1], ending_question(side, w.fixed[1]));
}

const struct verb verb_claim = { "claim", run_claim, "a player's claim" };

static int run_report(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] WHO REPORT [KEY=VALUE...]",
		.help_filter = with_claims,
		.doc = "An established fact, reported by WHO, arbiter or captain.\v" DETAILS
	};
	struct game_arguments w = { .wanted = 2,
				    .details = true,
				    .example = "[GAME] WHO REPORT, as 3 arbiter illegal-move" };

	ctl_parse(ctl, &argp, argc, argv, &w);
	if (strcmp(w.fixed[0], "arbiter") != 0 && strcmp(w.fixed[0], "captain") != 0)
		return unknown_word(ctl, "reporter", w.fixed[0], "arbiter, captain");
	if (!claim_is_reported((enum claim_kind)claim_from_name(w.fixed[1])))
		return unknown_listed(ctl, "report", w.fixed[1], WORDS_REPORTS);
	return call(ctl, &w, BUS_ARBITER, "Report", w.fixed[0], w.fixed[1], NULL);
}

const struct verb verb_report = { "report", run_report, "an arbiter's or captain's report" };

static int run_decide(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] ABOUT VERDICT [KEY=VALUE...]",
		.help_filter = with_claims,
		.doc = "The arbiter's verdict on the open question ABOUT: a claim's or report's name, or conduct, assistant, late, 10.2.\v"
		       "against names whom a verdict costs: a warning, a time-penalty, a loss, an expulsion, points. A time-penalty takes "
		       "ms: the opponent gets so much, or with side= the same as against=, or below zero, the offender loses so much. "
		       "adjust-clock takes side and ms, added to that clock or, below zero, taken off it. "
		       "Further details: by (arbiter, the default, or captain), side (whose clock).\n\n" DETAILS
	};
	struct game_arguments w = { .wanted = 2,
				    .details = true,
				    .example = "[GAME] ABOUT VERDICT, as 3 illegal-move accept" };
	const char *fault;

	ctl_parse(ctl, &argp, argc, argv, &w);
	if (verdict_from_name(w.fixed[1]) <= 0)
		return unknown_listed(ctl, "verdict", w.fixed[1], WORDS_VERDICTS);
	fault = decide_details_complete(w.fixed[1], &w);
	if (fault) {
		ctl_fail(ctl, "%s.", fault);
		return CTL_USAGE;
	}
	return call(ctl, &w, BUS_ARBITER, "Decide", w.fixed[0], w.fixed[1], NULL);
}

const struct verb verb_decide = { "decide", run_decide, "the arbiter's verdict on an open question" };
