/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/pages/pages.h"

#define ID_MOST LIVE_NAME

void games_text_done(struct games_text *g)
{
	for (size_t i = 0; i < g->count; i++)
		free(g->ids[i]);
	free(g->ids);
	free(g->text);
	*g = (struct games_text){ 0 };
}

static int games_text_add(struct games_text *g, const char *id)
{
	char **more = g->count < GAMES_TEXT_MOST ? reallocarray(g->ids, g->count + 1, sizeof(*more)) : NULL;

	if (!more)
		return -ENOMEM;
	g->ids = more;
	g->ids[g->count] = strdup(id);
	return g->ids[g->count] ? (int)++g->count : -ENOMEM;
}

/* Ids are letters, digits and a few signs; what else comes is none, and is not asked of anybody. */
static bool take_id(const char **at, char buf[static ID_MOST])
{
	size_t n = strspn(*at, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-~");

	if (n == 0 || n >= ID_MOST)
		return false;
	snprintf(buf, ID_MOST, "%.*s", (int)n, *at);
	*at += n;
	return true;
}

static bool games_text_take(const char **at, const char *text)
{
	const size_t n = strlen(text);

	if (strncmp(*at, text, n) != 0)
		return false;
	*at += n;
	return true;
}

static bool is_suffix(const char *at)
{
	return strcmp(at, ".pgn") == 0 || strcmp(at, ".pdn") == 0;
}

static const json_t *find_round(const struct live_event *event, const char *number)
{
	return event ? json_object_get(event->rounds, number) : NULL;
}

/* The event that runs: with a round that does, the latest of them; else the last event. */
static const struct live_event *running_event(const struct live *live, const char *number)
{
	const struct live_event *best = NULL;
	bool best_runs = false;

	for (const struct live_event *e = live->events; e; e = e->next) {
		const json_t *rounds = json_object_get(e->properties, "Rounds"), *round;
		bool runs = false;
		size_t i;

		if (!find_round(e, number))
			continue;
		json_array_foreach(rounds, i, round)
			runs |= strcmp(json_string_value(json_array_get(round, 1)), "closed") != 0;
		if (runs >= best_runs) {
			best = e;
			best_runs = runs;
		}
	}
	return best;
}

static int add_round(struct games_text *g, const json_t *round)
{
	const json_t *pairing;
	size_t i;
	int r = 0;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		if (r >= 0 && *live_text(pairing, "game"))
			r = games_text_add(g, live_text(pairing, "game"));
	return r < 0 ? r : 0;
}

/* All rounds of an event, in order; key: a player's games alone, NULL all. */
static int add_event(struct games_text *g, const struct live_event *event, const char *key)
{
	const json_t *given, *pairing;
	char number[16];
	size_t i, k;
	int r = 0;

	json_array_foreach(json_object_get(event->properties, "Rounds"), i, given) {
		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, json_integer_value(json_array_get(given, 0)));
		json_array_foreach(json_object_get(find_round(event, number), "pairings"), k, pairing)
			if (r >= 0 && *live_text(pairing, "game") && (!key || pages_is_player(pairing, key)))
				r = games_text_add(g, live_text(pairing, "game"));
	}
	return r < 0 ? r : 0;
}

/* "KEY.pgn" */
static bool take_key(const char *path, char buf[static ID_MOST])
{
	const size_t n = strlen(path);

	if (n < 5 || n >= ID_MOST || !is_suffix(path + n - 4) || strchr(path, '/'))
		return false;
	snprintf(buf, ID_MOST, "%.*s", (int)(n - 4), path);
	return true;
}

/* What stands behind /event/ID: all of it, or a player. */
static int find_in_event(struct games_text *g, const struct live_event *event, const char *path)
{
	char key[ID_MOST];

	if (is_suffix(path))
		return event ? add_event(g, event, NULL) : -ENOENT;
	if (!games_text_take(&path, "/player/") || !take_key(path, key))
		return -EINVAL;
	if (!event)
		return -ENOENT;
	return add_event(g, event, key) < 0 ? -ENOMEM : g->count ? 0 : -ENOENT;
}

int games_text_find(struct games_text *g, const struct live *live, const char *path)
{
	char id[ID_MOST] = "", number[ID_MOST];
	const struct live_event *event;
	const json_t *round;
	int r;

	games_text_done(g);
	if (games_text_take(&path, "/game/")) {
		if (!take_id(&path, id) || !is_suffix(path))
			return -EINVAL;
		r = games_text_add(g, id);
		return r < 0 ? r : 0;
	}
	if (games_text_take(&path, "/event/")) {
		if (!take_id(&path, id))
			return -EINVAL;
		if (!games_text_take(&path, "/round/"))
			return find_in_event(g, live_event(live, id), path);
	} else if (!games_text_take(&path, "/round/")) {
		return -EINVAL;
	}
	if (!take_id(&path, number) || !is_suffix(path))
		return -EINVAL;
	event = *id ? live_event(live, id) : running_event(live, number);
	round = find_round(event, number);
	return round ? add_round(g, round) : -ENOENT;
}

static int append(struct games_text *g, const char *text)
{
	const size_t n = strlen(text), gap = n > 0 && text[n - 1] == '\n' && n > 1 && text[n - 2] == '\n' ? 0 : 1;
	char *more = realloc(g->text, g->length + n + gap + 1);

	if (!more)
		return -ENOMEM;
	memcpy(more + g->length, text, n);
	g->text = more;
	g->length += n;
	if (gap)
		g->text[g->length++] = '\n';
	g->text[g->length] = '\0';
	return 0;
}

int games_text_read(struct games_text *g, struct source *source, char **text, size_t *length)
{
	const char *suffix, *one;
	int r;

	if (g->at == 0) /* all of them are fetched at once */
		for (size_t i = 0; i < g->count; i++)
			source_record(source, g->ids[i], &suffix, &one);
	while (g->at < g->count) {
		r = source_record(source, g->ids[g->at], &suffix, &one);
		if (r == -ENOENT && g->count > 1)
			r = 0; /* a game of a round that is not any more */
		else if (r >= 0)
			r = append(g, one);
		if (r < 0)
			return r;
		g->at++;
	}
	*text = g->text ? g->text : strdup("");
	*length = g->length;
	g->text = NULL;
	return *text ? 0 : -ENOMEM;
}
