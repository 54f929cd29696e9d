/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/relay-stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/stream/stream-database.h"

#define KEPT_US (INT64_C(7) * 24 * 3600 * 1000000) /* after the last word of an event whose rounds are all closed */
#define MOST_WAITING 65536			   /* publications, some 30 MB */

/* One that is not in the database yet. */
struct waiting {
	struct stream_subject subject;
	bool withheld;
	uint32_t plies;
	json_t *publication;
};

struct relay_stream {
	struct stream_database *database; /* NULL: nobody has asked for it, or it cannot be opened */
	struct waiting *list;
	size_t count, size;
	unsigned long lost;
	char said[256]; /* the last fault */
};

static void say(struct relay_stream *stream, const char *fault)
{
	if (strcmp(stream->said, fault) == 0)
		return;
	if (*fault)
		note(LOG_ERR, "%s; it is tried again, and the games do not wait for it", fault);
	else
		note(LOG_NOTICE, "The stream database can be written again");
	snprintf(stream->said, sizeof(stream->said), "%s", fault);
}

/* With its database open; NULL: that cannot be had, which was said. */
static struct relay_stream *opened(struct context *ctx)
{
	char *path = NULL, err[256];
	int r;

	if (!ctx->relay)
		ctx->relay = calloc(1, sizeof(*ctx->relay));
	if (!ctx->relay || ctx->relay->database)
		return ctx->relay;
	if (asprintf(&path, "%s/relay/stream.db", ctx->options.state) < 0)
		return NULL;
	r = stream_database_open(path, &ctx->relay->database, err);
	free(path);
	if (r == -ENOMEM)
		return NULL;
	say(ctx->relay, r < 0 ? err : "");
	return r < 0 ? NULL : ctx->relay;
}

static bool asks_for_it(const struct event *e)
{
	return json_is_true(json_object_get(e->file, "relay"));
}

/* The event that the game is played in, if that is to be relayed. */
static struct event *relayed(const struct session *s, struct stream_subject *subject)
{
	const json_t *pairing = json_object_get(s->setup.json, "pairing");
	const char *id = json_string_value(json_object_get(pairing, "event"));
	struct event *e = id ? event_find(s->context, id) : NULL;

	if (!e || !asks_for_it(e))
		return NULL;
	*subject = (struct stream_subject){
		.event = e->id,
		.round = (unsigned)json_integer_value(json_object_get(pairing, "round")),
		.board = (unsigned)json_integer_value(json_object_get(pairing, "board")),
	};
	return e;
}

static bool has_delay(const struct session *s)
{
	const json_t *delay = json_object_get(json_object_get(s->setup.json, "pairing"), "delay");

	return json_integer_value(json_object_get(delay, "moves")) > 0 ||
	       json_integer_value(json_object_get(delay, "minutes")) > 0;
}

/* A move that is only set down is no part of the game yet, and does not travel. */
static bool travels(const struct publication *p)
{
	return p && p->is_public && !(p->type == PUBLISH_MOVE && p->state == MOVE_PROVISIONAL);
}

/*
 * How many turns of the game have to be shown before this may be. What is not a move's own belongs to the turn that
 * came before it, in the queue or in what was published; a result belongs to the whole game.
 */
static uint32_t plies_before(const struct publication_queue *queue, size_t i)
{
	const struct publication *p = queue->items[i].publication;

	if (p->type == PUBLISH_RULING && p->result && strcmp(p->result, "none") != 0)
		return STREAM_ALL_PLIES;
	for (size_t k = i + 1; k-- > 0;) {
		const struct publication *earlier = queue->items[k].publication;

		if (earlier && queue->items[k].session == queue->items[i].session && earlier->type == PUBLISH_MOVE &&
		    travels(earlier))
			return earlier->ply + 1;
	}
	return queue->items[i].session->published.count;
}

static void add_waiting(struct relay_stream *stream, const struct waiting *one)
{
	if (stream->count == stream->size) {
		size_t size = stream->size ? 2 * stream->size : 64;
		struct waiting *list = size > MOST_WAITING ? NULL :
							     reallocarray(stream->list, size, sizeof(*stream->list));

		if (!list) {
			if (stream->lost++ == 0)
				note(LOG_ERR,
				     "The stream database has been out of reach for too long: publications are lost to the relay;"
				     " the records of the games are not");
			json_decref(one->publication);
			return;
		}
		stream->list = list;
		stream->size = size;
	}
	stream->list[stream->count++] = *one;
}

