/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export: the record of a game, or of all games of a round or an event, at any time, from the journal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/verbs.h"
#include "formats/event-file.h"
#include "formats/record.h"

struct wanted {
	const char *what, *folder;
};

static const struct argp_option options[] = {
	{ "to", 'o', "DIR", 0, "The folder to write into; a game is printed where it is left out, an event's is its id",
	  0 },
	{ 0 }
};

static error_t verb_export_parse(int key, char *arg, struct argp_state *state)
{
	struct wanted *in = state->input;

	switch (key) {
	case 'o':
		in->folder = arg;
		return 0;
	case ARGP_KEY_ARG:
		return one_word_parse(&in->what, arg, state);
	case ARGP_KEY_END:
		if (!in->what)
			argp_error(state, "name a game (3, EVENT:3 or g31), a round (EVENT/N) or an event");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_export_parse,
	.args_doc = "GAME|EVENT/N|EVENT",
	.doc = "Write game records, also of games that are long over: one, those of a round, or all of an event, in the form of LiveChess "
	       "(tournament.json, round-N/index.json, round-N/game-M.pgn, round-N/games.pgn; of draughts .pdn). GAME is a table of the running round (3; EVENT:3 where two events run) or a game as \"flagfallctl games\" shows it (g31). What the event shows later is left out as "
	       "in its own export.",
};

struct game_text {
	char suffix[8]; /* "pgn" or "pdn" */
	char *text;
	bool whole; /* nothing is held back */
};

/* An answer to Record of the manager or of an event; r is what the call returned. free() the text. */
static int take_record(const struct ctl *ctl, sd_bus_message *reply, const sd_bus_error *error, int r,
		       struct game_text *ret)
{
	const char *kind, *text;
	int whole;

	if (r >= 0)
		r = sd_bus_message_read(reply, "sbs", &kind, &whole, &text);
	if (r < 0)
		return bus_fail(ctl, error, r);
	snprintf(ret->suffix, sizeof(ret->suffix), "%s", kind);
	ret->whole = whole;
	ret->text = strdup(text);
	return ret->text ? 0 : ctl_fail(ctl, "%s.", strerror(ENOMEM));
}

static int export_game(const struct ctl *ctl, sd_bus *bus, const struct wanted *in)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	struct game_text record = { 0 };
	struct called_game game;
	char path[64];
	int r, status = called_game_find(ctl, bus, in->what, true, &game);

	if (status)
		return status;
	r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "Record", &error, &reply, "s", game.id);
	status = take_record(ctl, reply, &error, r, &record);
	if (status)
		return status;
	if (in->folder) {
		snprintf(path, sizeof(path), "game-g%.20s.%s", game.id, record.suffix);
		status = export_folder_write(ctl, in->folder, path, record.text);
	} else {
		fputs(record.text, stdout);
	}
	free(record.text);
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

/* A pairing's record, with a game or without: as the daemon's own export has it. */
static int get_pairing(struct job *job, unsigned round, unsigned board, struct game_text *ret)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = sd_bus_call_method(job->bus, BUS_NAME, job->object, BUS_EVENT, "Record", &error, &reply, "uu",
				   (uint32_t)round, (uint32_t)board);

	return take_record(job->ctl, reply, &error, r, ret);
}

/*
 * The games of a round, each in a file and all in one; its pairings get "whole", whether nothing is held back. One that
 * the journal does not give is said, and the others are written.
 */
static int export_games(struct job *job, const json_t *round, const char *suffix)
{
	unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	char path[EXPORT_PATH], *all = NULL;
	size_t size, i;
	FILE *out = open_memstream(&all, &size);
	json_t *pairing;
	int status = 0, written;

	if (!out)
		return ctl_fail(job->ctl, "%s.", strerror(ENOMEM));
	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		unsigned board = (unsigned)json_integer_value(json_object_get(pairing, "table"));
		struct game_text record = { 0 };

		if (!board)
			continue;
		written = get_pairing(job, number, board, &record);
		json_object_set_new(pairing, "whole", json_boolean(record.whole));
		export_path(path, number, board, *record.suffix ? record.suffix : suffix);
		if (!written)
			written = export_folder_write(job->ctl, job->folder, path, record.text);
		if (!written) {
			fputs(record.text, out);
			job->games++;
		}
		status = written ? written : status;
		free(record.text);
	}
	fclose(out);
	export_path(path, number, 0, suffix);
	written = export_folder_write(job->ctl, job->folder, path, all);
	free(all);
	return written ? written : status;
}

static int export_round_of(struct job *job, unsigned number)
{
	const struct game *game = event_game(ctl_text(job->event, "Rulebook"));
	json_t *round;
	int status = event_call_round(job->ctl, job->bus, job->object, number, &round), written;

	if (status)
		return status;
	status = export_games(job, round, record_suffix(game));
	written = export_folder_round(job->ctl, job->folder, round, job->rounds);
	json_decref(round);
	return written ? written : status;
}

static int export_rounds(struct job *job, unsigned only)
{
	const struct export_event named = {
		.id = ctl_text(job->event, "Id"),
		.name = ctl_text(job->event, "Name"),
		.site = ctl_text(job->event, "Site"),
		.rulebook = ctl_text(job->event, "Rulebook"),
		.time = ctl_text(job->event, "Time"),
	};
	json_t *round;
	size_t i;
	int status = 0, written;

	if (only)
		return export_round_of(job, only);
	json_array_foreach(json_object_get(job->event, "Rounds"), i, round) {
		written = export_round_of(job, (unsigned)json_integer_value(json_array_get(round, 0)));
		status = written ? written : status;
	}
	written = export_folder_tournament(job->ctl, job->folder, &named, job->rounds);
	return written ? written : status;
}

static int export_event(const struct ctl *ctl, sd_bus *bus, const struct wanted *in)
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

/* "3", "EVENT:3", "g31": an event's id has no colon, and is no such number. */
static bool is_game(const char *word)
{
	const char *colon = strrchr(word, ':'), *number = colon ? colon + 1 : *word == 'g' ? word + 1 : word;

	return *number && !number[strspn(number, "0123456789")];
}

static int run_export(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct wanted in = { 0 };
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (status)
		return status;
	return is_game(in.what) ? export_game(ctl, bus, &in) : export_event(ctl, bus, &in);
}

const struct verb verb_export = { "export", run_export, "records of a game, a round or an event" };
