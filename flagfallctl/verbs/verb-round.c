/* SPDX-License-Identifier: GPL-2.0-or-later */
/* round: the rounds of an event, from their pairings to their results. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/client/round-files.h"
#include "flagfallctl/client/texts.h"
#include "flagfallctl/verbs.h"
#include "formats/event-file.h"
#include "formats/round.h"

#define MAX_TABLES 1000
#define PATIENCE_US UINT64_C(300000000) /* a whole hall is asked for what stands on its boards */

enum {
	OPT_CSV = 256,
	OPT_TRF,
	OPT_WAIT,
	OPT_REASON,
	OPT_TABLE,
	OPT_ANYWAY,
	OPT_ENCODING,
	OPT_BERGER,
	OPT_TWICE,
	OPT_ENGINE,
	OPT_ROUNDS,
	OPT_WITHDRAWN
};

#define MAX_CHANGES 32

struct input {
	const char *action, *event, *pairings;
	unsigned round; /* 0 the last one */
	uint32_t tables[MAX_TABLES];
	size_t count;
	unsigned second;		  /* a number behind the round */
	const char *changes[MAX_CHANGES]; /* KEY=VALUE */
	size_t change_count;
	const char *reason, *encoding;
	bool csv, trf, wait, anyway, yes;
	struct next_ask next;
};

static const struct argp_option options[] = {
	{ "csv", OPT_CSV, 0, 0, "results: as CSV, in the form of the pairings with a column of results", 0 },
	{ "trf", OPT_TRF, 0, 0, "results: as the tournament report file that the pairings came from, filled in", 0 },
	{ "table", OPT_TABLE, "N", 0,
	  "check, start, pause, change: this table of the round; may be repeated, or be a list, 3,4,9", 0 },
	{ "encoding", OPT_ENCODING, "NAME", 0,
	  "open, results --trf: the file is not in UTF-8, UTF-16 or Windows-1252, as windows-1250", 0 },
	{ "reason", OPT_REASON, "TEXT", 0, "change: why, for the log", 0 },
	{ "anyway", OPT_ANYWAY, 0, 0,
	  "start: at once, with what stands; pieces that are to stand otherwise may be put right later", 0 },
	{ "yes", 'y', 0, 0, "change: do not ask at a terminal before a game ends", 0 },
	{ "berger", OPT_BERGER, 0, 0, "next: a round robin, by Berger's tables", 0 },
	{ "twice", OPT_TWICE, 0, 0, "next: everybody plays everybody with both colours", 0 },
	{ "engine", OPT_ENGINE, "COMMAND", 0,
	  "next: what pairs a Swiss, called as COMMAND REPORT -p PAIRS (default FLAGFALL_ENGINE of the environment)",
	  0 },
	{ "rounds", OPT_ROUNDS, "N", 0, "next: how many rounds a Swiss has, where its report does not say it", 0 },
	{ "withdrawn", OPT_WITHDRAWN, "N", 0, "next: the player of this number does not play any more; a list, 3,4",
	  0 },
	{ "wait", OPT_WAIT, 0, 0, "start: White's clocks wait for Black's press, or for a second \"round start\"", 0 },
	{ 0 }
};

static const char *const actions[] = { "open", "check", "start", "pause", "close", "results", "next", "change", "log" };

static bool is_action(const char *word)
{
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(word, actions[i]) == 0)
			return true;
	return false;
}

static bool takes_tables(const struct input *in)
{
	return strcmp(in->action, "check") == 0 || strcmp(in->action, "start") == 0 ||
	       strcmp(in->action, "pause") == 0 || strcmp(in->action, "change") == 0;
}

/* 0: it is no number from 1 to 9999 */
static unsigned number_of(const char *word)
{
	return *word && strlen(word) <= 4 && !word[strspn(word, "0123456789")] ? (unsigned)atoi(word) : 0;
}

