/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/publisher.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/event.h"
#include "daemon/shell/exporter.h"
#include "daemon/shell/manager-signals.h"
#include "daemon/shell/record-keeper.h"
#include "daemon/shell/searcher.h"
#include "daemon/shell/seat-dbus.h"
#include "daemon/shell/seat-display.h"
#include "daemon/shell/seat-game.h"
#include "daemon/shell/session-signals.h"
#include "daemon/shell/session.h"

#define RETRY_US 500000 /* a journal that cannot be written; each time longer, up to … */
#define RETRY_LONGEST_US 5000000
#define LINGER_US 500000 /* longest that inputs which nobody heard of stay off the disk */
#define IDLE_US 40000	 /* what can wait until the pressing is over: folding the log */
#define STAGE_BATCH 512

static void set_timer(struct context *ctx, sd_event_source *source, uint64_t after_us)
{
	uint64_t now;

	if (sd_event_now(ctx->event, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(source, now + after_us);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

/* A timer that runs already is left alone: what is put off at every event never comes. */
static void set_timer_once(struct context *ctx, sd_event_source *source, uint64_t after_us)
{
	int enabled = SD_EVENT_OFF;

	sd_event_source_get_enabled(source, &enabled);
	if (enabled == SD_EVENT_OFF)
		set_timer(ctx, source, after_us);
}

static int commit(struct context *ctx)
{
	const bool staged = journal_staged(ctx->journal) > 0;
	const int64_t start_us = context_now(ctx)->boottime_us;
	int r = journal_commit(ctx->journal);

	if (staged)
		histogram_add(&ctx->metrics.commit, (uint64_t)(context_now(ctx)->boottime_us - start_us));
	if (r < 0) {
		bool first = !ctx->journal_fault[0];

		if (strcmp(ctx->journal_fault, journal_error(ctx->journal)) != 0) {
			snprintf(ctx->journal_fault, sizeof(ctx->journal_fault), "%s", journal_error(ctx->journal));
			note(LOG_ERR, "%s; %s", ctx->journal_fault,
			     first ? "there are no rulings until it can be written; what is played is kept in memory" :
				     "trying again");
			ctx->fault_changed = true;
		}
		publication_queue_refuse_replies(&ctx->queue, ctx->journal_fault);
		ctx->retry_wait_us = ctx->retry_wait_us ? 2 * ctx->retry_wait_us : RETRY_US;
		if (ctx->retry_wait_us > RETRY_LONGEST_US)
			ctx->retry_wait_us = RETRY_LONGEST_US;
		set_timer(ctx, ctx->retry, ctx->retry_wait_us);
	} else if (ctx->journal_fault[0]) {
		ctx->journal_fault[0] = '\0';
		ctx->retry_wait_us = 0;
		note(LOG_NOTICE, "The journal can be written again");
		ctx->fault_changed = true;
	}
	return r;
}

/* What the players are told, for whoever keeps the log. */
static void log_ruling(const struct session *s, const struct publication *p)
{
	const struct note_about about = { .game = s->id,
					  .board = s->board,
					  .ruling = ruling_name(p->ruling),
					  .article = p->articles > 0 ? p->article[0] : NULL };
	char sentence[SENTENCE_TEXT];

	publication_sentence(p, sentence);
	note_about(LOG_INFO, &about, "Game %s: %s", s->id, *sentence ? sentence : ruling_name(p->ruling));
}

static void send_publication(struct context *ctx, struct session *s, const struct publication *p)
{
	const char *result = s->published.result, *question = s->published.question;
	bool by_device = s->published.by_device;

	s->published.now_us = ctx->machine.realtime_us;
	if (published_game_apply(&s->published, p) < 0)
		context_exit(ctx, -ENOMEM);
	if (s->published.by_device != by_device)
		session_changed(s, SESSION_CLOCK_MODE);
	if (strcmp(s->published.result, result) != 0)
		session_changed(s, SESSION_RESULT);
	if (strcmp(s->published.question, question) != 0)
		session_changed(s, SESSION_QUESTION);
	if (p->is_public) {
		s->clock_changed |= p->type == PUBLISH_CLOCK;
		s->pgn_due |= p->type == PUBLISH_MOVE || p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION ||
			      p->type == PUBLISH_POSITION;
		if (p->type == PUBLISH_RULING && s->seat)
			seat_show_ruling(s->seat, p->ruling);
		if (p->type == PUBLISH_RULING && p->ruling != RULING_MOVE_ACCEPTED)
			log_ruling(s, p);
		if (p->type != PUBLISH_CLOCK)
			exporter_game_changed(s);
	}
	session_signal_publication(s, p);
}

/*
 * The clock of an instant is told once, behind all else of that instant: who follows the game has the move first. The
 * publications of one input stand together in the queue.
 */
static void send_queue(struct context *ctx)
{
	struct session *clock = NULL; /* whose is still to be told */

	context_now(ctx);
	for (size_t i = 0; i < ctx->queue.count; i++) {
		const struct publication_queue_item *item = &ctx->queue.items[i];
		const struct publication *p = item->publication;

		if (clock && (!p || item->session != clock || p->t_us != clock->published.clock_t_us)) {
			session_signal_clock(clock);
			clock = NULL;
		}
		if (p)
			send_publication(ctx, item->session, p);
		else
			publication_queue_send_reply(item);
		if (p && p->is_public && p->type == PUBLISH_CLOCK)
			clock = item->session;
	}
	if (clock)
		session_signal_clock(clock);
	publication_queue_clear(&ctx->queue);
}

/* A game that is over, or goes on after all. */
static void publish_end(struct session *s)
{
	struct core_state state;

	/* the players may have shown it by their kings, without a ruling */
	core_get_state(s->core, &state);
	if (s->over && strcmp(s->published.result, state.result) != 0) {
		s->published.result = state.result;
		session_changed(s, SESSION_RESULT);
	}
	s->published.over = s->over;
	s->over_us = context_now(s->context)->realtime_us;
	if (s->seat && s->over) {
		seat_show_result(s->seat, s->published.result);
		seat_leave(s->seat);
	}
	session_changed(s, SESSION_STATE);
	event_game_changed(s);
	exporter_game_changed(s);
	record_keeper_write(s);
}

/* After all was sent: the board's display, the end, the game records, the next search. */
static void settle(struct context *ctx)
{
	bool due = false;

	for (struct session *s = ctx->sessions; s; s = s->next) {
		if (s->clock_changed) {
			s->clock_changed = false;
			if (s->seat)
				seat_show_clock(s->seat, s);
		}
		if (s->seat)
			seat_guide(s->seat, s);
		if (s->over != s->published.over)
			publish_end(s);
		/* what a search had left open may be settled without another word */
		s->pgn_due |= s->closed && s->published.over && !s->recorded;
		due |= s->pgn_due;
	}
	if (due)
		record_keeper_arm(ctx);
	if (journal_wants_tidying(ctx->journal))
		set_timer_once(ctx, ctx->idle, IDLE_US);
	searcher_update(ctx->searcher);
}

/* Once a turn of the loop, behind the signals: what has changed of each object in one signal. */
static void signal_changed(struct context *ctx)
{
	if (!ctx->properties_changed && !ctx->fault_changed)
		return;
	ctx->properties_changed = false;
	manager_signal_changed(ctx);
	for (struct seat *seat = ctx->seats; seat; seat = seat->next)
		seat_signal_changed(seat);
	for (struct session *s = ctx->sessions; s; s = s->next)
		session_signal_changed(s);
}

void publisher_flush(struct context *ctx)
{
	bool waits = ctx->queue.durable_first || journal_staged(ctx->journal) >= STAGE_BATCH;

	if (ctx->failed)
		return;
	if (ctx->journal_fault[0]) { /* a board that flickers does not try it at every event: the timer does */
		publication_queue_refuse_replies(&ctx->queue, ctx->journal_fault);
		signal_changed(ctx);
		return;
	}
	if (waits && commit(ctx) < 0) {
		signal_changed(ctx);
		return;
	}
	send_queue(ctx);
	settle(ctx);
	signal_changed(ctx);
	if (journal_staged(ctx->journal) > 0)
		set_timer(ctx, ctx->retry, LINGER_US);
}

int publisher_sync(struct context *ctx)
{
	int r = ctx->failed ? -ECANCELED : commit(ctx);

	if (r >= 0) {
		send_queue(ctx);
		settle(ctx);
	}
	signal_changed(ctx);
	return r;
}

static int on_flush(sd_event_source *source, void *userdata)
{
	publisher_flush(userdata);
	return 0;
}

static int on_retry(sd_event_source *source, uint64_t usec, void *userdata)
{
	publisher_sync(userdata);
	return 0;
}

static int on_idle(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;

	journal_tidy(ctx->journal);
	return 0;
}

static int add_timer(struct context *ctx, sd_event_source **source, sd_event_time_handler_t handler, int priority)
{
	int r = sd_event_add_time(ctx->event, source, CLOCK_MONOTONIC, UINT64_MAX, 1000, handler, ctx);

	if (r >= 0)
		r = sd_event_source_set_enabled(*source, SD_EVENT_OFF);
	return r < 0 ? r : sd_event_source_set_priority(*source, priority);
}

int publisher_start(struct context *ctx)
{
	int r = sd_event_add_defer(ctx->event, &ctx->flush, on_flush, ctx);

	if (r >= 0)
		r = sd_event_source_set_enabled(ctx->flush, SD_EVENT_OFF);
	if (r >= 0)
		r = sd_event_source_set_priority(ctx->flush, SD_EVENT_PRIORITY_IMPORTANT);
	if (r >= 0)
		r = add_timer(ctx, &ctx->retry, on_retry, SD_EVENT_PRIORITY_NORMAL);
	if (r >= 0)
		r = add_timer(ctx, &ctx->idle, on_idle, SD_EVENT_PRIORITY_NORMAL);
	if (r >= 0)
		r = record_keeper_start(ctx);
	return r;
}
