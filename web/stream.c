/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "web/live.h"

int stream_init(struct stream *s)
{
	uint64_t mark = 0;

	if (getrandom(&mark, sizeof(mark), 0) != sizeof(mark))
		return -errno;
	*s = (struct stream){ .games = json_object(), .boards = json_object(), .events = json_object(), .first = 1 };
	snprintf(s->mark, sizeof(s->mark), "%016" PRIx64, mark);
	return s->games && s->boards && s->events ? 0 : -ENOMEM;
}

static void forget_first(struct stream *s)
{
	struct stream_event *e = &s->ring[s->first++ % STREAM_EVENTS];

	s->bytes -= e->length;
	free(e->text);
	free(e->game);
	*e = (struct stream_event){ 0 };
}

void stream_done(struct stream *s)
{
	json_decref(s->halls);
	while (s->first <= s->last)
		forget_first(s);
	json_decref(s->games);
	json_decref(s->boards);
	json_decref(s->events);
	free(s->snapshot);
	*s = (struct stream){ 0 };
}

/* --- ids --- */

void stream_id(const struct stream *s, uint64_t number, char buf[static STREAM_ID])
{
	snprintf(buf, STREAM_ID, "%s-%" PRIu64, s->mark, number);
}

bool stream_number(const struct stream *s, const char *id, uint64_t *ret)
{
	const size_t mark = strlen(s->mark);
	char *end;

	if (strncmp(id, s->mark, mark) != 0 || id[mark] != '-' || id[mark + 1] < '0' || id[mark + 1] > '9')
		return false;
	errno = 0;
	*ret = strtoull(id + mark + 1, &end, 10);
	return !*end && !errno && *ret <= s->last && *ret + 1 >= s->first;
}

const struct stream_event *stream_event(const struct stream *s, uint64_t number)
{
	return number >= s->first && number <= s->last ? &s->ring[number % STREAM_EVENTS] : NULL;
}

/* --- what has changed --- */

static void emit(struct stream *s, const char *type, const char *game, json_t *data)
{
	char *json, *text = NULL, id[STREAM_ID];
	int n;

	json_object_set_new(data, "now_us", json_integer(live_now()));
	json = data ? json_dumps(data, JSON_COMPACT) : NULL;
	json_decref(data);
	while (s->first <= s->last && (s->last - s->first + 1 >= STREAM_EVENTS || s->bytes > STREAM_BYTES))
		forget_first(s);
	stream_id(s, s->last + 1, id);
	n = json ? asprintf(&text, "id: %s\nevent: %s\ndata: %s\n\n", id, type, json) : -1;
	free(json);
	if (n < 0) { /* who reads finds a hole, and begins anew */
		while (s->first <= s->last)
			forget_first(s);
		s->first = ++s->last + 1;
		return;
	}
	s->last++;
	s->bytes += (size_t)n;
	s->ring[s->last % STREAM_EVENTS] = (struct stream_event){
		.number = s->last, .game = game ? strdup(game) : NULL, .text = text, .length = (size_t)n
	};
}

/* Of the moves, from the first one that is another than it was. */
static void add_moves(json_t *changes, const json_t *old, const json_t *new)
{
	json_t *list = json_array();
	size_t from = 0;

	while (from < json_array_size(old) && from < json_array_size(new) &&
	       (json_array_get(old, from) == json_array_get(new, from) ||
		json_equal(json_array_get(old, from), json_array_get(new, from))))
		from++;
	for (size_t i = from; i < json_array_size(new); i++)
		json_array_append(list, json_array_get(new, i));
	if (json_array_size(list) > 0 || from < json_array_size(old)) {
		json_object_set_new(changes, "moves_from", json_integer((json_int_t)from));
		json_object_set(changes, "moves", list);
	}
	json_decref(list);
}

/* The keys that are otherwise than they were; NULL: none. */
static json_t *difference(const json_t *old, json_t *new)
{
	json_t *changes = json_object(), *value;
	const char *key;

	json_object_foreach(new, key, value) {
		const json_t *was = json_object_get(old, key);

		if (strcmp(key, "moves") == 0)
			add_moves(changes, was, value);
		else if (was != value && !(was && json_equal(was, value)))
			json_object_set(changes, key, value);
	}
	if (json_object_size(changes) > 0)
		return changes;
	json_decref(changes);
	return NULL;
}

/* A view takes the place of the one that was told; takes the reference, NULL: it is gone. */
static void replace(struct stream *s, json_t *views, const char *type, const char *key, const char *name, json_t *new)
{
	json_t *old = json_object_get(views, name), *changes;
	const bool is_game = views == s->games;

	if (!new) {
		if (old) { /* told first: the name may be the view's own */
			emit(s, type, is_game ? name : NULL, json_pack("{s:s, s:b}", key, name, "removed", 1));
			json_object_del(views, name);
		}
		return;
	}
	changes = difference(old, new);
	if (changes) {
		json_object_set_new(changes, key, json_string(name));
		emit(s, type, is_game ? name : NULL, changes);
	}
	if (changes || views != s->events)
		json_object_set_new(views, name, new);
	else
		json_decref(
			new); /* an event's view is another one only when it says something else: pages/ counts on it */
}

static void look_at_board(struct stream *s, const struct live *live, const char *name, int64_t now_us)
{
	const struct live_board *board = live_board(live, name);

	replace(s, s->boards, "board", "name", name, board ? view_board(live, board, now_us) : NULL);
}