static void take_open(struct argp_state *state, struct input *in, const char *word)
{
	if (!in->event) {
		in->event = word;
	} else if (!in->round) {
		in->round = number_of(word);
		if (!in->round)
			argp_error(state, "a round is a number from 1, not \"%s\"", word);
	} else if (!in->pairings) {
		in->pairings = word;
	} else {
		argp_error(state, "too many words: \"%s\"", word);
	}
}

/* "3", "3,4,9" */
static void take_numbers(struct argp_state *state, const char *option, const char *list, uint32_t *to, size_t room,
			 size_t *count)
{
	for (const char *at = list; *at; at += strspn(at, ",")) {
		const size_t n = strcspn(at, ",");
		char word[8] = "";

		if (n < sizeof(word))
			memcpy(word, at, n);
		if (!number_of(word))
			argp_error(state, "--%s is a number, or several, as 3,4,9; not \"%s\"", option, list);
		if (*count == room)
			argp_error(state, "too many numbers for --%s", option);
		to[(*count)++] = number_of(word);
		at += n;
	}
}

/* One that is mistyped; what is none at all the daemon says. */
static void check_key(struct argp_state *state, const char *change)
{
	static const char known[] =
		"result, game, white, black, board, colours, absent, white_elo, black_elo, white_fide, "
		"black_fide, white_title, black_title, white_team, black_team, white_fed, black_fed";
	const size_t n = strcspn(change, "=");
	char key[32] = "", meant[200], listed[sizeof(known) + 2], word[40];

	if (n >= sizeof(key))
		return;
	memcpy(key, change, n);
	snprintf(word, sizeof(word), "%s,", key);
	snprintf(listed, sizeof(listed), "%s,", known);
	if (!strstr(listed, word) && ctl_near_words(key, known, meant, sizeof(meant)))
		argp_error(state, "there is no \"%s\" to change; did you mean %s?", key, meant);
}

static void take_action(struct argp_state *state, struct input *in, const char *word)
{
	char known[100] = "", buf[CTL_UNKNOWN_WORD];
	size_t n = 0;

	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%s", i ? ", " : "", actions[i]);
	if (!is_action(word))
		argp_error(state, "\"%s\" is nothing that is done to a round; %s", word,
			   ctl_unknown_word(word, known, NULL, buf));
	in->action = word;
}

static void verb_round_take_word(struct argp_state *state, struct input *in, const char *word)
{
	unsigned n = number_of(word);

	if (!in->action) {
		take_action(state, in, word);
	} else if (strcmp(in->action, "open") == 0) {
		take_open(state, in, word);
	} else if (strcmp(in->action, "change") == 0 && strchr(word, '=')) {
		if (in->change_count == MAX_CHANGES)
			argp_error(state, "too many changes");
		check_key(state, word);
		in->changes[in->change_count++] = word;
	} else if (!n && *word && !word[strspn(word, "0123456789")] && !in->round) {
		argp_error(state, "a round is a number from 1, not \"%s\"", word);
	} else if (!n && !in->event && !in->round) {
		in->event = word;
	} else if (!n) {
		argp_error(state, "\"%s\" is too much: round %s takes an event and a round%s", word, in->action,
			   takes_tables(in) ? "; a table is named with --table N" : "");
	} else if (!in->round) {
		in->round = n;
	} else if (!in->second && strcmp(in->action, "change") == 0) {
		in->second = n;
	} else if (takes_tables(in)) {
		argp_error(
			state,
			"\"%s\" is a second number: the first is the round, and a table is named with --table, as round %s %u --table %s",
			word, in->action, in->round, word);
	} else {
		argp_error(state, "\"%s\" is too much: round %s takes an event and a round", word, in->action);
	}
}

/* ROUND TABLE, or --table N of that round or the last one: nothing that has to be guessed. */
static void settle_change(struct argp_state *state, struct input *in)
{
	if (in->second && !in->count)
		in->tables[in->count++] = in->second;
	else if (in->second)
		argp_error(state, "the table is named twice: %u, and --table %u", in->second, in->tables[0]);
	if (in->count == 0 && in->round)
		argp_error(state, "which table? \"round change %u --table N KEY=VALUE\"", in->round);
	if (!in->count || !in->change_count)
		argp_error(state,
			   "change takes a table and what changes there, as --table 12 result=1-0 (of the last round) "
			   "or 3 --table 12 result=1-0 (of round 3)");
}

