/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An act is undone: the game goes on as if it had not been, for everybody who had heard of it, and after a restart. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"
#include "tests/bus/rig-round.h"

#define CLUB "/org/flagfall1/event/club"

static void expect_refused(sd_bus_error error, const char *name, const char *words)
{
	if (strcmp(error.name, name) != 0 || !strstr(error.message, words))
		fail_msg("%s: %s", error.name, error.message);
	sd_bus_error_free(&error);
}

static json_t *undo(struct rig *rig, unsigned act, const char *reason)
{
	json_t *answer = rig_ask(rig, GAME, "Undo", "us", act, reason), *object = json_array_get(answer, 0);

	assert_int_equal(json_array_size(answer), 1);
	json_incref(object);
	json_decref(answer);
	return object;
}

static const char *word(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static unsigned plies(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	uint32_t count = 0;

	assert_return_code(sd_bus_get_property_trivial(rig->bus, "org.flagfall1", rig->path, GAME, "Plies", &error, 'u',
						       &count),
			   0);
	return count;
}

/* The number of the last one, where games are only begun and ended: as the journal has the inputs. */
static unsigned last_act(struct rig *rig)
{
	sd_bus_message *reply = NULL;
	unsigned count = 0;
	const char *text;

	assert_return_code(
		sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Journal", NULL, &reply, ""), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read(reply, "s", &text) > 0)
		count += strstr(text, "\"type\":\"resume\"") || strstr(text, "\"type\":\"end\"");
	sd_bus_message_unref(reply);
	return count;
}

static void start(struct rig *rig, const char *book)
{
	rig_start(rig, "rulebook", book, "time", "300", "white", "Ann", "black", "Bo", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
}

/* What everybody may read of the game, to be compared: before and after a restart it is the same. */
static char *all_of(struct rig *rig)
{
	static const char *const properties[][2] = {
		{ GAME, "Result" },    { GAME, "Question" }, { GAME, "Ruling" }, { GAME, "LastRuling" },
		{ GAME, "Placement" }, { GAME, "ToMove" },   { GAME, "Reason" },
	};
	char *all = strdup("");

	for (size_t i = 0; i < sizeof(properties) / sizeof(*properties); i++) {
		char *text = rig_property(rig, properties[i][0], properties[i][1]), *more;

		assert_true(asprintf(&more, "%s%s=%s\n", all, properties[i][1], text) > 0);
		free(text);
		free(all);
		all = more;
	}
	for (unsigned side = 0; side < 2; side++) {
		char *more;

		assert_true(asprintf(&more, "%s%lld\n", all,
				     (long long)rig_number(rig, CLOCK, side ? "BlackUs" : "WhiteUs")) > 0);
		free(all);
		all = more;
	}
	return all;
}

/* Killed at once, the next daemon has the same game, and finds nothing that it would rule otherwise. */
static void expect_same_after_a_kill(struct rig *rig)
{
	char *was = all_of(rig), *is;

	rig_restart(rig, SIGKILL);
	is = all_of(rig);
	assert_string_equal(is, was);
	sd_bus_message *reply = NULL;
	const char *status;

	assert_return_code(
		sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Status", NULL, &reply, ""), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &status), 0);
	if (strstr(status, "ruled_otherwise"))
		fail_msg("%s", status);
	sd_bus_message_unref(reply);
	free(was);
	free(is);
}

static void a_game_that_was_ended_goes_on(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	start(rig, "fide2023-standard");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_over(rig, "1-0", "");
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");

	answer = undo(rig, 1, "the wrong table");
	assert_string_equal(word(answer, "ran"), "white");
	assert_string_equal(word(json_object_get(answer, "input"), "result"), "1-0");
	assert_true(json_is_true(json_object_get(answer, "stopped")));
	json_decref(answer);
	rig_wait(rig, "Published", "\"type\":\"undone\",\"public\":true,\"act\":\"end\"");
	rig_expect(rig, GAME, "Result", "none");
	rig_expect(rig, CLOCK, "Running", "none");
	rig_expect_record(rig, "[Result \"*\"]", "running");
	rig_wait_state(rig, "running");
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 1, ""), "org.flagfall1.Error.Conflict",
		       "undone already, by user");

	expect_same_after_a_kill(rig);
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "g1f3");
	rig_wait_committed(rig, "3 white g1f3");
	json_decref(rig_ask(rig, GAME, "End", "s", "0-1"));
	rig_expect_over(rig, "0-1", "");
	rig_expect_record(rig, "2. Nf3", "recorded");
}

/* A claim that cost time: the clock is as if it had not been made. */
static void a_claim_costs_nothing(void **state)
{
	struct rig *rig = *state;
	int64_t white_us, black_us;
	json_t *answer;

	start(rig, "fide2023-standard");
	white_us = rig_number(rig, CLOCK, "WhiteUs");
	black_us = rig_number(rig, CLOCK, "BlackUs");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "repetition", 1, "count", "x", (int64_t)3));
	if (rig_number(rig, CLOCK, "BlackUs") <= black_us)
		fail_msg("the claim has cost nothing");
	answer = undo(rig, 1, "");
	assert_true(json_is_false(json_object_get(answer, "ended")));
	json_decref(answer);
	assert_true(rig_number(rig, CLOCK, "BlackUs") <= black_us);
	assert_true(rig_number(rig, CLOCK, "WhiteUs") <= white_us);
	expect_same_after_a_kill(rig);
}

