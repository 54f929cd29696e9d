/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/hall.h"

#include <stdlib.h>
#include <string.h>

#include "formats/round.h"

#define SET(field, text) snprintf(field, sizeof(field), "%s", text)

static struct hall_event *find(const struct hall *hall, const char *path)
{
	for (struct hall_event *e = hall->events; e; e = e->next)
		if (strcmp(e->path, path) == 0)
			return e;
	return NULL;
}

static const struct hall_event *event_of(const struct hall *hall, const struct hall_game *game)
{
	for (const struct hall_event *e = hall->events; e && *game->event_id; e = e->next)
		if (strcmp(e->id, game->event_id) == 0)
			return e;
	return NULL;
}

void hall_done(struct hall *hall)
{
	struct hall_event *e;

	for (size_t i = 0; i < hall->count; i++)
		free(hall->game[i]);
	free(hall->game);
	while ((e = hall->events)) {
		hall->events = e->next;
		json_decref(e->rounds);
		free(e);
	}
	*hall = (struct hall){ 0 };
}

struct hall_event *hall_take_event(struct hall *hall, const char *path, const json_t *properties)
{
	struct hall_event *e = find(hall, path), **end = &hall->events;

	if (!e) {
		e = calloc(1, sizeof(*e));
		if (!e)
			return NULL;
		SET(e->path, path);
		SET(e->id, ctl_text(properties, "Id"));
		SET(e->name, ctl_text(properties, "Name"));
		while (*end)
			end = &(*end)->next;
		*end = e;
	}
	if (json_object_get(properties, "Rounds")) {
		json_decref(e->rounds);
		e->rounds = json_incref(json_object_get(properties, "Rounds"));
	}
	return e;
}

struct hall_event *hall_find_event(const struct hall *hall, const char *path)
{
	return find(hall, path);
}

/* Of an event whose rounds are all closed the last is the first step back: before that only what is remembered is
 * shown. */
static bool is_done(const struct hall_event *event)
{
	return rounds_are_closed(event->rounds);
}

unsigned hall_round(const struct hall *hall, const struct hall_event *event)
{
	const size_t back = hall->back && is_done(event) ? hall->back - 1 : hall->back,
		     at = rounds_current(event->rounds);

	return at > back ?
		       (unsigned)json_integer_value(json_array_get(json_array_get(event->rounds, at - 1 - back), 0)) :
		       0;
}

bool hall_wants_round(const struct hall *hall, const struct hall_event *event)
{
	return hall_round(hall, event) && (hall->back || !is_done(event));
}

bool hall_goes_back(struct hall *hall, int by)
{
	size_t most = 0;

	for (const struct hall_event *e = hall->events; e; e = e->next) {
		const size_t at = rounds_current(e->rounds), steps = at ? at - 1 + is_done(e) : 0;

		most = steps > most ? steps : most;
	}
	if ((by > 0 && hall->back >= most) || (by < 0 && hall->back == 0))
		return false;
	hall->back = by > 0 ? hall->back + 1 : hall->back - 1;
	return true;
}

static bool is_shown(const struct hall *hall, struct hall_game *game)
{
	const struct hall_event *e = event_of(hall, game);

	game->is_of_another = e && game->event_round != hall_round(hall, e);
	if (!e)
		return hall->back == 0;
	if (strcmp(game->result, "void") == 0)
		return false;
	if (!game->is_of_another)
		return true;
	return hall->back == 0 && (strcmp(game->state, "over") != 0 || hall_need(game) < NEED_LOOK);
}

static bool has_game(const struct hall *hall, const char *id)
{
	for (size_t i = 0; i < hall->count && *id; i++)
		if (strcmp(hall->game[i]->id, id) == 0 && hall_is_live(hall->game[i]))
			return true;
	return false;
}