static error_t verb_round_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case OPT_CSV:
		in->csv = true;
		return 0;
	case OPT_TRF:
		in->trf = true;
		return 0;
	case 'y':
		in->yes = true;
		return 0;
	case OPT_ENCODING:
		in->encoding = arg;
		return 0;
	case OPT_REASON:
		in->reason = arg;
		return 0;
	case OPT_TABLE:
		take_numbers(state, "table", arg, in->tables, MAX_TABLES, &in->count);
		return 0;
	case OPT_BERGER:
		in->next.berger = true;
		return 0;
	case OPT_TWICE:
		in->next.twice = in->next.berger = true;
		return 0;
	case OPT_ENGINE:
		in->next.engine = arg;
		return 0;
	case OPT_ROUNDS:
		in->next.rounds = number_of(arg);
		if (!in->next.rounds || in->next.rounds > TRF_MAX_ROUNDS)
			argp_error(state, "--rounds is a number from 1, not \"%s\"", arg);
		return 0;
	case OPT_WITHDRAWN:
		take_numbers(state, "withdrawn", arg, in->next.withdrawn, NEXT_WITHDRAWN, &in->next.withdrawn_count);
		return 0;
	case OPT_ANYWAY:
		in->anyway = true;
		return 0;
	case OPT_WAIT:
		in->wait = true;
		return 0;
	case ARGP_KEY_ARG:
		verb_round_take_word(state, in, arg);
		return 0;
	case ARGP_KEY_END:
		if (!in->action)
			argp_error(
				state,
				"say what: open, check, start, pause, close, results, next, change or log; as round check");
		if (strcmp(in->action, "open") == 0 && !in->pairings)
			argp_error(state, "open takes the event's file, the round's number and a file of pairings, as "
					  "round open club.yaml 1 pairings.csv");
		if (strcmp(in->action, "change") == 0)
			settle_change(state, in);
		else if (in->count && !takes_tables(in))
			argp_error(state, "round %s is about all tables of a round", in->action);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_round_parse,
	.args_doc =
		"open EVENT.yaml N PAIRINGS\ncheck [EVENT] [N] [--table T]\nstart [EVENT] [N] [--table T]\npause [EVENT] [N] [--table T]\n"
		"close [EVENT] [N]\nresults [EVENT] [N]\nnext [EVENT|FILE]\nchange [EVENT] [N] --table T KEY=VALUE...\nlog [EVENT] [N]",
	.doc = "The rounds of an event. PAIRINGS is a tournament report file (TRF16 or TRF26), CSV or PGN of tags only. EVENT is the event's id "
	       "or its file, and may be left out when there is one; N is the round, the last one if it is left out.\v"
	       "A bare number is always a round; a table is named with --table. CSV begins with the line table,white,black,white_fide,black_fide,white_elo,black_elo,white_title,black_title,"
	       "white_team,black_team; all but the first three may be left out, and white_fed, black_fed, white_number, black_number and result may be there. "
	       "Instead of a player: bye, half-bye, zero-bye. Results: 1-0, 0-1, 1/2-1/2, 0-0 (draughts 2-0, 0-2, 1-1), and not played +/-, -/+, -/-. "
	       "Keys of change: result, game=void (it ends without a result, and may begin anew), white, black, white_elo and so on, board (the name of one, also of a game that is stopped), before a game colours=swapped, and absent (white, black, both, none), also when it is found after the start.",
};

