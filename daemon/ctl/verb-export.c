/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export: the record of a game, or of all games of a round or an event, at any time, from the journal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/bus.h"
#include "daemon/ctl/event-call.h"
#include "daemon/ctl/export-folder.h"
#include "daemon/ctl/game-arguments.h"
#include "daemon/ctl/verbs.h"
#include "daemon/event/event-game.h"
#include "daemon/record/export-text.h"

struct input {
	const char *what, *folder;
};

static const struct argp_option options[] = {
	{ "to", 'o', "DIR", 0, "The folder to write into; a game is printed where it is left out, an event's is its id",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case 'o':
		in->folder = arg;
		return 0;
	case ARGP_KEY_ARG:
		return one_word_parse(&in->what, arg, state);
	case ARGP_KEY_END:
		if (!in->what)
			argp_error(state, "name a game, a round (EVENT/N) or an event");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "GAME|EVENT/N|EVENT",
	.doc = "Write game records, also of games that are long over: one, those of a round, or all of an event, in the form of LiveChess "
	       "(tournament.json, round-N/index.json, round-N/game-M.pgn, round-N/games.pgn). What the event shows later is left out as "
	       "in its own export.",
};

/* A game's record; free() *text. Its suffix is "pgn" or "pdn". */
static int get_record(const struct ctl *ctl, sd_bus *bus, const char *game, char suffix[static 8], char **text)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *kind, *record;
	int whole, r;

	r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "Record", &error, &reply, "s", game);
	if (r >= 0)
		r = sd_bus_message_read(reply, "sbs", &kind, &whole, &record);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	snprintf(suffix, 8, "%s", kind);
	*text = strdup(record);
	return *text ? 0 : ctl_fail(ctl, "%s.", strerror(ENOMEM));
}

static int export_game(const struct ctl *ctl, sd_bus *bus, const struct input *in)
{
	char suffix[8], *text, path[64];
	int status = get_record(ctl, bus, in->what, suffix, &text);

	if (status)
		return status;
	if (in->folder) {
		snprintf(path, sizeof(path), "game-%.20s.%s", in->what, suffix);
		status = export_folder_write(ctl, in->folder, path, text);
	} else {
		fputs(text, stdout);
	}
	free(text);
	return status;
}

struct job {
	const struct ctl *ctl;
	sd_bus *bus;
	const char *object; /* the event's */
	const char *folder;
	json_t *event, *rounds;
	unsigned games;
};

/* The games of a round, each in a file and all in one. */
static int export_games(struct job *job, const json_t *round)
{
	unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	char path[EXPORT_PATH], suffix[8] = "pgn", *all = NULL, *text;
	size_t size, i;
	FILE *out = open_memstream(&all, &size);
	json_t *pairing;
	int status = out ? 0 : ctl_fail(job->ctl, "%s.", strerror(ENOMEM));

	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		unsigned board = (unsigned)json_integer_value(json_object_get(pairing, "board"));

		if (status || !board || !*ctl_text(pairing, "game"))
			continue;
		status = get_record(job->ctl, job->bus, ctl_text(pairing, "game"), suffix, &text);
		if (status)
			break;
		export_path(path, number, board, suffix);
		status = export_folder_write(job->ctl, job->folder, path, text);
		fputs(text, out);
		free(text);
		job->games++;
	}
	if (out)
		fclose(out);
	export_path(path, number, 0, suffix);
	if (!status)
		status = export_folder_write(job->ctl, job->folder, path, all);
	free(all);
	return status;
}

static int export_round_of(struct job *job, unsigned number)
{
	const json_t *dates = json_object_get(job->event, "Dates");
	const char *date = json_string_value(json_array_get(dates, number ? number - 1 : 0));
	json_t *round;
	int status = event_call_round(job->ctl, job->bus, job->object, number, &round);

	if (status)
		return status;
	status = export_games(job, round);
	if (!status)
		status = export_folder_round(job->ctl, job->folder, date ? date : "",
					     event_game(ctl_text(job->event, "Rulebook")), round, job->rounds);
	json_decref(round);
	return status;
}

static int export_rounds(struct job *job, unsigned only)
{
	json_t *round, *named;
	size_t i;
	int status = 0;

	if (only)
		return export_round_of(job, only);
	json_array_foreach(json_object_get(job->event, "Rounds"), i, round)
		if (!status)
			status = export_round_of(job, (unsigned)json_integer_value(json_array_get(round, 0)));
	named = json_pack("{s:s, s:s, s:s, s:s, s:s}", "id", ctl_text(job->event, "Id"), "name",
			  ctl_text(job->event, "Name"), "site", ctl_text(job->event, "Site"), "rulebook",
			  ctl_text(job->event, "Rulebook"), "time", ctl_text(job->event, "Time"));
	if (!status)
		status = export_folder_tournament(job->ctl, job->folder, named, job->rounds);
	json_decref(named);
	return status;
}

static int export_event(const struct ctl *ctl, sd_bus *bus, const struct input *in)
{
	const char *slash = strchr(in->what, '/');
	struct job job = { .ctl = ctl, .bus = bus, .rounds = json_array() };
	unsigned number = slash ? (unsigned)strtoul(slash + 1, NULL, 10) : 0;
	char *id = strndup(in->what, slash ? (size_t)(slash - in->what) : strlen(in->what)), *object = NULL;
	json_t *objects = NULL;
	int status;

	if (slash && (!number || slash[1 + strspn(slash + 1, "0123456789")]))
		status = ctl_fail(ctl, "\"%s\" is not a round: EVENT/N is, and N its number from 1.", in->what);
	else
		status = event_call_find(ctl, bus, id, &object);
	if (!status)
		status = bus_objects(ctl, bus, &objects);
	if (!status) {
		job.object = object;
		job.folder = in->folder ? in->folder : id;
		job.event = bus_properties(objects, object, BUS_EVENT);
		status = export_rounds(&job, number);
	}
	if (!status && ctl->json)
		ctl_print_json(json_pack("{s:i, s:s}", "games", (int)job.games, "folder", job.folder));
	else if (!status)
		printf("%u games in %s\n", job.games, job.folder);
	json_decref(objects);
	json_decref(job.rounds);
	free(object);
	free(id);
	return status;
}

int verb_export(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct input in = { 0 };
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (status)
		return status;
	return in.what[strspn(in.what, "0123456789")] ? export_event(ctl, bus, &in) : export_game(ctl, bus, &in);
}
