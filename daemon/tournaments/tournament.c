/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "common/bus-names.h"
#include "formats/pairings.h"
#include "daemon/bus/replies.h"
#include "daemon/tournaments/inside.h"
#include "daemon/time-zone.h"

struct tournament *tournament_find(struct context *ctx, const char *id)
{
	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		if (strcmp(e->id, id) == 0)
			return e;
	return NULL;
}

struct live_round *round_find(struct tournament *e, unsigned number)
{
	for (struct live_round *r = e->rounds; r; r = r->next)
		if (r->number == number)
			return r;
	return NULL;
}

int round_find_open(struct tournament *e, unsigned number, struct live_round **ret, sd_bus_error *error)
{
	char known[200] = "";
	size_t n = 0;

	*ret = round_find(e, number);
	if (*ret)
		return 0;
	for (const struct live_round *round = e->rounds; round && n < sizeof(known); round = round->next)
		n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%u", n ? ", " : "", round->number);
	return fault(error, ERROR_NO_SUCH_EVENT,
		     "Round %u of %s is not open; there %s %s (\"flagfallctl round open\" opens one)", number, e->id,
		     e->rounds && e->rounds->next ? "are" : "is", n ? known : "none");
}

int round_no_table(const struct tournament *e, const struct round *round, unsigned table, sd_bus_error *error)
{
	struct table_ranges tables;

	round_tables(round, &tables);
	return fault(error, ERROR_BAD_ARGUMENT, "Round %u of %s has no table %u; %s%s", round->number, e->id, table,
		     *tables.text ? "its tables are " : "it has none", tables.text);
}

bool tournament_is_closed(const struct tournament *e)
{
	for (const struct live_round *r = e->rounds; r; r = r->next)
		if (r->now->state != ROUND_CLOSED)
			return false;
	return true;
}

bool tournament_has_ended(const struct tournament *e)
{
	return *e->file->ended && tournament_is_closed(e);
}

struct live_game *pairing_live_game(struct tournament *e, const struct pairing *pairing)
{
	return *pairing->game ? live_game_find(e->context, pairing->game) : NULL;
}

/* As it was played, "" it has none. */
static const char *game_result(const struct live_game *s)
{
	return s->published.over && strcmp(s->published.result, "none") != 0 ? s->published.result : "";
}

const char *pairing_result(struct tournament *e, const struct pairing *pairing)
{
	struct live_game *s = pairing_live_game(e, pairing);

	if (*pairing->given)
		return pairing->given;
	return s ? game_result(s) : pairing->game_result;
}

const char *pairing_state(struct tournament *e, const struct pairing *pairing)
{
	struct live_game *s = pairing_live_game(e, pairing);

	if (pairing->bye)
		return "bye";
	if (s && !s->published.over) {
		if (strcmp(live_game_state(s), "board-gone") == 0)
			return "board-gone";
		if (s->setup.core.clock.mode == CLOCK_NONE || s->published.running != NO_SIDE)
			return "running";
		return !s->published.ran && s->setup.core.press_starts ? "ready" : "paused";
	}
	if (*pairing->given && !*pairing->game)
		return pairing_is_forfeit(pairing->given) ? "forfeit" : "given";
	if (*pairing->game)
		return "over";
	return *pairing->board_name ? "waiting" : "no-board";
}

const char *pairing_question(struct tournament *e, const struct pairing *pairing)
{
	const struct live_game *s = pairing_live_game(e, pairing);

	if (s && !*s->published.question && s->published.over && live_game_awaits_result(s))
		return "result";
	return s ? s->published.question : "";
}

const char *pairing_absent(struct tournament *e, const struct pairing *pairing)
{
	const struct live_game *s = pairing_live_game(e, pairing);

	if (s)
		return live_game_absent(s);
	return *pairing->game || *pairing->given ? "" : pairing->absent;
}

json_t *pairing_shown(struct tournament *e, const struct pairing *pairing)
{
	json_t *shown = pairing_format(pairing);

	json_object_set_new(shown, "result", json_string(pairing_result(e, pairing)));
	json_object_set_new(shown, "state", json_string(pairing_state(e, pairing)));
	if (*pairing_absent(e, pairing) || pairing_has(pairing, PAIRING_ABSENT))
		json_object_set_new(shown, "absent", json_string(pairing_absent(e, pairing)));
	if (*pairing_question(e, pairing))
		json_object_set_new(shown, "question", json_string(pairing_question(e, pairing)));
	return shown;
}

void tournament_today(const struct tournament *e, char date[static 16])
{
	struct tm tm;

	time_zone_local(e->file->timezone, time(NULL), &tm);
	strftime(date, 16, "%Y.%m.%d", &tm);
}

const char *round_day(struct tournament *e, const struct live_round *round)
{
	return round->number <= e->file->date_count ? e->file->dates[round->number - 1] : round->now->day;
}

void round_date(struct tournament *e, const struct live_round *round, char date[static 16])
{
	const char *day = round_day(e, round);

	if (*day)
		snprintf(date, 16, "%s", day);
	else
		tournament_today(e, date);
}

json_t *round_shown(struct tournament *e, const struct live_round *round)
{
	json_t *shown = round_format(round->now), *list = json_array();
	char date[16];

	for (size_t i = 0; i < round->now->pairings.count; i++)
		json_array_append_new(list, pairing_shown(e, &round->now->pairings.list[i]));
	json_object_set_new(shown, "pairings", list);
	json_object_set_new(shown, "event", json_string(e->id));
	round_date(e, round, date);
	json_object_set_new(shown, "date", json_string(date));
	json_object_del(shown, "day");
	return shown;
}

