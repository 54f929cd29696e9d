/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <syslog.h>

#include "stream/stream.h"
#include "common/text-file.h"

#define RELAY_WORD "sent.json"
#define KEPT_US (INT64_C(7) * 24 * 3600 * 1000000) /* after the last word of an event whose rounds are all closed */

struct relay_stream {
	struct stream_writer *writer;
	uint64_t given;	  /* the last batch */
	uint64_t awaited; /* the one that somebody waits for, 0 none */
	bool is_late;	  /* it was given up: the disk has taken too long */
	unsigned long lost;
	char said[256];	     /* the last fault */
	char *folder, *word; /* the relay's word is a file of that folder: what it has sent of events that are over */
	sd_event_source *watch; /* … of its changes; NULL: nobody waits for that word */
	bool word_due;
};

static void say(struct relay_stream *stream, const char *fault)
{
	if (strcmp(stream->said, fault) == 0)
		return;
	if (*fault)
		log_message(LOG_ERR, "%s; it is tried again, and the games do not wait for it", fault);
	else
		log_message(LOG_NOTICE, "The stream database can be written again");
	snprintf(stream->said, sizeof(stream->said), "%s", fault);
}

static bool asks_for_it(const struct tournament *e)
{
	return e->file->relay;
}

/* The event that the game is played in, if that is to be relayed. */
static struct tournament *relayed(const struct live_game *s, struct stream_subject *subject)
{
	const struct event_pairing pairing = event_pairing_of(s->setup.json);
	struct tournament *e = tournament_find(s->context, pairing.event);

	if (!e || !asks_for_it(e))
		return NULL;
	*subject = (struct stream_subject){
		.event = e->id,
		.round = pairing.round,
		.board = pairing.board,
	};
	return e;
}

static bool has_delay(const struct live_game *s)
{
	const struct event_pairing pairing = event_pairing_of(s->setup.json);

	return pairing.delay_moves > 0 || pairing.delay_minutes > 0;
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

		if (earlier && queue->items[k].game == queue->items[i].game && earlier->type == PUBLISH_MOVE &&
		    travels(earlier))
			return earlier->ply + 1;
	}
	return queue->items[i].game->published.line.count;
}

/* What is said of an event that had ended ends it anew. */
static void note_said(struct tournament *e)
{
	e->end_due |= tournament_has_ended(e);
}

static int relay_stream_stage(struct relay_stream *stream, const struct stream_subject *subject, bool withheld,
			      uint32_t plies, json_t *publication)
{
	const int r = withheld ? stream_writer_stage_withheld(stream->writer, subject, plies, publication) :
				 stream_writer_stage(stream->writer, subject, publication);

	if (r == -ENOBUFS && stream->lost++ == 0)
		log_message(
			LOG_ERR,
			"The stream database has been out of reach for too long: publications are lost to the relay;"
			" the records of the games are not");
	return r == -ENOBUFS ? 0 : r;
}

/* What waits to be shown and is none any more is not shown. 0 or -ENOMEM. */
static int take_back(struct relay_stream *stream, const struct stream_subject *subject, const struct live_game *s)
{
	json_t *ruling;
	size_t i;
	int r = 0;

	json_array_foreach(s->undone_rulings, i, ruling)
		if (r >= 0 && json_is_true(json_object_get(ruling, "public")))
			r = stream_writer_stage_take_back(stream->writer, subject, json_incref(ruling));
	return r == -ENOBUFS ? 0 : r;
}

/* 1: some of them travel; 0; -ENOMEM. */
static int stage_queue(struct context *ctx, size_t count)
{
	struct stream_subject subject;
	int r = 0;

	for (size_t i = 0; i < count && r >= 0; i++) {
		const struct publication_queue_item *item = &ctx->queue.items[i];
		struct tournament *e = travels(item->publication) ? relayed(item->game, &subject) : NULL;
		json_t *publication;
		bool withheld;

		if (!e)
			continue;
		note_said(e);
		publication = publication_format(item->game->setup.core.game, item->publication, false);
		if (!publication)
			return -ENOMEM;
		withheld = has_delay(item->game);
		if (withheld && item->publication->type == PUBLISH_UNDONE)
			r = take_back(ctx->relay, &subject, item->game);
		if (r < 0) {
			json_decref(publication);
			return r;
		}
		json_object_del(publication, "public");
		json_object_set_new(publication, "game", json_string(item->game->id));
		json_object_set_new(publication, "t_wall", json_integer(ctx->machine.realtime_us));
		r = relay_stream_stage(ctx->relay, &subject, withheld, withheld ? plies_before(&ctx->queue, i) : 0,
				       publication);
		r = r < 0 ? r : 1;
	}
	return r;
}

/* What is staged goes to the thread, unless that still writes: then it goes when it has. */
static bool give(struct relay_stream *stream)
{
	const uint64_t batch = stream_writer_submit(stream->writer);

	stream->given = batch ? batch : stream->given;
	return batch;
}

static bool submit(struct context *ctx, size_t count)
{
	struct relay_stream *stream = ctx->relay;
	const int r = stage_queue(ctx, count);

	if (r < 0)
		context_exit(ctx, r);
	if (r <= 0)
		return false;
	if (give(stream))
		stream->awaited = stream->given;
	else if (stream_writer_is_writing(stream->writer) && !stream->is_late)
		stream->awaited = stream->given + 1;
	return stream->awaited;
}

static bool is_awaited(const struct context *ctx)
{
	return ctx->relay && ctx->relay->awaited;
}

static void relay_stream_give_up(struct context *ctx)
{
	struct relay_stream *stream = ctx->relay;
	char sentence[120];

	stream->awaited = 0;
	stream->is_late = true;
	snprintf(sentence, sizeof(sentence), "The stream database: the disk has not answered for %u s",
		 ctx->options.disk_patience_s);
	say(stream, sentence);
}

