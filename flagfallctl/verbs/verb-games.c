/* SPDX-License-Identifier: GPL-2.0-or-later */
/* games: the games that the journal has, and what became of their records. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"
#include "formats/pairings.h"

enum { OPT_SINCE = 0x500, OPT_UNTIL, OPT_STATE, OPT_RESULT, OPT_BOARD, OPT_GIVE_UP };

/* The filter's keys, in the order of the options. */
static const char *const keys[] = { "player", "event", "round", "since", "until", "state", "result", "board" };
enum { PLAYER, EVENT, ROUND, SINCE, UNTIL, STATE, RESULT, BOARD, KEYS };

struct input {
	const char *filter[KEYS];
	char since[16], until[16], result[8];
	long limit; /* 0: all */
	const char *give_up;
};

static const struct argp_option options[] = {
	{ "player", 'p', "NAME", 0, "Games of players whose names contain this", 0 },
	{ "event", 'e', "NAME", 0, "Games of this event", 0 },
	{ "round", 'r', "ROUND", 0, "Games of this round", 0 },
	{ "board", OPT_BOARD, "BOARD", 0, "Games on this board", 0 },
	{ "since", OPT_SINCE, "DATE", 0, "Games of this day, 2026-01-31, and later", 0 },
	{ "until", OPT_UNTIL, "DATE", 0, "Games of this day and before", 0 },
	{ "state", OPT_STATE, "STATE", 0,
	  "Games that are: running, over (no record yet), recorded, given-up, unrecovered", 0 },
	{ "result", OPT_RESULT, "RESULT", 0,
	  "Games with this result: 1-0, 0-1, 1/2-1/2, 0-0; of draughts 2-0, 0-2, 1-1, 0-0; void", 0 },
	{ "limit", 'n', "N", 0, "The newest N of them", 0 },
	{ "give-up", OPT_GIVE_UP, "GAME", 0,
	  "Do not try any longer to write the record of this game, or to recover it: its board is free; the journal keeps it",
	  0 },
	{ 0 }
};

/* "2026-01-31" as the journal has dates. */
static const char *take_date(struct argp_state *state, const char *option, const char *arg, char date[static 16])
{
	static const char form[] = "0000-00-00";

	for (size_t i = 0; i < sizeof(form); i++)
		if (form[i] == '0' ? !isdigit((unsigned char)arg[i]) : arg[i] != form[i])
			argp_error(state, "--%s: \"%s\" is not a date such as 2026-01-31", option, arg);
	memcpy(date, arg, sizeof(form));
	date[4] = date[7] = '.';
	return date;
}

