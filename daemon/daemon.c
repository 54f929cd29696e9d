/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/daemon.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <systemd/sd-daemon.h>

#include "common/machine-clock.h"
#include "daemon/boards/boards.h"
#include "daemon/bus/bus-link.h"
#include "daemon/shutdown-watchdog.h"
#include "daemon/bus/replies.h"
#include "daemon/tournaments/tournament.h"
#include "daemon/games/journal-replay.h"
#include "daemon/games/game-acts.h"
#include "daemon/games/games.h"
#include "daemon/publish/publisher.h"
#include "daemon/records/record-keeper.h"
#include "common/sched-slice.h"

/* What is done with what is published, and after it, in this order. */
static const struct publish_listener *const listeners[] = { &live_board_listener,
							    &game_listener,
							    &tournament_listener,
							    &pairing_record_listener,
							    &exporter_listener,
							    &record_listener,
							    NULL };

#define NAMED_US 2000000 /* a board that is asked who it is answers within a second, or is hung */

struct daemon {
	struct context context;
	struct udev_boards *udev; /* NULL: none is to be looked for, or udev does not tell */
};

static int start_boards(struct daemon *d)
{
	const struct shell_options *options = &d->context.options;
	int r = 0;

	for (char **uri = options->boards; uri && *uri && r >= 0; uri++)
		r = configured_board_add(&d->context, *uri);
	return r >= 0 && options->udev ? udev_boards_new(&d->context, &d->udev) : r;
}

/* Who sees the name finds the boards there that answer at once; the loop turns until they have, or for that long. */
static void wait_for_named(struct context *ctx)
{
	uint64_t now = 0, end = 0;
	int code;

	sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now);
	end = now + NAMED_US;
	while (configured_boards_opening(ctx) && now < end && sd_event_get_exit_code(ctx->loop, &code) < 0) {
		if (sd_event_run(ctx->loop, end - now) < 0)
			return;
		sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now);
	}
}

/* A line each, so that each is one in the log. */
static void tell_damage(struct context *ctx)
{
	const char *line = journal_told(ctx->journal);

	while (*line) {
		int length = (int)strcspn(line, "\n");

		log_message(LOG_CRIT, "%.*s", length, line);
		line += length + (line[length] == '\n');
	}
}

static int start(struct daemon *d, const struct shell_options *options)
{
	struct context *ctx = &d->context;
	int r;

	r = errors_register();
	if (r >= 0)
		r = context_open(ctx, options);
	if (r >= 0)
		r = publisher_start(ctx, listeners, &relay_stream_gate);
	if (r >= 0)
		r = relay_stream_new(ctx, publisher_gate_written);
	if (r >= 0)
		r = record_keeper_start(ctx);
	if (r >= 0)
		r = boards_open(ctx, &game_board_user);
	if (r >= 0)
		r = games_open(ctx);
	if (r >= 0)
		r = bus_link_open(ctx);
	if (r >= 0)
		r = searcher_new(ctx, &ctx->games->searcher);
	if (r >= 0) {
		tell_damage(ctx);
		r = lost_games_find(ctx);
	}
	if (r >= 0)
		r = journal_replay(ctx);
	if (r >= 0)
		r = tournaments_load(ctx);
	if (r >= 0)
		r = awaited_starts_load(ctx, start_game_by_itself);
	if (r >= 0) {
		journal_settle(ctx->journal);
		pairing_records_correct(ctx);
		rounds_start_await(ctx);
		relay_stream_start(ctx);
	}
	if (r >= 0)
		r = exporter_start(ctx);
	if (r >= 0)
		r = start_boards(d);
	if (r < 0)
		return r;
	wait_for_named(ctx);
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		live_game_arm(s);
	publisher_sync(ctx); /* what was found at the start is known */
	exporter_catch_up(ctx);
	return bus_link_take_name(ctx);
}

