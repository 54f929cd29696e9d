/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/round-open.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/event-file.h"
#include "formats/pairings.h"
#include "common/json-text.h"
#include "daemon/bus/errors.h"
#include "daemon/tournaments/tournament-commit.h"
#include "daemon/tournaments/tournament-signals.h"
#include "daemon/games/game-setup.h"
#include "daemon/bus/json-reply.h"
#include "daemon/bus/method-reply.h"

#define MAX_ROUND 200

static int at_place(sd_bus_error *error, const char *name, unsigned line, unsigned column, const char *reason)
{
	return fault(error, ERROR_BAD_FILE, "%s:%u:%u: %s", name, line, column, reason);
}

/* --- the event's file --- */

static int try_setup(const json_t *file, int width, sd_bus_error *error)
{
	struct game_setup setup;
	json_t *options = json_pack("{s:{s:i, s:i, s:s, s:b, s:i, s:i}}", "board", "width", width, "height", width,
				    "sensors", "piece-id", "lever", 1, "scan_us", 0, "grace_us", 0);
	int r;

	if (!options)
		return -ENOMEM;
	for (const char *const *key = (const char *const[]){ "rulebook", "time", NULL }; *key; key++)
		if (*text_of(file, *key))
			json_object_set(options, *key, json_object_get(file, *key));
	json_object_set(options, "overrides", json_object_get(file, "overrides"));
	if (json_object_size(json_object_get(file, "options")) > 0)
		json_object_set(options, "options", json_object_get(file, "options"));
	r = game_setup_read(options, &setup, error);
	if (r >= 0)
		game_setup_done(&setup);
	json_decref(options);
	return r;
}

/* Would a game begin by it? The board of the game is not known yet: each size that there is is tried. */
static int check_setup(const json_t *file, const json_t *places, const char *name, sd_bus_error *error)
{
	sd_bus_error why = SD_BUS_ERROR_NULL;
	const char *key = "rulebook";
	const json_t *place;
	int r = try_setup(file, 8, &why);

	if (r < 0 && sd_bus_error_has_name(&why, ERROR_UNSUITABLE)) {
		sd_bus_error other = SD_BUS_ERROR_NULL;
		int again = try_setup(file, 10, &other);

		sd_bus_error_free(&other);
		r = again >= 0 ? 0 : r;
	}
	if (r >= 0) {
		sd_bus_error_free(&why);
		return 0;
	}
	if (sd_bus_error_has_name(&why, ERROR_BAD_TIME_CONTROL))
		key = "time";
	else if (why.message && strncmp(why.message, "overrides", 9) == 0)
		key = "options";
	place = json_object_get(places, key);
	r = at_place(error, name, place ? (unsigned)json_integer_value(json_array_get(place, 0)) : 1,
		     place ? (unsigned)json_integer_value(json_array_get(place, 1)) : 1,
		     why.message ? why.message : strerror(-r));
	sd_bus_error_free(&why);
	return r;
}

static int check_timezone(const json_t *file, const json_t *places, const char *name, sd_bus_error *error)
{
	const char *folder = "/usr/share/zoneinfo", *zone = text_of(file, "timezone");
	const json_t *place = json_object_get(places, "timezone");
	char path[300], reason[300];

	snprintf(path, sizeof(path), "%s/%s", folder, zone);
	if (!*zone || strcmp(zone, "UTC") == 0 || access(folder, F_OK) < 0 || access(path, F_OK) == 0)
		return 0;
	snprintf(reason, sizeof(reason), "\"%s\" is no time zone that this machine knows, as Europe/Riga is", zone);
	return at_place(error, name, (unsigned)json_integer_value(json_array_get(place, 0)),
			(unsigned)json_integer_value(json_array_get(place, 1)), reason);
}

static int read_event(const struct named_text *text, json_t **ret, sd_bus_error *error)
{
	struct text_fault where = { 0 };
	json_t *file = NULL, *places = NULL;
	int r = event_file_read(text->text, text->size, &file, &places, &where);

	if (r == -EINVAL)
		return at_place(error, text->name, where.line, where.column, where.reason);
	if (r >= 0)
		r = check_setup(file, places, text->name, error);
	if (r >= 0)
		r = check_timezone(file, places, text->name, error);
	json_decref(places);
	if (r < 0)
		json_decref(file);
	else
		*ret = file;
	return r;
}

/* --- the pairings --- */

static const char *board_at(const json_t *file, unsigned number)
{
	json_t *board;
	size_t i;

	json_array_foreach(json_object_get(file, "boards"), i, board)
		if (json_integer_value(json_object_get(board, "number")) == number)
			return text_of(board, "board");
	return NULL;
}

static json_t *format_player(const struct pairing_player *p)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i}", "name", p->name, "fide", p->fide, "elo", p->elo,
			 "title", p->title, "team", p->team, "fed", p->fed, "number", (int)p->number);
}

