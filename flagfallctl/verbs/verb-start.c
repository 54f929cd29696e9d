/* SPDX-License-Identifier: GPL-2.0-or-later */
/* start: a game on a board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/core/format/time-control.h"
#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/texts.h"
#include "flagfallctl/verbs.h"
#include "formats/event-file.h"

enum {
	OPT_SITE = 256,
	OPT_DATE,
	OPT_RUNNING,
	OPT_LEVER,
	OPT_AFTER_REBOOT,
	OPT_CHESS960,
	OPT_TAG,
	OPT_ANYWAY,
	KEY_GAME,
	KEY_ARRAY
};

static const struct argp_option options[] = {
	{ "rulebook", 'r', "ID", 0,
	  "The rulebook (\"flagfallctl rules list\"); without it moves are recorded and there are no rulings", 0 },
	{ "time", 't', "CONTROL", 0,
	  "Time control: 5m+3s, 90m/40,30m+30s; or as in PGN, in seconds: 300, 180+2, 40/7200:3600; *60s is an hourglass; "
	  "without it there is no clock",
	  0 },
	{ "white", 'w', "NAME", 0, "White's name", 0 },
	{ "black", 'B', "NAME", 0, "Black's name", 0 },
	{ "event", 'e', "NAME", 0, "The event", 0 },
	{ "site", OPT_SITE, "NAME", 0, "Where it is played", 0 },
	{ "round", 'n', "N", 0, "The round", 0 },
	{ "date", OPT_DATE, "DATE", 0, "YYYY.MM.DD; today if left out", 0 },
	{ "fen", 'f', "FEN", 0, "The start position, if it is not the usual one", 0 },
	{ "chess960", OPT_CHESS960, "N", OPTION_ARG_OPTIONAL,
	  "Chess960, from start position N (0 to 959) or --fen; without either the one that stands on a board that names its pieces",
	  0 },
	{ "running", OPT_RUNNING, "SIDE", 0,
	  "Whose clock runs at the start: white, black, none until \"resume\", or press: none until the first press or "
	  "\"resume\"; default: of the side to move",
	  0 },
	{ "lever", OPT_LEVER, "WHOSE", 0,
	  "Who ends a turn: board, its own lever; hand, \"flagfallctl press\"; none, the move itself switches "
	  "the clock as soon as it stands. Default: board, or none where it has no lever",
	  0 },
	{ "after-reboot", OPT_AFTER_REBOOT, "WHAT", 0,
	  "What a game does that is found after the computer was started anew: ask, its clocks stop and wait for \"resume\"; run, they "
	  "go on by the wall clock. Default: ask",
	  0 },
	{ "anyway", OPT_ANYWAY, 0, 0,
	  "Begin at once, with what stands; pieces that are to stand otherwise may be put right later", 0 },
	{ "tag", OPT_TAG, "NAME=VALUE", 0, "A further tag of the game record, as WhiteElo=2650", 0 },
	{ "set", 's', "KEY=VALUE", 0,
	  "Override a parameter of the rulebook, or set an option of the event (flag_call, illegal_call, "
	  "arbiter_calls, supervision, phase, guidelines_iii, default_time_ms, min_draw_move, players_record); more KEY=VALUE may follow",
	  0 },
	{ 0 }
};

#define MAX_SET 32
#define MAX_TAG 64

#define N_TEXT_MAX 16

struct start {
	const char *board;
	const char *text[N_TEXT_MAX]; /* the values of text_keys */
	const char *set[MAX_SET];
	int sets;
	const char *tag[MAX_TAG];
	int tags;
};

/* The options of StartGame that are plain strings, and the keys of the command line that give them. */
static const struct {
	int opt;
	const char *key;
} text_keys[] = {
	{ 'r', "rulebook" },
	{ 't', "time" },
	{ 'w', "white" },
	{ 'B', "black" },
	{ 'e', "event" },
	{ OPT_SITE, "site" },
	{ 'n', "round" },
	{ OPT_DATE, "date" },
	{ 'f', "fen" },
	{ OPT_LEVER, "lever" },
	{ OPT_AFTER_REBOOT, "after_reboot" },
	{ KEY_GAME, "game" },
	{ KEY_ARRAY, "array" },
};
#define N_TEXT (sizeof(text_keys) / sizeof(text_keys[0]))