/* A verdict that answered the claim alone goes with it. */
static void a_verdict_goes_with_its_claim(void **state)
{
	struct rig *rig = *state;
	json_t *answer;
	char *before;

	start(rig, "handbook");
	before = rig_property(rig, GAME, "LastRuling");
	json_decref(
		rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "stop-for-arbiter", 1, "about", "s", "disturbance"));
	rig_expect(rig, GAME, "Question", "stop-for-arbiter");
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "stop-for-arbiter", "reject", 0));
	rig_expect(rig, GAME, "Question", "");
	/* without the verdict it is asked again */
	json_decref(undo(rig, 2, ""));
	rig_expect(rig, GAME, "Question", "stop-for-arbiter");
	expect_same_after_a_kill(rig);
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "stop-for-arbiter", "reject", 0));
	rig_expect(rig, GAME, "Question", "");
	answer = undo(rig, 1, "");
	assert_int_equal(json_array_size(json_object_get(answer, "also")), 1);
	json_decref(answer);
	rig_expect(rig, GAME, "Result", "none");
	rig_expect(rig, GAME, "Question", "");
	rig_expect(rig, GAME, "LastRuling", before);
	free(before);
	expect_same_after_a_kill(rig);
}

/* What was said of a result is nothing without the result. */
static void an_appeal_goes_with_the_result(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	start(rig, "fide2023-standard");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	rig_expect_over(rig, "0-1", "");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "appeal", 0));
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "appeal", "accept", 0));
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_expect_over(rig, "1/2-1/2", "");
	/* the result that was given after it, alone: the arbiter is to give another */
	json_decref(undo(rig, 4, ""));
	rig_expect_over(rig, "none", "");
	rig_expect_record(rig, "[Result \"*\"]", "over");
	answer = undo(rig, 1, "");
	assert_int_equal(json_array_size(json_object_get(answer, "also")), 2);
	json_decref(answer);
	rig_expect(rig, GAME, "Result", "none");
	rig_expect(rig, GAME, "Question", "");
	rig_wait_state(rig, "running");
	expect_same_after_a_kill(rig);
}

static void the_position_is_as_it_was(void **state)
{
	static const char *const fens[] = { "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1" };
	struct rig *rig = *state;

	start(rig, "fide2023-standard");
	for (unsigned i = 0; i < 2; i++) {
		char *before = rig_property(rig, GAME, "Placement");

		json_decref(rig_ask(rig, GAME, "Pause", ""));
		json_decref(rig_ask(rig, GAME, "SetPosition", "s", fens[i]));
		rig_expect(rig, GAME, "Placement", "4k3/8/8/8/8/8/8/4K2R");
		json_decref(undo(rig, 2 * i + 2, ""));
		rig_expect(rig, GAME, "Placement", before);
		rig_expect(rig, GAME, "ToMove", "white");
		free(before);
	}
	assert_int_equal(plies(rig), 2);
	expect_same_after_a_kill(rig);
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "g1f3");
	rig_wait_committed(rig, "3 white g1f3");
	json_decref(rig_ask(rig, GAME, "TakeBack", "u", 2));
	assert_int_equal(plies(rig), 1);
	json_decref(undo(rig, 6, ""));
	assert_int_equal(plies(rig), 3);
	rig_expect(rig, GAME, "ToMove", "black");
	expect_same_after_a_kill(rig);
}

