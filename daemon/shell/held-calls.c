/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/held-calls.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/shell/caller-uid.h"
#include "daemon/shell/session.h"

#define MOST 1024
#define MOST_OF_USER 512
#define MANY 8 /* of one client, with a place in a game */

struct held_call {
	struct held_call *next;
	sd_bus_message *call;
	uid_t uid;
	uint64_t game;
	unsigned turn;	 /* so many of its sender's were held then */
	uint64_t after;	 /* number of what was queued last before it */
	bool was_sent;	 /* all of that, */
	uint64_t finals; /* … and how many final records had been given to their thread then */
	bool released;	 /* it is on its way back through the bus' queue */
};

/* Of games that are over and of which an earlier record is just being written. */
static uint64_t finals_next(const struct context *ctx)
{
	uint64_t count = 0;

	for (const struct session *s = ctx->sessions; s; s = s->next)
		count += s->published.over && s->pgn_due && s->record_writing && !s->record_fault;
	return count;
}

bool held_calls_wait(const struct context *ctx)
{
	return !ctx->journal_fault[0] && !ctx->failed &&
	       (ctx->queue.count > 0 || ctx->finals_taken < ctx->finals_given + finals_next(ctx));
}

int held_calls_add(struct context *ctx, sd_bus_message *call, uint64_t game)
{
	const char *sender = sd_bus_message_get_sender(call);
	struct held_call *h, **end = &ctx->held_calls;
	unsigned count = 0, own = 0, of_user = 0;
	uid_t uid;

	caller_uid(ctx, call, &uid);
	for (; *end; end = &(*end)->next) {
		count++;
		of_user += (*end)->uid == uid;
		own += strcmp(sd_bus_message_get_sender((*end)->call), sender) == 0;
	}
	if (count >= MOST || of_user >= MOST_OF_USER)
		return -EBUSY;
	h = calloc(1, sizeof(*h));
	if (!h)
		return -ENOMEM;
	h->call = sd_bus_message_ref(call);
	h->uid = uid;
	h->game = game;
	h->turn = own;
	h->after = ctx->queue.last;
	*end = h;
	return 0;
}

bool held_calls_are_many(const struct context *ctx, const char *sender)
{
	unsigned count = 0;

	for (const struct held_call *h = ctx->held_calls; h; h = h->next)
		count += h->game && sender && strcmp(sd_bus_message_get_sender(h->call), sender) == 0;
	return count >= MANY;
}

static struct held_call *find(const struct context *ctx, const sd_bus_message *call)
{
	struct held_call *h = ctx->held_calls;

	while (h && h->call != call)
		h = h->next;
	return h;
}

bool held_calls_has(const struct context *ctx, const sd_bus_message *call)
{
	return find(ctx, call);
}

bool held_calls_is_act(const struct context *ctx, const sd_bus_message *call)
{
	const struct held_call *h = find(ctx, call);

	return h && h->game;
}

bool held_calls_of_others(const struct context *ctx, const char *sender)
{
	const struct held_call *h = ctx->held_calls;

	while (h && strcmp(sd_bus_message_get_sender(h->call), sender) == 0)
		h = h->next;
	return h;
}

static void drop(struct held_call **at)
{
	struct held_call *h = *at;

	*at = h->next;
	sd_bus_message_unref(h->call);
	free(h);
}

bool held_calls_put_back(struct context *ctx, const sd_bus_message *call)
{
	struct held_call *h = find(ctx, call);

	if (!h || ctx->journal_fault[0] || ctx->failed || !publication_queue_has_act(&ctx->queue))
		return false;
	h->released = h->was_sent = false;
	h->after = ctx->queue.last;
	return true;
}

bool held_calls_take(struct context *ctx, const sd_bus_message *call, uint64_t *game)
{
	for (struct held_call **p = &ctx->held_calls; *p; p = &(*p)->next)
		if ((*p)->call == call) {
			*game = (*p)->game;
			if (*game) { /* what it leads to is before the calls behind it */
				ctx->held_acts = true;
				ctx->held_last = ctx->queue.last;
				context_flush(ctx);
			}
			drop(p);
			return true;
		}
	return false;
}

static bool must_wait(const struct context *ctx, struct held_call *h)
{
	if (ctx->journal_fault[0])
		return false;
	if (!h->was_sent && publication_queue_has_sent(&ctx->queue, h->after)) {
		h->was_sent = true;
		h->finals = ctx->finals_given + finals_next(ctx);
	}
	return !h->was_sent || ctx->finals_taken < h->finals;
}

/* What a person did has been handled: the calls behind it wait for what it led to. */
static void wait_for_act(struct context *ctx)
{
	for (struct held_call *h = ctx->held_calls; h && ctx->queue.last != ctx->held_last; h = h->next) {
		h->after = ctx->queue.last;
		h->was_sent = false;
	}
	ctx->held_acts = false;
}

/* False: the bus is gone. */
static bool let_go(struct context *ctx, struct held_call *h)
{
	h->released = sd_bus_message_rewind(h->call, 1) >= 0 && sd_bus_enqueue_for_read(ctx->bus, h->call) >= 0;
	return h->released;
}

/*
 * From the oldest up to there: the first of each client, then the second … A client that has asked for much is not
 * served before one that came a little later and asks for one thing.
 */
static bool let_go_in_turn(struct context *ctx, const struct held_call *end)
{
	unsigned next = 0;

	for (unsigned turn = 0; next != UINT_MAX; turn = next) {
		next = UINT_MAX;
		for (struct held_call *h = ctx->held_calls; h != end; h = h->next) {
			if (h->released)
				continue;
			if (h->turn <= turn && !let_go(ctx, h))
				return false;
			if (h->turn > turn && h->turn < next)
				next = h->turn;
		}
	}
	return true;
}

void held_calls_release(struct context *ctx)
{
	struct held_call *h;

	if (ctx->held_acts)
		wait_for_act(ctx);
	/* An act is handled before those behind it. */
	for (h = ctx->held_calls; h && !h->game; h = h->next)
		if (!h->released && must_wait(ctx, h))
			break;
	if (let_go_in_turn(ctx, h) && h && h->game && !h->released && !must_wait(ctx, h))
		let_go(ctx, h);
}

void held_calls_forget(struct context *ctx)
{
	while (ctx->held_calls)
		drop(&ctx->held_calls);
}
