/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Players who are not there: everybody is told, before the start and after it, and the default time ends the game. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define EVENT "org.flagfall1.Event"
#define CLUB "/org/flagfall1/event/club"
#define SECOND INT64_C(1000000)

#define EVENT_OF(rules) \
	"id: club\nname: Club evening\ntimezone: Europe/Riga\n" rules "\n" \
	"boards:\n- {number: 1, board: " RIG_SERIAL "}\n"

static const char standard[] = EVENT_OF("rulebook: fide2023-standard\ntime: 5400\noptions: {default_time_ms: 900000}");
static const char pairings[] = "board,white,black\n1,Kalns,Ozols\n,Liepa,half-bye\n";

static int try_change(struct rig *rig, const char *absent, sd_bus_error *error)
{
	return sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", error, NULL, "uua{ss}a{sv}", 1, 1, 1, "absent",
				  absent, 0);
}

static void say_absent(struct rig *rig, const char *absent)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (try_change(rig, absent, &error) < 0)
		fail_msg("%s", error.message);
}

static void refused(struct rig *rig, const char *absent, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(try_change(rig, absent, &error) < 0);
	if (!strstr(error.message, words))
		fail_msg("\"%s\" does not say \"%s\"", error.message, words);
	sd_bus_error_free(&error);
}

/* The answer of Check, or the round's pairing, of board 1; new reference. */
static json_t *ask(struct rig *rig, bool check)
{
	sd_bus_message *reply = NULL;
	json_t *answer, *round;
	const char *text;

	if (check) {
		assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Check", NULL, &reply, "uau", 1, 0),
				   0);
		assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	} else {
		assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Round", NULL, &reply, "u", 1), 0);
	}
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	round = json_loads(text, 0, NULL);
	answer = json_incref(check ? round : json_array_get(json_object_get(round, "pairings"), 0));
	json_decref(round);
	sd_bus_message_unref(reply);
	return answer;
}

static void expect_of(json_t *answer, const char *key, const char *value)
{
	const char *text = json_string_value(json_object_get(answer, key));

	assert_string_equal(text ? text : "", value);
}

/* Everybody is told who is absent, and whose clock runs; running NULL: no game has begun. */
static void expect_absent(struct rig *rig, const char *absent, const char *running)
{
	json_t *check = ask(rig, true), *pairing = ask(rig, false);

	expect_of(check, "absent", absent);
	expect_of(pairing, "absent", absent);
	if (running) {
		rig_expect(rig, GAME, "Absent", absent);
		expect_of(check, "running", *absent ? running : "");
		rig_expect(rig, CLOCK, "Running", running);
	}
	json_decref(check);
	json_decref(pairing);
}

static void open_round(struct rig *rig, const char *event)
{
	rig_open_round(rig, event, 1, pairings);
}

static void start(struct rig *rig)
{
	rig_start_round(rig, CLUB);
	rig_settle(rig);
}

static void white_does_not_come(void **state)
{
	struct rig *rig = *state;
	json_t *check;
	int64_t late;

	open_round(rig, standard);
	say_absent(rig, "white");
	expect_absent(rig, "white", NULL);
	start(rig);
	expect_absent(rig, "white", "white");
	check = ask(rig, true);
	late = json_integer_value(json_object_get(check, "late_us"));
	assert_int_equal((late - rig_number(rig, GAME, "Started") + SECOND / 2) / SECOND, 900);
	json_decref(check);
	rig_time(rig, 890 * SECOND);
	rig_settle(rig);
	expect_absent(rig, "white", "white");
	rig_time(rig, 901 * SECOND);
	rig_wait(rig, "Ruling", "win late-forfeit 0-1");
	rig_wait(rig, "PairingChanged", "\"result\":\"0-1\"");
	rig_expect_over(rig, "0-1", "");
	rig_expect(rig, GAME, "Absent", "");
	refused(rig, "white", "is over");
}

/* The daemon is killed while he is awaited. */
static void found_after_the_start(void **state)
{
	struct rig *rig = *state;

	open_round(rig, standard);
	start(rig);
	rig_moves_judged(rig, "e2e4");
	refused(rig, "white", "White has made a move in game 1, so he is there");
	refused(rig, "both", "White has made a move");
	say_absent(rig, "black");
	rig_wait(rig, "PairingChanged", "\"absent\":\"black\"");
	expect_absent(rig, "black", "black");
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	rig_wait_state(rig, "running");
	expect_absent(rig, "black", "black");
	rig_time(rig, 901 * SECOND);
	rig_wait(rig, "Ruling", "win late-forfeit 1-0");
	rig_expect_over(rig, "1-0", "");
}

/* Both are late; Black comes, said by change; White makes a move, and nobody says anything. */
static void they_come(void **state)
{
	struct rig *rig = *state;

	open_round(rig, standard);
	say_absent(rig, "both");
	start(rig);
	expect_absent(rig, "both", "white");
	rig_time(rig, 60 * SECOND);
	rig_settle(rig); /* before it is said, which goes another way */
	say_absent(rig, "white");
	rig_wait(rig, "Ruling", "continue late");
	expect_absent(rig, "white", "white");
	rig_move(rig, "e2e4", 70 * SECOND, true);
	rig_wait(rig, "PairingChanged", "\"absent\":\"\"");
	rig_wait_committed(rig, "1 white e2e4");
	expect_absent(rig, "", "black");
	rig_time(rig, 1000 * SECOND);
	rig_settle(rig);
	rig_expect(rig, GAME, "State", "running");
}

/* The rulebook does not say what is when neither comes: the arbiter is asked. */
static void neither_comes(void **state)
{
	struct rig *rig = *state;

	open_round(rig, EVENT_OF("rulebook: wbca-1992\ntime: 300\noptions: {default_time_ms: 120000}"));
	say_absent(rig, "both");
	start(rig);
	rig_time(rig, 121 * SECOND);
	rig_wait(rig, "Ruling", "claim-pending late-both");
	rig_expect(rig, GAME, "Question", "both-lose");
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "both-lose", "accept", 0));
	rig_expect_over(rig, "0-0", "");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(white_does_not_come),
		road(found_after_the_start),
		road(they_come),
		road(neither_comes),
	};

	return cmocka_run_group_tests_name("absent", tests, NULL, NULL);
}