static json_t *format_pairing(const json_t *file, const struct game *game, unsigned round, const struct pairing *p)
{
	static const char *const byes[] = { "", "full", "half", "zero" };
	const char *board = p->bye ? NULL : board_at(file, p->board);
	char tag[32];

	if (p->match)
		snprintf(tag, sizeof(tag), "%u.%u", round, p->match);
	else
		snprintf(tag, sizeof(tag), "%u", round);
	return json_pack("{s:i, s:s, s:s, s:i, s:s, s:o, s:o, s:s, s:s}", "board", (int)p->board, "seat",
			 board ? board : "", "round_tag", tag, "match", (int)p->match, "bye", byes[p->bye], "white",
			 format_player(&p->player[0]), "black", format_player(&p->player[1]), "given",
			 pairing_result_in(game->results, p->result), "game", "");
}

/* Each in the writing of what is played. */
static int check_results(const struct game *game, const struct pairings *pairings, const char *name,
			 sd_bus_error *error)
{
	char text[160];

	for (size_t i = 0; i < pairings->count; i++) {
		const struct pairing *p = &pairings->list[i];

		if (pairing_result_in(game->results, p->result))
			continue;
		snprintf(text, sizeof(text), "\"%s\" is no result here; %s, %s, %s and %s are", p->result,
			 game->results[0], game->results[1], game->results[2], game->results[3]);
		return at_place(error, name, p->line, p->column, text);
	}
	return 0;
}

/* A board that the file names must be one of the event's; where it gives none, boards without sensors are played on. */
static int check_boards(const json_t *file, const struct pairings *pairings, const char *name, json_t *notes,
			sd_bus_error *error)
{
	unsigned without = 0, first = 0;
	char text[200];

	for (size_t i = 0; i < pairings->count; i++) {
		const struct pairing *p = &pairings->list[i];

		if (p->bye || board_at(file, p->board))
			continue;
		if (strcmp(pairings->format, "trf") != 0) {
			snprintf(text, sizeof(text), "board %u is none of the %zu of the event's file", p->board,
				 json_array_size(json_object_get(file, "boards")));
			return at_place(error, name, p->line, p->column, text);
		}
		first = without++ ? first : p->board;
	}
	if (without) {
		snprintf(
			text, sizeof(text),
			"%u pairings, from board %u on, have no board in the event's file: their results are entered by hand",
			without, first);
		json_array_append_new(notes, json_string(text));
	}
	return 0;
}

static bool same_player(const json_t *a, const json_t *b)
{
	return strcmp(text_of(a, "name"), text_of(b, "name")) == 0 &&
	       (!*text_of(a, "fide") || !*text_of(b, "fide") || strcmp(text_of(a, "fide"), text_of(b, "fide")) == 0);
}

static bool same_players(const json_t *a, const json_t *b)
{
	return same_player(json_object_get(a, "white"), json_object_get(b, "white")) &&
	       same_player(json_object_get(a, "black"), json_object_get(b, "black"));
}