static void look_at_game(struct stream *s, const struct live *live, const char *id, int64_t now_us, int64_t *next_us)
{
	const struct live_game *game = live_game(live, id);
	json_t *left;

	if (game && !game->is_read)
		return; /* what was told of it stays until it is known again */
	left = json_incref(json_object_get(json_object_get(s->games, id), "board")); /* its view goes */
	replace(s, s->games, "game", "id", id, game ? view_game(game, now_us, next_us) : NULL);
	if (game && live_board(live, live_text(game->properties, "Board")))
		look_at_board(s, live, live_text(game->properties, "Board"), now_us);
	/* the board on which it is played no more */
	if (game && left && strcmp(json_string_value(left), live_text(game->properties, "Board")) != 0)
		look_at_board(s, live, json_string_value(left), now_us);
	json_decref(left);
}

static void look_at_event(struct stream *s, const struct live *live, const char *id, int64_t now_us, int64_t *next_us)
{
	const struct live_event *event = live_event(live, id);
	json_t *view = event ? view_event(live, event, now_us, next_us) : NULL;

	if (view || !event)
		replace(s, s->events, "event", "id", id, view);
	for (const struct live_board *b = live->boards; event && live_event_is_delayed(event) && b; b = b->next)
		look_at_board(s, live, b->name, now_us);
}

static void look_at_all(struct stream *s, const struct live *live, int64_t now_us, int64_t *next_us)
{
	const char *name;
	json_t *view;
	void *next;

	json_object_foreach_safe(s->games, next, name, view)
		if (!live_game(live, name))
			replace(s, s->games, "game", "id", name, NULL);
	json_object_foreach_safe(s->boards, next, name, view)
		if (!live_board(live, name))
			replace(s, s->boards, "board", "name", name, NULL);
	json_object_foreach_safe(s->events, next, name, view)
		if (!live_event(live, name))
			replace(s, s->events, "event", "id", name, NULL);
	for (const struct live_game *g = live->games; g; g = g->next)
		look_at_game(s, live, g->id, now_us, next_us);
	for (const struct live_board *b = live->boards; b; b = b->next)
		look_at_board(s, live, b->name, now_us);
	for (const struct live_event *e = live->events; e; e = e->next)
		look_at_event(s, live, e->id, now_us, next_us);
}

/* Games of events with a delay, their boards and their pairings: time alone shows more of them. */
static void look_at_delayed(struct stream *s, const struct live *live, int64_t now_us, int64_t *next_us)
{
	bool any = false;

	for (const struct live_game *g = live->games; g; g = g->next) {
		if (g->delay.moves == 0 && g->delay.us == 0)
			continue;
		any = true;
		look_at_game(s, live, g->id, now_us, next_us);
	}
	for (const struct live_event *e = live->events; e; e = e->next)
		if (any || live_event_is_delayed(e))
			look_at_event(s, live, e->id, now_us, next_us);
}

static bool is_same(const json_t *a, const json_t *b)
{
	return a == b || (a && b && json_equal(a, b));
}

bool stream_update(struct stream *s, const struct live *live, int64_t now_us, int64_t *next_us)
{
	const uint64_t before = s->last;
	const struct live_news *news;

	*next_us = INT64_MAX;
	while ((news = live_next(live, &s->cursor)))
		switch (news->type) {
		case LIVE_ALL:
			/* what was known stays to be seen until the hall was read anew */
			if (live->is_connected || !s->is_begun)
				look_at_all(s, live, now_us, next_us);
			break;
		case LIVE_BOARD:
		case LIVE_SENSOR:
			look_at_board(s, live, news->name, now_us);
			break;
		case LIVE_GAME:
			look_at_game(s, live, news->name, now_us, next_us);
			break;
		case LIVE_EVENT:
			look_at_event(s, live, news->name, now_us, next_us);
			break;
		}
	look_at_delayed(s, live, now_us, next_us);
	if (s->is_connected != live->is_connected || !is_same(s->halls, live->halls)) {
		s->is_connected = live->is_connected;
		json_decref(s->halls);
		s->halls = json_incref(live->halls);
		emit(s, "hall", NULL, json_pack("{s:b, s:O*}", "connected", s->is_connected, "halls", s->halls));
	}
	s->is_begun = true;
	return s->last != before;
}

/* --- all of it --- */

const char *stream_snapshot(struct stream *s)
{
	json_t *games, *boards, *events, *view, *o;
	const char *key;
	char id[STREAM_ID];

	if (s->snapshot && s->snapshot_of == s->last)
		return s->snapshot;
	games = json_array();
	boards = json_array();
	events = json_array();
	json_object_foreach(s->games, key, view) {
		json_t *brief = json_copy(view);

		json_object_del(brief, "moves");
		json_object_del(brief, "rulings");
		json_array_append_new(games, brief);
	}
	json_object_foreach(s->boards, key, view)
		json_array_append(boards, view);
	json_object_foreach(s->events, key, view)
		json_array_append(events, view);
	stream_id(s, s->last, id);
	o = json_pack("{s:s, s:s, s:b, s:O*, s:o, s:o, s:o}", "version", FLAGFALL_VERSION, "id", id, "connected",
		      s->is_connected, "halls", s->halls, "games", games, "boards", boards, "events", events);
	free(s->snapshot);
	s->snapshot = o ? json_dumps(o, JSON_COMPACT) : NULL;
	s->snapshot_of = s->last;
	json_decref(o);
	return s->snapshot;
}

json_t *stream_game(const struct stream *s, const char *id)
{
	return json_object_get(s->games, id);
}