/* "club: Club evening, round 1, tables 1 to 3", or an object. */
static int say_opened(const struct ctl *ctl, sd_bus *bus, const char *id, const char *path, unsigned number,
		      json_t *notes)
{
	struct table_ranges ranges = { .text = "" };
	json_t *round = NULL, *pairing, *tables = json_array();
	char *name = NULL;
	size_t i;
	int status = event_call_round(ctl, bus, path, number, &round);

	sd_bus_get_property_string(bus, BUS_NAME, path, BUS_EVENT, "Name", NULL, &name);
	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		const json_int_t table = json_integer_value(json_object_get(pairing, "table"));

		if (!table)
			continue;
		table_ranges_add(&ranges, (unsigned)table);
		json_array_append_new(tables, json_integer(table));
	}
	if (!status && ctl->json)
		ctl_print_json(json_pack("{s:s, s:s, s:s, s:i, s:O, s:O}", "event", id, "name", name ? name : "",
					 "path", path, "round", (int)number, "tables", tables, "notes", notes));
	else if (!status)
		printf("%s: %s, round %u, %s%s\n", id, name ? name : "", number,
		       json_array_size(tables) == 1 ? "table " :
		       json_array_size(tables)	    ? "tables " :
						      "no tables",
		       ranges.text);
	free(name);
	json_decref(tables);
	json_decref(round);
	return status;
}

static int open_round(const struct ctl *ctl, sd_bus *bus, const struct input *in)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *m = NULL, *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	char *event = NULL, *pairings = NULL;
	size_t event_size = 0, pairings_size = 0;
	const char *id, *path, *note;
	json_t *notes;
	int r, status = event_call_read_file(ctl, in->event, "an event's file", &event, &event_size);

	if (!status)
		status = event_call_read_file(ctl, in->pairings, "a file of pairings", &pairings, &pairings_size);
	if (!status && in->encoding)
		status = encoding_convert(ctl, in->encoding, "UTF-8", &pairings, &pairings_size);
	if (status) {
		free(event);
		free(pairings);
		return status;
	}
	r = sd_bus_message_new_method_call(bus, &m, BUS_NAME, BUS_PATH, BUS_MANAGER, "OpenRound");
	if (r >= 0)
		r = sd_bus_message_append(m, "s", in->event);
	if (r >= 0)
		r = sd_bus_message_append_array(m, 'y', event, event_size);
	if (r >= 0)
		r = sd_bus_message_append(m, "us", (uint32_t)in->round, in->pairings);
	if (r >= 0)
		r = sd_bus_message_append_array(m, 'y', pairings, pairings_size);
	if (r >= 0)
		r = sd_bus_message_append(m, "s", in->encoding ? in->encoding : "");
	free(event);
	free(pairings);
	if (r >= 0)
		r = sd_bus_call(bus, m, PATIENCE_US, &error, &reply);
	if (r >= 0)
		r = sd_bus_message_read(reply, "so", &id, &path);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	if (r < 0)
		return bus_fail(ctl, &error, r);
	notes = json_array();
	while ((r = sd_bus_message_read(reply, "s", &note)) > 0) {
		json_array_append_new(notes, json_string(note));
		fprintf(stderr, "flagfallctl round: %s.\n", note);
	}
	r = say_opened(ctl, bus, id, path, in->round, notes);
	json_decref(notes);
	return r;
}

/* "Table 3, ANNA – BORIS: g12", and what stands wrongly there. */
static void print_answer(const struct ctl *ctl, const json_t *round, json_t *answer, const char *done)
{
	const json_t *wrong = json_object_get(answer, "wrong");
	const bool waits = json_is_true(json_object_get(answer, "waits"));
	char title[BUS_GAME_TITLE];
	json_t *square;
	size_t i;

	round_table_title(round, json_integer_value(json_object_get(answer, "table")), title);
	if (ctl->json)
		ctl_print_json(json_incref(answer));
	if (json_array_size(wrong) >= WRONG_SQUARES_MANY && !waits)
		fprintf(stderr, "flagfallctl round: %s: %zu squares stand otherwise than the game begins\n", title,
			json_array_size(wrong));
	else if (json_array_size(wrong) < WRONG_SQUARES_MANY)
		json_array_foreach((json_t *)wrong, i, square)
			fprintf(stderr, "flagfallctl round: %s: %s\n", title, json_string_value(square));
	if (*ctl_text(answer, "start"))
		fprintf(stderr, "flagfallctl round: %s: the game begins with what stands on the board: %s\n", title,
			ctl_text(answer, "start"));
	if (!json_is_true(json_object_get(answer, "done")))
		fprintf(stderr, "flagfallctl round: %s: %s%s\n", title, ctl_text(answer, "reason"),
			waits ? " (\"round check\" shows them, --anyway begins it now)" : "");
	else if (!ctl->json)
		printf("%s: %s%s\n", title, ctl_text(answer, "game"), done);
}