/* Before the first move, too. */
static void a_position_before_the_first_move(void **state)
{
	struct rig *rig = *state;
	char *before;

	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	before = rig_property(rig, GAME, "Placement");
	json_decref(rig_ask(rig, GAME, "SetPosition", "s", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
	json_decref(undo(rig, 1, ""));
	rig_expect(rig, GAME, "Placement", before);
	free(before);
	expect_same_after_a_kill(rig);
}

/* The clock that the act stopped would have run on. */
static void what_would_have_ended_by_itself_stays(void **state)
{
	struct rig *rig = *state;
	char *was, *is;

	start(rig, "fide2023-blitz");
	json_decref(rig_ask(rig, GAME, "Pause", ""));
	json_decref(rig_ask(rig, ARBITER, "ClockReport", "a{sv}", 1, "white_ms", "x", (int64_t)1000));
	json_decref(rig_ask(rig, ARBITER, "ClockReport", "a{sv}", 1, "white_ms", "x", (int64_t)200000));
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_time(rig, 20000000);
	rig_settle(rig);
	was = all_of(rig);
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 3, ""), "org.flagfall1.Error.Refused",
		       "would be over by now");
	is = all_of(rig);
	assert_string_equal(is, was);
	free(was);
	free(is);
	expect_same_after_a_kill(rig);
}

static void what_there_is_not_is_refused(void **state)
{
	struct rig *rig = *state;

	start(rig, "fide2023-standard");
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 0, ""), "org.flagfall1.Error.BadArgument",
		       "counted from 1");
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 1, ""), "org.flagfall1.Error.Refused",
		       "has no act 1; it has 0");
	json_decref(rig_ask(rig, GAME, "Pause", ""));
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 2, ""), "org.flagfall1.Error.Refused",
		       "has no act 2; it has 1");
	/* moves that were made since would be none */
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "g1f3");
	rig_wait_committed(rig, "3 white g1f3");
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 2, ""), "org.flagfall1.Error.Refused",
		       "moves that were made since");
}

/* What the public line says is no more than it had said. */
static void a_silent_rulebook_tells_no_more(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	start(rig, "ru-2013-blitz");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	answer = undo(rig, 1, "the flag was down");
	assert_string_equal(word(json_object_get(answer, "input"), "type"), "end");
	json_decref(answer);
	rig_wait(rig, "Published", "\"type\":\"undone\",\"public\":true,\"result\":\"none\"");
	assert_false(rig_has_heard(rig, "Published", "the flag was down"));
	rig_wait_state(rig, "running");
	expect_same_after_a_kill(rig);
}

static void change(struct rig *rig, const char *result)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(rig->bus, "org.flagfall1", CLUB, "org.flagfall1.Event", "Change", &error, NULL,
			       "uua{ss}a{sv}", 1, 1, 1, "result", result, 0) < 0)
		fail_msg("%s", error.message);
}

/* Until the round is closed. */
static void in_a_round_the_pairing_follows(void **state)
{
	static const char event_file[] = "name: Club\nrulebook: fide2023-standard\ntime: 300\nboards:\n"
					 "- {number: 1, board: " RIG_SERIAL "}\n";
	struct rig *rig = *state;
	sd_bus_message *reply = NULL;
	const char *text;

	rig_open_round(rig, event_file, 1, "board,white,black\n1,Ann,Bo\n");
	rig_start_round(rig, CLUB);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_over(rig, "1-0", "");
	json_decref(undo(rig, last_act(rig), ""));
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", CLUB, "org.flagfall1.Event", "Round", NULL,
					      &reply, "u", 1),
			   0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	if (strstr(text, "\"result\":\"1-0\"") || !strstr(text, "\"state\":\"paused\""))
		fail_msg("%s", text);
	sd_bus_message_unref(reply);
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_over(rig, "1-0", "");
	/* a result that the round has of its own does not go with an act of the game */
	change(rig, "1/2-1/2");
	expect_refused(rig_refused(rig, GAME, "Undo", "us", last_act(rig), ""), "org.flagfall1.Error.Refused",
		       "given by \"round change\"");
	change(rig, "none");
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", CLUB, "org.flagfall1.Event", "Close", NULL,
					      NULL, "ua{sv}", 1, 0),
			   0);
	expect_refused(rig_refused(rig, GAME, "Undo", "us", last_act(rig), ""), "org.flagfall1.Error.Refused",
		       "round 1, which is closed");
}

