/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/caller-budget.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "daemon/shell/access.h"
#include "daemon/shell/held-calls.h"

#define BURST_US 4000  /* at once, */
#define SHARE 4	       /* and a quarter of the time that passes */
#define TURN_US 2000   /* how often calls that wait are looked at */
#define MAX_PARKED 128 /* calls of one client that wait: as many as the system bus lets it have under way */

/* A call that waits until its sender may take time again. */
struct parked_call {
	struct parked_call *next;
	struct caller_budget *caller;
	sd_bus_message *call;
	bool released; /* it is on its way back through the bus' queue */
};

static void refill(struct caller_budget *b, int64_t now_us)
{
	b->left_us += (now_us - b->at_us) / SHARE;
	if (b->left_us > BURST_US)
		b->left_us = BURST_US;
	b->at_us = now_us;
}

/*
 * The caller's purse; if it has none yet, that of whoever has called longest ago and has no calls waiting. NULL: all
 * have.
 */
static struct caller_budget *find(struct context *ctx, const char *name, int64_t now_us)
{
	struct caller_budget *oldest = NULL;

	for (unsigned i = 0; i < CALLER_BUDGETS; i++) {
		struct caller_budget *b = &ctx->budgets[i];

		if (strcmp(b->name, name) == 0)
			return b;
		if (b->parked == 0 && (!oldest || b->at_us < oldest->at_us))
			oldest = b;
	}
	if (!oldest)
		return NULL;
	*oldest = (struct caller_budget){ .left_us = BURST_US, .at_us = now_us };
	snprintf(oldest->name, sizeof(oldest->name), "%s", name);
	return oldest;
}

/* Does anything wait behind this call? */
static bool others_wait(struct context *ctx)
{
	int bytes = 0;

	return ioctl(sd_bus_get_fd(ctx->bus), FIONREAD, &bytes) == 0 && bytes > 0;
}

static void unpark(struct context *ctx, struct parked_call **at)
{
	struct parked_call *p = *at;

	*at = p->next;
	p->caller->parked--;
	sd_bus_message_unref(p->call);
	free(p);
}

/* Where a call is that has waited, and is back. NULL: it has not. */
static struct parked_call **find_back(struct context *ctx, const sd_bus_message *call)
{
	for (struct parked_call **p = &ctx->parked; *p; p = &(*p)->next)
		if ((*p)->released && (*p)->call == call)
			return p;
	return NULL;
}

static void next_turn(struct context *ctx)
{
	uint64_t now;

	if (sd_event_now(ctx->event, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(ctx->parked_timer, now + TURN_US);
	sd_event_source_set_enabled(ctx->parked_timer, SD_EVENT_ONESHOT);
}

static int park(struct context *ctx, struct caller_budget *b, sd_bus_message *call)
{
	struct parked_call *p, **end = &ctx->parked;

	if (!b || b->parked >= MAX_PARKED)
		return -EBUSY;
	p = calloc(1, sizeof(*p));
	if (!p)
		return -ENOMEM;
	p->caller = b;
	p->call = sd_bus_message_ref(call);
	while (*end)
		end = &(*end)->next;
	*end = p;
	b->parked++;
	next_turn(ctx);
	return 0;
}

/*
 * Has its sender time left, or does nobody else want it? Also of what has waited for the disk, and comes back with all
 * that waited there: else whoever has asked the most would be served first, all of it.
 */
static bool can_pay(struct context *ctx, const struct caller_budget *b)
{
	return b->left_us > 0 || !(others_wait(ctx) || held_calls_of_others(ctx, b->name));
}

static int on_message(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	const char *sender = sd_bus_message_get_sender(m);
	struct parked_call **back;
	struct caller_budget *b;
	int64_t now_us;

	if (!sender || !sd_bus_message_is_method_call(m, NULL, NULL))
		return 0;
	now_us = context_now(ctx)->boottime_us;
	b = find(ctx, sender, now_us);
	if (b)
		refill(b, now_us);
	ctx->budget = b;
	if (held_calls_is_act(ctx, m) || access_has_answer(ctx, m)) /* it was let in once */
		return 0;
	back = find_back(ctx, m);
	if (b && (back || b->parked == 0) && can_pay(ctx, b)) {
		if (back)
			unpark(ctx, back);
		return 0;
	}
	if (back) { /* not any more: it keeps its place */
		(*back)->released = false;
		return 1;
	}
	if (park(ctx, b, m) == 0)
		return 1;
	if (held_calls_has(ctx, m)) /* it was let in once */
		return 0;
	if (sd_bus_message_get_expect_reply(m) > 0)
		sd_bus_reply_method_errorf(m, SD_BUS_ERROR_LIMITS_EXCEEDED,
					   "Too many calls are under way; wait for answers before you ask more");
	return 1;
}

/* The first of its calls that wait, if it can pay for it: one at a time, since nobody knows what it will cost. */
static void let_next(struct context *ctx, struct caller_budget *b)
{
	struct parked_call *p = ctx->parked;

	if (b->parked == 0 || b->left_us <= 0)
		return;
	while (p->caller != b)
		p = p->next;
	if (p->released || sd_bus_message_rewind(p->call, 1) < 0 || sd_bus_enqueue_for_read(ctx->bus, p->call) < 0)
		return; /* it is on its way, or the bus is gone */
	p->released = true;
}

static int on_turn(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	const int64_t now_us = context_now(ctx)->boottime_us;

	for (unsigned i = 0; i < CALLER_BUDGETS && ctx->parked; i++)
		if (ctx->budgets[i].parked > 0) {
			refill(&ctx->budgets[i], now_us);
			let_next(ctx, &ctx->budgets[i]);
		}
	if (ctx->parked)
		next_turn(ctx);
	return 0;
}

int caller_budget_watch(struct context *ctx)
{
	int r = 0;

	if (!ctx->parked_timer) {
		r = sd_event_add_time(ctx->event, &ctx->parked_timer, CLOCK_MONOTONIC, UINT64_MAX, 500, on_turn, ctx);
		if (r >= 0)
			r = sd_event_source_set_enabled(ctx->parked_timer, SD_EVENT_OFF);
	}
	return r < 0 ? r : sd_bus_add_filter(ctx->bus, NULL, on_message, ctx);
}

void caller_budget_charge(struct context *ctx, int64_t us)
{
	struct caller_budget *b = ctx->budget;

	if (!b)
		return;
	ctx->budget = NULL;
	b->left_us -= us;
	let_next(ctx, b);
}

void caller_budget_forget(struct context *ctx)
{
	while (ctx->parked)
		unpark(ctx, &ctx->parked);
}