struct input {
	struct start start;
	const char *running;
	bool anyway;
	const char *after; /* the number that follows --chess960: the array's, unless it is the board's */
	bool after_is_array;
};

static void verb_start_set_text(struct start *s, int key, const char *value)
{
	for (size_t i = 0; i < N_TEXT; i++)
		if (text_keys[i].opt == key)
			s->text[i] = value;
}

static bool is_array_number(const char *text)
{
	return text && *text && strlen(text) <= 3 && text[strspn(text, "0123456789")] == '\0' && atoi(text) < 960;
}

static void take_chess960(struct argp_state *state, struct input *in, const char *number)
{
	const char *next = state->next < state->argc ? state->argv[state->next] : NULL;

	if (number && !is_array_number(number))
		argp_error(state, "the start positions of Chess960 are 0 to 959, not \"%s\"", number);
	verb_start_set_text(&in->start, KEY_GAME, "chess960");
	verb_start_set_text(&in->start, KEY_ARRAY, number);
	in->after = NULL;
	if (!number && next && next[strspn(next, "0123456789")] == '\0' && *next) {
		in->after = next;
		state->next++;
	}
}

/* The number after --chess960 is the board's if no other word is: choose_board() knows whether there is such a board.
 */
static void settle_number(struct argp_state *state, struct input *in)
{
	if (!in->after)
		return;
	if (!in->start.board) {
		in->start.board = in->after;
		return;
	}
	in->after_is_array = true;
	if (!is_array_number(in->after))
		argp_error(state, "the start positions of Chess960 are 0 to 959, not \"%s\"", in->after);
	verb_start_set_text(&in->start, KEY_ARRAY, in->after);
}

static void add_set(struct argp_state *state, struct start *s, const char *arg)
{
	if (!strchr(arg, '=') || arg[0] == '=')
		argp_error(state, "--set takes KEY=VALUE, not \"%s\"", arg);
	if (s->sets == MAX_SET)
		argp_error(state, "too many settings");
	s->set[s->sets++] = arg;
}

static void add_tag(struct argp_state *state, struct start *s, const char *arg)
{
	if (!strchr(arg, '=') || arg[0] == '=')
		argp_error(state, "--tag takes NAME=VALUE, not \"%s\"", arg);
	if (s->tags == MAX_TAG)
		argp_error(state, "too many tags");
	s->tag[s->tags++] = arg;
}

static error_t verb_start_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;
	struct start *s = &in->start;

	for (size_t i = 0; i < N_TEXT; i++)
		if (key == text_keys[i].opt) {
			s->text[i] = arg;
			return 0;
		}
	switch (key) {
	case OPT_CHESS960:
		take_chess960(state, in, arg);
		return 0;
	case 's':
		add_set(state, s, arg);
		return 0;
	case OPT_ANYWAY:
		in->anyway = true;
		return 0;
	case OPT_TAG:
		add_tag(state, s, arg);
		return 0;
	case OPT_RUNNING:
		if (strcmp(arg, "white") != 0 && strcmp(arg, "black") != 0 && strcmp(arg, "none") != 0 &&
		    strcmp(arg, "press") != 0)
			argp_error(state, "--running must be white, black, none or press, not \"%s\"", arg);
		in->running = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (s->sets && strchr(arg, '='))
			add_set(state, s, arg);
		else if (s->board)
			ctl_too_much(state, arg);
		else
			s->board = arg;
		return 0;
	case ARGP_KEY_END:
		settle_number(state, in);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_start_parse,
	.args_doc = "[BOARD]",
	.doc = "Start a game on a board and print the game, as g31, which is what the other verbs take. BOARD is a board's name or its node, as \"flagfallctl list\" shows them, its "
	       "serial number, a by-id name, the N of a node sensorboardN, or a port path; it may be left out when one board is plugged in.\v"
	       "Where pieces stand otherwise than the game begins, their squares are listed on standard error, the exit status is 1, and "
	       "the game begins by itself when all stand; with --anyway it begins at once: with what stands, if the board names its pieces and no position is given, else they may be put "
	       "right later.",
};

static bool is_event_option(const char *assignment)
{
	return event_has_option(assignment, strcspn(assignment, "="));
}

