/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/pairings.h"
#include "daemon/bus/replies.h"
#include "daemon/games/game-setup.h"

#define MAX_ROUND 200

static int at_place(sd_bus_error *error, const char *name, unsigned line, unsigned column, const char *reason)
{
	return fault(error, ERROR_BAD_FILE, "%s:%u:%u: %s", name, line, column, reason);
}

/* --- the event's file --- */

static int try_setup(const struct event_file *file, int width, const char *time, sd_bus_error *error)
{
	struct game_setup setup;
	json_t *options = json_pack("{s:{s:i, s:i, s:s, s:b, s:i, s:i}}", "board", "width", width, "height", width,
				    "sensors", "piece-id", "lever", 1, "scan_us", 0, "grace_us", 0);
	int r;

	if (!options)
		return -ENOMEM;
	if (*file->rulebook)
		json_object_set_new(options, "rulebook", json_string(file->rulebook));
	if (*time)
		json_object_set_new(options, "time", json_string(time));
	json_object_set(options, "overrides", file->overrides);
	if (json_object_size(file->options) > 0)
		json_object_set(options, "options", file->options);
	r = game_setup_read(options, &setup, error);
	if (r >= 0)
		game_setup_done(&setup);
	json_decref(options);
	return r;
}

/*
 * Would a game begin by it? The board of the game is not known yet, but its size is where the rulebook is; else each
 * that there is is tried.
 */
static int check_setup(const struct event_file *file, const json_t *places, const char *name, sd_bus_error *error)
{
	const int width = (int)event_game(file->rulebook)->width;
	sd_bus_error why = SD_BUS_ERROR_NULL, other = SD_BUS_ERROR_NULL;
	const char *key = "rulebook";
	const json_t *place;
	int r = try_setup(file, width, file->time, &why);

	if (r < 0 && sd_bus_error_has_name(&why, ERROR_UNSUITABLE) &&
	    try_setup(file, 18 - width, file->time, &other) >= 0)
		r = 0;
	sd_bus_error_free(&other);
	if (r >= 0) {
		sd_bus_error_free(&why);
		return 0;
	}
	if (sd_bus_error_has_name(&why, ERROR_BAD_TIME_CONTROL) ||
	    (*file->time && try_setup(file, width, "", &other) >= 0))
		key = "time";
	else if (why.message && strncmp(why.message, "overrides", 9) == 0)
		key = "options";
	sd_bus_error_free(&other);
	place = json_object_get(places, key);
	r = at_place(error, name, place ? (unsigned)json_integer_value(json_array_get(place, 0)) : 1,
		     place ? (unsigned)json_integer_value(json_array_get(place, 1)) : 1,
		     why.message ? why.message : strerror(-r));
	sd_bus_error_free(&why);
	return r;
}

static int check_timezone(const struct event_file *file, const json_t *places, const char *name, sd_bus_error *error)
{
	const char *folder = "/usr/share/zoneinfo", *zone = file->timezone;
	const json_t *place = json_object_get(places, "timezone");
	char path[300], reason[300];

	snprintf(path, sizeof(path), "%s/%s", folder, zone);
	if (!*zone || strcmp(zone, "UTC") == 0 || access(folder, F_OK) < 0 || access(path, F_OK) == 0)
		return 0;
	snprintf(reason, sizeof(reason), "\"%s\" is no time zone that this machine knows, as Europe/Riga is", zone);
	return at_place(error, name, (unsigned)json_integer_value(json_array_get(place, 0)),
			(unsigned)json_integer_value(json_array_get(place, 1)), reason);
}

static int read_event(const struct named_text *text, struct event_file **ret, sd_bus_error *error)
{
	struct text_fault where = { 0 };
	struct event_file *file = NULL;
	json_t *places = NULL;
	int r = event_file_read(text->text, text->size, &file, &places, &where);

	if (r == -EINVAL)
		return at_place(error, text->name, where.line, where.column, where.reason);
	if (r >= 0)
		r = check_setup(file, places, text->name, error);
	if (r >= 0)
		r = check_timezone(file, places, text->name, error);
	json_decref(places);
	if (r < 0)
		event_file_unref(file);
	else
		*ret = file;
	return r;
}

/* --- the pairings --- */

static const char *board_at(const struct event_file *file, unsigned number)
{
	for (size_t i = 0; i < file->board_count; i++)
		if (file->boards[i].number == number)
			return file->boards[i].board;
	return NULL;
}

/* What a pairing of the file is in this event. */
static int settle_pairing(const struct event_file *file, unsigned round, struct pairing *p)
{
	const char *board = p->bye ? NULL : board_at(file, p->board);

	if (p->match)
		snprintf(p->round_tag, sizeof(p->round_tag), "%u.%u", round, p->match);
	else
		snprintf(p->round_tag, sizeof(p->round_tag), "%u", round);
	return pairing_set_board_name(p, board ? board : "");
}

