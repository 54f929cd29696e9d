// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a person does to an event is staged whole or not at all, whichever call fails; and is in memory and on the bus
 * when it is written, and not before. The journal and the bus are made up here.
 */
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/context.h"
#include "daemon/tournaments/inside.h"
#include "daemon/tournaments/export.h"
#include "daemon/journal/journal.h"
#include "tests/faults/fault-points.h"

/* --- the journal, the bus and what can fail of jansson --- */

static struct {
	char *file, *round, *source, *act; /* staged */
	unsigned round_number, act_round;
} rows;
static struct queued_act queued;
static unsigned round_signals, ended_signals, exported_rounds, exported_ends, flushes, forgotten;
static struct live_round kept; /* the round that the event has, now NULL none */
static bool set_fails;

static int keep(char **row, const char *text)
{
	if (fault_meets())
		return -EIO;
	assert_null(*row);
	fault_pause();
	*row = text ? strdup(text) : NULL;
	fault_resume();
	return 0;
}

int journal_stage_event(struct journal *journal, const char *event, const char *json)
{
	assert_string_equal(event, "club");
	return keep(&rows.file, json);
}

int journal_stage_round(struct journal *journal, const char *event, unsigned round, const char *json,
			const char *source)
{
	int r = keep(&rows.round, json);

	assert_string_equal(event, "club");
	fault_pause();
	if (r >= 0 && source)
		rows.source = strdup(source);
	fault_resume();
	rows.round_number = round;
	return r;
}

int journal_stage_act(struct journal *journal, const char *event, unsigned round, const char *json)
{
	rows.act_round = round;
	return keep(&rows.act, json);
}

void journal_forget_event(struct journal *journal, const char *event)
{
	assert_string_equal(event, "club");
	free(rows.file);
	free(rows.round);
	free(rows.source);
	free(rows.act);
	memset(&rows, 0, sizeof(rows));
	forgotten++;
}

const char *journal_error(const struct journal *journal)
{
	return "the disk is full";
}

int publication_queue_add_act(struct publication_queue *queue, struct queued_act act)
{
	if (fault_meets())
		return -ENOMEM;
	queued = act;
	return 0;
}

void context_flush(struct context *ctx)
{
	flushes++;
}

void tournament_signal_round(struct context *ctx, const char *path, const struct round *round)
{
	assert_string_equal(path, "/club");
	round_signals++;
}

void tournament_signal_ended(struct context *ctx, const char *path)
{
	ended_signals++;
}

void exporter_round_changed(struct tournament *event, struct live_round *round)
{
	assert_ptr_equal(round, &kept);
	exported_rounds++;
}

void exporter_event_ended(struct tournament *event)
{
	exported_ends++;
}

bool tournament_has_ended(const struct tournament *event)
{
	return *event->file->ended != '\0';
}

struct live_round *round_find(struct tournament *event, unsigned number)
{
	return kept.now && kept.number == number ? &kept : NULL;
}

int round_set(struct tournament *event, struct round *round)
{
	if (set_fails)
		return -ENOMEM;
	round_ref(round);
	round_unref(kept.now);
	kept.now = round;
	kept.number = round->number;
	return 0;
}

char *json_dumps(const json_t *json, size_t flags)
{
	char *(*real)(const json_t *, size_t) = (char *(*)(const json_t *, size_t))dlsym(RTLD_NEXT, "json_dumps");

	return fault_meets() ? NULL : real(json, flags);
}

json_t *json_object(void)
{
	json_t *(*real)(void) = (json_t * (*)(void)) dlsym(RTLD_NEXT, "json_object");

	return fault_meets() ? NULL : real();
}

/* --- an act --- */

static struct context context;
static struct tournament event = { .context = &context, .id = (char *)"club", .path = (char *)"/club" };
static unsigned answers;
static char answer[200];

static void on_done(void *userdata, const sd_bus_error *error)
{
	assert_ptr_equal(userdata, &answers);
	answers++;
	snprintf(answer, sizeof(answer), "%s", error ? error->message : "");
}

static json_t *json(const char *text)
{
	json_t *made = json_loads(text, 0, NULL);

	assert_non_null(made);
	return made;
}

/* Round 3, revision 7, with games; each is an id, or an id and a result. */
static struct round *round_of(const char *const (*games)[2], size_t count, const char *last)
{
	json_t *list = json_array(), *made;
	struct round *round;

