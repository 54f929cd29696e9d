/* SPDX-License-Identifier: GPL-2.0-or-later */
/* undo: an act at a table did not count. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"

struct undo_words {
	struct game_arguments words;
	const char *reason;
	long act; /* 0: the last of a person */
	bool lists;
};

enum { OPT_ACT = 256, OPT_REASON, OPT_LIST };

static const struct argp_option options[] = {
	{ "act", OPT_ACT, "N", 0,
	  "Not the last act but number N: \"--list\" and \"flagfallctl round log\" have the numbers", 0 },
	{ "reason", OPT_REASON, "TEXT", 0, "Kept in the journal beside who did it and when", 0 },
	{ "list", OPT_LIST, 0, 0, "What was done at this table, with its numbers; nothing is undone", 0 },
	{ 0 }
};

static error_t verb_undo_parse(int key, char *arg, struct argp_state *state)
{
	struct undo_words *in = state->input;
	error_t r;

	switch (key) {
	case OPT_ACT:
		in->act = ctl_read_number(state, arg, 1, 1000000, "--act: \"%s\" is not the number of an act");
		return 0;
	case OPT_REASON:
		in->reason = arg;
		return 0;
	case OPT_LIST:
		in->lists = true;
		return 0;
	default:
		state->input = &in->words;
		r = game_arguments_parse(key, arg, state);
		state->input = in;
		return r;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_undo_parse,
	.args_doc = "[GAME]",
	.doc = "The last thing that a person did at this table did not count: a result, a claim, a verdict, a report, a position, a takeback, "
	       "a promotion, a move, a time, a stop or start of the clocks. The game goes on as if it had not been done. Where it had "
	       "stopped the clocks they stand as they stood then, and \"flagfallctl resume\" starts them. Everybody who had heard of it hears "
	       "what is so instead; what was done and undone stays in the log. For arbiters, until the round is closed. " GAME_ARGUMENT_DOC
	       "\v"
	       "What was said of a result, or answered a claim, goes with it. Nothing is changed where the game would be over by now without the "
	       "act, as a flag would have fallen. An undo is not undone: whoever wants the act does it again."
};

static const char *time_of(const json_t *input, const char *format, char buf[static CTL_TIME])
{
	const json_int_t us = game_act_realtime(input);

	return us ? ctl_local_time((time_t)(us / 1000000), format, buf) : "";
}

/* "act 2  19:42:03  root  end 1-0  (undone by root 19:43:10: the wrong table)" */
static void print_act(const struct ctl *ctl, json_t *act)
{
	const json_t *input = json_object_get(act, "input"), *undone = json_object_get(act, "undone");
	char when[CTL_TIME], who[64], words[GAME_ACT_WORDS];

	if (ctl->json) {
		ctl_print_json(json_incref(act));
		return;
	}
	printf("act %-3" JSON_INTEGER_FORMAT " %-8s  %s: %s", json_integer_value(json_object_get(act, "act")),
	       time_of(input, "%T", when), game_act_user(input, who), game_act_words(input, words));
	if (undone) {
		printf("  (undone by %s, %s", game_act_user(undone, who), time_of(undone, "%T", when));
		printf("%s%s)", *ctl_text(undone, "reason") ? ": " : "", ctl_text(undone, "reason"));
	}
	putchar('\n');
}

static void list_acts(const struct ctl *ctl, const struct called_game *game, json_t *acts)
{
	json_t *act;
	size_t i;

	if (!ctl->json && json_array_size(acts) == 0)
		printf("%s: nobody has done anything.\n", game->title);
	json_array_foreach(acts, i, act)
		print_act(ctl, act);
}

/* The last that a person did and that counts; 0 there is none. */
static uint32_t last_act(const json_t *acts)
{
	for (size_t i = json_array_size(acts); i-- > 0;) {
		const json_t *act = json_array_get(acts, i);

		if (game_act_is_persons(act) && !json_object_get(act, "undone"))
			return (uint32_t)i + 1;
	}
	return 0;
}

static void say_span(const char *before, int64_t us)
{
	const int64_t s = us / 1000000;

	if (s < 120)
		printf("%s%" PRId64 " s", before, s);
	else
		printf("%s%" PRId64 ":%02" PRId64 " min", before, s / 60, s % 60);
}

/* Who has no time left may lose by it as soon as play goes on. */
static void say_no_time(const struct called_game *game, const json_t *o, const char *key, const char *side,
			const char *name)
{
	const json_t *left = json_object_get(o, key);

	if (left && json_integer_value(left) <= 0)
		printf("  %s has no time left, as before: \"flagfallctl clock %s %s=+1:00\" gives some before play goes on.\n",
		       name, game->word, side);
}

/* What the clocks show now, and how the game goes on. */
static void say_clocks(const struct called_game *game, const json_t *o)
{
	const char *ran = ctl_text(o, "ran"), *running = ctl_text(o, "running");
	const int64_t since_us = json_integer_value(json_object_get(o, "since_us"));
	const bool stopped = json_is_true(json_object_get(o, "stopped")), stands = strcmp(running, "none") == 0;
	char white[CLOCK_TEXT], black[CLOCK_TEXT];

	if (!json_object_get(o, "white_us"))
		return;
	printf("  %s: White %s%s, Black %s%s",
	       stopped			     ? "The clocks stand as they stood then" :
	       stands			     ? "The clocks stand" :
	       strcmp(running, "white") == 0 ? "White's clock runs" :
					       "Black's clock runs",
	       clock_text(white, json_integer_value(json_object_get(o, "white_us"))),
	       strcmp(running, "white") == 0 ? "*" : "",
	       clock_text(black, json_integer_value(json_object_get(o, "black_us"))),
	       strcmp(running, "black") == 0 ? "*" : "");
	if (stopped && since_us > 0)
		say_span("; it was done ", since_us);
	printf("%s.\n", stopped && since_us > 0 ? " ago" : "");
	say_no_time(game, o, "white_us", "white", "White");
	say_no_time(game, o, "black_us", "black", "Black");
	if (!stopped && stands)
		printf("  \"flagfallctl resume %s SIDE\" starts one.\n", game->word);
	if (!stopped || strcmp(ran, "none") == 0)
		return;
	printf("  \"flagfallctl resume %s %s\" goes on", game->word, ran);
	if (since_us >= 1000000)
		printf("; first \"flagfallctl clock %s %s=-%" PRId64 ":%02" PRId64 "\", if that time was %s's own",
		       game->word, ran, since_us / 60000000, since_us / 1000000 % 60,
		       strcmp(ran, "white") == 0 ? "White" : "Black");
	printf(".\n");
}

/* The act was not what has ended it. */
static void say_over(const struct called_game *game, const char *result)
{
	printf("  The game stays over: %s. ", strcmp(result, "none") == 0 ? "without a result" : result);
	if (*game->pairing)
		printf("\"flagfallctl round change %s result=RESULT\" gives another result.\n", game->pairing);
	else
		printf("\"flagfallctl claim %s SIDE appeal\" asks for another result.\n", game->word);
}

static void say_undone(const struct ctl *ctl, const struct called_game *game, const char *text, const char *reason)
{
	json_t *o = json_loads(text, 0, NULL), *one;
	const json_t *input = json_object_get(o, "input");
	char when[CTL_TIME], who[64], words[GAME_ACT_WORDS];
	size_t i;

	if (ctl->json) {
		json_object_set_new(o, "game", json_sprintf("g%s", game->id));
		ctl_print_json(o);
		return;
	}
	printf("%s: undone: %s, by %s", game->title, game_act_words(input, words), game_act_user(input, who));
	printf("%s%s", time_of(input, " at %T", when), reason ? " (" : "");
	printf("%s%s\n", reason ? reason : "", reason ? ")" : "");
	json_array_foreach(json_object_get(o, "also"), i, one)
		printf("  With it: %s, by %s\n", game_act_words(one, words), game_act_user(one, who));
	if (*ctl_text(o, "result"))
		say_over(game, ctl_text(o, "result"));
	else
		say_clocks(game, o);
	json_decref(o);
}

static int undo(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, uint32_t act, const char *reason)
{
	json_t *answers = NULL;
	sd_bus_message *m = NULL;
	int status = game_call_new(ctl, bus, game, BUS_GAME, "Undo", &m);

	if (status)
		return status;
	sd_bus_message_append(m, "us", act, reason ? reason : "");
	status = game_call_answers(ctl, bus, game, m, &answers);
	if (!status && json_array_size(answers))
		say_undone(ctl, game, json_string_value(json_array_get(answers, 0)), reason);
	json_decref(answers);
	return status;
}

static int run_undo(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct undo_words in = { .words = { .wanted = 0, .example = "[GAME], as 3" } };
	struct called_game game;
	json_t *acts = NULL;
	uint32_t act;
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (!status)
		status = in.lists ? called_game_find(ctl, bus, in.words.game, true, &game) :
				    game_call_take_up(ctl, bus, in.words.game, &game);
	if (!status)
		status = game_acts_get(ctl, bus, game.id, &acts);
	if (status)
		return status;
	if (*game.event)
		act_log_be_there(bus, game.event);
	act = in.act ? (uint32_t)in.act : last_act(acts);
	if (in.lists)
		list_acts(ctl, &game, acts);
	else if (!act)
		status = ctl_fail(ctl, "%s: nobody has done anything here that counts%s%s%s.", game.title,
				  *game.pairing ? "; \"round change " : "", game.pairing,
				  *game.pairing ? " result=RESULT\" gives a result" : "");
	else
		status = undo(ctl, bus, &game, act, in.reason);
	json_decref(acts);
	return status;
}

const struct verb verb_undo = { "undo", run_undo, "an act at a table did not count" };