static error_t verb_games_parse(int key, char *arg, struct argp_state *state)
{
	static const char *const states[] = { "running", "over", "recorded", "given-up", "unrecovered" };
	struct input *in = state->input;
	bool known = false;

	switch (key) {
	case 'p':
		in->filter[PLAYER] = arg;
		return 0;
	case 'e':
		in->filter[EVENT] = arg;
		return 0;
	case 'r':
		in->filter[ROUND] = arg;
		return 0;
	case OPT_BOARD:
		in->filter[BOARD] = arg;
		return 0;
	case OPT_SINCE:
		in->filter[SINCE] = take_date(state, "since", arg, in->since);
		return 0;
	case OPT_UNTIL:
		in->filter[UNTIL] = take_date(state, "until", arg, in->until);
		return 0;
	case OPT_STATE:
		for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
			known |= strcmp(arg, states[i]) == 0;
		if (!known)
			argp_error(state,
				   "--state must be running, over, recorded, given-up or unrecovered, not \"%s\"", arg);
		in->filter[STATE] = arg;
		return 0;
	case OPT_RESULT:
		/* "draw", "1/2" */
		if (strcmp(arg, "void") == 0)
			snprintf(in->result, sizeof(in->result), "%s", arg);
		else if (result_read(arg, strlen(arg), in->result) < 0 || !*in->result)
			argp_error(state, "--result must be 1-0, 0-1, 1/2-1/2, 0-0, 2-0, 0-2, 1-1 or void, not \"%s\"",
				   arg);
		in->filter[RESULT] = in->result;
		return 0;
	case 'n':
		in->limit = ctl_read_number(state, arg, 1, LONG_MAX,
					    "--limit must be a number of games from 1, as 10, not \"%s\"");
		return 0;
	case OPT_GIVE_UP:
		in->give_up = arg;
		return 0;
	case ARGP_KEY_ARG:
		ctl_too_much(state, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_games_parse,
	.doc = "List the games of the journal, newest first, also those that are long over, and where their records are.\v"
	       "A game that is \"over\" has a result and its record could not be written yet: flagfalld tries again until it can, "
	       "also after a restart. A game that is \"unrecovered\" could not be taken up at the start, for the reason that is shown: it keeps "
	       "its board until it is given up, and \"flagfallctl journal\" exports it as far as it is sound. With --json each line is an "
	       "object.",
};

static const char *or_unknown(const char *name)
{
	return *name ? name : "?";
}

static void print_game(const struct ctl *ctl, const json_t *game)
{
	time_t started = (time_t)(json_integer_value(json_object_get(game, "started_us")) / 1000000);
	const char *state = ctl_text(game, "state");
	char day[CTL_TIME];

	ctl_local_time(started, "%Y-%m-%d %H:%M", day);
	printf("%s%7s%s  %s  %s - %s  %s", colour_bold(ctl), ctl_text(game, "id"), colour_end(ctl), or_unknown(day),
	       or_unknown(ctl_text(game, "white")), or_unknown(ctl_text(game, "black")),
	       strcmp(ctl_text(game, "result"), "none") == 0 ? "*" : ctl_text(game, "result"));
	if (*ctl_text(game, "event"))
		printf("  %s", ctl_text(game, "event"));
	if (*ctl_text(game, "round"))
		printf(", round %s", ctl_text(game, "round"));
	if (json_integer_value(json_object_get(game, "table")))
		printf(", table %" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(game, "table")));
	printf("  on %s  ", ctl_text(game, "board"));
	if (strcmp(state, "recorded") == 0)
		puts(*ctl_text(game, "record") ? ctl_text(game, "record") : "recorded");
	else if (strcmp(state, "over") == 0)
		puts("its record is not written yet");
	else if (strcmp(state, "unrecovered") == 0)
		printf("not recovered: %s\n", ctl_text(game, "fault"));
	else
		puts(strcmp(state, "given-up") == 0 ? "given up" : state);
}

static int verb_games_ask(const struct ctl *ctl, sd_bus *bus, const struct input *in, uint64_t *before,
			  sd_bus_message **reply)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *m = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = sd_bus_message_new_method_call(bus, &m, BUS_NAME, BUS_PATH, BUS_MANAGER, "FindGames");

	if (r >= 0)
		r = sd_bus_message_open_container(m, 'a', "{sv}");
	for (int i = 0; i < KEYS && r >= 0; i++)
		if (in->filter[i])
			r = sd_bus_message_append(m, "{sv}", keys[i], "s", in->filter[i]);
	if (r >= 0)
		r = sd_bus_message_close_container(m);
	if (r >= 0)
		r = sd_bus_message_append(m, "t", *before);
	if (r >= 0)
		r = sd_bus_call(bus, m, 0, &error, reply);
	return r < 0 ? bus_fail(ctl, &error, r) : CTL_DONE;
}

/* What was asked for is said, as it was understood. */
static void say_none(const struct input *in)
{
	const char *separator = " with: ";

	fputs("flagfallctl games: there is no game", stderr);
	for (int i = 0; i < KEYS; i++)
		if (in->filter[i]) {
			fprintf(stderr, "%s%s %s", separator, keys[i], in->filter[i]);
			separator = ", ";
		}
	fputs(*separator == ',' ? "; without options all are listed.\n" : " yet.\n", stderr);
}

static int print_games(const struct ctl *ctl, sd_bus *bus, const struct input *in)
{
	uint64_t before = 0;
	size_t found = 0;
	long left = in->limit ? in->limit : -1;

	do {
		__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
		const char *text;
		int status = verb_games_ask(ctl, bus, in, &before, &reply);
		int r = status ? 0 : sd_bus_message_enter_container(reply, 'a', "s");

		if (status)
			return status;
		while (r >= 0 && (r = sd_bus_message_read_basic(reply, 's', &text)) > 0) {
			json_t *game = left == 0 ? NULL : json_loads(text, 0, NULL);

			found++;
			if (left > 0)
				left--;
			bus_name_game(game, "id");
			if (game && ctl->json)
				ctl_print_json(json_incref(game));
			else if (game)
				print_game(ctl, game);
			json_decref(game);
		}
		if (r >= 0)
			r = sd_bus_message_exit_container(reply);
		if (r >= 0)
			r = sd_bus_message_read_basic(reply, 't', &before);
		if (r < 0)
			return bus_fail(ctl, NULL, r);
	} while (before > 0 && left != 0);
	if (!found)
		say_none(in);
	return CTL_DONE;
}

static int run_games(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	struct input in = { 0 };
	struct called_game game;
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (status || !in.give_up)
		return status ? status : print_games(ctl, bus, &in);
	status = called_game_find(ctl, bus, in.give_up, true, &game);
	if (status)
		return status;
	r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "GiveUp", &error, NULL, "s", game.id);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	if (!ctl->json)
		printf("%s: given up; the journal keeps it\n", game.title);
	return CTL_DONE;
}

const struct verb verb_games = { "games", run_games, "games of the journal, also those that are over" };
