/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/client.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine-clock.h"

struct client_now client_now(void)
{
	return (struct client_now){ .boottime_us = machine_clock_us(CLOCK_BOOTTIME), .realtime_us = live_now() };
}

struct client *client_new(struct eboards *boards)
{
	struct client *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->boards = boards;
	c->end = &c->first;
	return c;
}

const char *client_text(const struct client *c, size_t *size)
{
	if (c->first)
		*size = c->first->size;
	return c->first ? c->first->text : NULL;
}

void client_sent(struct client *c)
{
	struct client_text *t = c->first;

	if (!t)
		return;
	c->first = t->next;
	if (!c->first)
		c->end = &c->first;
	c->waiting -= t->size;
	free(t->text);
	free(t);
}

void client_free(struct client *c)
{
	struct feed *f;

	if (!c)
		return;
	while ((f = c->feeds)) {
		c->feeds = f->next;
		feed_free(f);
	}
	while (c->first)
		client_sent(c);
	free(c);
}

/* --- what goes out --- */

static void leave(struct client *c, const char *why)
{
	if (!c->over)
		c->over = why;
}

static void append(struct client *c, char *text, size_t size)
{
	struct client_text *t = calloc(1, sizeof(*t));

	if (!t || c->waiting + size > CLIENT_WAITING) {
		leave(c, t ? "it reads too slowly" : "out of memory");
		free(t);
		free(text);
		return;
	}
	t->text = text;
	t->size = size;
	*c->end = t;
	c->end = &t->next;
	c->waiting += size;
}

/* id as the client wrote it. Takes the reference of param. */
static void client_say(struct client *c, const char *what, const char *id, json_t *param, struct client_now now)
{
	char *dumped = param ? json_dumps(param, JSON_COMPACT | JSON_ENCODE_ANY) : NULL, *text = NULL;
	int size = -1;

	json_decref(param);
	if (dumped)
		size = asprintf(&text, "{\"response\":\"%s\",\"id\":%s,\"param\":%s,\"time\":%" PRId64 "}", what, id,
				dumped, now.realtime_us / 1000);
	free(dumped);
	if (size < 0)
		leave(c, "out of memory");
	else
		append(c, text, (size_t)size);
}

static void say_error(struct client *c, const char *id, const char *sentence, struct client_now now)
{
	client_say(c, "error", id, json_pack("{s:s, s:s}", "message", sentence, "stacktrace", ""), now);
}

static void tell_feed(struct client *c, struct feed *f, struct client_now now)
{
	const struct eboard *board = eboards_find(c->boards, f->serial);
	json_t *param;

	while (board && !c->over && (param = feed_next(f, board, now.boottime_us)))
		client_say(c, "feed", f->id, param, now);
}

/* --- calls --- */

static struct feed **find_feed(struct client *c, const char *id)
{
	struct feed **f = &c->feeds;

	while (*f && strcmp((*f)->id, id) != 0)
		f = &(*f)->next;
	return f;
}

static void drop_feed(struct client *c, struct feed **f)
{
	struct feed *gone = *f;

	*f = gone->next;
	c->feed_count--;
	c->game_count -= gone->fen != NULL;
	feed_free(gone);
}

/* With the names and from the side of this client's feed of that board, if it has one. */
static json_t *format_board(const struct client *c, const struct eboard *board)
{
	for (const struct feed *f = c->feeds; f; f = f->next)
		if (strcmp(f->serial, board->serial) == 0)
			return eboard_format(board, f->naming.letter, feed_is_flipped(f, board));
	return eboard_format(board, board->naming.letter, board->turned);
}

/* Who takes the first one gets one that works. */
json_t *client_list_boards(const struct client *c)
{
	json_t *list = json_array();

	for (int active = 1; list && active >= 0; active--)
		for (const struct eboard *b = c->boards->first; b; b = b->next)
			if (b->is_there && b->is_known == active)
				json_array_append_new(list, format_board(c, b));
	return list;
}

static void client_subscribe(struct client *c, const struct request *request, struct client_now now)
{
	struct eboard *board = eboards_find(c->boards, request->serial);
	struct feed **at = find_feed(c, request->feed), *f;
	char sentence[REQUEST_SERIAL + 80];

	if (!board || !board->is_there) {
		snprintf(sentence, sizeof(sentence),
			 "param.param.serialnr: there is no board \"%s\"; eboards lists them", request->serial);
		say_error(c, request->id, sentence, now);
		return;
	}
	if (!*at && c->feed_count == CLIENT_FEEDS) {
		snprintf(sentence, sizeof(sentence), "subscribe: a connection has at most %d feeds", CLIENT_FEEDS);
		say_error(c, request->id, sentence, now);
		return;
	}
	f = feed_new(request->feed, board);
	if (!f) {
		leave(c, "out of memory");
		return;
	}
	if (*at)
		drop_feed(c, at);
	f->next = *at;
	*at = f;
	c->feed_count++;
	client_say(c, "call", request->id, json_null(), now);
	tell_feed(c, f, now);
}