/* What was done at that board since the round was opened stays with those who play there. */
static void keep_done(const json_t *old, json_t *pairing)
{
	static const char *const keys[] = { "seat", "game", "game_result", "void" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (json_object_get(old, keys[i]))
			json_object_set(pairing, keys[i], json_object_get(old, keys[i]));
	if (!*text_of(pairing, "given"))
		json_object_set(pairing, "given", json_object_get(old, "given"));
}

static const json_t *find_line(const struct pairings *pairings, const json_t *list, const json_t *pairing,
			       unsigned *line, unsigned *column)
{
	for (size_t i = 0; i < pairings->count; i++)
		if (json_array_get(list, i) == pairing) {
			*line = pairings->list[i].line;
			*column = pairings->list[i].column;
		}
	return pairing;
}

/* Round opened again: a game that began, or a result that a person gave, is of the two who are paired there. */
static int merge(struct tournament *e, const struct round *old, json_t *list, const struct pairings *pairings,
		 const char *name, json_t *notes, sd_bus_error *error)
{
	unsigned changed = 0;
	json_t *before, *now;
	char text[400];
	size_t i, j;

	if (old->starting)
		return fault(error, ERROR_CONFLICT, "Games of round %u of %s are beginning; look at it again",
			     old->number, e->id);
	if (strcmp(text_of(old->json, "state"), "closed") == 0)
		return fault(error, ERROR_REFUSED, "Round %u of %s is closed", old->number, e->id);
	json_array_foreach(json_object_get(old->json, "pairings"), i, before) {
		unsigned board = (unsigned)json_integer_value(json_object_get(before, "board")), line = 1, column = 1;
		json_t *same_board = NULL, *same = NULL;

		json_array_foreach(list, j, now) {
			if (board && json_integer_value(json_object_get(now, "board")) == board)
				same_board = now;
			if (same_players(before, now))
				same = now;
		}
		if (same && same == same_board) {
			keep_done(before, same);
			continue;
		}
		changed++;
		if (!*text_of(before, "game"))
			continue;
		find_line(pairings, list, same_board ? same_board : same, &line, &column);
		snprintf(text, sizeof(text),
			 "the game of board %u has begun, of %s and %s; it is expected there as it was", board,
			 text_of(json_object_get(before, "white"), "name"),
			 text_of(json_object_get(before, "black"), "name"));
		return at_place(error, name, line, column, text);
	}
	if (changed) {
		snprintf(text, sizeof(text), "%u pairings are other ones now", changed);
		json_array_append_new(notes, json_string(text));
	}
	return 0;
}

static int format_pairings(const json_t *file, unsigned number, const struct pairings *pairings, json_t *list)
{
	const struct game *game = event_game(text_of(file, "rulebook"));

	for (size_t i = 0; i < pairings->count; i++)
		if (json_array_append_new(list, format_pairing(file, game, number, &pairings->list[i])) < 0)
			return -ENOMEM;
	return 0;
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Its next state from what was read. New reference. */
static int make_round(struct tournament *e, const json_t *file, unsigned number, const struct named_text *text,
		      const struct pairings *pairings, json_t *notes, json_t **ret, sd_bus_error *error)
{
	struct round *old = e ? round_find(e, number) : NULL;
	json_t *list = json_array();
	int r = format_pairings(file, number, pairings, list);

	if (r >= 0 && old)
		r = merge(e, old, list, pairings, text->name, notes, error);
	if (r < 0) {
		json_decref(list);
		return r;
	}
	*ret = json_pack("{s:i, s:I, s:s, s:s, s:s, s:s, s:o}", "round", (int)number, "revision",
			 old ? json_integer_value(json_object_get(old->json, "revision")) : (json_int_t)0, "state",
			 old ? text_of(old->json, "state") : "open", "file", base(text->name), "format",
			 pairings->format, "day", old ? text_of(old->json, "day") : "", "pairings", list);
	return *ret ? 0 : -ENOMEM;
}

/* On its way to the disk. */
struct staged_open {
	struct tournament *event;
	bool added; /* it is the event's first round */
	sd_bus_message *call;
	json_t *notes;
};

static void staged_open_free(struct staged_open *o)
{
	sd_bus_message_unref(o->call);
	json_decref(o->notes);
	free(o);
}

static void reply(const struct staged_open *o)
{
	sd_bus_message *m = NULL;
	int r = sd_bus_message_new_method_return(o->call, &m);

	if (r >= 0)
		r = sd_bus_message_append(m, "so", o->event->id, o->event->path);
	if (r >= 0)
		r = append_texts(m, o->notes);
	reply_send(m, r);
}

static void on_written(void *userdata, const sd_bus_error *error)
{
	struct staged_open *o = userdata;

	if (error) {
		sd_bus_reply_method_error(o->call, error);
		if (o->added && !o->event->rounds)
			tournament_remove(o->event);
	} else {
		if (o->added)
			tournament_signal_added(o->event->context, o->event->id, o->event->path);
		reply(o);
	}
	staged_open_free(o);
}

/* The notes are taken on success. */
static int commit(struct context *ctx, struct tournament *event, json_t *file, json_t *round,
		  const struct named_text *text, uint32_t uid, sd_bus_message *call, json_t *notes, sd_bus_error *error)
{
	struct round_act act = { .what = "open", .uid = uid };
	char *source = strndup(text->text, text->size);
	struct staged_open *o = calloc(1, sizeof(*o));
	int r = -ENOMEM;

	if (o && source) {
		*o = (struct staged_open){ event ? event : tournament_add(ctx, file), !event, sd_bus_message_ref(call),
					   json_incref(notes) };
		act.details = json_pack("{s:s}", "file", base(text->name));
		if (o->event)
			r = round_commit(o->event, file, round, source, &act, on_written, o, error);
		if (r < 0 && o->added && o->event)
			tournament_remove(o->event);
	}
	if (r < 0 && o)
		staged_open_free(o);
	json_decref(act.details);
	free(source);
	return r;
}

int round_open(struct context *ctx, const struct named_text *file_text, unsigned number, const struct named_text *text,
	       uint32_t uid, sd_bus_message *call, sd_bus_error *error)
{
	struct pairings pairings = { 0 };
	struct text_fault where = { 0 };
	json_t *file = NULL, *round = NULL, *notes;
	struct tournament *e;
	int r;

	if (number < 1 || number > MAX_ROUND)
		return fault(error, ERROR_BAD_ARGUMENT, "A round is a number from 1 to %d, not %u", MAX_ROUND, number);
	r = read_event(file_text, &file, error);
	if (r < 0)
		return r;
	notes = json_array();
	r = pairings_read(text->text, text->size, number, &pairings, &where);
	if (r == -EINVAL)
		r = at_place(error, text->name, where.line, where.column, where.reason);
	if (r >= 0)
		r = check_boards(file, &pairings, text->name, notes, error);
	if (r >= 0)
		r = check_results(event_game(text_of(file, "rulebook")), &pairings, text->name, error);
	e = tournament_find(ctx, text_of(file, "id"));
	if (r >= 0)
		r = make_round(e, file, number, text, &pairings, notes, &round, error);
	if (r >= 0 && e && tournament_has_ended(e))
		json_array_append_new(notes, json_string("the event had ended, and goes on now"));
	if (r >= 0)
		r = commit(ctx, e, file, round, text, uid, call, notes, error);
	pairings_done(&pairings);
	json_decref(round);
	json_decref(file);
	json_decref(notes);
	return r < 0 ? r : 1;
}
