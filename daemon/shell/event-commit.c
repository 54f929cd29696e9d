/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/event-commit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/shell/errors.h"
#include "daemon/shell/event-signals.h"
#include "daemon/shell/exporter.h"
#include "daemon/shell/publisher.h"

static json_t *format_act(const struct round_act *act, json_int_t revision)
{
	time_t now = time(NULL);
	struct tm tm;
	char t[32] = "";
	json_t *object;

	if (gmtime_r(&now, &tm))
		strftime(t, sizeof(t), "%Y-%m-%dT%H:%M:%SZ", &tm);
	object = json_pack("{s:s, s:I, s:s, s:I}", "t", t, "uid", (json_int_t)act->uid, "act", act->what, "revision",
			   revision);
	if (object && act->details)
		json_object_update(object, act->details);
	return object;
}

static int stage(struct event *e, json_t *file, json_t *round, const char *source, const json_t *act)
{
	struct journal *journal = e->context->journal;
	unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	char *file_text = file ? json_dumps(file, JSON_COMPACT) : NULL;
	char *round_text = json_dumps(round, JSON_COMPACT), *act_text = json_dumps(act, JSON_COMPACT);
	int r = (file && !file_text) || !round_text || !act_text ? -ENOMEM : 0;

	if (r >= 0 && file_text)
		r = journal_stage_event(journal, e->id, file_text);
	if (r >= 0)
		r = journal_stage_round(journal, e->id, number, round_text, source);
	if (r >= 0)
		r = journal_stage_act(journal, e->id, number, act_text);
	free(file_text);
	free(round_text);
	free(act_text);
	return r;
}

int round_commit(struct event *e, json_t *file, json_t *round, const char *source, const struct round_act *act,
		 sd_bus_error *error)
{
	struct context *ctx = e->context;
	json_int_t revision = json_integer_value(json_object_get(round, "revision")) + 1;
	json_t *done;
	int r;

	if (ctx->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault);
	json_object_set_new(round, "revision", json_integer(revision));
	done = format_act(act, revision);
	if (!done)
		return -ENOMEM;
	json_object_set(round, "last", done);
	r = stage(e, file, round, source, done);
	json_decref(done);
	if (r >= 0) {
		r = publisher_sync(ctx);
		if (r < 0)
			fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", journal_error(ctx->journal));
	}
	if (r < 0) {
		journal_forget_event(ctx->journal, e->id);
		return r;
	}
	if (file) {
		json_incref(file);
		json_decref(e->file);
		e->file = file;
	}
	r = round_set(e, (unsigned)json_integer_value(json_object_get(round, "round")), round);
	if (r >= 0) {
		event_signal_round(ctx, e->path, round);
		exporter_round_changed(e, round_find(e, (unsigned)json_integer_value(json_object_get(round, "round"))));
	}
	return r;
}

int round_check_revision(const struct event *e, const json_t *round, uint64_t revision, sd_bus_error *error)
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
