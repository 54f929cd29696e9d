/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/tournament-commit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/bus/errors.h"
#include "daemon/tournaments/tournament-signals.h"
#include "daemon/tournaments/exporter.h"

/* revision: the round's; 0 it is about the event. */
static json_t *format_act(const struct round_act *act, json_int_t revision)
{
	time_t now = time(NULL);
	struct tm tm;
	char t[32] = "";
	json_t *object;

	if (gmtime_r(&now, &tm))
		strftime(t, sizeof(t), "%Y-%m-%dT%H:%M:%SZ", &tm);
	object = json_pack("{s:s, s:I, s:s}", "t", t, "uid", (json_int_t)act->uid, "act", act->what);
	if (object && revision)
		json_object_set_new(object, "revision", json_integer(revision));
	if (object && act->details)
		json_object_update(object, act->details);
	return object;
}

static int stage(struct tournament *e, json_t *file, json_t *round, const char *source, const json_t *act)
{
	struct journal *journal = e->context->journal;
	unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	char *file_text = file ? json_dumps(file, JSON_COMPACT) : NULL;
	char *round_text = round ? json_dumps(round, JSON_COMPACT) : NULL, *act_text = json_dumps(act, JSON_COMPACT);
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
	json_t *file, *round; /* NULL: as it is */
	commit_done done;
	void *userdata;
};

static void staged_round_free(struct staged_round *staged)
{
	json_decref(staged->file);
	json_decref(staged->round);
	free(staged);
}

/* What became of games since its next state was made. */
static void take_results(const json_t *from, json_t *to)
{
	json_t *old, *new;
	size_t i, j;

	json_array_foreach(json_object_get(from, "pairings"), i, old) {
		json_t *result = json_object_get(old, "game_result");

		if (!result)
			continue;
		json_array_foreach(json_object_get(to, "pairings"), j, new)
			if (json_equal(json_object_get(new, "game"), json_object_get(old, "game")))
				json_object_set(new, "game_result", result);
	}
}

static int take_over_round(struct tournament *e, json_t *next)
{
	const unsigned number = (unsigned)json_integer_value(json_object_get(next, "round"));
	const struct round *old = round_find(e, number);
	int r;

	if (old)
		take_results(old->json, next);
	r = round_set(e, number, next);
	if (r >= 0) {
		tournament_signal_round(e->context, e->path, next);
		exporter_round_changed(e, round_find(e, number));
	}
	return r;
}

static int take_over(struct staged_round *staged)
{
	struct tournament *e = staged->event;
	const bool had_ended = tournament_has_ended(e);
	int r = 0;

	if (staged->file) {
		json_decref(e->file);
		e->file = json_incref(staged->file);
	}
	if (staged->round)
		r = take_over_round(e, staged->round);
	if (tournament_has_ended(e) != had_ended) {
		tournament_signal_ended(e->context, e->path);
		exporter_event_ended(e);
	}
	return r;
}

static void on_written(void *userdata, int r)
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

static int stage_act(struct staged_round *staged, const char *source, const struct round_act *act)
{
	json_int_t revision = staged->round ? json_integer_value(json_object_get(staged->round, "revision")) + 1 : 0;
	struct context *ctx = staged->event->context;
	json_t *last = format_act(act, revision);
	int r;

	if (!last)
		return -ENOMEM;
	if (staged->round) {
		json_object_set_new(staged->round, "revision", json_integer(revision));
		json_object_set(staged->round, "last", last);
	}
	r = stage(staged->event, staged->file, staged->round, source, last);
	json_decref(last);
	if (r >= 0)
		r = publication_queue_add_act(&ctx->queue, (struct queued_act){ on_written, staged });
	if (r < 0)
		journal_forget_event(ctx->journal, staged->event->id);
	context_flush(ctx);
	return r;
}

static int commit(struct tournament *e, json_t *file, json_t *round, const char *source, const struct round_act *act,
		  commit_done done, void *userdata, sd_bus_error *error)
{
	struct context *ctx = e->context;
	struct staged_round *staged;
	int r;

	if (ctx->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault);
	staged = calloc(1, sizeof(*staged));
	if (!staged)
		return -ENOMEM;
	*staged = (struct staged_round){ e, json_incref(file), json_incref(round), done, userdata };
	r = stage_act(staged, source, act);
	if (r < 0)
		staged_round_free(staged);
	return r;
}

int round_commit(struct tournament *e, json_t *file, json_t *round, const char *source, const struct round_act *act,
		 commit_done done, void *userdata, sd_bus_error *error)
{
	return commit(e, file, round, source, act, done, userdata, error);
}

int tournament_commit(struct tournament *e, json_t *file, const struct round_act *act, commit_done done, void *userdata,
		      sd_bus_error *error)
{
	return commit(e, file, NULL, NULL, act, done, userdata, error);
}

int round_check_revision(const struct tournament *e, const json_t *round, uint64_t revision, sd_bus_error *error)
{
	const json_t *last = json_object_get(round, "last");
	const char *act = json_string_value(json_object_get(last, "act"));
	const char *t = json_string_value(json_object_get(last, "t"));

	if (!revision || (json_int_t)revision == json_integer_value(json_object_get(round, "revision")))
		return 0;
	return fault(error, ERROR_CONFLICT,
		     "Somebody else acted on round %" JSON_INTEGER_FORMAT " of %s: \"%s\" by user %" JSON_INTEGER_FORMAT
		     " at %s; look at it again",
		     json_integer_value(json_object_get(round, "round")), e->id, act ? act : "?",
		     json_integer_value(json_object_get(last, "uid")), t ? t : "?");
}