/* Start and Pause: answers for each board. One that could not is a failure, the others are done. */
static int order(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const struct input *in,
		 const char *method)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *m = NULL, *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *text;
	int r, status = CTL_DONE;

	r = sd_bus_message_new_method_call(bus, &m, BUS_NAME, path, BUS_EVENT, method);
	if (r >= 0)
		r = sd_bus_message_append(m, "u", (uint32_t)json_integer_value(json_object_get(round, "round")));
	if (r >= 0 && strcmp(method, "Close") != 0)
		r = sd_bus_message_append_array(m, 'u', in->tables, in->count * sizeof(in->tables[0]));
	if (r >= 0)
		r = sd_bus_message_open_container(m, 'a', "{sv}");
	if (r >= 0)
		r = sd_bus_message_append(m, "{sv}", "revision", "x",
					  (int64_t)json_integer_value(json_object_get(round, "revision")));
	if (r >= 0 && in->wait)
		r = sd_bus_message_append(m, "{sv}", "wait", "b", 1);
	if (r >= 0 && strcmp(method, "Start") == 0)
		r = sd_bus_message_append(m, "{sv}", in->anyway ? "found" : "stands", "b", 1);
	if (r >= 0)
		r = sd_bus_message_close_container(m);
	if (r >= 0)
		r = sd_bus_call(bus, m, PATIENCE_US, &error, &reply);
	if (r >= 0 && strcmp(method, "Close") == 0) {
		if (!ctl->json)
			printf("%s, round %" JSON_INTEGER_FORMAT " is closed\n", ctl_text(round, "event"),
			       json_integer_value(json_object_get(round, "round")));
		return CTL_DONE;
	}
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read(reply, "s", &text)) > 0) {
		json_t *answer = round_answer_read(text);

		print_answer(ctl, round, answer, strcmp(method, "Pause") == 0 ? ": both clocks are stopped" : "");
		if (!json_is_true(json_object_get(answer, "done")))
			status = CTL_FAILED;
		json_decref(answer);
	}
	return r < 0 ? bus_fail(ctl, &error, r) : status;
}

/* A result ends a game that goes on, and so does game=void: a person at a terminal is asked. */
static bool may_end(const struct ctl *ctl, const json_t *round, const struct input *in, unsigned table,
		    const char *title)
{
	json_t *pairing;
	bool goes_on = false;
	char question[64];
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		goes_on |= json_integer_value(json_object_get(pairing, "table")) == (json_int_t)table &&
			   *ctl_text(pairing, "game") && strcmp(ctl_text(pairing, "state"), "over") != 0;
	for (i = 0; i < in->change_count && goes_on; i++) {
		const char *value = strchr(in->changes[i], '=') + 1;

		snprintf(question, sizeof(question), "End the game with %.20s?", value);
		if ((strncmp(in->changes[i], "result=", 7) == 0 && strcmp(value, "none") != 0) ||
		    strncmp(in->changes[i], "game=", 5) == 0)
			return game_ending_confirm(ctl, in->yes, title, question);
	}
	return true;
}