static void take_queue(struct context *ctx, size_t count)
{
	struct stream_subject subject;

	for (size_t i = 0; i < count; i++) {
		const struct publication_queue_item *item = &ctx->queue.items[i];
		struct relay_stream *stream;
		struct waiting one;

		if (!travels(item->publication) || !relayed(item->session, &subject))
			continue;
		opened(ctx);
		stream = ctx->relay;
		one = (struct waiting){
			.subject = subject,
			.withheld = has_delay(item->session),
			.publication = publication_format(item->session->setup.core.game, item->publication, false),
		};
		if (!stream || !one.publication) {
			json_decref(one.publication);
			context_exit(ctx, -ENOMEM);
			return;
		}
		one.plies = one.withheld ? plies_before(&ctx->queue, i) : 0;
		json_object_del(one.publication, "public");
		json_object_set_new(one.publication, "game", json_string(item->session->id));
		json_object_set_new(one.publication, "t_wall", json_integer(ctx->machine.realtime_us));
		add_waiting(stream, &one);
	}
}

static int write_waiting(struct relay_stream *stream)
{
	int r = stream->database ? 0 : -EIO;

	for (size_t i = 0; i < stream->count && r >= 0; i++) {
		const struct waiting *one = &stream->list[i];

		r = one->withheld ?
			    stream_database_withhold(stream->database, &one->subject, one->plies, one->publication) :
			    stream_database_add(stream->database, &one->subject, one->publication);
	}
	return r < 0 ? r : stream_database_commit(stream->database);
}

static void forget_waiting(struct relay_stream *stream)
{
	for (size_t i = 0; i < stream->count; i++)
		json_decref(stream->list[i].publication);
	stream->count = 0;
}

void relay_stream_publish(struct context *ctx, size_t count)
{
	struct relay_stream *stream;
	int r;

	take_queue(ctx, count);
	stream = ctx->relay;
	if (!stream || !stream->count)
		return;
	r = write_waiting(stream);
	if (r >= 0)
		forget_waiting(stream);
	if (stream->database)
		say(stream, r < 0 ? stream_database_error(stream->database) : "");
}

/* 1 to be written; 0 not relayed; a failure. */
static int begin(struct event *e)
{
	if (!asks_for_it(e))
		return 0;
	return opened(e->context) ? 1 : -EIO;
}

int relay_stream_show(struct event *e, unsigned round, unsigned board, const struct delay_shown *shown)
{
	const struct stream_subject subject = { .event = e->id, .round = round, .board = board };
	int r = begin(e);

	return r <= 0 ? r :
			stream_database_release(e->context->relay->database, &subject,
						shown->all ? STREAM_ALL_PLIES : shown->count);
}

int relay_stream_file(struct event *e, unsigned round, unsigned board, const char *path, const char *text)
{
	const struct stream_subject subject = { .event = e->id, .round = round, .board = board };
	int r = begin(e);

	return r <= 0 ? r :
			stream_database_file(e->context->relay->database, &subject, path, text,
					     e->context->machine.realtime_us);
}

int relay_stream_commit(struct context *ctx)
{
	struct relay_stream *stream = ctx->relay;
	int r = stream && stream->database ? stream_database_commit(stream->database) : 0;

	if (r < 0)
		say(stream, stream_database_error(stream->database));
	return r;
}

static bool is_over(const struct event *e)
{
	for (const struct round *round = e->rounds; round; round = round->next)
		if (strcmp(json_string_value(json_object_get(round->json, "state")), "closed") != 0)
			return false;
	return true;
}

void relay_stream_start(struct context *ctx)
{
	const int64_t now_us = context_now(ctx)->realtime_us;
	bool asked = false;
	json_t *events, *id;
	size_t i;

	for (struct event *e = ctx->events; e; e = e->next)
		asked |= asks_for_it(e);
	if (!asked || !opened(ctx))
		return;
	events = stream_database_events(ctx->relay->database);
	json_array_foreach(events, i, id) {
		const char *text = json_string_value(id);
		struct event *e = event_find(ctx, text);

		if ((!e || is_over(e)) && now_us - stream_database_last(ctx->relay->database, text) > KEPT_US)
			stream_database_forget(ctx->relay->database, text);
	}
	json_decref(events);
	relay_stream_commit(ctx);
}

void relay_stream_close(struct context *ctx)
{
	struct relay_stream *stream = ctx->relay;

	if (!stream)
		return;
	if (stream->count)
		note(LOG_ERR, "The stream database could not be written: %zu publications are lost to the relay",
		     stream->count);
	forget_waiting(stream);
	free(stream->list);
	stream_database_close(stream->database);
	free(stream);
	ctx->relay = NULL;
}
