/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A result that a person put right, and a game that he made void, are so wherever the daemon tells of them. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define EVENT "org.flagfall1.Event"
#define MANAGER "org.flagfall1.Manager"
#define CLUB "/org/flagfall1/event/club"

static const char event_file[] = "id: club\nname: Club evening\ntimezone: Europe/Riga\nrulebook: fide2023-blitz\n"
				 "time: 300\nboards:\n- {number: 1, board: " RIG_SERIAL "}\n";
static const char pairings[] = "board,white,black\n1,\"Kalns, J\",\"Ozols, P\"\n,\"Liepa, K\",half-bye\n";

static void begin(struct rig *rig)
{
	rig_open_round(rig, event_file, 1, pairings);
	rig_start_round(rig, CLUB);
	rig_settle(rig);
	rig_moves_judged(rig, "e2e4 e7e5");
}

static void end_by_resigning(struct rig *rig)
{
	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	rig_wait(rig, "PairingChanged", "\"result\":\"1-0\"");
}

static void change(struct rig *rig, const char *key, const char *value)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", &error, NULL, "uua{ss}a{sv}", 1, 1, 1, key, value,
			       0) < 0)
		fail_msg("%s", error.message);
}

/* How many games are found by that key, the first of them in *ret; new reference. */
static unsigned found(struct rig *rig, const char *key, const char *value, json_t **ret)
{
	sd_bus_message *reply = NULL;
	const char *text;
	unsigned count = 0;

	*ret = NULL;
	assert_return_code(sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "FindGames", NULL, &reply,
					      "a{sv}t", 1, key, "s", value, UINT64_C(0)),
			   0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read(reply, "s", &text) > 0)
		if (!count++)
			*ret = json_loads(text, 0, NULL);
	sd_bus_message_unref(reply);
	return count;
}

static void expect_pairing(struct rig *rig, const char *result)
{
	sd_bus_message *reply = NULL;
	const char *text;
	json_t *round;

	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Round", NULL, &reply, "u", 1), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	round = json_loads(text, 0, NULL);
	assert_string_equal(json_string_value(
				    json_object_get(json_array_get(json_object_get(round, "pairings"), 0), "result")),
			    result);
	json_decref(round);
	sd_bus_message_unref(reply);
}

static void expect_record(struct rig *rig, const char *tag)
{
	sd_bus_message *reply = NULL;
	const char *suffix, *text;
	int whole;

	assert_return_code(
		sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "Record", NULL, &reply, "s", "1"), 0);
	assert_return_code(sd_bus_message_read(reply, "sbs", &suffix, &whole, &text), 0);
	if (!strstr(text, tag))
		fail_msg("%s is not in %s", tag, text);
	sd_bus_message_unref(reply);
}

/* The games' index, and what is found by the result. */
static void expect_index(struct rig *rig, const char *result)
{
	json_t *game;

	assert_int_equal(found(rig, "event", "Club evening", &game), 1);
	assert_string_equal(json_string_value(json_object_get(game, "result")), result);
	json_decref(game);
	assert_int_equal(found(rig, "result", result, &game), 1);
	json_decref(game);
	assert_int_equal(found(rig, "result", strcmp(result, "0-1") == 0 ? "1-0" : "0-1", &game), 0);
}