/* Without a rulebook there is nothing to set but what the event has. */
static int check_sets(const struct ctl *ctl, const struct start *s)
{
	char words[EVENT_OPTION_WORDS], key[32], meant[200];

	for (size_t i = 0; i < N_TEXT; i++)
		if (text_keys[i].opt == 'r' && s->text[i])
			return 0;
	for (int i = 0; i < s->sets; i++) {
		snprintf(key, sizeof(key), "%.*s", (int)strcspn(s->set[i], "="), s->set[i]);
		if (is_event_option(s->set[i]) || !ctl_near_words(key, event_option_words(words), meant, sizeof(meant)))
			continue;
		ctl_fail(ctl, "there is no \"%s\" to set without a rulebook; did you mean %s?", key, meant);
		return CTL_USAGE;
	}
	return 0;
}

static int append_sets(sd_bus_message *m, const struct start *s)
{
	json_t *event = json_object();
	char *text = NULL;
	int r, overrides = 0;

	for (int i = 0; i < s->sets; i++) {
		const char *eq = strchr(s->set[i], '=');
		char key[32];

		if (!is_event_option(s->set[i])) {
			overrides++;
			continue;
		}
		snprintf(key, sizeof(key), "%.*s", (int)(eq - s->set[i]), s->set[i]);
		json_object_set_new(event, key, event_option_value(eq + 1));
	}
	r = 0;
	if (json_object_size(event)) {
		text = json_dumps(event, JSON_COMPACT);
		r = sd_bus_message_append(m, "{sv}", "options", "s", text);
	}
	if (r >= 0 && overrides) {
		r = sd_bus_message_open_container(m, 'e', "sv");
		if (r >= 0)
			r = sd_bus_message_append(m, "s", "overrides");
		if (r >= 0)
			r = sd_bus_message_open_container(m, 'v', "as");
		if (r >= 0)
			r = sd_bus_message_open_container(m, 'a', "s");
		for (int i = 0; i < s->sets && r >= 0; i++)
			if (!is_event_option(s->set[i]))
				r = sd_bus_message_append(m, "s", s->set[i]);
		for (int i = 0; i < 3 && r >= 0; i++)
			r = sd_bus_message_close_container(m);
	}
	free(text);
	json_decref(event);
	return r;
}

static int append_tags(sd_bus_message *m, const struct start *s)
{
	int r = sd_bus_message_open_container(m, 'e', "sv");

	if (r >= 0)
		r = sd_bus_message_append(m, "s", "tags");
	if (r >= 0)
		r = sd_bus_message_open_container(m, 'v', "a{ss}");
	if (r >= 0)
		r = sd_bus_message_open_container(m, 'a', "{ss}");
	for (int i = 0; i < s->tags && r >= 0; i++) {
		const char *eq = strchr(s->tag[i], '=');
		char name[72];

		snprintf(name, sizeof(name), "%.*s", (int)(eq - s->tag[i]), s->tag[i]);
		r = sd_bus_message_append(m, "{ss}", name, eq + 1);
	}
	for (int i = 0; i < 3 && r >= 0; i++)
		r = sd_bus_message_close_container(m);
	return r;
}

static int append_options(sd_bus_message *m, const struct input *in)
{
	int r = sd_bus_message_append(m, "s", in->start.board);

	if (r >= 0)
		r = sd_bus_message_open_container(m, 'a', "{sv}");
	for (size_t i = 0; i < N_TEXT && r >= 0; i++)
		if (in->start.text[i])
			r = sd_bus_message_append(m, "{sv}", text_keys[i].key, "s", in->start.text[i]);
	if (r >= 0 && in->running)
		r = sd_bus_message_append(m, "{sv}", "running", "s", in->running);
	if (r >= 0)
		r = sd_bus_message_append(m, "{sv}", in->anyway ? "found" : "stands", "b", 1);
	if (r >= 0)
		r = append_sets(m, &in->start);
	if (r >= 0 && in->start.tags)
		r = append_tags(m, &in->start);
	return r < 0 ? r : sd_bus_message_close_container(m);
}

#define TIME_WORDS 200

/*
 * What is typed may be seconds that were meant to be minutes. PGN's form is what the daemon gets, and where that is not
 * what was typed, or somebody looks on, it is said in words: they stay "" otherwise.
 */
