/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game that is found after another boot of the machine: only the wall clock says how long that took, and it may be
 * wrong. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>

#include "daemon/shell/journal-chain.h"
#include "tests/bus/rig.h"

#define SECOND INT64_C(1000000)

/* The journal as another boot would find it, whose wall clock is ahead by so much of what it would be. */
static void boot_anew(struct rig *rig, int64_t ahead_us)
{
	uint8_t seed[CHAIN_HASH], seal[CHAIN_HASH];
	sqlite3_stmt *s = NULL;
	char path[96], *map;
	int64_t boards;
	sqlite3 *db;
	json_t *o;

	rig_daemon_stop(rig, SIGKILL);
	boards = rig_boards_read(rig);
	snprintf(path, sizeof(path), "%s/state/journal/journal.db", rig->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT map, seed FROM games", -1, &s, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	o = json_loads((const char *)sqlite3_column_text(s, 0), 0, NULL);
	memcpy(seed, sqlite3_column_blob(s, 1), sizeof(seed));
	sqlite3_finalize(s);
	json_object_set_new(o, "boot", json_string("another-boot"));
	json_object_set_new(o, "realtime_zero_us",
			    json_integer(json_integer_value(json_object_get(o, "realtime_zero_us")) - ahead_us));
	map = json_dumps(o, JSON_COMPACT);
	chain_seal(seed, map, seal);
	assert_int_equal(sqlite3_prepare_v2(db, "UPDATE games SET map = ?1, map_seal = ?2", -1, &s, NULL), SQLITE_OK);
	sqlite3_bind_text(s, 1, map, -1, SQLITE_STATIC);
	sqlite3_bind_blob(s, 2, seal, sizeof(seal), SQLITE_STATIC);
	assert_int_equal(sqlite3_step(s), SQLITE_DONE);
	sqlite3_finalize(s);
	sqlite3_close(db);
	free(map);
	json_decref(o);
	rig_daemon_start(rig);
	rig_wait_board_read(rig, boards);
	rig->seen = rig->count;
}

static void expect_text(struct rig *rig, const char *interface, const char *name, const char *text)
{
	char *got = rig_property(rig, interface, name);

	assert_string_equal(got, text);
	free(got);
}

static void start(struct rig *rig, const char *after)
{
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", "after_reboot", after, NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	rig_drain(rig);
}

/* An hour ahead no flag is ruled, an hour back or in 1970 no press is dropped: the clocks stand, and somebody is asked.
 */
static void asked(struct rig *rig, int64_t ahead_us)
{
	json_int_t gap, counted;
	json_t *o;
	char *text;

	start(rig, "ask");
	boot_anew(rig, ahead_us);
	expect_text(rig, CLOCK, "Running", "none");
	rig_wait_state(rig, "running");
	expect_text(rig, GAME, "Result", "none");
	text = rig_property(rig, GAME, "AfterReboot");
	o = json_loads(text, 0, NULL);
	assert_non_null(o);
	assert_string_equal(json_string_value(json_object_get(o, "running")), "white");
	gap = json_integer_value(json_object_get(o, "wall_gap_us"));
	assert_true(ahead_us > 0 ? gap >= ahead_us : gap < ahead_us + 3600 * SECOND);
	counted = json_integer_value(json_object_get(json_object_get(o, "gap_counted"), "white_us"));
	if (ahead_us > 300 * SECOND)
		assert_int_equal(counted, 0);
	if (ahead_us < 0)
		assert_int_equal(counted, json_integer_value(json_object_get(o, "white_us")));
	assert_true(json_integer_value(json_object_get(o, "white_us")) > 200 * SECOND);
	json_decref(o);
	free(text);

	/* play goes on when somebody says so, and every press counts */
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "g1f3 b8c6");
	rig_wait(rig, "Move", "3 white g1f3");
	rig_wait(rig, "Move", "4 black b8c6");
	expect_text(rig, GAME, "AfterReboot", "");
	expect_text(rig, CLOCK, "Running", "white");
	assert_true(rig_number(rig, CLOCK, "WhiteUs") > 200 * SECOND);
}

static void an_hour_ahead(void **state)
{
	asked(*state, 3600 * SECOND);
}

static void an_hour_back(void **state)
{
	asked(*state, -3600 * SECOND);
}

static void in_1970(void **state)
{
	asked(*state, -1700000000 * SECOND);
}

/* Who said so has the wall clock count; backwards it counts nothing, and no press is dropped. */
static void without_an_arbiter_it_runs(void **state)
{
	struct rig *rig = *state;

	start(rig, "run");
	boot_anew(rig, 100 * SECOND);
	expect_text(rig, CLOCK, "Running", "white");
	expect_text(rig, GAME, "AfterReboot", "");
	rig_moves(rig, "g1f3");
	rig_wait(rig, "Move", "3 white g1f3");
	rig_drain(rig);
	assert_true(rig_number(rig, CLOCK, "WhiteUs") < 200 * SECOND);
	boot_anew(rig, -3600 * SECOND);
	rig_moves(rig, "b8c6 f1b5");
	rig_wait(rig, "Move", "4 black b8c6");
	rig_wait(rig, "Move", "5 white f1b5");
}

static void another_word_is_refused(void **state)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(rig_try_start(*state, RIG_SERIAL, &error, "time", "300", "after_reboot", "perhaps", NULL) < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.BadArgument");
	sd_bus_error_free(&error);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup_host, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(an_hour_ahead),	       road(an_hour_back), road(in_1970), road(without_an_arbiter_it_runs),
		road(another_word_is_refused),
	};

	return cmocka_run_group_tests_name("after a reboot", tests, NULL, NULL);
}
