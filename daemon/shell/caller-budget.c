/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/caller-budget.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "daemon/shell/held-calls.h"

#define BURST_US 4000	 /* at once, */
#define SHARE 4		 /* and a quarter of the time that passes */
#define TURN_US 2000	 /* how often calls that wait are looked at */
#define MAX_PARKED 128	 /* calls of one client that wait: as many as the system bus lets it have under way */
#define MAX_AT_A_TURN 32 /* … of which so many are let go at a turn, */
#define LEAST_COST_US 20 /* as if each cost that at least */

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

/* A call that has waited, and is back. */
static bool comes_back(struct context *ctx, const sd_bus_message *call)
{
	for (struct parked_call **p = &ctx->parked; *p; p = &(*p)->next)
		if ((*p)->released && (*p)->call == call) {
			unpark(ctx, p);
			return true;
		}
	return false;
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

static int on_message(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	const char *sender = sd_bus_message_get_sender(m);
	struct caller_budget *b;
	int64_t now_us;

	if (!sender || !sd_bus_message_is_method_call(m, NULL, NULL))
		return 0;
	now_us = context_now(ctx)->boottime_us;
	b = find(ctx, sender, now_us);
	if (b)
		refill(b, now_us);
	ctx->budget = b;
	if (comes_back(ctx, m) || held_calls_has(ctx, m) ||
	    (b && b->parked == 0 && (b->left_us > 0 || !others_wait(ctx))))
		return 0;
	if (park(ctx, b, m) < 0 && sd_bus_message_get_expect_reply(m) > 0)
		sd_bus_reply_method_errorf(m, SD_BUS_ERROR_LIMITS_EXCEEDED,
					   "Too many calls are under way; wait for answers before you ask more");
	return 1;
}

/* In their order, as many as their sender can pay for by what its calls have cost. */
static int on_turn(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	const int64_t now_us = context_now(ctx)->boottime_us;

	for (unsigned i = 0; i < CALLER_BUDGETS; i++)
		if (ctx->budgets[i].parked > 0) {
			refill(&ctx->budgets[i], now_us);
			ctx->budgets[i].turn = 0;
		}
	for (struct parked_call *p = ctx->parked; p; p = p->next) {
		struct caller_budget *b = p->caller;
		const int64_t cost_us = b->cost_us > LEAST_COST_US ? b->cost_us : LEAST_COST_US;

		if (p->released || b->left_us <= 0 || b->turn >= MAX_AT_A_TURN || b->turn * cost_us > b->left_us)
			continue;
		if (sd_bus_message_rewind(p->call, 1) < 0 || sd_bus_enqueue_for_read(ctx->bus, p->call) < 0)
			break; /* the bus is gone */
		p->released = true;
		b->turn++;
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
	if (ctx->budget) {
		ctx->budget->left_us -= us;
		ctx->budget->cost_us = us;
	}
	ctx->budget = NULL;
}

void caller_budget_forget(struct context *ctx)
{
	while (ctx->parked)
		unpark(ctx, &ctx->parked);
}