int daemon_new(const struct shell_options *options, struct daemon **ret)
{
	struct daemon *d = calloc(1, sizeof(*d));
	int r;

	if (!d)
		return -ENOMEM;
	r = start(d, options);
	if (r < 0) {
		const char *fault = d->context.journal ? journal_error(d->context.journal) : "";

		if (log_faults() == 0) /* who knows more has said it */
			log_message(LOG_ERR, "It cannot start: %s", *fault ? fault : strerror(-r));
		daemon_free(d);
		return r;
	}
	*ret = d;
	return 0;
}

/* As sd_event_loop(), and says how long each handler keeps the others waiting. */
static int run(struct context *ctx)
{
	int r = 0, code = 0;
	int64_t took_us;

	while (r >= 0 && sd_event_get_state(ctx->loop) != SD_EVENT_FINISHED) {
		r = sd_event_prepare(ctx->loop);
		if (r == 0)
			r = sd_event_wait(ctx->loop, UINT64_MAX);
		if (r > 0) {
			const int64_t start_us = context_now(ctx)->boottime_us;

			r = sd_event_dispatch(ctx->loop);
			took_us = context_now(ctx)->boottime_us - start_us;
			histogram_add(&ctx->metrics.turn, (uint64_t)took_us);
		}
	}
	if (r >= 0)
		r = sd_event_get_exit_code(ctx->loop, &code);
	return r < 0 ? r : code;
}

static void on_reloaded(void *userdata, int r)
{
	sd_notify(0, "READY=1");
}

/* SIGHUP: nothing needs to be read again, rulebooks are read when a game starts; what is due is written. */
static int on_reload(sd_event_source *source, const struct signalfd_siginfo *info, void *userdata)
{
	struct context *ctx = userdata;

	sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%" PRIi64, machine_clock_us(CLOCK_MONOTONIC));
	if (publication_queue_add_act(&ctx->queue, (struct queued_act){ on_reloaded, ctx }) < 0)
		sd_notify(0, "READY=1");
	context_flush(ctx);
	return 0;
}

int daemon_run(struct daemon *d)
{
	int r = sd_event_add_signal(d->context.loop, NULL, SIGHUP, on_reload, &d->context);

	if (r < 0)
		return r;
	sched_slice_shorten(); /* the loop only: threads that search, fold and write files have begun already */
	sd_notify(0, "READY=1");
	r = run(&d->context);
	sd_notify(0, "STOPPING=1");
	if (r != 0 && log_faults() == 0)
		log_message(LOG_ERR, "It cannot go on: %s", strerror(r < 0 ? -r : EIO));
	return r > 0 ? -EIO : r;
}

int daemon_free(struct daemon *d)
{
	struct context *ctx = &d->context;
	int r = 0;

	ctx->shutdown_watchdog = ctx->journal ? shutdown_watchdog_start(ctx) : NULL;
	if (ctx->games) {
		searcher_free(ctx->games->searcher);
		ctx->games->searcher = NULL;
	}
	if (ctx->boards)
		board_probes_free(ctx);
	if (ctx->journal && ctx->flush && !ctx->failed) {
		publisher_sync(ctx);
		record_keeper_finish(ctx);
		exporter_finish(ctx);
		r = publisher_sync(ctx);
		if (r < 0)
			log_message(
				LOG_CRIT,
				"The journal cannot be written: %zu inputs and rulings end with this program and are lost: %s",
				journal_staged(ctx->journal), ctx->journal_fault);
	}
	publisher_end(ctx);
	while (ctx->live_boards) {
		ctx->live_boards->named = NULL;
		live_board_remove(ctx->live_boards);
	}
	pending_starts_end(ctx);
	relay_stream_close(ctx);
	while (ctx->live_games)
		live_game_free(ctx->live_games);
	tournaments_free(ctx);
	if (ctx->boards)
		configured_boards_free(ctx);
	boards_close(ctx);
	games_close(ctx);
	udev_boards_free(d->udev);
	bus_link_close(ctx);
	record_keeper_close(ctx);
	exporter_close(ctx);
	publisher_free(ctx->publisher);
	context_close(ctx);
	shutdown_watchdog_stop(ctx->shutdown_watchdog);
	free(d);
	return r < 0 ? r : 0;
}
