/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/records/record-keeper.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "common/worker.h"
#include "common/machine-clock.h"
#include "daemon/bus/call-queue.h"
#include "daemon/shutdown-watchdog.h"
#include "daemon/records/inside.h"
#include "daemon/records/live-game-record.h"
#include "daemon/games/live-game.h"

#define MOMENT_US 100000 /* several moves may go into one writing */
#define AT_ONCE 16	 /* records in one turn of the loop: boards must not wait for hundreds, */
#define AT_ONCE_US 2000	 /* … nor for long games */
#define REST_US 40000	 /* between such turns, for others; */
#define SHARE 20	 /* … records of games that run take no more of the loop's time than one part in so many */
#define RETRY_FIRST_US 1000000
#define RETRY_LONGEST_US 60000000

struct record_keeper {
	struct worker *writer;
	sd_event_source *timer; /* NULL: it ends */
	int64_t rest_us;	/* CLOCK_BOOTTIME: no record of a game that runs is made before */
	unsigned round;
};

static void arm_at(struct context *ctx, int64_t boottime_us)
{
	sd_event_source_set_time(ctx->record_keeper->timer, boottime_us > 0 ? (uint64_t)boottime_us : 0);
	sd_event_source_set_enabled(ctx->record_keeper->timer, SD_EVENT_ONESHOT);
}

/* A timer that is set already stays as it is: were it put off at each move, play without a pause would have no record.
 */
void record_keeper_arm(struct context *ctx)
{
	uint64_t set_us = 0;
	int enabled = SD_EVENT_OFF;
	int64_t soon_us = context_now(ctx)->boottime_us + MOMENT_US;

	if (soon_us < ctx->record_keeper->rest_us)
		soon_us = ctx->record_keeper->rest_us;
	sd_event_source_get_enabled(ctx->record_keeper->timer, &enabled);
	sd_event_source_get_time(ctx->record_keeper->timer, &set_us);
	if (enabled == SD_EVENT_OFF || (int64_t)set_us > soon_us)
		arm_at(ctx, soon_us);
}

static void failed(struct live_game *s, int r)
{
	int64_t wait_us = s->record_wait_us ? 2 * s->record_wait_us : RETRY_FIRST_US;

	if (s->record_fault != r)
		live_game_changed(s, LIVE_GAME_RECORD_FAULT);
	if (s->record_fault != r)
		log_message(LOG_ERR, "Game g%s: the record cannot be written: %s; it is tried again until it can be",
			    s->id, strerror(-r));
	s->record_fault = r;
	s->record_wait_us = wait_us < RETRY_LONGEST_US ? wait_us : RETRY_LONGEST_US;
	s->record_retry_us = context_now(s->context)->boottime_us + s->record_wait_us;
}

/* What is not on disk has not happened, for records neither. */
static bool knows_more(const struct live_game *s)
{
	return publication_queue_has(&s->context->queue, s);
}

/* The sooner it is known, the seldomer it is written twice. */
static void stage_recorded(struct context *ctx, uint64_t game, const char *path)
{
	int r;

	context_flush(ctx);
	r = journal_stage_recorded(ctx->journal, game, path);
	if (r < 0 && r != -ENOMEM) /* one that is not in memory any more */
		log_message(LOG_WARNING, "Game g%" PRIu64 ": the record is written, and again at the next start: %s",
			    game, journal_error(ctx->journal));
	else if (r < 0 || publication_queue_add_mark(&ctx->queue) < 0)
		context_exit(ctx, -ENOMEM);
}

static void written(struct live_game *s)
{
	if (s->record_fault)
		live_game_changed(s, LIVE_GAME_RECORD_FAULT);
	if (s->record_fault)
		log_message(LOG_NOTICE, "Game g%s: the record is written now: %s", s->id, s->pgn);
	s->record_fault = 0;
	s->record_wait_us = s->record_retry_us = 0;
	if (!live_game_is_settled(s) || s->recorded || s->pgn_due)
		return;
	if (knows_more(s)) { /* it is over still, but what was said since may change the record */
		s->pgn_due = true;
		return;
	}
	s->recorded = true;
	stage_recorded(s->context, s->number, s->pgn);
}

static struct live_game *record_keeper_find(struct context *ctx, uint64_t game)
{
	struct live_game *s = ctx->live_games;

	while (s && s->number != game)
		s = s->next;
	return s;
}

/* Of a game that is not in memory any more. */
static void take_past(struct context *ctx, const struct record_job *job)
{
	if (job->result < 0)
		log_message(LOG_WARNING, "Game g%" PRIu64 ": the record is written at the next start: %s", job->game,
			    strerror(-job->result));
	else if (job->closes)
		stage_recorded(ctx, job->game, job->path);
}

/* What became of it. */
static void take(struct context *ctx, struct record_job *job)
{
	struct live_game *s = record_keeper_find(ctx, job->game);

	if (!s) {
		take_past(ctx, job);
		return;
	}
	s->record_writing = false;
	if (job->result < 0) {
		s->pgn_due = true;
		failed(s, job->result);
	} else {
		game_record_made(s, job);
		written(s);
	}
	if (s->pgn_due && s->published.over && job->result >= 0)
		record_keeper_write(s);
	if (s->pgn_due)
		record_keeper_arm(ctx);
}