	for (size_t i = 0; i < count; i++) {
		json_t *one = json("{\"table\":1,\"board\":\"\",\"round_tag\":\"3\",\"match\":0,\"bye\":\"\","
				   "\"white\":{\"name\":\"A\",\"fide\":\"\",\"elo\":\"\",\"title\":\"\",\"team\":\"\","
				   "\"fed\":\"\",\"number\":0},\"black\":{\"name\":\"B\",\"fide\":\"\",\"elo\":\"\","
				   "\"title\":\"\",\"team\":\"\",\"fed\":\"\",\"number\":0},\"given\":\"\"}");

		json_object_set_new(one, "game", json_string(games[i][0]));
		if (games[i][1])
			json_object_set_new(one, "game_result", json_string(games[i][1]));
		json_array_append_new(list, one);
	}
	made = json(
		"{\"round\":3,\"revision\":7,\"state\":\"open\",\"file\":\"a.csv\",\"format\":\"csv\",\"day\":\"\"}");
	json_object_set_new(made, "pairings", list);
	if (last)
		json_object_set_new(made, "last", json(last));
	assert_int_equal(round_read(made, &round), 0);
	json_decref(made);
	return round;
}

static void begin(void)
{
	journal_forget_event(NULL, "club");
	round_signals = ended_signals = exported_rounds = exported_ends = flushes = forgotten = answers = 0;
	memset(&queued, 0, sizeof(queued));
	event_file_unref(event.file);
	event.file = event_file_new();
	round_unref(kept.now);
	kept.now = round_of((const char *const[][2]){ { "1", "1-0" }, { "2" }, { "3", "0-1" } }, 3, NULL);
	kept.number = 3;
}

/* with_file, with_round: what the act is about. */
static int act(struct event_file *file, struct round *round)
{
	const struct round_act what = { "change", 1000, json("{\"board\":4}"), "", 0 };
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = round ? round_commit(&event, file, round, round && file ? "board,white" : NULL, &what, on_done,
				     &answers, &error) :
			tournament_commit(&event, file, &what, on_done, &answers, &error);

	/* the round alone keeps it */
	assert_int_equal(what.details->refcount, round && round->last.details == what.details ? 2 : 1);
	json_decref(what.details);
	sd_bus_error_free(&error);
	return r;
}

static void make(unsigned about, struct event_file **file, struct round **round)
{
	*file = about & 1 ? event_file_new() : NULL;
	if (*file)
		strcpy((*file)->ended, "now");
	*round = about & 2 ? round_of((const char *const[][2]){ { "1" }, { "9" } }, 2, NULL) : NULL;
}

static void expect_nothing(void)
{
	assert_true(!rows.file && !rows.round && !rows.source && !rows.act);
	assert_int_equal(round_signals + ended_signals + exported_rounds + exported_ends, 0);
	assert_int_equal(kept.now->revision, 7);
	assert_false(tournament_has_ended(&event));
}

static void each_call_that_fails_leaves_nothing(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_OTHER, FAULT_MEMORY };
	unsigned failed = 0;

	for (unsigned about = 1; about <= 3; about++) {
		for (unsigned kind = 0; kind < 2; kind++) {
			long calls = 1;

			for (long n = 0; n <= calls; n++) {
				struct round *round;
				struct event_file *file;
				int r;

				begin();
				make(about, &file, &round);
				fault_begin(kinds[kind], n, false);
				r = act(file, round);
				calls = fault_end();
				if (n < calls) {
					failed++;
					assert_true(r < 0);
					expect_nothing();
					assert_null(queued.done);
					assert_int_equal(answers, 0);
				} else {
					assert_int_equal(r, 0);
					assert_non_null(queued.done);
					queued.done(queued.userdata, -EIO);
				}
				/* nobody keeps what was given */
				assert_true(!file || file->refs == 1);
				assert_true(!round || round->refs == 1);
				event_file_unref(file);
				round_unref(round);
			}
		}
	}
	assert_true(failed >= 15);
}