struct tournament *tournament_add(struct context *ctx, struct event_file *file)
{
	struct tournament *e = calloc(1, sizeof(*e)), **end = &ctx->tournaments;

	if (!e)
		return NULL;
	e->context = ctx;
	e->id = strdup(file->id);
	e->file = event_file_ref(file);
	if (!e->id || sd_bus_path_encode(BUS_PATH "/event", e->id, &e->path) < 0) {
		free(e->id);
		event_file_unref(e->file);
		free(e);
		return NULL;
	}
	while (*end)
		end = &(*end)->next;
	*end = e;
	return e;
}

void tournament_remove(struct tournament *e)
{
	for (struct tournament **p = &e->context->tournaments; *p; p = &(*p)->next)
		if (*p == e) {
			*p = e->next;
			break;
		}
	while (e->rounds) {
		struct live_round *round = e->rounds;

		e->rounds = round->next;
		round_unref(round->now);
		free(round);
	}
	event_file_unref(e->file);
	free(e->path);
	free(e->id);
	free(e);
}

void tournaments_free(struct context *ctx)
{
	while (ctx->tournaments)
		tournament_remove(ctx->tournaments);
}

int round_set(struct tournament *e, struct round *now)
{
	struct live_round *round = round_find(e, now->number), **end = &e->rounds;

	if (!round) {
		round = calloc(1, sizeof(*round));
		if (!round)
			return -ENOMEM;
		round->number = now->number;
		round->export_next_us = INT64_MAX;
		while (*end && (*end)->number < now->number)
			end = &(*end)->next;
		round->next = *end;
		*end = round;
	}
	round_ref(now);
	round_unref(round->now);
	round->now = now;
	return 0;
}

/* --- from the journal --- */

static int on_game(void *userdata, const struct journal_game *game)
{
	pairing_set_game_result(userdata, game->result && strcmp(game->result, "none") != 0 ? game->result : "");
	return 0;
}

/* Games that ended are not in memory any more: what became of them. */
static int load_results(struct tournament *e, struct round *round)
{
	int r = 0;

	for (size_t i = 0; i < round->pairings.count && r >= 0; i++) {
		struct pairing *pairing = &round->pairings.list[i];

		if (*pairing->game && !pairing_live_game(e, pairing))
			r = journal_one_game(e->context->journal, strtoull(pairing->game, NULL, 10), on_game, pairing);
	}
	return r;
}

static int load_round(struct tournament *e, unsigned number, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	struct round *round = NULL;
	int r = json ? round_read(json, &round) : -EINVAL;

	json_decref(json);
	if (r == -EINVAL) {
		log_message(LOG_ERR, "Event %s: round %u of the journal cannot be read", e->id, number);
		return 0;
	}
	if (r >= 0)
		r = round_set(e, round);
	if (r >= 0)
		r = load_results(e, round);
	round_unref(round);
	return r;
}

/* NULL: there is no such event, or no memory. */
static struct tournament *load_event(struct context *ctx, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	struct event_file *file = NULL;
	struct tournament *e = event_file_parse(json, &file) >= 0 ? tournament_add(ctx, file) : NULL;

	event_file_unref(file);
	json_decref(json);
	return e;
}

static int on_round(void *userdata, const char *id, const char *text, unsigned number, const char *round_text)
{
	struct context *ctx = userdata;
	struct tournament *e = tournament_find(ctx, id);

	if (!e && (e = load_event(ctx, text)) == NULL) {
		log_message(LOG_ERR, "Event %s of the journal cannot be read", id);
		return 0;
	}
	return round_text ? load_round(e, number, round_text) : 0;
}

struct pairing *tournament_pairing_of(const struct live_game *s, struct tournament **event, struct live_round **round)
{
	const struct event_pairing origin = event_pairing_of(s->setup.json);

	*event = tournament_find(s->context, origin.event);
	*round = *event ? round_find(*event, origin.round) : NULL;
	if (!*round)
		return NULL;
	for (size_t i = 0; i < (*round)->now->pairings.count; i++)
		if (strcmp((*round)->now->pairings.list[i].game, s->id) == 0)
			return &(*round)->now->pairings.list[i];
	return NULL;
}

/* A game was in the journal before its round said so: the daemon was killed between the two. */
static void adopt_games(struct context *ctx)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		struct tournament *e;
		struct live_round *round;
		struct pairing *pairing = tournament_pairing_of(s, &e, &round);

		if (pairing || !round)
			continue;
		pairing = round_pairing(round->now, event_pairing_of(s->setup.json).board);
		if (pairing && !*pairing->game && !pairing_is_void(pairing, s->id))
			strcpy(pairing->game, s->id);
	}
}

int tournaments_load(struct context *ctx)
{
	int r = journal_events(ctx->journal, on_round, ctx);

	if (r < 0) {
		log_message(LOG_ERR, "The events of the journal cannot be read: %s", journal_error(ctx->journal));
		return r;
	}
	adopt_games(ctx);
	return 0;
}

static void on_game_changed(struct live_game *s)
{
	struct tournament *e;
	struct live_round *round;
	struct pairing *pairing = tournament_pairing_of(s, &e, &round);
	json_t *shown;

	if (!pairing)
		return;
	pairing_set_game_result(pairing, game_result(s));
	shown = pairing_shown(e, pairing);
	tournament_signal_pairing(e->context, e->path, round->number, pairing->board, shown);
	json_decref(shown);
}

static void on_published(struct live_game *s, const struct publication *p)
{
	if (p->type == PUBLISH_ABSENT)
		on_game_changed(s);
}

const struct publish_listener tournament_listener = {
	.published = on_published,
	.question_changed = on_game_changed, /* its pairing says that the result is appealed against */
	.ended = on_game_changed,
};
