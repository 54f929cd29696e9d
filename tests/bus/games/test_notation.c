// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SAN says that a move was legal: it is public unless the rulebook silences the arbiter. And what a person sets on the
 * clocks counts at once.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/bus/rig.h"

/* The notation of turn ply in Moves. */
static char *noted(struct rig *rig, unsigned ply)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *side, *move, *placement, *san;
	int64_t left, t;
	uint32_t n;
	char *found = NULL;

	assert_return_code(
		sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, GAME, "Moves", &error, &reply, NULL), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "(usssxxs)"), 0);
	while (sd_bus_message_read(reply, "(usssxxs)", &n, &side, &move, &placement, &left, &t, &san) > 0)
		if (n == ply)
			found = strdup(san);
	sd_bus_message_unref(reply);
	assert_non_null(found);
	return found;
}

static void notation_is(struct rig *rig, unsigned ply, const char *wanted)
{
	char *san = noted(rig, ply);

	assert_string_equal(san, wanted);
	free(san);
}

static void public_where_the_arbiter_may_speak(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	assert_non_null(strstr(rig_wait(rig, "Published", "\"uci\":\"g1f3\",\"state\":\"committed\"")->text,
			       "\"san\":\"Nf3\""));
	assert_false(rig_has_heard(rig, "Published", "\"legal\""));
	notation_is(rig, 1, "e4");
	notation_is(rig, 3, "Nf3");
}

static void public_without_a_rulebook(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	rig_wait(rig, "Published", "\"san\":\"Nf3\"");
	notation_is(rig, 3, "Nf3");
}

/* Not even at a legal move, nor when the game is over. */
static void the_arbiters_alone_under_silence(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	rig_wait(rig, "Published", "\"uci\":\"g1f3\",\"state\":\"committed\"");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "resign", 0));
	rig_wait(rig, "Ruling", "1-0");
	assert_false(rig_has_heard(rig, "Published", "\"san\""));
	notation_is(rig, 1, "");
	notation_is(rig, 3, "");
}

static int64_t clock_of(struct rig *rig, const char *property)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int64_t us = -1;

	assert_return_code(sd_bus_get_property_trivial(rig->bus, "org.flagfall1", rig->path, "org.flagfall1.Clock",
						       property, &error, 'x', &us),
			   0);
	return us;
}

/* 6.10.2 of the FIDE book: a ruling that says by how much, and the times are public at once. One that is left out
 * stays. */
static void clocks_are_set_at_once(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	answer = rig_ask(rig, ARBITER, "ClockReport", "a{sv}", 1, "white_ms", "x", (int64_t)100000);
	assert_int_equal(json_array_size(answer), 1);
	assert_string_equal(json_string_value(json_object_get(json_array_get(answer, 0), "ruling")), "adjust-clock");
	assert_int_equal(json_integer_value(json_object_get(
				 json_object_get(json_array_get(answer, 0), "time_adjust_ms"), "black")),
			 0);
	json_decref(answer);
	assert_int_equal(clock_of(rig, "WhiteUs"), 100000000);
	assert_true(clock_of(rig, "BlackUs") > 290000000);
	/* first=unknown answers a question that nobody asked: the times count all the same */
	json_decref(rig_ask(rig, ARBITER, "ClockReport", "a{sv}", 3, "white_ms", "x", (int64_t)90000, "black_ms", "x",
			    (int64_t)80000, "first", "s", "unknown"));
	assert_int_equal(clock_of(rig, "WhiteUs"), 90000000);
	assert_int_equal(clock_of(rig, "BlackUs"), 80000000);
}

static void clocks_are_set_without_a_rulebook(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, ARBITER, "ClockReport", "a{sv}", 2, "white_ms", "x", (int64_t)100000, "black_ms", "x",
			    (int64_t)50000));
	assert_int_equal(clock_of(rig, "WhiteUs"), 100000000);
	assert_int_equal(clock_of(rig, "BlackUs"), 50000000);
}

static void two_fallen_flags_are_asked_about(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	error = rig_refused(rig, ARBITER, "ClockReport", "a{sv}", 2, "white_ms", "x", (int64_t)0, "black_ms", "x",
			    (int64_t)0);
	assert_non_null(strstr(error.message, "which flag fell first"));
	sd_bus_error_free(&error);
	/* of one alone nothing needs to be asked */
	json_decref(rig_ask(rig, ARBITER, "ClockReport", "a{sv}", 2, "white_ms", "x", (int64_t)0, "black_ms", "x",
			    (int64_t)1000));
	rig_wait(rig, "Ruling", "win flag 0-1");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(public_where_the_arbiter_may_speak), road(public_without_a_rulebook),
		road(the_arbiters_alone_under_silence),	  road(clocks_are_set_at_once),
		road(clocks_are_set_without_a_rulebook),  road(two_fallen_flags_are_asked_about),
	};

	return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
