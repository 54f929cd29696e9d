/* SPDX-License-Identifier: GPL-2.0-or-later */
/* journal: what went into a game, as a trace that replays. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/verbs.h"
#include "replay/replay.h"

#define FILES 256

struct arguments {
	const char *game;
	bool rulings;
	bool verifies; /* files, and no game */
	const char *files[FILES];
	size_t count;
};

static const struct argp_option options[] = {
	{ "rulings", 'r', 0, 0, "The rulings, one JSON object a line, instead of the inputs", 0 }, { 0 }
};

static error_t verb_journal_parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *in = state->input;

	switch (key) {
	case 'r':
		in->rulings = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num == 0 && strcmp(arg, "verify") == 0) {
			in->verifies = true;
			return 0;
		}
		if (!in->verifies)
			return one_word_parse(&in->game, arg, state);
		if (in->count == FILES)
			argp_error(state, "more than %d files", FILES);
		in->files[in->count++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (in->verifies && !in->count)
			argp_error(
				state,
				"which file? In the state directory: journal/*.log, journal/games/*/*.trace, journal/events/*.log");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_journal_parse,
	.args_doc = "[GAME]\nverify FILE…",
	.doc = "Print all that went into a game, squares, presses, claims and verdicts, as a trace: \"flagfallctl replay\" plays it "
	       "again. For the arbiter's side: it contains what the rulebook may forbid to show. " GAME_ARGUMENT_DOC
	       "\v"
	       "verify: look at files of a journal, here or copied from elsewhere: its log, finished games, ended events. Says of each whether all of it "
	       "is as it was written, else what is not and how far it is sound; exit status 1 if any is not whole. Of a log only flagfalld knows "
	       "how far it was.",
};

static void print_header(const char *setup)
{
	json_t *object = json_loads(setup, 0, NULL);

	ctl_print_json(trace_header(object));
	json_decref(object);
}

static int print_list(sd_bus_message *m, bool print)
{
	const char *line;
	int r = sd_bus_message_enter_container(m, 'a', "s");

	while (r >= 0 && (r = sd_bus_message_read_basic(m, 's', &line)) > 0)
		if (print)
			puts(line);
	return r < 0 ? r : sd_bus_message_exit_container(m);
}

/* A game that is long over, or could not be recovered: from the journal, as far as it is sound there. */
static int print_past(struct ctl *ctl, sd_bus *bus, const struct arguments *in, const char *id)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *started, *why = "";
	int r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "Journal", &error, &reply, "s", id);

	if (r >= 0)
		r = sd_bus_message_read_basic(reply, 's', &started);
	if (r >= 0 && !in->rulings)
		print_header(started);
	if (r >= 0)
		r = print_list(reply, !in->rulings);
	if (r >= 0)
		r = print_list(reply, in->rulings);
	if (r >= 0)
		r = sd_bus_message_read_basic(reply, 's', &why);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	return *why ? ctl_fail(ctl, "game g%s is not whole: %s; what was printed is what is sound.", id, why) :
		      CTL_DONE;
}

static int run_journal(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	struct arguments in = { 0 };
	struct called_game game;
	const char *started;
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, &in);
	if (in.verifies)
		return journal_verify(ctl, in.files, in.count);
	status = bus_open(ctl, &bus);
	if (!status)
		status = called_game_find(ctl, bus, in.game, true, &game);
	if (status)
		return status;
	if (!*game.path)
		return print_past(ctl, bus, &in, game.id);
	r = sd_bus_call_method(bus, BUS_NAME, game.path, BUS_ARBITER, "Journal", &error, &reply, NULL);
	if (r >= 0)
		r = sd_bus_message_read_basic(reply, 's', &started);
	if (r >= 0 && !in.rulings)
		print_header(started);
	if (r >= 0)
		r = print_list(reply, !in.rulings);
	if (r >= 0)
		r = print_list(reply, in.rulings);
	return r < 0 ? bus_fail(ctl, &error, r) : CTL_DONE;
}

const struct verb verb_journal = { "journal", run_journal, "all that went into a game, as a trace" };