static void client_set_up(struct client *c, struct feed *f, struct eboard *board, const struct request *request,
			  struct client_now now)
{
	char err[160] = "out of memory";
	const bool first = !f->fen;

	if (first && c->game_count == CLIENT_GAMES) {
		snprintf(err, sizeof(err), "setup: a connection follows at most %d games", CLIENT_GAMES);
		say_error(c, request->id, err, now);
		return;
	}
	if (feed_setup(f, board, request->fen, now.boottime_us, err) < 0) {
		say_error(c, request->id, err, now);
		return;
	}
	c->game_count += first;
	client_say(c, "call", request->id, json_null(), now);
	tell_feed(c, f, now);
}

static void of_feed(struct client *c, const struct request *request, struct client_now now)
{
	struct feed **at = find_feed(c, request->feed);
	struct eboard *board = *at ? eboards_find(c->boards, (*at)->serial) : NULL;

	if (!*at || !board) {
		char sentence[REQUEST_ID + 80];

		snprintf(sentence, sizeof(sentence), "param.id: %s is no feed that was subscribed to", request->feed);
		say_error(c, request->id, sentence, now);
		return;
	}
	if (request->call == REQUEST_SETUP) {
		client_set_up(c, *at, board, request, now);
		return;
	}
	if (request->call == REQUEST_UNSUBSCRIBE)
		drop_feed(c, at);
	else
		feed_flip(*at, board, request->flip, now.boottime_us);
	client_say(c, "call", request->id, json_null(), now);
	if (request->call == REQUEST_FLIP)
		tell_feed(c, *at, now);
}

/* So many calls are free at once, and come back one by one. */
static bool may_call(struct client *c, struct client_now now)
{
	const int64_t each_us = 1000000 / CLIENT_CALLS_SECOND;

	if (c->calls_us < now.boottime_us)
		c->calls_us = now.boottime_us;
	c->calls_us += each_us;
	return c->calls_us - now.boottime_us <= each_us * CLIENT_CALLS;
}

void client_receive(struct client *c, const char *text, size_t size, struct client_now now)
{
	struct request request;
	char err[160];

	if (c->over)
		return;
	if (!may_call(c, now)) {
		leave(c, "it calls too often");
		return;
	}
	if (size > REQUEST_MAX) {
		snprintf(err, sizeof(err), "The message has %zu bytes; at most %d are read", size, REQUEST_MAX);
		say_error(c, "null", err, now);
		return;
	}
	if (request_read(text, size, &request, err) < 0) {
		say_error(c, request.id, err, now);
		return;
	}
	switch (request.call) {
	case REQUEST_EBOARDS:
		client_say(c, "call", request.id, client_list_boards(c), now);
		break;
	case REQUEST_SOURCES:
		client_say(c, "call", request.id, eboards_sources(c->boards), now);
		break;
	case REQUEST_SUBSCRIBE:
		client_subscribe(c, &request, now);
		break;
	case REQUEST_UNSUBSCRIBE:
	case REQUEST_SETUP:
	case REQUEST_FLIP:
		of_feed(c, &request, now);
		break;
	}
}

/* --- what happens --- */

void client_sensor(struct client *c, const struct eboard *board, const struct live_news *news, bool changed,
		   struct client_now now)
{
	for (struct feed *f = c->feeds; f; f = f->next)
		if (strcmp(f->serial, board->serial) == 0) {
			feed_sensor(f, board, news, changed, now.boottime_us);
			tell_feed(c, f, now);
		}
}

void client_look(struct client *c, struct client_now now)
{
	for (struct feed *f = c->feeds; f; f = f->next) {
		struct eboard *board = eboards_find(c->boards, f->serial);

		if (board)
			feed_look(f, board, now.boottime_us);
		tell_feed(c, f, now);
	}
}

void client_time(struct client *c, struct client_now now)
{
	for (struct feed *f = c->feeds; f; f = f->next) {
		feed_time(f, now.boottime_us);
		tell_feed(c, f, now);
	}
}

int64_t client_due(const struct client *c)
{
	int64_t due = INT64_MAX;

	for (const struct feed *f = c->feeds; f; f = f->next) {
		const int64_t next = feed_due(f, eboards_find(c->boards, f->serial));

		if (next < due)
			due = next;
	}
	return due;
}