static void forget_tables(struct hall *hall, const struct hall_event *event)
{
	size_t kept = 0;

	for (size_t i = 0; i < hall->count; i++)
		if (hall_is_live(hall->game[i]) || strcmp(hall->game[i]->event_id, event->id) != 0)
			hall->game[kept++] = hall->game[i];
		else
			free(hall->game[i]);
	hall->count = kept;
}

static int take_table(struct hall *hall, const struct hall_event *event, unsigned round, const json_t *pairing)
{
	const int number = (int)json_integer_value(json_object_get(pairing, "table"));
	struct hall_game *game;
	char path[128];

	if (number <= 0 || has_game(hall, ctl_text(pairing, "game")))
		return 0;
	snprintf(path, sizeof(path), "%s/%u/%d", event->id, round, number);
	game = hall_add(hall, path);
	if (!game)
		return -1;
	game->number = number;
	game->event_round = round;
	SET(game->event_id, event->id);
	SET(game->event, event->name);
	SET(game->round, ctl_text(pairing, "round_tag"));
	SET(game->board, ctl_text(pairing, "board"));
	SET(game->id, ctl_text(pairing, "game"));
	SET(game->white, ctl_text(json_object_get(pairing, "white"), "name"));
	SET(game->black, ctl_text(json_object_get(pairing, "black"), "name"));
	SET(game->absent, ctl_text(pairing, "absent"));
	SET(game->result, *ctl_text(pairing, "result") ? ctl_text(pairing, "result") : "none");
	SET(game->state, *ctl_text(pairing, "result") ? "over" : ctl_text(pairing, "state"));
	snprintf(game->title, sizeof(game->title), "Table %d, %s – %s", number, game->white, game->black);
	return 0;
}

int hall_take_round(struct hall *hall, const struct hall_event *event, const json_t *round)
{
	const unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	const json_t *pairing;
	size_t i;

	forget_tables(hall, event);
	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		if (take_table(hall, event, number, pairing) < 0)
			return -1;
	return 0;
}

static bool has_rows(const struct hall *hall, const struct hall_event *event)
{
	for (size_t i = 0; i < hall->shown; i++)
		if (strcmp(hall->game[i]->event_id, event->id) == 0 && !hall->game[i]->is_of_another)
			return true;
	return false;
}

void hall_rounds_text(const struct hall *hall, char *buf, size_t size)
{
	size_t n = 0;

	*buf = '\0';
	for (const struct hall_event *e = hall->events; e; e = e->next)
		if (has_rows(hall, e) && n < size)
			n += (size_t)snprintf(buf + n, size - n, "%s  round %u  ", e->name, hall_round(hall, e));
}

/* What is over does not push what is being played out of sight: it stands by its number, confirmed games at the end. */
static int urgency(const struct hall_game *game)
{
	const enum hall_need need = hall_need(game);

	return need == NEED_LOOK ? NEED_NOTHING : (int)need;
}

static int by_need(const void *a, const void *b)
{
	const struct hall_game *x = *(struct hall_game *const *)a, *y = *(struct hall_game *const *)b;
	int order = urgency(x) - urgency(y);

	if (!order && (x->number || y->number))
		order = !x->number ? 1 : !y->number ? -1 : x->number - y->number;
	if (!order)
		order = strverscmp(x->board, y->board);
	return order ? order : strverscmp(x->id, y->id);
}

/* Those that are shown to the front. */
static size_t part(struct hall *hall)
{
	size_t shown = 0;

	for (size_t i = 0; i < hall->count; i++)
		if (is_shown(hall, hall->game[i])) {
			struct hall_game *game = hall->game[i];

			hall->game[i] = hall->game[shown];
			hall->game[shown++] = game;
		}
	return shown;
}

void hall_sort(struct hall *hall)
{
	hall->shown = part(hall);
	if (hall->count) {
		qsort(hall->game, hall->shown, sizeof(struct hall_game *), by_need);
		qsort(hall->game + hall->shown, hall->count - hall->shown, sizeof(struct hall_game *), by_need);
	}
}
