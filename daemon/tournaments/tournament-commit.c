/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/machine-clock.h"
#include "daemon/bus/replies.h"
#include "daemon/time-zone.h"
#include "daemon/tournaments/export.h"

/* Takes the JSON. To be freed; NULL without memory. */
static char *text_of_json(json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return text;
}

static int tournament_commit_stage(struct tournament *e, const struct event_file *file, const struct round *round,
				   const char *source, const struct round_act *act)
{
	struct journal *journal = e->context->journal;
	const unsigned number = round ? round->number : 0;
	char *file_text = file ? text_of_json(event_file_format(file)) : NULL;
	char *round_text = round ? text_of_json(round_format(round)) : NULL;
	char *act_text = text_of_json(round_act_format(act, round ? round->revision : 0));
	int r = (file && !file_text) || (round && !round_text) || !act_text ? -ENOMEM : 0;

	if (r >= 0 && file_text)
		r = journal_stage_event(journal, e->id, file_text);
	if (r >= 0 && round_text)
		r = journal_stage_round(journal, e->id, number, round_text, source);
	if (r >= 0)
		r = journal_stage_act(journal, e->id, number, act_text);
	free(file_text);
	free(round_text);
	free(act_text);
	return r;
}

/* On its way to the disk. */
struct staged_round {
	struct tournament *event;
	struct event_file *file; /* NULL: as it is, and so the round */
	struct round *round;
	commit_done done;
	void *userdata;
};

static void staged_round_free(struct staged_round *staged)
{
	event_file_unref(staged->file);
	round_unref(staged->round);
	free(staged);
}

/* What became of games since its next state was made. */
static void take_results(const struct round *from, struct round *to)
{
	for (size_t i = 0; i < from->pairings.count; i++) {
		const struct pairing *old = &from->pairings.list[i];

		for (size_t j = 0; j < to->pairings.count && pairing_has(old, PAIRING_RESULT); j++)
			if (strcmp(to->pairings.list[j].game, old->game) == 0)
				pairing_set_game_result(&to->pairings.list[j], old->game_result);
	}
}

static int take_over_round(struct tournament *e, struct round *next)
{
	const struct live_round *old = round_find(e, next->number);
	int r;

	if (old)
		take_results(old->now, next);
	r = round_set(e, next);
	if (r >= 0) {
		tournament_signal_round(e->context, e->path, next);
		exporter_round_changed(e, round_find(e, next->number));
	}
	return r;
}

static int take_over(struct staged_round *staged)
{
	struct tournament *e = staged->event;
	const bool had_ended = tournament_has_ended(e);
	int r = 0;

	if (staged->file) {
		event_file_unref(e->file);
		e->file = event_file_ref(staged->file);
	}
	if (staged->round)
		r = take_over_round(e, staged->round);
	if (tournament_has_ended(e) != had_ended) {
		tournament_signal_ended(e->context, e->path);
		exporter_event_ended(e);
	}
	return r;
}

static void tournament_commit_on_written(void *userdata, int r)
{
	struct staged_round *staged = userdata;
	struct context *ctx = staged->event->context;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (r < 0) {
		journal_forget_event(ctx->journal, staged->event->id);
		fault(&error, ERROR_JOURNAL, "The journal cannot be written: %s", journal_error(ctx->journal));
	} else {
		r = take_over(staged);
		if (r < 0)
			sd_bus_error_set_errno(&error, r);
	}
	staged->done(staged->userdata, r < 0 ? &error : NULL);
	context_flush(ctx);
	sd_bus_error_free(&error);
	staged_round_free(staged);
}

static int stage_act(struct staged_round *staged, const char *source, struct round_act act)
{
	struct context *ctx = staged->event->context;
	const int64_t now_us = machine_clock_us(CLOCK_REALTIME);
	const time_t now = (time_t)(now_us / 1000000);
	struct tm tm;
	int r;

	act.realtime_us = (uint64_t)now_us;

	if (gmtime_r(&now, &tm))
		strftime(act.t, sizeof(act.t), "%Y-%m-%dT%H:%M:%SZ", &tm);
	if (staged->round) {
		staged->round->revision++;
		json_decref(staged->round->last.details);
		staged->round->last = act;
		json_incref(act.details);
	}
	r = tournament_commit_stage(staged->event, staged->file, staged->round, source, &act);
	if (r >= 0)
		r = publication_queue_add_act(&ctx->queue, (struct queued_act){ tournament_commit_on_written, staged });
	if (r < 0)
		journal_forget_event(ctx->journal, staged->event->id);
	context_flush(ctx);
	return r;
}

static int commit(struct tournament *e, struct event_file *file, struct round *round, const char *source,
		  const struct round_act *act, commit_done done, void *userdata, sd_bus_error *error)
{
	struct context *ctx = e->context;
	struct staged_round *staged;
	int r;

	if (ctx->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault);
	staged = calloc(1, sizeof(*staged));
	if (!staged)
		return -ENOMEM;
	*staged = (struct staged_round){ e, event_file_ref(file), round_ref(round), done, userdata };
	r = stage_act(staged, source, *act);
	if (r < 0)
		staged_round_free(staged);
	return r;
}

int round_commit(struct tournament *e, struct event_file *file, struct round *round, const char *source,
		 const struct round_act *act, commit_done done, void *userdata, sd_bus_error *error)
{
	return commit(e, file, round, source, act, done, userdata, error);
}

int tournament_commit(struct tournament *e, struct event_file *file, const struct round_act *act, commit_done done,
		      void *userdata, sd_bus_error *error)
{
	return commit(e, file, NULL, NULL, act, done, userdata, error);
}

int round_check_revision(const struct tournament *e, const struct round *round, uint64_t revision, sd_bus_error *error)
{
	const struct round_act *last = &round->last;
	char when[32] = "?";

	if (!revision || revision == round->revision)
		return 0;
	if (last->realtime_us)
		time_zone_clock(e->file->timezone, (time_t)(last->realtime_us / 1000000), when);
	else if (*last->t)
		strcpy(when, last->t);
	return fault(error, ERROR_CONFLICT,
		     "Somebody else acted on round %u of %s: \"%s\" by user %" PRIu32 " at %s; look at it again",
		     round->number, e->id, *last->what ? last->what : "?", last->uid, when);
}