static void what_is_staged_says_who_did_it(void **state)
{
	for (unsigned about = 1; about <= 3; about++) {
		struct event_file *file;
		json_t *row, *last;
		struct round *round;

		begin();
		make(about, &file, &round);
		assert_int_equal(act(file, round), 0);
		assert_int_equal(flushes, 1);
		assert_int_equal(rows.act_round, about & 2 ? 3 : 0);
		row = json(rows.act);
		assert_string_equal(json_string_value(json_object_get(row, "act")), "change");
		assert_int_equal(json_integer_value(json_object_get(row, "uid")), 1000);
		assert_int_equal(json_integer_value(json_object_get(row, "board")), 4);
		assert_int_equal(strlen(json_string_value(json_object_get(row, "t"))), strlen("2026-01-31T12:00:00Z"));
		assert_int_equal(json_integer_value(json_object_get(row, "revision")), about & 2 ? 8 : 0);
		assert_int_equal(json_object_get(row, "revision") != NULL, (about & 2) != 0);
		assert_int_equal(rows.file != NULL, (about & 1) != 0);
		assert_int_equal(rows.round != NULL, (about & 2) != 0);
		if (rows.round) {
			json_t *staged = json(rows.round);

			last = json_object_get(staged, "last");
			assert_true(json_equal(last, row));
			assert_int_equal(json_integer_value(json_object_get(staged, "revision")), 8);
			assert_int_equal(rows.round_number, 3);
			json_decref(staged);
		}
		if (about == 3)
			assert_string_equal(rows.source, "board,white");
		else
			assert_null(rows.source);
		json_decref(row);
		/* it is on its way, and nothing is known of it yet */
		assert_int_equal(kept.now->revision, 7);
		assert_int_equal(round_signals + ended_signals + answers, 0);

		queued.done(queued.userdata, 0);
		assert_int_equal(answers, 1);
		assert_string_equal(answer, "");
		assert_int_equal(round_signals, (about & 2) != 0);
		assert_int_equal(exported_rounds, (about & 2) != 0);
		assert_int_equal(ended_signals, about & 1);
		assert_int_equal(exported_ends, about & 1);
		assert_int_equal(tournament_has_ended(&event), about & 1);
		assert_int_equal(forgotten, 0);
		assert_int_equal(flushes, 2);
		if (about & 2) {
			const struct pairing *pairings = kept.now->pairings.list;

			assert_int_equal(kept.now->revision, 8);
			/* a result that a game has had meanwhile is the pairing's that has the game */
			assert_string_equal(pairings[0].game_result, "1-0");
			assert_false(pairing_has(&pairings[1], PAIRING_RESULT));
		}
		assert_true(!file || file->refs == 2);
		event_file_unref(file);
		round_unref(round);
	}
}

static void what_was_not_written_is_not_done(void **state)
{
	for (unsigned about = 1; about <= 3; about++) {
		struct round *round;
		struct event_file *file;

		begin();
		make(about, &file, &round);
		assert_int_equal(act(file, round), 0);
		queued.done(queued.userdata, -EIO);
		expect_nothing();
		assert_int_equal(answers, 1);
		assert_string_equal(answer, "The journal cannot be written: the disk is full");
		assert_int_equal(flushes, 2);

		/* nor what there is no memory for */
		begin();
		if (about & 2) {
			set_fails = true;
			assert_int_equal(act(NULL, round), 0);
			queued.done(queued.userdata, 0);
			assert_int_equal(answers, 1);
			assert_string_equal(answer, strerror(ENOMEM));
			assert_int_equal(round_signals + exported_rounds, 0);
			set_fails = false;
		}
		/* and while it is known that nothing can be written nobody acts */
		begin();
		snprintf(context.journal_fault, sizeof(context.journal_fault), "the disk is gone");
		assert_true(act(file, round) < 0);
		*context.journal_fault = '\0';
		expect_nothing();
		assert_null(queued.done);
		event_file_unref(file);
		round_unref(round);
	}
}

static void who_looked_too_early_is_told_who_acted(void **state)
{
	static const struct {
		uint64_t revision;
		bool is_old;
	} looked[] = { { 0, false }, { 7, false }, { 6, true }, { 8, true } };
	static const char *const last[] = {
		"{\"act\":\"start\",\"uid\":1001,\"t\":\"2026-01-31T12:00:00Z\"}",
		NULL,
		/* … in the event's time, where the instant was kept */
		"{\"act\":\"start\",\"uid\":1001,\"t\":\"2026-01-31T12:00:00Z\",\"realtime_us\":1769860800999999}",
	};
	static const char *const told[] = {
		"Somebody else acted on round 3 of club: \"start\" by user 1001 at 2026-01-31T12:00:00Z; look at it again",
		"Somebody else acted on round 3 of club: \"?\" by user 0 at ?; look at it again",
		"Somebody else acted on round 3 of club: \"start\" by user 1001 at 17:30:00; look at it again",
	};

	begin();
	strcpy(event.file->timezone, "Asia/Kolkata");
	for (size_t i = 0; i < sizeof(looked) / sizeof(looked[0]); i++)
		for (unsigned k = 0; k < 3; k++) {
			sd_bus_error error = SD_BUS_ERROR_NULL;
			struct round *round = round_of(NULL, 0, last[k]);
			int r = round_check_revision(&event, round, looked[i].revision, &error);

			assert_int_equal(r < 0, looked[i].is_old);
			if (looked[i].is_old)
				assert_string_equal(error.message, told[k]);
			else
				assert_int_equal(r, 0);
			sd_bus_error_free(&error);
			round_unref(round);
		}
}

static int teardown(void **state)
{
	begin();
	event_file_unref(event.file);
	round_unref(kept.now);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_call_that_fails_leaves_nothing),
		cmocka_unit_test(what_is_staged_says_who_did_it),
		cmocka_unit_test(what_was_not_written_is_not_done),
		cmocka_unit_test(who_looked_too_early_is_told_who_acted),
	};

	return cmocka_run_group_tests_name("acts on events", tests, NULL, teardown);
}
