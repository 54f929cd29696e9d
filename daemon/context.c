/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/context.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>

/* What is less is how a wall clock is kept right: */
#define STEP_US 500000 /* … nobody is told, */
#define SLEW_US 100000 /* … and what has happened keeps its wall time */

/* Games do not go by the wall clock; whoever reads their dates wants to know. */
static void tell_step(struct context *ctx)
{
	int64_t offset_us = ctx->machine.realtime_us - ctx->machine.boottime_us;
	int64_t step_us = offset_us - ctx->wall_offset_us;

	if (ctx->wall_offset_us && (step_us > STEP_US || step_us < -STEP_US))
		log_message(LOG_NOTICE, "The wall clock was set by %+.1f s; the games' clocks are not touched by that",
			    (double)step_us / 1e6);
	if (step_us > SLEW_US || step_us < -SLEW_US)
		ctx->wall_offset_us = offset_us;
}

const struct machine_time *context_now(struct context *ctx)
{
	machine_time_now(&ctx->machine);
	tell_step(ctx);
	return &ctx->machine;
}

int64_t context_wall(struct context *ctx, int64_t boottime_us)
{
	context_now(ctx);
	return boottime_us + ctx->wall_offset_us;
}

void context_flush(struct context *ctx)
{
	sd_event_source_set_enabled(ctx->flush, SD_EVENT_ONESHOT);
}

void context_exit(struct context *ctx, int r)
{
	log_message(LOG_CRIT, "Stopping: %s", strerror(-r));
	ctx->failed = true;
	sd_event_exit(ctx->loop, r);
}

static int open_event(struct context *ctx)
{
	sigset_t signals;
	int r;

	signal(SIGXFSZ, SIG_IGN); /* a limit on files is a write that fails, not a death */
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &signals, NULL) < 0)
		return -errno;
	r = sd_event_new(&ctx->loop);
	if (r >= 0)
		r = sd_event_add_signal(ctx->loop, NULL, SIGTERM, NULL, NULL);
	if (r >= 0)
		r = sd_event_add_signal(ctx->loop, NULL, SIGINT, NULL, NULL);
	if (r >= 0)
		r = sd_event_set_watchdog(ctx->loop, true);
	return r;
}

static int open_journal(struct context *ctx)
{
	char *path = NULL, err[256] = "";
	int r;

	if (mkdir(ctx->options.state, 0755) < 0 && errno != EEXIST) {
		r = -errno;
		log_message(LOG_ERR, "%s: %s", ctx->options.state, strerror(-r));
		return r;
	}
	r = asprintf(&path, "%s/journal", ctx->options.state) < 0 ? -ENOMEM : 0;
	umask(0027); /* the journal is not everybody's to read */
	if (r >= 0)
		r = journal_open(path, ctx->loop, &ctx->journal, err);
	umask(0022); /* the game records are */
	if (r >= 0)
		journal_keep(ctx->journal, ctx->options.keep_traces_days);
	if (r < 0)
		log_message(LOG_ERR, "The journal cannot be used: %s", *err ? err : strerror(-r));
	free(path);
	return r;
}

int context_open(struct context *ctx, const struct shell_options *options)
{
	int r;

	ctx->options = *options;
	log_init("flagfalld", options->verbose);
	machine_time_init(&ctx->machine);
	ctx->records_folder = options->games ? strdup(options->games) : NULL;
	if (!ctx->records_folder && asprintf(&ctx->records_folder, "%s/games", options->state) < 0) {
		ctx->records_folder = NULL;
		return -ENOMEM;
	}
	r = open_event(ctx);
	return r < 0 ? r : open_journal(ctx);
}

void context_close(struct context *ctx)
{
	publication_queue_free(&ctx->queue);
	journal_closep(&ctx->journal);
	sd_event_source_disable_unref(ctx->flush);
	sd_event_unref(ctx->loop);
	free(ctx->records_folder);
}