/* One that is finished and not shown any more. */
static void a_game_that_is_taken_up_goes_on(void **state)
{
	struct rig *rig = *state;

	start(rig, "fide2023-standard");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
					      "TakeUp", NULL, NULL, "s", rig->game),
			   0);
	rig_expect_over(rig, "1-0", "");
	json_decref(undo(rig, 1, ""));
	rig_wait_state(rig, "running");
	rig_expect(rig, GAME, "Result", "none");
	rig_expect_record(rig, "[Result \"*\"]", "running");
	expect_same_after_a_kill(rig);
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "g1f3");
	rig_wait_committed(rig, "3 white g1f3");
}

/* Its board has another game by now. */
static void a_board_that_is_taken_is_not_given_back(void **state)
{
	struct rig *rig = *state;
	char path[64];

	start(rig, "fide2023-standard");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_over(rig, "1-0", "");
	snprintf(path, sizeof(path), "%s", rig->path);
	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	snprintf(rig->path, sizeof(rig->path), "%s", path);
	expect_refused(rig_refused(rig, GAME, "Undo", "us", 1, ""), "org.flagfall1.Error.BoardBusy",
		       "has game g2 by now");
	rig_expect_over(rig, "1-0", "");
}

struct answered {
	int done, refused;
};

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *ret)
{
	struct answered *answered = userdata;
	const sd_bus_error *error = sd_bus_message_get_error(m);

	(void)ret;
	if (error && strcmp(error->name, "org.flagfall1.Error.Conflict") != 0)
		fail_msg("%s: %s", error->name, error->message);
	if (error)
		answered->refused++;
	else
		answered->done++;
	return 0;
}

/* One of two undoes it; the other is told that it was. */
static void of_two_arbiters_one_is_told(void **state)
{
	struct rig *rig = *state;
	struct answered answered = { 0, 0 };
	sd_bus *bus[2] = { rig_connect(rig), rig_connect(rig) };

	start(rig, "fide2023-standard");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	for (int i = 0; i < 2; i++) {
		assert_return_code(sd_bus_call_method_async(bus[i], NULL, "org.flagfall1", rig->path, GAME, "Undo",
							    on_answer, &answered, "us", 1, ""),
				   0);
		assert_return_code(sd_bus_flush(bus[i]), 0);
	}
	for (int i = 0; i < 2; i++)
		while (answered.done + answered.refused <= i)
			if (sd_bus_process(bus[0], NULL) == 0 && sd_bus_process(bus[1], NULL) == 0)
				poll(NULL, 0, 1);
	assert_int_equal(answered.done, 1);
	assert_int_equal(answered.refused, 1);
	for (int i = 0; i < 2; i++)
		sd_bus_flush_close_unref(bus[i]);
}

/* Where the machine's clock is the time of play: the time since the wrong word is nobody's. */
static void by_the_machines_clock(void **state)
{
	struct rig *rig = *state;
	int64_t white_us, black_us;
	json_t *answer;

	start(rig, "fide2023-standard");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	white_us = rig_number(rig, CLOCK, "WhiteUs");
	black_us = rig_number(rig, CLOCK, "BlackUs");
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
	answer = undo(rig, 1, "");
	assert_true(json_integer_value(json_object_get(answer, "since_us")) > 0);
	json_decref(answer);
	assert_int_equal(rig_number(rig, CLOCK, "WhiteUs"), white_us);
	assert_int_equal(rig_number(rig, CLOCK, "BlackUs"), black_us);
	rig_wait_state(rig, "running");
	expect_same_after_a_kill(rig);
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "g1f3");
	rig_wait_committed(rig, "3 white g1f3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_claim_costs_nothing, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_verdict_goes_with_its_claim, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(an_appeal_goes_with_the_result, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(the_position_is_as_it_was, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_position_before_the_first_move, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(what_would_have_ended_by_itself_stays, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(what_there_is_not_is_refused, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_silent_rulebook_tells_no_more, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_game_that_is_taken_up_goes_on, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_board_that_is_taken_is_not_given_back, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(of_two_arbiters_one_is_told, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(by_the_machines_clock, rig_setup_host, rig_teardown),
		cmocka_unit_test_setup_teardown(in_a_round_the_pairing_follows, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_game_that_was_ended_goes_on, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("undo", tests, NULL, NULL);
}
