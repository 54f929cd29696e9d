/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game that is found after another boot of the machine: only the wall clock says how long that took, and it may be
 * wrong. */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-forge.h"

#define SECOND INT64_C(1000000)

/* The journal as another boot would find it, whose wall clock is ahead by so much of what it would be. */
static void boot_anew(struct rig *rig, int64_t ahead_us)
{
	int64_t boards;

	rig_daemon_stop(rig, SIGKILL);
	boards = rig_boards_read(rig);
	rig_forge_boot(rig, "another-boot", ahead_us);
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