/* revision: that the round has before it. */
static int change_table(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round,
			const struct input *in, unsigned table, json_int_t revision)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *m = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	char title[BUS_GAME_TITLE];
	int r;

	round_table_title(round, table, title);
	if (!may_end(ctl, round, in, table, title))
		return CTL_FAILED;
	r = sd_bus_message_new_method_call(bus, &m, BUS_NAME, path, BUS_EVENT, "Change");
	if (r >= 0)
		r = sd_bus_message_append(m, "uu", number, table);
	if (r >= 0)
		r = sd_bus_message_open_container(m, 'a', "{ss}");
	for (size_t i = 0; i < in->change_count && r >= 0; i++) {
		const char *eq = strchr(in->changes[i], '=');
		char key[32];

		snprintf(key, sizeof(key), "%.*s", (int)(eq - in->changes[i]), in->changes[i]);
		r = sd_bus_message_append(m, "{ss}", key, eq + 1);
	}
	if (r >= 0)
		r = sd_bus_message_close_container(m);
	if (r >= 0)
		r = sd_bus_message_append(m, "a{sv}", 2, "revision", "x", (int64_t)revision, "reason", "s",
					  in->reason ? in->reason : "");
	if (r >= 0)
		r = sd_bus_call(bus, m, PATIENCE_US, &error, NULL);
	return r < 0 ? game_call_fail(ctl, title, &error, r) : act_log_say(ctl, bus, path, number, revision + 1, title);
}

/* One table after the other; what is refused at one keeps the others from nothing. */
static int change(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const struct input *in)
{
	json_int_t revision = json_integer_value(json_object_get(round, "revision"));
	int status = CTL_DONE;

	for (size_t i = 0; i < in->count; i++) {
		const int one = change_table(ctl, bus, path, round, in, in->tables[i], revision);

		revision += one == CTL_DONE;
		status = one == CTL_DONE ? status : one;
	}
	return status;
}

static int results(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const struct input *in)
{
	if (in->trf)
		return round_report_print(ctl, bus, path, round, in->encoding);
	if (in->csv)
		return round_csv_print(ctl, bus, path, round);
	if (ctl->json)
		round_print_json(round);
	else
		round_print_table(round);
	return CTL_DONE;
}

static int next_of_event(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round,
			 const struct next_ask *ask)
{
	char *filled = NULL;
	int status;

	if (strcmp(ctl_text(round, "format"), "trf") != 0)
		return round_next_csv(ctl, ask, round);
	status = round_report_fill(ctl, bus, path, round, &filled);
	if (!status)
		status = round_next_report(ctl, ask, filled, ctl_text(round, "encoding"));
	free(filled);
	return status;
}

static int run_round(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct input in = { 0 };
	json_t *round = NULL;
	char *path = NULL;
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	if (!in.next.engine && !in.next.berger)
		in.next.engine = getenv("FLAGFALL_ENGINE");
	if (strcmp(in.action, "next") == 0 && in.event && round_next_is_file(in.event))
		return round_next_file(ctl, &in.next, in.event);
	status = bus_open(ctl, &bus);
	if (status)
		return status;
	if (strcmp(in.action, "open") == 0)
		return open_round(ctl, bus, &in);
	status = event_call_find(ctl, bus, in.event, &path);
	if (!status)
		status = event_call_round(ctl, bus, path, in.round, &round);
	if (status == CTL_FAILED && path && in.round && !in.count && takes_tables(&in))
		fprintf(stderr, "flagfallctl round: where table %u was meant: round %s --table %u\n", in.round,
			in.action, in.round);
	if (!status && strcmp(in.action, "next") == 0)
		status = next_of_event(ctl, bus, path, round, &in.next);
	else if (!status && strcmp(in.action, "results") == 0)
		status = results(ctl, bus, path, round, &in);
	else if (!status && strcmp(in.action, "check") == 0)
		status = round_check(ctl, bus, path, round, in.tables, in.count);
	else if (!status && strcmp(in.action, "change") == 0)
		status = change(ctl, bus, path, round, &in);
	else if (!status && strcmp(in.action, "log") == 0)
		status = act_log_print(ctl, bus, path, (unsigned)json_integer_value(json_object_get(round, "round")));
	else if (!status)
		status = order(ctl, bus, path, round, &in,
			       strcmp(in.action, "start") == 0 ? "Start" :
			       strcmp(in.action, "pause") == 0 ? "Pause" :
								 "Close");
	json_decref(round);
	free(path);
	return status;
}

const struct verb verb_round = { "round", run_round, "the rounds of an event: pairings, start, results" };
