/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/call-queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "daemon/bus/access.h"
#include "daemon/games/live-game.h"

#define MOST 1024
#define TURN_US 2000 /* for so long the bus is read first, and a client's further call waits for others */

struct queued_call {
	struct queued_call *next;
	sd_bus_message *call;
	uid_t uid;
	uint64_t game;
	unsigned ahead;	 /* so many of its sender's are before it */
	bool is_further; /* there were any when it came */
	uint64_t after;	 /* number of what was queued last before it */
	bool was_sent;	 /* all of that, */
	uint64_t finals; /* … and how many final records had been given to their thread then */
	bool released;	 /* it is on its way back through the bus' queue */
};

struct call_queue {
	struct queued_call *first;
	bool acts;	       /* one of them was an act, and is being handled; */
	uint64_t acts_after;   /* … the last that was queued for publication before it */
	sd_event_source *turn; /* further calls may go on */

	uint64_t finals_given, finals_taken; /* records of games that are over: to their thread, and back, in order */
};

/* Of games that are over and of which an earlier record is just being written. */
static uint64_t finals_next(const struct context *ctx)
{
	uint64_t count = 0;

	for (const struct live_game *s = ctx->live_games; s; s = s->next)
		count += s->published.over && s->pgn_due && s->record_writing && !s->record_fault;
	return count;
}

bool call_queue_disk_waits(const struct context *ctx)
{
	return !ctx->journal_fault[0] && !ctx->failed &&
	       (ctx->queue.count > 0 || ctx->calls->finals_taken < ctx->calls->finals_given + finals_next(ctx));
}

bool call_queue_more_come(const struct context *ctx)
{
	uint64_t read = 0;
	int bytes = 0;

	if (ioctl(sd_bus_get_fd(ctx->bus), FIONREAD, &bytes) == 0 && bytes > 0)
		return true;
	if (sd_bus_get_n_queued_read(ctx->bus, &read) < 0)
		return false;
	for (const struct queued_call *c = ctx->calls->first; c && read > 0; c = c->next)
		read -= c->released;
	return read > 0;
}

static bool is_of(const struct queued_call *c, const char *sender)
{
	return strcmp(sd_bus_message_get_sender(c->call), sender) == 0;
}

unsigned call_queue_count(const struct context *ctx, const char *sender)
{
	unsigned count = 0;

	for (const struct queued_call *c = ctx->calls->first; c; c = c->next)
		count += !sender || is_of(c, sender);
	return count;
}

