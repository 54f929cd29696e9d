/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/export.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>

#include "formats/record.h"
#include "daemon/shutdown-watchdog.h"
#include "daemon/tournaments/inside.h"

#define MOMENT_US 250000 /* several moves may go into one writing */
#define RETRY_US 1000000
#define LONG_US (INT64_C(7) * 24 * 3600 * 1000000)
#define AT_ONCE 16     /* games in one turn of the loop */
#define PAST_AT_ONCE 1 /* … and of those that are to be played again from the journal */

struct exporter {
	sd_event_source *timer;
	int fault; /* the last one, 0 none */
};

static void arm(struct context *ctx, int64_t after_us)
{
	uint64_t now, set;
	int enabled = SD_EVENT_OFF;

	if (!ctx->exporter || sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_get_enabled(ctx->exporter->timer, &enabled);
	sd_event_source_get_time(ctx->exporter->timer, &set);
	/* one that is set sooner stays: were it put off at each move, play without a pause would have no export */
	if (enabled != SD_EVENT_OFF && set <= now + (uint64_t)after_us)
		return;
	sd_event_source_set_time(ctx->exporter->timer, now + (uint64_t)after_us);
	sd_event_source_set_enabled(ctx->exporter->timer, SD_EVENT_ONESHOT);
}

void exporter_game_changed(struct live_game *s)
{
	if (!*event_pairing_of(s->setup.json).event)
		return;
	s->export_due = true;
	arm(s->context, MOMENT_US);
}

void exporter_round_changed(struct tournament *e, struct live_round *round)
{
	for (size_t i = 0; i < round->now->pairings.count; i++) {
		struct live_game *s = pairing_live_game(e, &round->now->pairings.list[i]);

		if (s)
			s->export_due = true;
	}
	round->export_due = true;
	arm(e->context, 0);
}

void exporter_pairing_changed(struct tournament *e, struct live_round *round, const struct pairing *pairing)
{
	for (unsigned i = 0; i < round->export_past && i < round->now->pairings.count; i++)
		if (round->now->pairings.list[i].board == pairing->board)
			round->export_past = i;
	exporter_round_changed(e, round);
}

void exporter_event_ended(struct tournament *e)
{
	e->end_due = true;
	arm(e->context, 0);
}

/* Is a part of the game still to be shown? Then it must stay in memory. */
static bool holds_back(const struct live_game *s)
{
	struct tournament *e;
	struct live_round *round;

	return !s->export_whole && tournament_pairing_of(s, &e, &round);
}

/* One round, in one turn of the loop. */
struct writing {
	struct tournament *event;
	struct live_round *round;
	unsigned at_once;     /* games at most, */
	unsigned games, past; /* … and those written so far */
	int64_t now_us, next_us;
	bool changed, more, goes_on; /* goes_on: something was written, and less is left */
	int failed;
};

static void soonest(struct writing *t, int64_t when_us)
{
	if (when_us < t->next_us)
		t->next_us = when_us;
}

static int write_game(struct writing *t, unsigned board, const char *suffix, char *text)
{
	char path[EXPORT_PATH];
	int r;

	shutdown_watchdog_progress(t->event->context->shutdown_watchdog, journal_unwritten(t->event->context->journal));
	export_path(path, t->round->number, board, suffix);
	r = text ? export_file_write(t->event->context, t->event->id, path, text) : -ENOMEM;
	t->changed |= r > 0;
	if (r >= 0)
		r = relay_stream_file(t->event, t->round->number, board, path, text);
	free(text);
	if (r < 0)
		t->failed = r;
	return r;
}

static void write_live_game(struct writing *t, const struct pairing *pairing, struct live_game *s)
{
	struct delay_shown shown;
	char *text = NULL;
	int r;

	if (!s->export_due && s->export_next_us > t->now_us) {
		soonest(t, s->export_next_us);
		return;
	}
	if (t->games >= t->at_once) {
		t->more = s->export_due = true;
		return;
	}
	r = pairing_record(s, t->now_us, &shown, &text);
	if (r == -EAGAIN) {
		s->export_due = true;
		soonest(t, t->now_us + MOMENT_US);
		return;
	}
	t->games++;
	if (r < 0) {
		t->failed = r;
		return;
	}
	s->export_due = false;
	s->export_whole = shown.all && s->published.over;
	s->export_next_us = shown.next_us;
	soonest(t, shown.next_us);
	if (write_game(t, pairing->board, record_suffix(s->setup.core.game), text) < 0)
		s->export_due = true;
	else
		t->goes_on = true;
	if (relay_stream_show(t->event, t->round->number, pairing->board, &shown) < 0) {
		s->export_due = true;
		t->failed = -EIO;
	}
}

/* A game that ended before the daemon was started. 0, also if it cannot be had; negative: it is to be tried again. */
static int try_past(struct writing *t, const struct pairing *pairing)
{
	const char *suffix;
	struct delay_shown shown;
	char *text = NULL;
	int r = pairing_record_past(t->event, pairing, &shown, &suffix, &text);

	if (r < 0) {
		log_message(LOG_WARNING, "Event %s: game g%s is not exported: %s", t->event->id, pairing->game,
			    strerror(-r));
		return 0;
	}
	if (!shown.all && shown.next_us < t->round->export_next_us)
		t->round->export_next_us = shown.next_us;
	r = relay_stream_show(t->event, t->round->number, pairing->board, &shown) < 0 ? -EIO : 0;
	return write_game(t, pairing->board, suffix, text) < 0 ? t->failed : r;
}

static bool write_past(struct writing *t, const struct pairing *pairing, size_t i)
{
	struct live_round *round = t->round;
	const int r = try_past(t, pairing);
	const bool has_failed = r < 0;

	if (has_failed)
		round->export_fault = t->failed = r;
	round->export_failures += has_failed;
	round->export_failures -= round->export_failed[i];
	round->export_failed[i] = has_failed;
	return !has_failed;
}

/* Those that are in memory; it goes on where it stopped the last time, since the first may have moved again by now. */
static void write_live_games(struct writing *t)
{
	const struct pairings *pairings = &t->round->now->pairings;
	size_t first = t->round->export_first;

	for (size_t k = 0; k < pairings->count; k++) {
		size_t i = (first + k) % pairings->count;
		const struct pairing *pairing = &pairings->list[i];
		struct live_game *s = pairing_live_game(t->event, pairing);
		bool more = t->more;

		if (pairing->board && s)
			write_live_game(t, pairing, s);
		if (t->more && !more)
			t->round->export_first = (unsigned)i;
	}
}

static void write_other(struct writing *t, const struct pairing *pairing, size_t i, const struct game *game)
{
	struct live_round *round = t->round;

	if (!pairing->board || pairing_live_game(t->event, pairing))
		return;
	if (*pairing->game) {
		if (i < round->export_past)
			return;
		if (t->past++ >= PAST_AT_ONCE) {
			t->more = true;
			return;
		}
		write_past(t, pairing, i);
		round->export_past = (unsigned)i + 1;
		t->goes_on = true;
	} else if (round->export_due) {
		write_game(t, pairing->board, record_suffix(game),
			   pairing_record_unplayed(t->event, t->round, pairing, game));
	}
}

/* One of the past games that could not be written, behind all others: each in turn, at once while that works. */
static void try_past_again(struct writing *t)
{
	const struct pairings *pairings = &t->round->now->pairings;
	struct live_round *round = t->round;
	size_t i = round->export_again;

	if (!round->export_failures)
		return;
	if (t->more || t->past) {
		t->failed = round->export_fault;
		return;
	}
	do
		i = (i + 1) % PAIRINGS_MAX;
	while (!round->export_failed[i]);
	round->export_again = (unsigned)i;
	if (i < pairings->count && *pairings->list[i].game && !pairing_live_game(t->event, &pairings->list[i])) {
		t->goes_on = write_past(t, &pairings->list[i], i);
	} else { /* it is no past game any more */
		round->export_failed[i] = false;
		round->export_failures--;
		t->goes_on = true;
	}
	t->more = t->goes_on && round->export_failures;
	if (t->more)
		t->failed = round->export_fault;
}

static void write_files(struct writing *t, const struct game *game)
{
	int r = export_round_write(t->event, t->round, game);

	if (r < 0)
		t->failed = r;
}

/* False: nothing of it has to be looked at. */
static bool is_due(struct writing *t)
{
	if (t->round->export_due || t->round->export_next_us <= t->now_us)
		return true;
	for (size_t i = 0; i < t->round->now->pairings.count; i++) {
		struct live_game *s = pairing_live_game(t->event, &t->round->now->pairings.list[i]);

		if (s && (s->export_due || s->export_next_us <= t->now_us))
			return true;
		if (s)
			soonest(t, s->export_next_us);
	}
	soonest(t, t->round->export_next_us);
	return false;
}

static void write_round(struct writing *t)
{
	const struct game *game = event_game(t->event->file->rulebook);
	struct live_round *round = t->round;

	if (round->export_next_us <= t->now_us) {
		round->export_past = 0;
		round->export_next_us = INT64_MAX;
	}
	write_live_games(t);
	for (size_t i = 0; i < round->now->pairings.count; i++)
		write_other(t, &round->now->pairings.list[i], i, game);
	try_past_again(t);
	if (t->changed || round->export_due)
		write_files(t, game);
	round->export_due = t->more;
	soonest(t, round->export_next_us);
}

static void say_fault(struct context *ctx, int failed)
{
	if (failed < 0 && failed != ctx->exporter->fault)
		log_message(LOG_ERR, "The export cannot be written: %s; it is tried again until it can be",
			    strerror(-failed));
	else if (failed == 0 && ctx->exporter->fault)
		log_message(LOG_NOTICE, "The export is written again");
	ctx->exporter->fault = failed;
}

/* Is something of it still to be written? What is only shown later is the stream database's to wait for. */
static bool is_event_due(struct tournament *e)
{
	for (const struct live_round *round = e->rounds; round; round = round->next) {
		if (round->export_due)
			return true;
		for (size_t i = 0; i < round->now->pairings.count; i++) {
			const struct live_game *s = pairing_live_game(e, &round->now->pairings.list[i]);

			if (s && s->export_due)
				return true;
		}
	}
	return false;
}

/* That events are over, behind all that was said of them. 0 or a negative errno value: later again. */
static int tell_ends(struct context *ctx)
{
	int failed = 0;

	for (struct tournament *e = ctx->tournaments; e; e = e->next) {
		if (!e->end_due || is_event_due(e))
			continue;
		e->end_due = tournament_has_ended(e) && relay_stream_end(e) < 0;
		if (e->end_due)
			failed = -EIO;
	}
	return failed;
}

static void write_all(struct context *ctx, unsigned at_once)
{
	int64_t now_us = context_now(ctx)->boottime_us, next_us = INT64_MAX;
	int failed = 0;
	bool more = false, goes_on = false;

	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		for (struct live_round *round = e->rounds; round; round = round->next) {
			struct writing t = {
				.event = e, .round = round, .at_once = at_once, .now_us = now_us, .next_us = INT64_MAX
			};

			if (is_due(&t))
				write_round(&t);
			if (t.failed) {
				round->export_due = true;
				failed = t.failed;
			}
			more |= t.more;
			goes_on |= t.goes_on;
			next_us = t.next_us < next_us ? t.next_us : next_us;
		}
	if (tell_ends(ctx) < 0)
		failed = -EIO;
	relay_stream_commit(ctx);
	say_fault(ctx, failed);
	/* the soonest of these: what cannot be written does not delay the rest */
	if (failed)
		arm(ctx, RETRY_US);
	if (more && (goes_on || !failed))
		arm(ctx, 0);
	if (next_us < INT64_MAX)
		arm(ctx, next_us > now_us ? next_us - now_us : 0);
}

static int on_exports(sd_event_source *source, uint64_t usec, void *userdata)
{
	write_all(userdata, AT_ONCE);
	return 0;
}

/* When it was closed, CLOCK_REALTIME in microseconds; 0 it is not. */
static int64_t closed_us(const struct live_round *round)
{
	struct tm tm = { 0 };

	if (round->now->state != ROUND_CLOSED || !strptime(round->now->last.t, "%Y-%m-%dT%H:%M:%SZ", &tm))
		return 0;
	return timegm(&tm) * INT64_C(1000000);
}

/* Was something still held back by the delay when the daemon ended? Not of what has been closed for long. */
static bool may_hold_back(const struct tournament *e, const struct live_round *round, int64_t now_us)
{
	const int64_t minutes = e->file->delay_minutes;

	return minutes > 0 && now_us < closed_us(round) + minutes * INT64_C(60000000) + LONG_US;
}

int exporter_start(struct context *ctx)
{
	const int64_t now_us = context_now(ctx)->realtime_us;
	struct exporter *exporter = calloc(1, sizeof(*exporter));
	int r;

	if (!exporter)
		return -ENOMEM;
	r = sd_event_add_time(ctx->loop, &exporter->timer, CLOCK_MONOTONIC, UINT64_MAX, 1000, on_exports, ctx);
	ctx->exporter = exporter;
	if (r >= 0)
		r = sd_event_source_set_enabled(ctx->exporter->timer, SD_EVENT_OFF);
	for (struct tournament *e = ctx->tournaments; e && r >= 0; e = e->next)
		for (struct live_round *round = e->rounds; round; round = round->next)
			if (!closed_us(round) || may_hold_back(e, round, now_us))
				exporter_round_changed(e, round);
	return r;
}

/* What the relay was to have of the files is not on disk: all of them, after a moment. */
static void write_again(struct context *ctx)
{
	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		for (struct live_round *round = e->rounds; round; round = round->next) {
			round->export_due = true;
			round->export_past = 0;
		}
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		s->export_due |= *event_pairing_of(s->setup.json).event != '\0';
	arm(ctx, RETRY_US);
}

void exporter_catch_up(struct context *ctx)
{
	write_all(ctx, UINT_MAX);
}

void exporter_finish(struct context *ctx)
{
	if (ctx->exporter)
		write_all(ctx, UINT_MAX);
}

void exporter_close(struct context *ctx)
{
	if (ctx->exporter)
		sd_event_source_disable_unref(ctx->exporter->timer);
	free(ctx->exporter);
	ctx->exporter = NULL;
}

static void on_published(struct live_game *s, const struct publication *p)
{
	if (p->type != PUBLISH_CLOCK || p->is_set)
		exporter_game_changed(s);
}

const struct publish_listener exporter_listener = {
	.gate_lost = write_again,
	.published = on_published,
	.ended = exporter_game_changed,
	.keeps = holds_back,
};