static void record_keeper_on_written(void *userdata)
{
	struct record_job *job = userdata;
	struct context *ctx = job->context;

	if (ctx->record_keeper->timer) { /* else it ends, and game and journal may be gone */
		shutdown_watchdog_progress(ctx->shutdown_watchdog, journal_unwritten(ctx->journal));
		if (job->final)
			call_queue_final_taken(ctx);
		take(ctx, job);
		context_flush(ctx);
	}
	record_job_free(job);
}

void record_keeper_write(struct live_game *s)
{
	struct context *ctx = s->context;
	struct record_job *job;
	bool is_final;

	s->pgn_due = true;
	if (!live_game_record_is_ready(s) || s->record_writing)
		return;
	job = game_record_make(s);
	is_final = job && job->final;
	if (!job || worker_run(ctx->record_keeper->writer, record_job_run, record_keeper_on_written, job) < 0) {
		record_job_free(job);
		failed(s, -ENOMEM);
		record_keeper_arm(ctx);
		return;
	}
	s->pgn_due = false;
	s->record_writing = true;
	if (is_final)
		call_queue_final_given(ctx);
}

/* Of a large hall's long games each has its turn before one has another. */
static bool has_turn(struct live_game *s)
{
	return s->published.over || s->record_round != s->context->record_keeper->round;
}

/* Some of those that are due. When the next is; INT64_MAX: none is. */
static int64_t write_some(struct context *ctx, int64_t now_us)
{
	const int64_t until_us = machine_clock_us(CLOCK_MONOTONIC) + AT_ONCE_US;
	int64_t next_us = INT64_MAX;
	unsigned tried = 0;
	bool had_turns = false;

	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		/* else it is looked at again when that is over */
		if (!s->pgn_due || s->record_writing || !live_game_record_is_ready(s))
			continue;
		had_turns |= !has_turn(s);
		if (s->record_retry_us <= now_us && has_turn(s) && tried < AT_ONCE &&
		    (tried == 0 || machine_clock_us(CLOCK_MONOTONIC) < until_us)) {
			s->record_round = ctx->record_keeper->round;
			record_keeper_write(s);
			tried++;
		}
		if (s->pgn_due && s->record_retry_us < next_us)
			next_us = s->record_retry_us;
	}
	if (tried == 0 && had_turns)
		ctx->record_keeper->round++;
	return next_us;
}

static int on_records(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	const int64_t now_us = context_now(ctx)->boottime_us, begun_us = machine_clock_us(CLOCK_MONOTONIC);
	const int64_t next_us = write_some(ctx, now_us);
	const int64_t rest_us = SHARE * (machine_clock_us(CLOCK_MONOTONIC) - begun_us);

	ctx->record_keeper->rest_us = now_us + (rest_us > REST_US ? rest_us : REST_US);
	if (next_us < INT64_MAX)
		arm_at(ctx, next_us > ctx->record_keeper->rest_us ? next_us : ctx->record_keeper->rest_us);
	context_flush(ctx); /* that it is recorded goes into the journal */
	return 0;
}

int record_keeper_start(struct context *ctx)
{
	struct record_keeper *keeper = calloc(1, sizeof(*keeper));
	int r;

	if (!keeper)
		return -ENOMEM;
	ctx->record_keeper = keeper;
	r = worker_new(ctx->loop, SD_EVENT_PRIORITY_NORMAL, "records", 0, &keeper->writer);
	if (r >= 0)
		r = sd_event_add_time(ctx->loop, &keeper->timer, CLOCK_BOOTTIME, UINT64_MAX, 1000, on_records, ctx);
	return r < 0 ? r : sd_event_source_set_enabled(keeper->timer, SD_EVENT_OFF);
}

void record_keeper_finish(struct context *ctx)
{
	if (!ctx->record_keeper)
		return;
	worker_wait(ctx->record_keeper->writer); /* one of it may be written already, but not the last */
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		if (s->pgn_due)
			record_keeper_write(s);
	worker_wait(ctx->record_keeper->writer);
	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		if (s->pgn_due && s->over)
			log_message(LOG_WARNING, "Game g%s ends without its record; it is written at the next start",
				    s->id);
	}
}

void record_keeper_close(struct context *ctx)
{
	struct record_keeper *keeper = ctx->record_keeper;

	if (!keeper)
		return;
	keeper->timer = sd_event_source_disable_unref(keeper->timer);
	worker_free(keeper->writer);
	free(keeper);
	ctx->record_keeper = NULL;
}

static void on_published(struct live_game *s, const struct publication *p)
{
	s->pgn_due |= p->type == PUBLISH_MOVE || p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION ||
		      p->type == PUBLISH_POSITION || p->type == PUBLISH_UNDONE || p->is_set;
}

static void on_settled(struct live_game *s)
{
	/* what a search had left open may be settled without another word */
	s->pgn_due |= live_game_is_settled(s) && !s->recorded && !s->record_writing;
	if (s->pgn_due)
		record_keeper_arm(s->context);
}

static void on_leaves(struct live_game *s)
{
	if (s->pgn_due)
		record_keeper_write(s);
}

const struct publish_listener record_listener = {
	.published = on_published,
	.ended = record_keeper_write,
	.settled = on_settled,
	.leaves = on_leaves,
};