static void expect_everywhere(struct rig *rig, const char *result)
{
	char tag[32], *status;
	sd_bus_message *reply = NULL;
	const char *text;

	snprintf(tag, sizeof(tag), "[Result \"%s\"]", result);
	rig_expect_over(rig, result, "");
	expect_pairing(rig, result);
	expect_index(rig, result);
	expect_record(rig, tag);
	assert_return_code(sd_bus_call_method(rig->bus, NAME, rig->path, ARBITER, "Status", NULL, &reply, NULL), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	assert_true(asprintf(&status, "\"result\":\"%s\"", result) > 0);
	assert_non_null(strstr(text, status));
	free(status);
	sd_bus_message_unref(reply);
}

static void expect_files(struct rig *rig, const char *text, const char *gone)
{
	char *command = NULL;

	assert_true(
		asprintf(&command,
			 "cd %s/state && grep -qF '%s' games/*/*/1-*.pgn && ! grep -rqF '%s' games export/club/round-1",
			 rig->dir, text, gone) > 0);
	if (system(command) != 0)
		fail_msg("%s", command);
	free(command);
}

static void a_result_put_right(void **state)
{
	struct rig *rig = *state;

	begin(rig);
	end_by_resigning(rig);
	expect_everywhere(rig, "1-0");
	change(rig, "result", "0-1");
	rig_wait(rig, "PropertiesChanged", "Result=0-1");
	expect_everywhere(rig, "0-1");
	change(rig, "result", "none"); /* the game's own again */
	rig_wait(rig, "PropertiesChanged", "Result=1-0");
	expect_everywhere(rig, "1-0");
	change(rig, "result", "1/2-1/2");
	expect_everywhere(rig, "1/2-1/2");
	change(rig, "result", "-/+"); /* of a game that was played: who is said not to have come has lost */
	rig_expect_over(rig, "0-1", "");
	expect_index(rig, "0-1");
	expect_record(rig, "[Result \"0-1\"]");
	rig_daemon_stop(rig, SIGTERM);
	expect_files(rig, "[Result \"0-1\"]", "[Result \"1-0\"]");
}

/* The game is in the journal alone. */
static void after_a_restart(void **state)
{
	struct rig *rig = *state;

	begin(rig);
	end_by_resigning(rig);
	change(rig, "result", "0-1");
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	expect_pairing(rig, "0-1");
	expect_index(rig, "0-1");
	expect_record(rig, "[Result \"0-1\"]");
	change(rig, "result", "none");
	expect_pairing(rig, "1-0");
	expect_index(rig, "1-0");
	expect_record(rig, "[Result \"1-0\"]");
	change(rig, "result", "1/2-1/2");
	assert_return_code(
		sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "TakeUp", NULL, NULL, "s", "1"), 0);
	expect_everywhere(rig, "1/2-1/2");
}

/* An appeal is decided on the result as it was ruled; the one that was put right stays. */
static void with_an_appeal(void **state)
{
	struct rig *rig = *state;

	begin(rig);
	end_by_resigning(rig);
	change(rig, "result", "1/2-1/2");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "appeal", 0));
	rig_expect_over(rig, "1/2-1/2", "appeal");
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "appeal", "reject", 0));
	expect_everywhere(rig, "1/2-1/2");
}

static void names_are_found(void **state)
{
	struct rig *rig = *state;
	json_t *game;

	begin(rig);
	end_by_resigning(rig);
	assert_int_equal(found(rig, "player", "kalns", &game), 1);
	json_decref(game);
	change(rig, "white", "Bērziņš, A");
	assert_int_equal(found(rig, "player", "kalns", &game), 0);
	assert_int_equal(found(rig, "player", "berz", &game), 0);
	assert_int_equal(found(rig, "player", "Bērz", &game), 1);
	assert_string_equal(json_string_value(json_object_get(game, "white")), "Bērziņš, A");
	json_decref(game);
	assert_int_equal(found(rig, "player", "ozols", &game), 1);
	json_decref(game);
}

static void expect_void(struct rig *rig)
{
	expect_pairing(rig, "");
	expect_index(rig, "void");
	expect_record(rig, "[Result \"*\"]");
	expect_record(rig, "The game is void.");
}

/* One that is over. */
static void made_void(void **state)
{
	struct rig *rig = *state;

	begin(rig);
	end_by_resigning(rig);
	change(rig, "game", "void");
	rig_wait(rig, "PropertiesChanged", "Result=void");
	rig_expect_over(rig, "void", "");
	expect_void(rig);
	rig_daemon_stop(rig, SIGTERM);
	expect_files(rig, "[Result \"*\"]", "[Result \"1-0\"]");
	rig_daemon_start(rig);
	expect_void(rig);
}

/* One that goes on. */
static void made_void_while_it_is_played(void **state)
{
	struct rig *rig = *state;

	begin(rig);
	change(rig, "game", "void");
	rig_wait_state(rig, "over");
	rig_expect_over(rig, "void", "");
	expect_void(rig);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	expect_void(rig);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_result_put_right), road(after_a_restart), road(with_an_appeal),
		road(names_are_found),	  road(made_void),	 road(made_void_while_it_is_played),
	};

	return cmocka_run_group_tests_name("one-result", tests, NULL, NULL);
}
