/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/record-keeper.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/game-record.h"
#include "daemon/shell/session-signals.h"

#define MOMENT_US 100000 /* several moves may go into one writing */
#define AT_ONCE 8	 /* records in one turn of the loop: boards must not wait for hundreds */
#define RETRY_FIRST_US 1000000
#define RETRY_LONGEST_US 60000000

static void arm_at(struct context *ctx, int64_t boottime_us)
{
	sd_event_source_set_time(ctx->records, boottime_us > 0 ? (uint64_t)boottime_us : 0);
	sd_event_source_set_enabled(ctx->records, SD_EVENT_ONESHOT);
}

/* A timer that is set already stays as it is: were it put off at each move, play without a pause would have no record.
 */
void record_keeper_arm(struct context *ctx)
{
	uint64_t set_us = 0;
	int enabled = SD_EVENT_OFF;
	int64_t soon_us = context_now(ctx)->boottime_us + MOMENT_US;

	sd_event_source_get_enabled(ctx->records, &enabled);
	sd_event_source_get_time(ctx->records, &set_us);
	if (enabled == SD_EVENT_OFF || (int64_t)set_us > soon_us)
		arm_at(ctx, soon_us);
}

static void failed(struct session *s, int r)
{
	int64_t wait_us = s->record_wait_us ? 2 * s->record_wait_us : RETRY_FIRST_US;

	if (s->record_fault != r)
		session_changed(s, SESSION_RECORD_FAULT);
	if (s->record_fault != r)
		note(LOG_ERR, "Game %s: the record cannot be written: %s; it is tried again until it can be", s->id,
		     strerror(-r));
	s->record_fault = r;
	s->record_wait_us = wait_us < RETRY_LONGEST_US ? wait_us : RETRY_LONGEST_US;
	s->record_retry_us = context_now(s->context)->boottime_us + s->record_wait_us;
}

static void written(struct session *s)
{
	if (s->record_fault)
		session_changed(s, SESSION_RECORD_FAULT);
	if (s->record_fault)
		note(LOG_NOTICE, "Game %s: the record is written now: %s", s->id, s->pgn);
	s->record_fault = 0;
	s->record_wait_us = s->record_retry_us = 0;
	s->pgn_due = false;
	if (!s->closed || !s->published.over || s->recorded)
		return;
	s->recorded = true;
	s->context->queue.durable_first = true; /* the sooner it is known, the seldomer it is written twice */
	if (journal_stage_recorded(s->context->journal, s->number, s->pgn) < 0)
		context_exit(s->context, -ENOMEM);
}

void record_keeper_write(struct session *s)
{
	int r = game_record_write(s);

	if (r < 0) {
		s->pgn_due = true;
		failed(s, r);
		record_keeper_arm(s->context);
	} else {
		written(s);
	}
}

static int on_records(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	int64_t now_us = context_now(ctx)->boottime_us, next_us = INT64_MAX;
	unsigned tried = 0;

	for (struct session *s = ctx->sessions; s; s = s->next) {
		if (s->pgn_due && s->record_retry_us <= now_us && tried < AT_ONCE) {
			record_keeper_write(s);
			tried++;
		}
		if (s->pgn_due && s->record_retry_us < next_us)
			next_us = s->record_retry_us;
	}
	if (next_us < INT64_MAX)
		arm_at(ctx, next_us > now_us ? next_us : now_us);
	context_flush(ctx); /* that it is recorded goes into the journal */
	return 0;
}

int record_keeper_start(struct context *ctx)
{
	int r = sd_event_add_time(ctx->event, &ctx->records, CLOCK_BOOTTIME, UINT64_MAX, 1000, on_records, ctx);

	return r < 0 ? r : sd_event_source_set_enabled(ctx->records, SD_EVENT_OFF);
}

void record_keeper_finish(struct context *ctx)
{
	for (struct session *s = ctx->sessions; s; s = s->next) {
		if (!s->pgn_due)
			continue;
		record_keeper_write(s);
		if (s->pgn_due && s->over)
			note(LOG_WARNING, "Game %s ends without its record; it is written at the next start", s->id);
	}
}
