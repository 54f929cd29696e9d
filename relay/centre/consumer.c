/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/centre/centre.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine-clock.h"
#include "common/text-mark.h"

#define BATCH 500
#define EXPIRES_S 3
#define PATIENCE_US (INT64_C(1000000) * (EXPIRES_S + 2)) /* for an answer, or for a pull to end */
#define EMPTY_US 100000					 /* how often a stream without messages is looked at */
#define FIRST_PAUSE_US 100000
#define LONGEST_PAUSE_US 3000000

enum consumer_state { IDLE = 1, LOOKING, MAKING, PULLING };

struct consumer {
	const struct jetstream *js;
	const struct jetstream_stream *stream;
	struct store *store;
	enum consumer_state state;
	bool connected;
	char created[40], name[64];
	uint64_t position, last; /* read, and the stream's last as of when it was looked at */
	uint64_t mark;		 /* of the message that was read last, 0 not known */
	bool is_looked_for;	 /* it comes first, if the stream still has it */
	unsigned attempt, left;	 /* of the pull that runs: so many messages may come */
	int64_t heard_us, resume_us, pause_us;
	bool is_empty; /* the stream has no messages, or cannot be asked for them yet */
	char fault[160];
};

static void set_state(struct consumer *c, enum consumer_state state)
{
	c->state = state;
	c->heard_us = machine_clock_us(CLOCK_MONOTONIC);
	c->attempt++;
}

static void give_up(struct consumer *c, const char *why)
{
	set_state(c, IDLE);
	snprintf(c->fault, sizeof(c->fault), "%s", why);
	c->pause_us = c->pause_us ? 2 * c->pause_us : FIRST_PAUSE_US;
	if (c->pause_us > LONGEST_PAUSE_US)
		c->pause_us = LONGEST_PAUSE_US;
	c->resume_us = machine_clock_us(CLOCK_MONOTONIC) + c->pause_us;
}

static void consumer_ask(struct consumer *c, enum consumer_state state, const char *call, json_t *request)
{
	char inbox[48];

	set_state(c, state);
	snprintf(inbox, sizeof(inbox), "api.consumer.%u", c->attempt);
	if (jetstream_ask(c->js, call, NULL, request, inbox) < 0)
		give_up(c, "the connection takes nothing");
}

static void consumer_look(struct consumer *c)
{
	consumer_ask(c, LOOKING, "STREAM.INFO", NULL);
}

static void pull(struct consumer *c)
{
	char reply[JETSTREAM_SUBJECT];

	set_state(c, PULLING);
	c->left = BATCH;
	snprintf(reply, sizeof(reply), "pull.%u", c->attempt);
	if (jetstream_ask(c->js, "CONSUMER.MSG.NEXT", c->name,
			  json_pack("{s:i, s:I}", "batch", BATCH, "expires", (json_int_t)EXPIRES_S * 1000000000),
			  reply) < 0)
		give_up(c, "the connection takes nothing");
}

static void make_consumer(struct consumer *c, const json_t *info)
{
	const char *created = json_string_value(json_object_get(info, "created"));
	json_t *config;

	c->last = (uint64_t)json_integer_value(json_object_get(json_object_get(info, "state"), "last_seq"));
	snprintf(c->created, sizeof(c->created), "%s", created ? created : "");
	c->is_empty = c->last == 0;
	if (c->is_empty) { /* or it is still being made: nats-server 2.9 dies if it is asked for more then */
		set_state(c, IDLE);
		c->resume_us = c->heard_us + EMPTY_US;
		c->pause_us = 0;
		c->fault[0] = '\0';
		return;
	}
	store_position(c->store, c->created, &c->position, &c->mark);
	if (c->position > c->last) /* it was set back to an earlier copy */
		c->position = 0;
	c->is_looked_for = c->position && c->mark;
	config = json_pack("{s:s, s:s, s:I, s:b, s:i}", "ack_policy", "none", "replay_policy", "instant",
			   "inactive_threshold", (json_int_t)30 * 1000000000, "mem_storage", 1, "num_replicas", 1);
	if (c->position) {
		json_object_set_new(config, "deliver_policy", json_string("by_start_sequence"));
		json_object_set_new(config, "opt_start_seq", json_integer((json_int_t)c->position + !c->is_looked_for));
	} else {
		json_object_set_new(config, "deliver_policy", json_string("all"));
	}
	consumer_ask(c, MAKING, "CONSUMER.CREATE",
		     json_pack("{s:s, s:o}", "stream_name", c->js->stream, "config", config));
}