static int take_time(const struct ctl *ctl, struct start *s, char pgn[static CLOCK_CONTROL_TEXT],
		     char words[static TIME_WORDS])
{
	const char **text = NULL;
	struct clock_control control;
	char meant[CLOCK_CONTROL_TEXT], err[160] = "";
	unsigned minutes, seconds;
	int r, n = 0;

	for (size_t i = 0; i < N_TEXT; i++)
		if (text_keys[i].opt == 't')
			text = &s->text[i];
	if (!text || !*text)
		return 0;
	if (sscanf(*text, "%u:%2u%n", &minutes, &seconds, &n) == 2 && !(*text)[n] && seconds < 60) {
		ctl_fail(ctl,
			 seconds ? "\"%s\" is what a clock shows; as a time control it is %us." :
				   "\"%s\" is what a clock shows; as a time control it is %um.",
			 *text, seconds ? 60 * minutes + seconds : minutes);
		return CTL_USAGE;
	}
	r = **text ? clock_control_parse(*text, &control, err) : time_entry_to_pgn("", pgn, CLOCK_CONTROL_TEXT, err);
	if (r < 0)
		return ctl_fail(ctl, "%s; it is written as 5m+3s or 90m/40,30m+30s, or in seconds, as 300 or 180+2.",
				err);
	clock_control_words(&control, words, TIME_WORDS);
	if (control.mode != CLOCK_NONE && time_entry_suspect(*text, meant, sizeof(meant))) {
		ctl_fail(ctl, "the time control \"%s\" is %s; did you mean %s? Seconds are written with an s.", *text,
			 words, meant);
		return CTL_USAGE;
	}
	clock_control_format(&control, pgn, CLOCK_CONTROL_TEXT);
	if (strcmp(pgn, *text) == 0 && control.mode != CLOCK_HOURGLASS && !isatty(STDERR_FILENO))
		*words = '\0';
	*text = pgn;
	return 0;
}

/* Is this number what the board is called by? */
static bool has_number(const json_t *board, const char *number)
{
	const char *base = strrchr(ctl_text(board, "Node"), '/');
	char node[64];

	snprintf(node, sizeof(node), "/sensorboard%s", number);
	return strcmp(ctl_text(board, "Name"), number) == 0 || strcmp(ctl_text(board, "Serial"), number) == 0 ||
	       (base && strcmp(base, node) == 0);
}

/* A board that is not named is the only one there is. */
static int choose_board(const struct ctl *ctl, json_t *objects, struct input *in)
{
	const char *path, *only = NULL;
	char known[512] = "";
	size_t used = 0;
	json_t *object;
	int n = 0;

	json_object_foreach(objects, path, object) {
		const json_t *board = json_object_get(object, BUS_BOARD);

		if (!board)
			continue;
		if (in->start.board && has_number(board, in->start.board))
			return 0;
		only = ctl_text(board, "Name");
		if (used < sizeof(known))
			used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", n ? ", " : "", only);
		n++;
	}
	if (n == 0)
		return ctl_fail(ctl, "no board is plugged in; \"flagfallctl doctor\" says why one is not seen.");
	if (n > 1)
		return ctl_fail(ctl, "%d boards are plugged in, so name one of them: %s.", n, known);
	if (in->start.board)
		verb_start_set_text(&in->start, KEY_ARRAY, in->start.board);
	in->start.board = only;
	return 0;
}

static bool needs_board(const struct input *in)
{
	return !in->start.board || (in->after && !in->after_is_array && is_array_number(in->start.board));
}

static int run_start(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *m = NULL, *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	__attribute__((cleanup(json_decrefp))) json_t *objects = NULL;
	struct input in = { 0 };
	char pgn[CLOCK_CONTROL_TEXT], time[TIME_WORDS] = "";
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = check_sets(ctl, &in.start);
	if (!status)
		status = take_time(ctl, &in.start, pgn, time);
	if (!status)
		status = bus_open(ctl, &bus);
	if (!status && needs_board(&in))
		status = bus_objects(ctl, bus, &objects);
	if (!status && objects)
		status = choose_board(ctl, objects, &in);
	if (status)
		return status;
	r = sd_bus_message_new_method_call(bus, &m, BUS_NAME, BUS_PATH, BUS_MANAGER, "StartGame");
	if (r >= 0)
		r = append_options(m, &in);
	if (r >= 0)
		r = sd_bus_call(bus, m, 0, &error, &reply);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	status = start_report(ctl, bus, in.start.board, in.anyway, reply);
	if (!status && *time)
		fprintf(stderr, "flagfallctl start: The game begins on board %s; time control: %s.\n", in.start.board,
			time);
	return status;
}

const struct verb verb_start = { "start", run_start, "start a game on a board; prints the game" };