/* Each in the writing of what is played. */
static int settle_results(const struct game *game, struct pairings *pairings, const char *name, sd_bus_error *error)
{
	char text[160];

	for (size_t i = 0; i < pairings->count; i++) {
		struct pairing *p = &pairings->list[i];
		const char *given = pairing_result_in(game->results, p->given);

		if (given) {
			memmove(p->given, given, strlen(given) + 1); /* what was not played is as it was */
			continue;
		}
		snprintf(text, sizeof(text), "\"%s\" is no result here; %s, %s, %s and %s are", p->given,
			 game->results[0], game->results[1], game->results[2], game->results[3]);
		return at_place(error, name, p->line, p->column, text);
	}
	return 0;
}

/* A board that the file names must be one of the event's; where it gives none, boards without sensors are played on. */
static int check_boards(const struct event_file *file, const struct pairings *pairings, const char *name, json_t *notes,
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
				 file->board_count);
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

static void note_pairings(const struct pairings *pairings, const char *name, json_t *notes)
{
	char text[500];

	for (unsigned i = 0; i < pairings->note_count && i < PAIRINGS_NOTES; i++) {
		const struct text_fault *f = &pairings->notes[i];

		snprintf(text, sizeof(text), "%.100s:%u:%u: %s", name, f->line, f->column, f->reason);
		json_array_append_new(notes, json_string(text));
	}
	if (pairings->note_count > PAIRINGS_NOTES) {
		snprintf(text, sizeof(text), "%u more of these", pairings->note_count - PAIRINGS_NOTES);
		json_array_append_new(notes, json_string(text));
	}
}

/* What a round that is opened again has of one of its pairings. */
struct found {
	struct pairing *same_board, *same; /* NULL none */
};

static struct found find_again(const struct pairings *pairings, const struct pairing *before)
{
	struct found found = { 0 };

	for (size_t i = 0; i < pairings->count; i++) {
		struct pairing *now = &pairings->list[i];

		if (before->board && now->board == before->board)
			found.same_board = now;
		if (pairing_is_same(before, now))
			found.same = now;
	}
	return found;
}

static int has_begun(const struct pairing *before, struct found found, const char *name, sd_bus_error *error)
{
	const struct pairing *now = found.same_board ? found.same_board : found.same;
	char text[400];

	snprintf(text, sizeof(text), "the game of board %u has begun, of %s and %s; it is expected there as it was",
		 before->board, before->player[0].name, before->player[1].name);
	return at_place(error, name, now ? now->line : 1, now ? now->column : 1, text);
}

