/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Appeals against a result: it stands until the verdict, and the verdict can be given, also after a restart. */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"
#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define EVENT "org.flagfall1.Event"
#define CLUB "/org/flagfall1/event/club"

static const char event_file[] = "name: Club\n"
				 "rulebook: fide2023-standard\n"
				 "time: 300\n"
				 "boards:\n"
				 "- {number: 1, board: " RIG_SERIAL "}\n";

/* "RULING REASON RESULT" of the last that a call answers. */
static void expect_answer(json_t *answers, const char *expected)
{
	json_t *last = json_array_get(answers, json_array_size(answers) - 1);
	char text[160];

	assert_non_null(last);
	snprintf(text, sizeof(text), "%s %s %s", json_string_value(json_object_get(last, "ruling")),
		 json_string_value(json_object_get(last, "reason")),
		 json_string_value(json_object_get(last, "result")));
	assert_string_equal(text, expected);
	json_decref(answers);
}

static void expect_refused(sd_bus_error error, const char *name, const char *words)
{
	if (strcmp(error.name, name) != 0 || !strstr(error.message, words))
		fail_msg("%s: %s", error.name, error.message);
	sd_bus_error_free(&error);
}

static json_t *appeal(struct rig *rig, const char *side)
{
	return rig_ask(rig, GAME, "Claim", "ssa{sv}", side, "appeal", 0);
}

static json_t *decide(struct rig *rig, const char *verdict)
{
	return rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "appeal", verdict, 0);
}

static void resign(struct rig *rig, const char *book)
{
	rig_start(rig, "rulebook", book, "time", strcmp(book, "fide2023-rapid") == 0 ? "900" : "300", "white", "Ann",
		  "black", "Bo", NULL);
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	rig_expect_over(rig, "0-1", "");
}

static const char *const books[] = { "fide2023-standard", "fide2023-rapid", "fide2023-blitz", "handbook",
				     "nsb-2004",	  "ru-2013",	    "ru-2013-blitz",  "uschess-blitz" };

static void the_result_stands_until_the_verdict_by(struct rig *rig, const char *book)
{
	resign(rig, book);
	expect_answer(appeal(rig, "white"), "claim-pending appeal 0-1");
	rig_expect_over(rig, "0-1", "appeal");
	rig_expect_record(rig, "[Result \"0-1\"]", "over");
	rig_expect_record(rig, strcmp(book, "nsb-2004") == 0 ? "Until then it stands" : "until the appeal is", "over");
	expect_answer(decide(rig, "reject"), "claim-rejected appeal-rejected 0-1");
	rig_expect_over(rig, "0-1", "");
	rig_expect_record(rig, "[Result \"0-1\"]", "recorded");
	rig_expect_record(rig, "The appeal is rejected", "recorded");
	/* another one, which is upheld */
	expect_answer(appeal(rig, "white"), "claim-pending appeal 0-1");
	expect_answer(decide(rig, "accept"), "continue appeal-upheld none");
	rig_expect_over(rig, "none", "");
	rig_expect_record(rig, "[Result \"*\"]", "over");
	rig_expect_record(rig, "The appeal is upheld", "over");
	expect_refused(rig_refused(rig, GAME, "Pause", ""), "org.flagfall1.Error.GameOver", "is over");
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_expect_over(rig, "1/2-1/2", "");
	rig_expect_record(rig, "[Result \"1/2-1/2\"]", "recorded");
	rig_expect_record(rig, "The appeal is upheld", "recorded");
	expect_refused(rig_refused(rig, GAME, "End", "s", "1-0"), "org.flagfall1.Error.GameOver", "is over");
}

static void the_result_stands_until_the_verdict(void **state)
{
	for (size_t i = 0; i < sizeof(books) / sizeof(*books); i++) {
		print_message("# %s\n", books[i]);
		the_result_stands_until_the_verdict_by(*state, books[i]);
	}
}

static void where_no_appeal_is_possible_it_stays(void **state)
{
	struct rig *rig = *state;

	resign(rig, "wbca-1992");
	expect_answer(appeal(rig, "white"), "claim-rejected final-decision 0-1");
	rig_expect_over(rig, "0-1", "");
	expect_refused(rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "appeal", "accept", 0),
		       "org.flagfall1.Error.GameOver", "is over: 0-1");
	rig_expect_record(rig, "[Result \"0-1\"]", "recorded");
}

