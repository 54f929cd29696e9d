/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A full disk at checkmate: what is not on disk has not happened, for the arbiter neither, and waiting costs little. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"
#include "tests/bus/rig-round.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

#define COMMITS "flagfall_journal_commit_seconds_count "

static char flag[96], under[96];

static int setup(void **state)
{
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	snprintf(flag, sizeof(flag), "%s/full", rig->dir);
	snprintf(under, sizeof(under), "%s/state", rig->dir);
#ifndef __SANITIZE_ADDRESS__
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_FULL", flag, "FAULTS_UNDER", under, NULL);
#endif
	return 0;
}

static void fill(bool full)
{
	FILE *f = full ? fopen(flag, "w") : NULL;

	if (f)
		fclose(f);
	else
		unlink(flag);
}

static json_t *status(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text;
	json_t *o;

	if (sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Status", &error, &reply, NULL) < 0)
		fail_msg("%s", error.message);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	o = json_loads(text, 0, NULL);
	sd_bus_message_unref(reply);
	return o;
}

/* How often the journal was written, or tried. */
static long commits(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text, *at;
	long n;

	if (sd_bus_call_method(rig->bus, MANAGER, "Metrics", &error, &reply, NULL) < 0)
		fail_msg("%s", error.message);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	at = strstr(text, COMMITS);
	assert_non_null(at);
	n = atol(at + strlen(COMMITS));
	sd_bus_message_unref(reply);
	return n;
}

static void a_mate_that_is_not_on_disk_is_none(void **state)
{
	struct rig *rig = *state;
	json_t *o;
	char *result;
	long before;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4");
	rig_wait(rig, "Move", "3 white g2g4");
	fill(true);
	rig_moves(rig, "d8h4");
	rig_expect_fault(rig, NULL);
	o = status(rig);
	assert_true(json_is_false(json_object_get(o, "over")));
	assert_string_equal(json_string_value(json_object_get(o, "result")), "none");
	assert_non_null(json_string_value(json_object_get(o, "journal_fault")));
	json_decref(o);
	result = rig_property(rig, GAME, "Result");
	assert_string_equal(result, "none");
	free(result);

	/* a board that flickers meanwhile makes no attempt of its own */
	before = commits(rig);
	for (int i = 0; i < 1000; i++) {
		rig_lift(rig, "a7");
		rig_place(rig, "a7", 'p');
		rig_settle(rig);
	}
	assert_true(commits(rig) - before < 20);
	assert_false(rig_has_heard(rig, "Ruling", "checkmate"));

	fill(false);
	rig_wait(rig, "Ruling", "checkmate");
	o = status(rig);
	assert_true(json_is_true(json_object_get(o, "over")));
	assert_null(json_object_get(o, "journal_fault"));
	json_decref(o);
}

/* --- who acts meanwhile --- */

#define CLUB "/org/flagfall1/event/club", "org.flagfall1.Event"
#define AT_MANAGER "/org/flagfall1", "org.flagfall1.Manager"
#define JOURNAL_FAULT "org.flagfall1.Error.JournalFault"

static const char event_file[] = "name: Club\n"
				 "rulebook: fide2023-blitz\n"
				 "time: 300\n"
				 "boards:\n"
				 "- {number: 1, board: " RIG_SERIAL "}\n"
				 "- {number: 2, board: ABSENT}\n";
static const char pairings[] = "board,white,black\n1,Ann,Bo\n2,Cid,Di\n";

/* It says what is wrong with the journal, and nothing of the game, of which nobody has heard. */
static void expect_said(const char *act, sd_bus_error *error)
{
	if (!error->name || strcmp(error->name, JOURNAL_FAULT) != 0 ||
	    !strstr(error->message, "journal cannot be written") || !strstr(error->message, "full"))
		fail_msg("%s: %s: %s", act, error->name, error->message);
	sd_bus_error_free(error);
}

#define refused(interface, method, ...) \
	do { \
		sd_bus_error error_ = rig_refused(rig, interface, method, __VA_ARGS__); \
		expect_said(method, &error_); \
	} while (0)

#define refused_at(where, method, ...) \
	do { \
		sd_bus_error error_ = SD_BUS_ERROR_NULL; \
		assert_true(sd_bus_call_method(rig->bus, "org.flagfall1", where, method, &error_, NULL, __VA_ARGS__) < \
			    0); \
		expect_said(method, &error_); \
	} while (0)

static void expect_no_act(struct rig *rig)
{
	static const char *const plain[] = { "OfferDraw", "AcceptDraw", "DeclineDraw", "Resign", "Resume", "Arrive" };
	sd_bus_error error = SD_BUS_ERROR_NULL;

	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		refused(GAME, plain[i], "s", "white");
	refused(GAME, "Claim", "ssa{sv}", "white", "flag", 0);
	refused(GAME, "Claim", "ssa{sv}", "white", "appeal", 0);
	refused(GAME, "Pause", "");
	refused(GAME, "End", "s", "1-0");
	refused(GAME, "TakeBack", "u", 1);
	refused(GAME, "TakeBack", "u", 4);
	refused(GAME, "SetPosition", "s", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
	refused(GAME, "SetPromotion", "s", "q");
	refused(GAME, "TellMove", "s", "e4");
	refused(ARBITER, "Report", "ssa{sv}", "arbiter", "phone", 1, "against", "s", "white");
	refused(ARBITER, "Decide", "ssa{sv}", "conduct", "warning", 1, "against", "s", "white");
	refused(ARBITER, "Decide", "ssa{sv}", "appeal", "accept", 0);
	refused(ARBITER, "ClockReport", "a{sv}", 1, "white_ms", "x", INT64_C(1000));
	refused_at(CLUB, "Start", "uaua{sv}", 1, 0, 0);
	refused_at(CLUB, "Start", "uaua{sv}", 1, 1, 2, 0);
	refused_at(CLUB, "Pause", "uaua{sv}", 1, 0, 0);
	refused_at(CLUB, "Close", "ua{sv}", 1, 0);
	refused_at(CLUB, "Change", "uua{ss}a{sv}", 1, 1, 1, "result", "1-0", 0);
	refused_at(CLUB, "Change", "uua{ss}a{sv}", 1, 2, 1, "board", "", 0);
	refused_at(CLUB, "End", "");
	refused_at(AT_MANAGER, "GiveUp", "s", rig->game);
	assert_true(rig_try_start(rig, RIG_SERIAL, &error, NULL) < 0);
	expect_said("StartGame", &error);
	assert_true(rig_try_open_round(rig, event_file, 2, pairings, &error) < 0);
	expect_said("OpenRound", &error);
}

/* SIGTERM: with an error, since something is lost. */
static void expect_loss(struct rig *rig)
{
	int status = 0;

	assert_return_code(kill(rig->daemon_pid, SIGTERM), errno);
	assert_int_equal(waitpid(rig->daemon_pid, &status, 0), rig->daemon_pid);
	rig->daemon_pid = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
}

static void begin_round(struct rig *rig)
{
#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	rig_open_round(rig, event_file, 1, pairings);
	rig_start_round(rig, "/org/flagfall1/event/club");
	rig_settle(rig);
}

static void every_act_is_told_of_the_disk(void **state)
{
	struct rig *rig = *state;

	begin_round(rig);
	rig_moves(rig, "f2f3 e7e5 g2g4");
	rig_wait(rig, "Move", "3 white g2g4");
	fill(true);
	rig_moves(rig, "g8f6");
	rig_expect_fault(rig, NULL);
	expect_no_act(rig);
	expect_loss(rig);
}

static void every_act_on_a_game_that_has_ended_meanwhile(void **state)
{
	struct rig *rig = *state;

	begin_round(rig);
	rig_moves(rig, "f2f3 e7e5 g2g4");
	rig_wait(rig, "Move", "3 white g2g4");
	fill(true);
	rig_moves(rig, "d8h4");
	rig_expect_fault(rig, NULL);
	expect_no_act(rig);
	/* none of it was done */
	fill(false);
	rig_wait(rig, "Ruling", "checkmate");
	rig_daemon_stop(rig, SIGTERM);
	assert_int_equal(rig_rows(rig, "input", "\"actor\""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_act_is_told_of_the_disk, setup, rig_teardown),
		cmocka_unit_test_setup_teardown(every_act_on_a_game_that_has_ended_meanwhile, setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_mate_that_is_not_on_disk_is_none, setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("full disk", tests, NULL, NULL);
}