/* Round opened again: a game that began, or a result that a person gave, is of the two who are paired there. */
static int merge(struct tournament *e, const struct live_round *old, struct pairings *pairings, const char *name,
		 json_t *notes, sd_bus_error *error)
{
	unsigned changed = 0;
	char text[100];

	if (old->starting)
		return fault(error, ERROR_CONFLICT, "Games of round %u of %s are beginning; look at it again",
			     old->number, e->id);
	if (old->now->state == ROUND_CLOSED)
		return fault(error, ERROR_REFUSED, "Round %u of %s is closed", old->number, e->id);
	for (size_t i = 0; i < old->now->pairings.count; i++) {
		const struct pairing *before = &old->now->pairings.list[i];
		struct found found = find_again(pairings, before);

		if (found.same &&
		    (found.same == found.same_board || (!before->board && found.same->bye == before->bye))) {
			if (pairing_take_done(found.same, before) < 0)
				return -ENOMEM;
			continue;
		}
		changed++;
		if (*before->game)
			return has_begun(before, found, name, error);
	}
	if (changed) {
		snprintf(text, sizeof(text),
			 changed == 1 ? "%u pairing is another one now" : "%u pairings are other ones now", changed);
		json_array_append_new(notes, json_string(text));
	}
	return 0;
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Then tables have numbers, and pieces stand on them. */
static bool has_games(const struct round *round)
{
	for (size_t i = 0; i < round->pairings.count; i++)
		if (*round->pairings.list[i].game)
			return true;
	return round->state != ROUND_OPEN;
}

/* Its next state from what was read; it takes the pairings. */
static int make_round(struct tournament *e, const struct event_file *file, unsigned number,
		      const struct named_text *text, struct pairings *pairings, json_t *notes, struct round **ret,
		      sd_bus_error *error)
{
	struct live_round *old = e ? round_find(e, number) : NULL;
	struct round *round;
	int r = 0;

	if (old && has_games(old->now))
		pairings_keep_boards(pairings, &old->now->pairings);
	for (size_t i = 0; i < pairings->count && r >= 0; i++)
		r = settle_pairing(file, number, &pairings->list[i]);
	if (r >= 0 && old)
		r = merge(e, old, pairings, text->name, notes, error);
	round = r >= 0 ? round_new() : NULL;
	if (!round)
		return r < 0 ? r : -ENOMEM;
	*ret = round;
	round->number = number;
	round->revision = old ? old->now->revision : 0;
	round->state = old ? old->now->state : ROUND_OPEN;
	snprintf(round->day, sizeof(round->day), "%s", old ? old->now->day : "");
	round->file = strdup(base(text->name));
	round->has_scoring = strcmp(pairings->format, "trf") == 0;
	if (round->has_scoring)
		round->scoring = scoring_read(text->text, text->size,
					      strcmp(event_game(file->rulebook)->results[0], "2-0") == 0);
	round->pairings = *pairings;
	*pairings = (struct pairings){ 0 };
	return round->file ? 0 : -ENOMEM;
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

static void round_open_on_written(void *userdata, const sd_bus_error *error)
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
static int commit(struct context *ctx, struct tournament *event, struct event_file *file, struct round *round,
		  const struct named_text *text, uint32_t uid, sd_bus_message *call, json_t *notes, sd_bus_error *error)
{
	struct round_act act = { .what = "open", .uid = uid };
	char *source = strndup(text->text, text->size); /* in UTF-8 */
	struct staged_open *o = calloc(1, sizeof(*o));
	int r = -ENOMEM;

	if (o && source) {
		*o = (struct staged_open){ event ? event : tournament_add(ctx, file), !event, sd_bus_message_ref(call),
					   json_incref(notes) };
		act.details = json_pack("{s:s}", "file", base(text->name));
		if (o->event)
			r = round_commit(o->event, file, round, source, &act, round_open_on_written, o, error);
		if (r < 0 && o->added && o->event)
			tournament_remove(o->event);
	}
	if (r < 0 && o)
		staged_open_free(o);
	json_decref(act.details);
	free(source);
	return r;
}

/* Players who have numbers alone are those of the rounds before, the latest first, and then of others. */
static int read_pairings(struct context *ctx, const struct event_file *file, unsigned number,
			 const struct named_text *text, struct pairings *ret, struct text_fault *where)
{
	struct tournament *e = tournament_find(ctx, file->id);
	const struct pairings *known[MAX_ROUND + 1];
	size_t count = 0;

	for (unsigned n = number - 1; e && n > 0; n--) {
		const struct live_round *round = round_find(e, n);

		if (round)
			known[count++] = &round->now->pairings;
	}
	return pairings_read_among(text->text, text->size, number, known, count, ret, where);
}

int round_open(struct context *ctx, const struct named_text *file_text, unsigned number, const struct named_text *text,
	       uint32_t uid, sd_bus_message *call, sd_bus_error *error)
{
	struct pairings pairings = { 0 };
	struct named_text decoded = *text;
	struct text_fault where = { 0 };
	struct event_file *file = NULL;
	json_t *notes;
	struct round *round = NULL;
	struct tournament *e;
	int r;

	if (number < 1 || number > MAX_ROUND)
		return fault(error, ERROR_BAD_ARGUMENT, "A round is a number from 1 to %d, not %u", MAX_ROUND, number);
	if (*text->encoding && !encoding_is_name(text->encoding))
		return fault(error, ERROR_BAD_ARGUMENT, "\"%.40s\" is no encoding's name", text->encoding);
	r = read_event(file_text, &file, error);
	if (r < 0)
		return r;
	notes = json_array();
	r = read_pairings(ctx, file, number, text, &pairings, &where);
	if (r == -EINVAL)
		r = at_place(error, text->name, where.line, where.column, where.reason);
	if (r >= 0 && *text->encoding)
		strcpy(pairings.encoding, text->encoding);
	if (r >= 0 && pairings.text) {
		decoded.text = pairings.text;
		decoded.size = pairings.text_size;
		pairings.text = NULL; /* the round has it in the journal */
	}
	if (r >= 0)
		r = check_boards(file, &pairings, text->name, notes, error);
	if (r >= 0)
		r = settle_results(event_game(file->rulebook), &pairings, text->name, error);
	e = tournament_find(ctx, file->id);
	if (r >= 0)
		note_pairings(&pairings, text->name, notes);
	if (r >= 0)
		r = make_round(e, file, number, &decoded, &pairings, notes, &round, error);
	if (r >= 0 && e && tournament_has_ended(e))
		json_array_append_new(notes, json_string("the event had ended, and goes on now"));
	if (r >= 0)
		r = commit(ctx, e, file, round, &decoded, uid, call, notes, error);
	pairings_done(&pairings);
	if (decoded.text != text->text)
		free((char *)decoded.text);
	round_unref(round);
	event_file_unref(file);
	json_decref(notes);
	return r < 0 ? r : 1;
}
