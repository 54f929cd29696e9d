/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/publish/publisher.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <syslog.h>

#include "common/machine-clock.h"
#include "daemon/bus/call-queue.h"
#include "daemon/shutdown-watchdog.h"
#include "daemon/bus/bus-link.h"

#define RETRY_US 500000 /* a journal that cannot be written; each time longer, up to … */
#define RETRY_LONGEST_US 5000000
#define STAGE_BATCH 32768

struct publisher {
	const struct publish_listener *const *listeners;
	const struct publish_gate *gate; /* NULL: there is none */
	sd_event_source *retry;
	uint64_t retry_wait_us; /* how long was waited last for a journal that cannot be written */
	sd_event_source *hung;	/* the disk does not answer */
	sd_event_source *beat;
	bool beat_due;	    /* it has come, and nothing was written since */
	bool fault_changed; /* the journal's, which is not told yet */
};

static void set_timer(struct context *ctx, sd_event_source *source, uint64_t after_us)
{
	uint64_t now;

	if (sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(source, now + after_us);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

/* The disk does not answer: on_hung(). */
static void set_disk_timer(struct context *ctx)
{
	set_timer(ctx, ctx->publisher->hung, ctx->options.disk_patience_s * UINT64_C(1000000));
}

/* --- the journal --- */

static void say_fault(struct context *ctx, const char *sentence)
{
	const bool first = !ctx->journal_fault[0];

	if (strcmp(ctx->journal_fault, sentence) == 0)
		return;
	snprintf(ctx->journal_fault, sizeof(ctx->journal_fault), "%s", sentence);
	log_message(LOG_ERR, "%s; %s", ctx->journal_fault,
		    first ? "there are no rulings until it can be written; what is played is kept in memory" :
			    "trying again");
	ctx->publisher->fault_changed = true;
}

/* Who waits is told, except for what the journal's thread may yet have written. */
static void refuse(struct context *ctx)
{
	struct queued_act act;

	publication_queue_refuse_replies(&ctx->queue, ctx->journal_fault);
	while (publication_queue_take_act(&ctx->queue, ctx->queue.sealed, &act))
		act.done(act.userdata, -EIO);
}

static void cannot_write(struct context *ctx)
{
	say_fault(ctx, journal_error(ctx->journal));
	publication_queue_unseal(&ctx->queue);
	refuse(ctx);
	ctx->publisher->retry_wait_us = ctx->publisher->retry_wait_us ? 2 * ctx->publisher->retry_wait_us : RETRY_US;
	if (ctx->publisher->retry_wait_us > RETRY_LONGEST_US)
		ctx->publisher->retry_wait_us = RETRY_LONGEST_US;
	set_timer(ctx, ctx->publisher->retry, ctx->publisher->retry_wait_us);
}

static void can_write(struct context *ctx)
{
	if (!ctx->journal_fault[0])
		return;
	ctx->journal_fault[0] = '\0';
	ctx->publisher->retry_wait_us = 0;
	log_message(LOG_NOTICE, "The journal can be written again");
	ctx->publisher->fault_changed = true;
}

/* What is to be sent is made while the disk is waited for: then nothing but the sending is left. */
static void publisher_prepare(struct context *ctx)
{
	for (size_t i = 0; i < ctx->queue.sealed; i++) {
		struct publication_queue_item *item = &ctx->queue.items[i];

		if (item->publication)
			PUBLISH_TELL(ctx, prepare, item);
	}
}

/* What is queued and held waits for all that is staged, which goes to the journal's thread. 1; 0: there is nothing; or
 * the journal's fault. */
static int submit(struct context *ctx)
{
	const bool is_beat = ctx->publisher->beat_due;
	int r;

	ctx->publisher->beat_due = false;
	if (publication_queue_release(&ctx->queue) < 0)
		context_exit(ctx, -ENOMEM);
	r = journal_submit(ctx->journal, is_beat);
	if (r < 0)
		cannot_write(ctx);
	if (r <= 0)
		return r;
	publication_queue_seal(&ctx->queue);
	set_disk_timer(ctx);
	publisher_prepare(ctx);
	return 1;
}

/* --- what is sent --- */

/* The oldest of the queue, so many, with what people did in its place among them: that may add to the queue, and end
 * games in it. */
static void send_queue(struct context *ctx, size_t count)
{
	const uint64_t last = count > 0 ? ctx->queue.items[count - 1].number : 0;

	context_now(ctx);
	while ((count = publication_queue_count_to_act(&ctx->queue, last)) > 0) {
		const struct queued_act act = ctx->queue.items[count - 1].act;

		PUBLISH_TELL(ctx, send, ctx, ctx->queue.items, count);
		publication_queue_drop(&ctx->queue, count);
		if (act.done)
			act.done(act.userdata, 0);
	}
}

/* Once a turn of the loop, behind the signals: what has changed of each object in one signal. */
static void signal_changed(struct context *ctx)
{
	const bool fault = ctx->publisher->fault_changed;

	if (!ctx->properties_changed && !fault)
		return;
	ctx->properties_changed = ctx->publisher->fault_changed = false;
	manager_signal_changed(ctx, fault);
	PUBLISH_TELL(ctx, signal_changed, ctx);
}

static bool gate_is_awaited(const struct context *ctx)
{
	return ctx->publisher->gate && ctx->publisher->gate->is_awaited(ctx);
}

/* Something waits for the disk: first for the journal, and then for the gate. */
static bool is_writing(const struct context *ctx)
{
	return journal_is_writing(ctx->journal) || gate_is_awaited(ctx);
}

static void send_sealed(struct context *ctx)
{
	send_queue(ctx, ctx->queue.sealed);
	PUBLISH_TELL(ctx, settle, ctx);
}

/* False: it is to be sent when it is past the gate. */
static bool may_send(struct context *ctx, size_t count)
{
	context_now(ctx);
	if (!ctx->publisher->gate || !ctx->publisher->gate->submit(ctx, count))
		return true;
	set_disk_timer(ctx);
	return false;
}

static void send_all(struct context *ctx)
{
	publication_queue_seal(&ctx->queue);
	if (may_send(ctx, ctx->queue.sealed))
		send_sealed(ctx);
}

/* It is past the gate, or what the gate wanted is lost. */
static int finish_gate(struct context *ctx, bool wait)
{
	int r = ctx->publisher->gate->finish(ctx, wait);

	if (r == -EINPROGRESS)
		return r;
	sd_event_source_set_enabled(ctx->publisher->hung, SD_EVENT_OFF);
	if (r < 0)
		PUBLISH_TELL(ctx, gate_lost, ctx);
	send_sealed(ctx);
	return 0;
}

static int finish_journal(struct context *ctx, bool wait)
{
	char news[256];
	int r = journal_finish(ctx->journal, wait);

	if (r == -EINPROGRESS)
		return r;
	sd_event_source_set_enabled(ctx->publisher->hung, SD_EVENT_OFF);
	histogram_add(&ctx->metrics.commit, journal_took_us(ctx->journal));
	if (*journal_news(ctx->journal, news))
		log_message(LOG_ERR, "%s", news);
	if (r < 0) {
		cannot_write(ctx);
	} else {
		can_write(ctx);
		if (may_send(ctx, ctx->queue.sealed))
			send_sealed(ctx);
	}
	return r;
}

/* What waited for the disk is sent. wait: not before it can be; else it may be -EINPROGRESS. */
static int finish(struct context *ctx, bool wait)
{
	int r = 0;

	shutdown_watchdog_progress(ctx->shutdown_watchdog, journal_unwritten(ctx->journal));
	if (journal_is_writing(ctx->journal))
		r = finish_journal(ctx, wait);
	if (r >= 0 && gate_is_awaited(ctx))
		r = finish_gate(ctx, wait);
	return r;
}

void publisher_await_beat(struct context *ctx)
{
	int enabled = SD_EVENT_OFF;

	sd_event_source_get_enabled(ctx->publisher->beat, &enabled);
	if (enabled != SD_EVENT_OFF)
		return;
	sd_event_source_set_time(ctx->publisher->beat,
				 (uint64_t)((context_now(ctx)->boottime_us / BEAT_US + 1) * BEAT_US));
	sd_event_source_set_enabled(ctx->publisher->beat, SD_EVENT_ONESHOT);
}

void publisher_beat(struct context *ctx)
{
	ctx->publisher->beat_due = true;
	context_flush(ctx);
}

/* Nobody waits for it, or may notice that it is there; but it does not stay off the disk for long. */
static void linger(struct context *ctx)
{
	if (journal_staged(ctx->journal) > 0 || ctx->queue.held_count > 0)
		publisher_await_beat(ctx);
}

/* Nothing of the queue waits for the journal's thread. */
static void flush(struct context *ctx)
{
	const bool waits = ctx->queue.durable_first || ctx->publisher->beat_due ||
			   journal_staged(ctx->journal) >= STAGE_BATCH;

	if (ctx->journal_fault[0]) { /* a board that flickers does not try it at every event: the timer does */
		refuse(ctx);
	} else if (!waits || submit(ctx) == 0) {
		send_all(ctx);
		linger(ctx);
	}
}

/* Properties are told behind what is sent, and calls go on that waited for it. */
void publisher_flush(struct context *ctx)
{
	if (ctx->failed)
		return;
	if (!is_writing(ctx) || ctx->journal_fault[0])
		flush(ctx);
	if (!is_writing(ctx) || ctx->journal_fault[0]) /* nothing overtakes */
		signal_changed(ctx);
	call_queue_release(ctx);
}

int publisher_sync(struct context *ctx)
{
	int r = ctx->failed ? -ECANCELED : finish(ctx, true);

	while (r >= 0 && (r = submit(ctx)) > 0) /* what people did may lead to more */
		r = finish(ctx, true);
	if (r >= 0) {
		can_write(ctx);
		send_all(ctx);
		r = finish(ctx, true);
	}
	signal_changed(ctx);
	call_queue_release(ctx);
	return r;
}

void publisher_end(struct context *ctx)
{
	publication_queue_unseal(&ctx->queue);
	refuse(ctx);
}

static int on_flush(sd_event_source *source, void *userdata)
{
	publisher_flush(userdata);
	return 0;
}

static void go_on(struct context *ctx)
{
	if (finish(ctx, false) != -EINPROGRESS) {
		signal_changed(ctx);
		publisher_flush(ctx);
	}
}

static void publisher_on_written(void *userdata)
{
	go_on(userdata);
}

void publisher_gate_written(void *userdata)
{
	struct context *ctx = userdata;
	int r;

	if (gate_is_awaited(ctx)) {
		go_on(ctx);
		return;
	}
	r = ctx->publisher->gate->finish(ctx, false);
	if (r < 0 && r != -EINPROGRESS)
		PUBLISH_TELL(ctx, gate_lost, ctx);
}

/* What could not be written. */
static int on_retry(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;

	if (ctx->failed || is_writing(ctx) || submit(ctx) != 0)
		return 0;
	if (journal_staged(ctx->journal) == 0)
		can_write(ctx); /* nothing is left to write */
	publisher_flush(ctx);
	return 0;
}

/* Neither written nor an error: whoever asks from now on is told, and what is played is kept in memory. */
static int on_hung(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	char sentence[80];

	if (ctx->failed || !is_writing(ctx))
		return 0;
	if (!journal_is_writing(ctx->journal)) {
		ctx->publisher->gate->give_up(ctx);
		send_sealed(ctx);
		signal_changed(ctx);
		publisher_flush(ctx);
		return 0;
	}
	snprintf(sentence, sizeof(sentence), "writing the journal: the disk has not answered for %u s",
		 ctx->options.disk_patience_s);
	say_fault(ctx, sentence);
	publisher_flush(ctx);
	return 0;
}

static int on_beat(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	bool goes_on = false;

	context_now(ctx);
	for (const struct publish_listener *const *l = ctx->publisher->listeners; *l; l++)
		goes_on |= (*l)->beat && (*l)->beat(ctx);
	publisher_beat(ctx);
	if (goes_on)
		publisher_await_beat(ctx);
	return 0;
}

static int add_timer(struct context *ctx, sd_event_source **source, uint64_t accuracy_us,
		     sd_event_time_handler_t handler)
{
	int r = sd_event_add_time(ctx->loop, source, CLOCK_MONOTONIC, UINT64_MAX, accuracy_us, handler, ctx);

	if (r >= 0)
		r = sd_event_source_set_enabled(*source, SD_EVENT_OFF);
	return r;
}

int publisher_start(struct context *ctx, const struct publish_listener *const *listeners,
		    const struct publish_gate *gate)
{
	struct publisher *publisher = calloc(1, sizeof(*publisher));
	int r;

	if (!publisher)
		return -ENOMEM;
	ctx->publisher = publisher;
	publisher->listeners = listeners;
	publisher->gate = gate;
	r = sd_event_add_defer(ctx->loop, &ctx->flush, on_flush, ctx);
	if (r >= 0)
		r = sd_event_source_set_enabled(ctx->flush, SD_EVENT_OFF);
	if (r >= 0)
		r = sd_event_source_set_priority(ctx->flush, SD_EVENT_PRIORITY_IMPORTANT);
	if (r >= 0)
		r = add_timer(ctx, &publisher->retry, 1000, on_retry);
	if (r >= 0)
		r = add_timer(ctx, &publisher->hung, 1000, on_hung);
	if (r >= 0) /* exactly then: it tells nothing but the time */
		r = sd_event_add_time(ctx->loop, &publisher->beat, CLOCK_BOOTTIME, UINT64_MAX, 1, on_beat, ctx);
	if (r >= 0)
		r = sd_event_source_set_enabled(publisher->beat, SD_EVENT_OFF);
	journal_on_written(ctx->journal, publisher_on_written, ctx);
	return r;
}

const struct publish_listener *const *publisher_listeners(const struct context *ctx)
{
	return ctx->publisher->listeners;
}

void publisher_free(struct publisher *publisher)
{
	if (!publisher)
		return;
	sd_event_source_disable_unref(publisher->retry);
	sd_event_source_disable_unref(publisher->hung);
	sd_event_source_disable_unref(publisher->beat);
	free(publisher);
}