/* What is asked is yes or no: a verdict that decides neither would close the question without a word. */
static void other_verdicts_leave_it_open(void **state)
{
	static const char *const verdicts[] = { "postpone",	 "warning", "time-penalty", "adjust-clock",
						"replace-clock", "loss",    "both-lose",    "points",
						"expulsion",	 "counter", "replay",	    "restart",
						"continue" };
	struct rig *rig = *state;

	resign(rig, "fide2023-standard");
	json_decref(appeal(rig, "white"));
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(*verdicts); i++)
		expect_refused(rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "appeal", verdicts[i], 1, "against", "s",
					   "white"),
			       "org.flagfall1.Error.Refused", "\"accept\" or \"reject\"");
	expect_refused(rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "flag", "accept", 0),
		       "org.flagfall1.Error.Refused", "about \"appeal\"");
	expect_refused(rig_refused(rig, GAME, "Claim", "ssa{sv}", "white", "flag", 0), "org.flagfall1.Error.GameOver",
		       "is over: 0-1");
	rig_expect_over(rig, "0-1", "appeal");
	json_decref(decide(rig, "accept"));
	rig_expect_over(rig, "none", "");
}

static void restart(struct rig *rig)
{
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
}

/* The record was written, and the journal said so, before the appeal was made. */
static void a_restart_changes_nothing_of_it(void **state)
{
	struct rig *rig = *state;

	resign(rig, "fide2023-standard");
	rig_expect_record(rig, "[Result \"0-1\"]", "recorded");
	json_decref(appeal(rig, "white"));
	rig_expect_record(rig, "until the appeal is", "over");
	restart(rig);
	rig_expect_over(rig, "0-1", "appeal");
	expect_answer(decide(rig, "accept"), "continue appeal-upheld none");
	restart(rig);
	rig_expect_over(rig, "none", "");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_over(rig, "1-0", "");
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
	assert_int_equal(rig_games(rig, NULL, "1-0"), 1);
}

/* Nobody ruled: the arbiter gave the result, while something else was asked. */
static void a_result_that_was_given_can_be_appealed_against(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	expect_answer(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "interference", 0),
		      "claim-pending needs-verdict none");
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_expect_over(rig, "1/2-1/2", "");
	expect_refused(rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "interference", "accept", 0),
		       "org.flagfall1.Error.GameOver", "is over");
	expect_answer(appeal(rig, "black"), "claim-pending appeal 1/2-1/2");
	restart(rig);
	rig_expect_over(rig, "1/2-1/2", "appeal");
	expect_answer(decide(rig, "reject"), "claim-rejected appeal-rejected 1/2-1/2");
	rig_expect_over(rig, "1/2-1/2", "");
	rig_expect_record(rig, "The arbiter decided the result", "recorded");
}

/* --- in a round --- */

static void expect_open(struct rig *rig, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Close", &error, NULL, "ua{sv}", 1, 0) < 0);
	expect_refused(error, "org.flagfall1.Error.Refused", words);
}

static void close_round(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Close", &error, NULL, "ua{sv}", 1, 0) < 0)
		fail_msg("%s", error.message);
}

static void begin_round(struct rig *rig)
{
	rig_open_round(rig, event_file, 1, "board,white,black\n1,Ann,Bo\n");
	rig_start_round(rig, CLUB);
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	json_decref(appeal(rig, "white"));
	rig_wait(rig, "PairingChanged", "\"question\":\"appeal\"");
	expect_open(rig, "the appeal is not decided yet at table 1");
}

static void a_round_closes_when_it_is_rejected(void **state)
{
	struct rig *rig = *state;

	begin_round(rig);
	restart(rig);
	expect_open(rig, "the appeal is not decided yet at table 1");
	json_decref(decide(rig, "reject"));
	rig_wait(rig, "PairingChanged", "\"result\":\"0-1\",\"state\":\"over\"}");
	close_round(rig);
}

static void a_round_closes_when_the_arbiter_has_given_another(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	begin_round(rig);
	json_decref(decide(rig, "accept"));
	expect_open(rig, "no result yet at table 1 (an appeal was upheld");
	restart(rig);
	expect_open(rig, "no result yet at table 1 (an appeal was upheld");
	if (sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", &error, NULL, "uua{ss}a{sv}", 1, 1, 1, "result",
			       "1-0", 0) < 0)
		fail_msg("%s", error.message);
	rig_wait(rig, "PairingChanged", "\"result\":\"1-0\"");
	rig_expect_over(rig, "1-0", "");
	close_round(rig);
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(the_result_stands_until_the_verdict),
		road(where_no_appeal_is_possible_it_stays),
		road(other_verdicts_leave_it_open),
		road(a_restart_changes_nothing_of_it),
		road(a_result_that_was_given_can_be_appealed_against),
		road(a_round_closes_when_it_is_rejected),
		road(a_round_closes_when_the_arbiter_has_given_another),
	};

	return cmocka_run_group_tests_name("appeal", tests, NULL, NULL);
}