static void answer(struct consumer *c, const json_t *answer)
{
	const json_t *error = json_object_get(answer, "error");
	const char *name = json_string_value(json_object_get(answer, "name"));

	if (c->state == LOOKING && jetstream_error(answer) == JETSTREAM_NO_STREAM) {
		jetstream_ask(c->js, "STREAM.CREATE", NULL, jetstream_stream_config(c->js, c->stream), "api.made");
		give_up(c, "there was no stream; it is made");
	} else if (!answer || error) {
		give_up(c, jetstream_words(answer));
	} else if (c->state == LOOKING) {
		make_consumer(c, answer);
	} else if (c->state == MAKING && name) {
		snprintf(c->name, sizeof(c->name), "%s", name);
		c->fault[0] = '\0';
		c->pause_us = 0;
		pull(c);
	}
}

void consumer_answer(struct consumer *c, const char *words, const struct link_event *event)
{
	json_t *object;
	unsigned attempt = 0;

	if (sscanf(words, "consumer.%u", &attempt) != 1 || attempt != c->attempt)
		return;
	object = event->size ? json_loadb(event->text, event->size, 0, NULL) : NULL;
	answer(c, object);
	json_decref(object);
}

static uint64_t mark_of(const struct link_event *event)
{
	const uint64_t mark = text_mark(event->subject) * 31 + text_mark(event->text);

	return mark ? mark : 1;
}

/* A stream that was set back to an earlier copy, and has grown since, has another message in the place of the last one
 * that was read. False: it has. */
static bool is_last(struct consumer *c, const struct link_event *event)
{
	if (mark_of(event) == c->mark)
		return true;
	c->position = c->mark = 0;
	store_set_position(c->store, c->created, 0, 0);
	give_up(c, "the stream was set back to an earlier copy; it is read from its beginning");
	return false;
}

bool consumer_pulled(struct consumer *c, const struct link_event *event)
{
	const uint64_t seq = jetstream_sequence(event->reply);

	if (c->state != PULLING)
		return false;
	c->heard_us = machine_clock_us(CLOCK_MONOTONIC);
	if (event->status == 100)
		return false;
	if (event->status == 404 || event->status == 408) {
		const char *attempt = strrchr(event->subject, '.');

		c->last = c->position; /* there was nothing more */
		if (attempt && strtoul(attempt + 1, NULL, 10) == c->attempt)
			pull(c);
		return false;
	}
	if (event->status || !seq) {
		give_up(c, "the consumer is gone; it is made anew");
		return false;
	}
	if (seq < c->position || (seq == c->position && !c->is_looked_for))
		return false;
	if (seq == c->position && !is_last(c, event))
		return false;
	if (--c->left == 0)
		pull(c);
	c->is_looked_for = false;
	if (seq == c->position)
		return false;
	c->position = seq;
	c->mark = mark_of(event);
	return true;
}

int consumer_save(struct consumer *c)
{
	/* else the stream that is looked at is not known to be the one that was read */
	return c->state == PULLING ? store_set_position(c->store, c->created, c->position, c->mark) : 0;
}

void consumer_connected(struct consumer *c, bool connected)
{
	c->connected = connected;
	c->resume_us = 0;
	c->is_empty = false;
	if (connected)
		consumer_look(c);
	else
		set_state(c, IDLE);
}

void consumer_again(struct consumer *c)
{
	give_up(c, "what came could not be taken");
}

void consumer_tick(struct consumer *c)
{
	const int64_t now = machine_clock_us(CLOCK_MONOTONIC);

	if (!c->connected)
		return;
	if (c->state == IDLE && now >= c->resume_us)
		consumer_look(c);
	else if (c->state != IDLE && now - c->heard_us > PATIENCE_US)
		give_up(c, "the servers do not answer");
}

bool consumer_is_whole(const struct consumer *c)
{
	return c->is_empty || (c->state == PULLING && c->position >= c->last);
}

bool consumer_is_behind(const struct consumer *c)
{
	return c->position && c->position <= c->last;
}

const char *consumer_fault(const struct consumer *c)
{
	return c->fault;
}

int consumer_new(const struct jetstream *js, const struct jetstream_stream *stream, struct store *store,
		 struct consumer **ret)
{
	struct consumer *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->js = js;
	c->stream = stream;
	c->store = store;
	c->state = IDLE;
	*ret = c;
	return 0;
}

void consumer_free(struct consumer *c)
{
	free(c);
}