/* A timer that is set already stays as it is. */
static void wait_for_turn(struct context *ctx)
{
	int enabled = SD_EVENT_OFF;
	uint64_t now;

	sd_event_source_get_enabled(ctx->calls->turn, &enabled);
	if (enabled != SD_EVENT_OFF || sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(ctx->calls->turn, now + TURN_US);
	sd_event_source_set_enabled(ctx->calls->turn, SD_EVENT_ONESHOT);
}

int call_queue_add(struct context *ctx, sd_bus_message *call, uint64_t game)
{
	const char *sender = sd_bus_message_get_sender(call);
	struct queued_call *c, **end = &ctx->calls->first;
	unsigned count = 0, own = 0, of_user = 0;
	uid_t uid;

	caller_uid(ctx, call, &uid);
	for (; *end; end = &(*end)->next) {
		count++;
		of_user += (*end)->uid == uid;
		own += is_of(*end, sender);
	}
	if (count >= MOST || of_user >= CALLS_OF_USER || own >= CALLS_OF_CLIENT)
		return -EBUSY;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->call = sd_bus_message_ref(call);
	c->uid = uid;
	c->game = game;
	c->ahead = own;
	c->is_further = own > 0;
	c->after = ctx->queue.last;
	*end = c;
	wait_for_turn(ctx);
	return 0;
}

static void drop(struct queued_call **at)
{
	struct queued_call *c = *at;

	for (struct queued_call *next = c->next; next; next = next->next)
		next->ahead -= is_of(next, sd_bus_message_get_sender(c->call));
	*at = c->next;
	sd_bus_message_unref(c->call);
	free(c);
}

static struct queued_call **call_queue_find(struct context *ctx, const sd_bus_message *call)
{
	struct queued_call **c = &ctx->calls->first;

	while (*c && (*c)->call != call)
		c = &(*c)->next;
	return c;
}

bool call_queue_put_back(struct context *ctx, const sd_bus_message *call)
{
	struct queued_call *c = *call_queue_find(ctx, call);

	if (!c || ctx->journal_fault[0] || ctx->failed)
		return false;
	/* who waited for others waits for what happened meanwhile, but once */
	if (!(c->is_further && !c->game && call_queue_disk_waits(ctx)) && !publication_queue_has_act(&ctx->queue))
		return false;
	c->is_further = c->released = c->was_sent = false;
	c->after = ctx->queue.last;
	return true;
}

bool call_queue_take(struct context *ctx, const sd_bus_message *call, uint64_t *game)
{
	struct queued_call **c = call_queue_find(ctx, call);

	if (!*c)
		return false;
	*game = (*c)->game;
	if (*game) { /* what it leads to is before the calls behind it */
		ctx->calls->acts = true;
		ctx->calls->acts_after = ctx->queue.last;
		context_flush(ctx);
	}
	drop(c);
	return true;
}

static bool must_wait(const struct context *ctx, struct queued_call *c)
{
	if (ctx->journal_fault[0])
		return false;
	if (!c->was_sent && publication_queue_has_sent(&ctx->queue, c->after)) {
		c->was_sent = true;
		c->finals = ctx->calls->finals_given + finals_next(ctx);
	}
	return !c->was_sent || ctx->calls->finals_taken < c->finals;
}

/* What a person did has been handled: the calls behind it wait for what it led to. */
static void wait_for_act(struct context *ctx)
{
	struct call_queue *q = ctx->calls;

	for (struct queued_call *c = q->first; c && ctx->queue.last != q->acts_after; c = c->next) {
		c->after = ctx->queue.last;
		c->was_sent = false;
	}
	q->acts = false;
}

static void let_go(struct context *ctx, struct queued_call *c)
{
	if (!c->released)
		c->released = sd_bus_message_rewind(c->call, 1) >= 0 &&
			      sd_bus_enqueue_for_read(ctx->bus, c->call) >= 0; /* else the bus is gone */
}

/* An act comes after what its sender has asked before. */
static void let_go_act(struct context *ctx, struct queued_call *act)
{
	for (struct queued_call *c = ctx->calls->first; c != act; c = c->next)
		if (is_of(c, sd_bus_message_get_sender(act->call)))
			let_go(ctx, c);
	let_go(ctx, act);
}

/* further: it is the turn of calls that came while others of their senders waited, one of each sender. */
static void release(struct context *ctx, bool further)
{
	struct call_queue *q = ctx->calls;

	if (q->acts)
		wait_for_act(ctx);
	for (struct queued_call *c = q->first; c && (c->released || !must_wait(ctx, c)); c = c->next) {
		if (c->game) { /* an act is handled before those behind it */
			let_go_act(ctx, c);
			return;
		}
		if (c->ahead == 0 && (further || !c->is_further))
			let_go(ctx, c);
		else
			wait_for_turn(ctx);
	}
}

void call_queue_final_given(struct context *ctx)
{
	if (ctx->calls)
		ctx->calls->finals_given++;
}

void call_queue_final_taken(struct context *ctx)
{
	if (ctx->calls)
		ctx->calls->finals_taken++;
}

/* What has changed is told first; that leads back here. */
void call_queue_release(struct context *ctx)
{
	if (ctx->calls && !ctx->properties_changed)
		release(ctx, false);
}

static int on_turn(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;

	if (!ctx->properties_changed)
		release(ctx, true);
	return 0;
}

void call_queue_forget(struct context *ctx)
{
	while (ctx->calls && ctx->calls->first)
		drop(&ctx->calls->first);
}

int call_queue_open(struct context *ctx)
{
	int r;

	ctx->calls = calloc(1, sizeof(*ctx->calls));
	if (!ctx->calls)
		return -ENOMEM;
	r = sd_event_add_time(ctx->loop, &ctx->calls->turn, CLOCK_MONOTONIC, UINT64_MAX, 250, on_turn, ctx);
	return r < 0 ? r : sd_event_source_set_enabled(ctx->calls->turn, SD_EVENT_OFF);
}

void call_queue_close(struct context *ctx)
{
	call_queue_forget(ctx);
	if (ctx->calls)
		sd_event_source_disable_unref(ctx->calls->turn);
	free(ctx->calls);
	ctx->calls = NULL;
}