/* What the relay says of itself is all that is heard of it: it may have sent all of an event that is over, and then
 * that is kept no more. */
static void take_word(struct context *ctx)
{
	struct relay_stream *stream = ctx->relay;
	char *text = text_file_read(stream->word);
	json_t *word = text ? json_loads(text, 0, NULL) : NULL, *publications;
	const int64_t epoch = json_integer_value(json_object_get(word, "epoch"));
	const char *id;

	json_object_foreach(json_object_get(word, "sent"), id, publications) {
		const struct tournament *e = tournament_find(ctx, id);

		if (e && tournament_has_ended(e))
			stream_writer_stage_forget_ended(stream->writer, id, epoch, json_integer_value(publications));
	}
	json_decref(word);
	free(text);
	give(stream);
}

static int on_word(sd_event_source *source, const struct inotify_event *event, void *userdata)
{
	struct context *ctx = userdata;

	if (event->mask & IN_IGNORED) /* the folder is gone */
		ctx->relay->watch = sd_event_source_disable_unref(ctx->relay->watch);
	else
		take_word(ctx);
	return 0;
}

/* An event has ended: its folder is there by now. */
static void wait_for_word(struct context *ctx)
{
	struct relay_stream *stream = ctx->relay;

	stream->word_due = false;
	if (!stream->watch &&
	    sd_event_add_inotify(ctx->loop, &stream->watch, stream->folder, IN_MOVED_TO | IN_ONLYDIR, on_word, ctx) < 0)
		stream->watch = NULL;
	take_word(ctx);
}

static int finish(struct context *ctx, bool wait)
{
	struct relay_stream *stream = ctx->relay;
	bool has_ended;
	int r;

	do {
		r = stream_writer_finish(stream->writer, wait);
		if (r == -EINPROGRESS)
			return r;
		has_ended = stream->awaited <= stream->given;
	} while (r >= 0 && give(stream) && !has_ended);
	stream->awaited = 0;
	stream->is_late = false;
	say(stream, r < 0 ? stream_writer_error(stream->writer) : "");
	if (r >= 0 && stream->word_due)
		wait_for_word(ctx);
	return r;
}

int relay_stream_show(struct tournament *e, unsigned round, unsigned board, const struct delay_shown *shown)
{
	const struct stream_subject subject = { .event = e->id, .round = round, .board = board };

	if (!asks_for_it(e))
		return 0;
	note_said(e);
	return stream_writer_stage_release(e->context->relay->writer, &subject,
					   shown->all ? STREAM_ALL_PLIES : shown->count);
}

int relay_stream_file(struct tournament *e, unsigned round, unsigned board, const char *path, const char *text)
{
	const struct stream_subject subject = { .event = e->id, .round = round, .board = board };
	struct relay_stream *stream = e->context->relay;

	if (!asks_for_it(e))
		return 0;
	note_said(e);
	return stream->is_late ?
		       -EIO :
		       stream_writer_stage_file(stream->writer, &subject, path, text, e->context->machine.realtime_us);
}

int relay_stream_end(struct tournament *e)
{
	struct relay_stream *stream = e->context->relay;
	int r;

	if (!asks_for_it(e))
		return 0;
	r = stream->is_late ? -EIO : stream_writer_stage_end(stream->writer, e->id, e->context->machine.realtime_us);
	stream->word_due |= r >= 0;
	return r;
}

void relay_stream_commit(struct context *ctx)
{
	if (ctx->relay)
		give(ctx->relay);
}

int relay_stream_new(struct context *ctx, void (*written)(void *ctx))
{
	struct relay_stream *stream = calloc(1, sizeof(*stream));
	char *path = NULL;
	int r;

	ctx->relay = stream;
	if (!stream || asprintf(&stream->folder, "%s/relay", ctx->options.state) < 0 ||
	    asprintf(&stream->word, "%s/" RELAY_WORD, stream->folder) < 0 ||
	    asprintf(&path, "%s/stream.db", stream->folder) < 0)
		return -ENOMEM;
	r = stream_writer_new(path, ctx->loop, written, ctx, &stream->writer);
	free(path);
	return r;
}

void relay_stream_start(struct context *ctx)
{
	const int64_t now_us = context_now(ctx)->realtime_us;
	json_t *kept = json_array();
	bool asked = false;

	for (struct tournament *e = ctx->tournaments; e; e = e->next) {
		asked |= asks_for_it(e);
		note_said(e); /* it was killed before it has told the end, perhaps */
		if (!tournament_is_closed(e))
			json_array_append_new(kept, json_string(e->id));
	}
	if (asked)
		stream_writer_stage_expiry(ctx->relay->writer, kept, now_us - KEPT_US);
	else
		json_decref(kept);
	relay_stream_commit(ctx);
}

void relay_stream_close(struct context *ctx)
{
	struct relay_stream *stream = ctx->relay;
	size_t left;

	if (!stream)
		return;
	if (stream->writer) {
		do
			give(stream);
		while (finish(ctx, true) >= 0 && stream_writer_is_writing(stream->writer));
		left = stream_writer_staged(stream->writer);
		if (left)
			log_message(LOG_ERR,
				    "The stream database could not be written: %zu publications are lost to the relay",
				    left);
	}
	stream_writer_free(stream->writer);
	sd_event_source_disable_unref(stream->watch);
	free(stream->folder);
	free(stream->word);
	free(stream);
	ctx->relay = NULL;
}

const struct publish_gate relay_stream_gate = {
	.submit = submit,
	.is_awaited = is_awaited,
	.finish = finish,
	.give_up = relay_stream_give_up,
};
