/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A round of an event: from its pairings to its results, over the bus. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/journal/journal.h"
#include "tests/bus/rig-forge.h"
#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define EVENT "org.flagfall1.Event"
#define CLUB "/org/flagfall1/event/club_2devening" /* club-evening */

static const char event_file[] = "name: Club evening\n"
				 "site: Riga\n"
				 "dates: [2026-11-22]\n"
				 "timezone: Europe/Riga\n"
				 "rulebook: fide2023-blitz\n"
				 "time: 300\n"
				 "boards:\n"
				 "- {number: 1, board: " RIG_SERIAL "}\n"
				 "- {number: 2, board: ABSENT-1}\n"
				 "tags: {Annotator: nobody}\n";

#define COLUMNS "board,white,black,white_fide,white_elo,black_title,result\n"
#define FIRST "1,\"Carlsen, Magnus\",\"Ding, Liren\",1503014,2830,GM,\n"
#define SECOND "2,\"Bērziņš, A\",Ozols,,,,\n"
#define REST ",Kalns,half-bye,,,,\n"

static void open_round(struct rig *rig, const char *pairings)
{
	rig_open_round(rig, event_file, 3, pairings);
}

static void refuse_open(struct rig *rig, const char *event, const char *pairings, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(rig_try_open_round(rig, event, 3, pairings, &error) < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.BadFile");
	if (strncmp(error.message, words, strlen(words)) != 0)
		fail_msg("\"%s\" does not begin with \"%s\"", error.message, words);
	sd_bus_error_free(&error);
}

static json_t *get_round(struct rig *rig)
{
	sd_bus_message *reply = NULL;
	const char *text;
	json_t *round;

	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Round", NULL, &reply, "u", 3), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	round = json_loads(text, 0, NULL);
	sd_bus_message_unref(reply);
	return round;
}

/* "BOARD STATE RESULT" of each pairing, ", " between them. */
static void expect_round(struct rig *rig, const char *expected)
{
	json_t *round = get_round(rig), *pairing;
	char text[400] = "";
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%d %s %s", i ? ", " : "",
			 (int)json_integer_value(json_object_get(pairing, "table")),
			 json_string_value(json_object_get(pairing, "state")),
			 json_string_value(json_object_get(pairing, "result")));
	assert_string_equal(text, expected);
	json_decref(round);
}

static int64_t revision(struct rig *rig)
{
	json_t *round = get_round(rig);
	int64_t n = json_integer_value(json_object_get(round, "revision"));

	json_decref(round);
	return n;
}

/* An order to all boards; the answers of the boards, new reference. NULL: refused with *error. */
static json_t *order(struct rig *rig, const char *method, int64_t at_revision, bool wait, sd_bus_error *error)
{
	sd_bus_message *reply = NULL;
	json_t *answers = json_array();
	const char *text;
	int r = sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, method, error, &reply, "uaua{sv}", 3, 0, 2, "revision",
				   "x", at_revision, "wait", "b", (int)wait);

	if (r < 0) {
		json_decref(answers);
		return NULL;
	}
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read(reply, "s", &text) > 0)
		json_array_append_new(answers, json_loads(text, 0, NULL));
	sd_bus_message_unref(reply);
	return answers;
}

/* Board 1's game is the rig's from now on. */
static void start(struct rig *rig, bool wait)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *answers = order(rig, "Start", 0, wait, &error), *first = json_array_get(answers, 0);

	if (!answers)
		fail_msg("%s", error.message);
	assert_true(json_is_true(json_object_get(first, "done")));
	snprintf(rig->game, sizeof(rig->game), "%s", json_string_value(json_object_get(first, "game")));
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/%s", rig->game);
	json_decref(answers);
	rig_settle(rig);
}

static void a_round_from_pairings_to_results(void **state)
{
	struct rig *rig = *state;
	json_t *answers;
	char *path, *pgn;

	open_round(rig, COLUMNS FIRST SECOND REST);
	rig_wait(rig, "RoundChanged", "3 open");
	rig_wait(rig, "EventAdded", "club-evening");
	expect_round(rig, "1 waiting , 2 waiting , 0 bye ");
	answers = order(rig, "Start", 1, false, NULL);
	assert_int_equal(json_array_size(answers), 2);
	assert_true(json_is_false(json_object_get(json_array_get(answers, 1), "done")));
	assert_non_null(strstr(json_string_value(json_object_get(json_array_get(answers, 1), "reason")), "ABSENT-1"));
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/%s",
		 json_string_value(json_object_get(json_array_get(answers, 0), "game")));
	json_decref(answers);
	rig_settle(rig);
	rig_expect(rig, GAME, "White", "Carlsen, Magnus");
	rig_expect(rig, GAME, "Event", "Club evening");
	rig_expect(rig, GAME, "Round", "3");
	rig_expect(rig, CLOCK, "Running", "white");
	expect_round(rig, "1 running , 2 waiting , 0 bye ");
	rig_moves_judged(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	rig_wait(rig, "PairingChanged", "\"result\":\"1-0\"");
	expect_round(rig, "1 over 1-0, 2 waiting , 0 bye ");
	path = rig_property(rig, GAME, "PgnPath");
	pgn = rig_read_file(path);
	for (const char *const *tag = (const char *const[]){ "[Site \"Riga\"]", "[Board \"1\"]", "[WhiteElo \"2830\"]",
							     "[WhiteFideId \"1503014\"]", "[BlackTitle \"GM\"]",
							     "[Annotator \"nobody\"]", NULL };
	     *tag; tag++)
		if (!strstr(pgn, *tag))
			fail_msg("%s is not in %s", *tag, pgn);
	free(pgn);
	free(path);
}

/* Killed before, in and after a game: the round knows its games and their results. */
static void a_round_survives_the_daemon(void **state)
{
	struct rig *rig = *state;

	open_round(rig, COLUMNS FIRST SECOND REST);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	expect_round(rig, "1 waiting , 2 waiting , 0 bye ");
	start(rig, false);
	rig_moves_judged(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	rig_wait_state(rig, "running"); /* its board is asked first */
	expect_round(rig, "1 running , 2 waiting , 0 bye ");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	expect_round(rig, "1 over 0-1, 2 waiting , 0 bye ");
}

/* As a daemon that is killed before it has written the record again. */
static void correct_record(struct rig *rig)
{
	struct journal *j = NULL;
	char path[128], err[256];

	rig_journal_path(rig, path);
	assert_return_code(journal_open(path, NULL, &j, err), 0);
	assert_return_code(journal_stage_corrected(j, 1), 0);
	assert_int_equal(journal_submit(j, false), 1);
	assert_return_code(journal_finish(j, true), 0);
	journal_close(j);
}

/* Killed between a game's first row and the round's: the game says where it belongs. */
static void a_game_finds_its_pairing_again(void **state)
{
	struct rig *rig = *state;

	open_round(rig, COLUMNS FIRST REST);
	start(rig, false);
	rig_daemon_stop(rig, SIGKILL);
	rig_forge_round(rig, "\"game\":\"1\"", "\"game\":\"\"");
	assert_int_equal(rig_rows(rig, "round", "\"game\":\"1\""), 0);
	rig_daemon_start(rig);
	rig_wait_state(rig, "running"); /* its board is asked first */
	expect_round(rig, "1 running , 0 bye ");
}

static void files_at_fault_change_nothing(void **state)
{
	struct rig *rig = *state;

	refuse_open(rig, "name: x\nrulebook: fide-blitz\n", COLUMNS FIRST, "club.yaml:2:11: There is no rulebook");
	refuse_open(rig, "name: x\nrulebook: fide2023-blitz\ntime: soon\n", COLUMNS FIRST, "club.yaml:3:7: ");
	refuse_open(rig, "name: x\ntimezone: Mars/Base\n", COLUMNS FIRST, "club.yaml:2:11: ");
	refuse_open(rig, "name: x\nboards: 3\n", COLUMNS FIRST, "club.yaml:2:9: a list of");
	refuse_open(rig, event_file, COLUMNS FIRST "7,A,B,,,,\n", "pairings.csv:3:1: board 7 is none of the 2");
	assert_int_equal(rig_rows(rig, "event", NULL), 0);
	open_round(rig, COLUMNS FIRST SECOND REST);
	refuse_open(rig, event_file, COLUMNS FIRST FIRST, "pairings.csv:3:1: table 1 is also in line 2");
	refuse_open(rig, event_file, "\xff\xd8\xff", "pairings.csv:1:1: ");
	expect_round(rig, "1 waiting , 2 waiting , 0 bye ");
	assert_int_equal(revision(rig), 1);
	assert_int_equal(rig_rows(rig, "act", NULL), 1);
}

/* Opened again: who has begun stays, the others may be paired anew. */
static void opened_a_second_time(void **state)
{
	struct rig *rig = *state;

	open_round(rig, COLUMNS FIRST SECOND REST);
	start(rig, false);
	refuse_open(rig, event_file, COLUMNS "1,Ozols,\"Ding, Liren\",,,,\n",
		    "pairings.csv:2:1: the game of board 1 has begun");
	expect_round(rig, "1 running , 2 waiting , 0 bye ");
	open_round(rig, COLUMNS FIRST "2,Kalns,Ozols,,,,+/-\n,\"Bērziņš, A\",bye,,,,\n");
	expect_round(rig, "1 running , 2 forfeit +/-, 0 bye ");
}

/* A file that gives no tables has an order, which may be another one the next time: the tables stay. */
static void opened_in_another_order(void **state)
{
	struct rig *rig = *state;

	open_round(rig, "[White \"A\"]\n[Black \"B\"]\n\n*\n[White \"C\"]\n[Black \"D\"]\n\n*\n");
	start(rig, false);
	open_round(rig, "[White \"C\"]\n[Black \"E\"]\n\n*\n[White \"A\"]\n[Black \"B\"]\n\n*\n");
	expect_round(rig, "1 running , 2 waiting ");
	refuse_open(rig, event_file, "[White \"C\"]\n[Black \"E\"]\n\n*\n[White \"B\"]\n[Black \"A\"]\n\n*\n",
		    "pairings.csv:5:1: the game of board 1 has begun");
}

/* Two arbiters see the same round: the first acts, and the second is told. */
static void two_arbiters_at_once(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *answers;
	int64_t seen;

	open_round(rig, COLUMNS FIRST REST);
	seen = revision(rig);
	answers = order(rig, "Start", seen, false, &error);
	assert_non_null(answers);
	json_decref(answers);
	assert_null(order(rig, "Pause", seen, false, &error));
	assert_string_equal(error.name, "org.flagfall1.Error.Conflict");
	assert_non_null(strstr(error.message, "\"start\" by user"));
	sd_bus_error_free(&error);
	assert_null(order(rig, "Start", revision(rig), false, &error));
	assert_string_equal(error.name, "org.flagfall1.Error.Refused");
	sd_bus_error_free(&error);
}

/* The clocks wait for Black's press, or for a second start; a stop of the round stops them. */
static void clocks_wait_and_stop(void **state)
{
	struct rig *rig = *state;

	open_round(rig, COLUMNS FIRST REST);
	start(rig, true);
	rig_expect(rig, CLOCK, "Running", "none");
	expect_round(rig, "1 ready , 0 bye ");
	start(rig, false);
	rig_wait(rig, "Changed", "white");
	rig_expect(rig, CLOCK, "Running", "white");
	json_decref(order(rig, "Pause", 0, false, NULL));
	rig_wait(rig, "Changed", "none");
	expect_round(rig, "1 paused , 0 bye ");
	start(rig, false);
	rig_wait(rig, "Changed", "white");
}

/* 0, or refused with *error. */
static int try_change(struct rig *rig, const char *key, const char *value, int64_t at_revision, sd_bus_error *error)
{
	return sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", error, NULL, "uua{ss}a{sv}", 3, 1, 1, key,
				  value, 2, "revision", "x", at_revision, "reason", "s", "misheard");
}

static void change(struct rig *rig, const char *key, const char *value)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (try_change(rig, key, value, 0, &error) < 0)
		fail_msg("%s", error.message);
}

static void refuse_change(struct rig *rig, const char *key, const char *value, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(try_change(rig, key, value, 0, &error) < 0);
	if (!strstr(error.message, words))
		fail_msg("\"%s\" does not say \"%s\"", error.message, words);
	sd_bus_error_free(&error);
}

/* Before a game: who plays, with which pieces, on which board, or not at all. */
static void put_right_before_the_game(void **state)
{
	struct rig *rig = *state;
	json_t *absent;

	open_round(rig, COLUMNS FIRST REST);
	refuse_change(rig, "result", "2:1", "A result is");
	refuse_change(rig, "hat", "blue", "no \"hat\"");
	refuse_change(rig, "white_elo", "high", "white_elo: a rating");
	change(rig, "result", "-/+");
	expect_round(rig, "1 forfeit -/+, 0 bye ");
	change(rig, "colours", "swapped");
	expect_round(rig, "1 forfeit +/-, 0 bye ");
	change(rig, "result", "none");
	change(rig, "board", "ABSENT-9");
	absent = order(rig, "Start", 0, false, NULL);
	assert_true(json_is_false(json_object_get(json_array_get(absent, 0), "done")));
	json_decref(absent);
	change(rig, "board", RIG_SERIAL);
	change(rig, "black", "Carlsen, M");
	start(rig, false);
	rig_expect(rig, GAME, "White", "Ding, Liren");
	rig_expect(rig, GAME, "Black", "Carlsen, M");
	refuse_change(rig, "colours", "swapped", "before a game begins");
	refuse_change(rig, "result", "+/-", "goes on");
}

static int try_change_of(struct rig *rig, unsigned board, const char *key, const char *value, sd_bus_error *error)
{
	return sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", error, NULL, "uua{ss}a{sv}", 3, board, 1, key,
				  value, 1, "reason", "s", "misheard");
}

static void refuse_change_of(struct rig *rig, unsigned board, const char *key, const char *value, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(try_change_of(rig, board, key, value, &error) < 0);
	if (!strstr(error.message, words))
		fail_msg("\"%s\" does not say \"%s\"", error.message, words);
	sd_bus_error_free(&error);
}

/* A text of the round's pairing 1, "" none; free(). */
static char *text_of_first(struct rig *rig, const char *key)
{
	json_t *round = get_round(rig), *first = json_array_get(json_object_get(round, "pairings"), 0);
	const char *text = json_string_value(json_object_get(first, key));
	char *copy = strdup(text ? text : "");

	json_decref(round);
	return copy;
}

static void expect_first(struct rig *rig, const char *key, const char *value)
{
	char *text = text_of_first(rig, key);

	assert_string_equal(text, value);
	free(text);
}

/* Who is late is said before the game, or after; what there is not to change is named. */
static void who_is_not_there(void **state)
{
	struct rig *rig = *state;

	open_round(rig, COLUMNS FIRST SECOND REST);
	refuse_change(rig, "absent", "green", "Absent is white, black, both or none, not \"green\"");
	change(rig, "absent", "white");
	expect_first(rig, "absent", "white");
	change(rig, "absent", "both");
	change(rig, "absent", "black");
	expect_first(rig, "absent", "black");
	change(rig, "absent", "none");
	expect_first(rig, "absent", "");
	refuse_change(rig, "colours", "mixed", "Colours are \"swapped\", not \"mixed\"");
	refuse_change(rig, "white", "", "white: a name is expected");
	refuse_change_of(rig, 7, "result", "1-0", "Round 3 of club-evening has no table 7");
	/* the board of a game that goes on: another board, that is there and can be played on */
	start(rig, false);
	change(rig, "absent", "black");
	expect_first(rig, "absent", "black");
	change(rig, "absent", "none");
	expect_first(rig, "absent", "");
	refuse_change(rig, "board", "NOWHERE", "There is no board \"NOWHERE\"");
	refuse_change(rig, "board", RIG_SERIAL, "The clocks of game 1 run; stop them first");
	change(rig, "result", "1-0");
	rig_wait(rig, "Changed", "none");
	refuse_change(rig, "board", "NOWHERE", "Game 1 is over");
}

/* A result and a name corrected: in the round, in the record, in the log with what was; over a restart, too. */
static void put_right_after_the_game(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *act = "", *text;
	int64_t seen;
	char *path, *pgn;

	open_round(rig, COLUMNS FIRST REST);
	start(rig, false);
	rig_moves_judged(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	seen = revision(rig);
	assert_return_code(try_change(rig, "result", "1/2-1/2", seen, &error), 0);
	assert_true(try_change(rig, "result", "0-1", seen, &error) < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.Conflict");
	sd_bus_error_free(&error);
	change(rig, "white", "Carlsen, Magnus Øen");
	rig_wait(rig, "PropertiesChanged", "org.flagfall1.Game");
	expect_round(rig, "1 over 1/2-1/2, 0 bye ");
	rig_expect(rig, GAME, "White", "Carlsen, Magnus Øen");
	rig_daemon_stop(rig, SIGTERM); /* what is due is written */
	path = rig_game_says(rig, "1", "record");
	rig_daemon_start(rig);
	expect_round(rig, "1 over 1/2-1/2, 0 bye ");
	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Log", NULL, &reply, "u", 3), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	for (int i = 0; sd_bus_message_read(reply, "s", &text) > 0; i++)
		act = i == 2 ? text : act;
	assert_non_null(strstr(act, "\"was\":{\"result\":\"1-0\"},\"now\":{\"result\":\"1/2-1/2\"}"));
	assert_non_null(strstr(act, "\"reason\":\"misheard\""));
	sd_bus_message_unref(reply);
	pgn = rig_read_file(path);
	assert_non_null(pgn);
	assert_non_null(strstr(pgn, "[Result \"1/2-1/2\"]"));
	assert_non_null(strstr(pgn, "[White \"Carlsen, Magnus Øen\"]"));
	free(pgn);
	free(path);
}

/* No file of the records or of the export says that any more, and one says this. */
static void expect_files(struct rig *rig, const char *text, const char *gone)
{
	char *command = NULL;

	assert_true(
		asprintf(
			&command,
			"cd %s/state && ls games/*/*/1-*.pgn | wc -l | grep -qx 1 && grep -qF '%s' games/*/*/1-*.pgn && "
			"grep -qF '%s' export/club-evening/round-3/games.pgn && ! grep -rqF '%s' games export",
			rig->dir, text, text, gone) > 0);
	if (system(command) != 0)
		fail_msg("%s", command);
	free(command);
}

/*
 * The daemon was started again: the game is in the journal alone. What is corrected now is in its record (under another
 * name, another path), in the export, and in Record; also where the daemon was killed before it could write it.
 */
static void put_right_after_a_restart(void **state)
{
	struct rig *rig = *state;
	sd_bus_message *reply = NULL;
	const char *suffix, *text;
	char *path;
	int whole;

	open_round(rig, COLUMNS FIRST REST);
	start(rig, false);
	rig_moves_judged(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	rig_daemon_stop(rig, SIGTERM);
	expect_files(rig, "[White \"Carlsen, Magnus\"]", "{[%clk 0:00:00]}");
	rig_daemon_start(rig);
	change(rig, "white", "Kalns, Z");
	expect_round(rig, "1 over 1-0, 0 bye ");
	rig_daemon_stop(rig, SIGTERM);
	expect_files(rig, "[White \"Kalns, Z\"]", "Carlsen");
	assert_true(rig_game_is(rig, "1", "recorded"));
	path = rig_game_says(rig, "1", "record");
	assert_non_null(strstr(path, "Kalns"));
	free(path);
	rig_daemon_start(rig);
	change(rig, "result", "0-1");
	assert_return_code(sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", "org.flagfall1.Manager", "Record", NULL,
					      &reply, "s", "1"),
			   0);
	assert_return_code(sd_bus_message_read(reply, "sbs", &suffix, &whole, &text), 0);
	if (!strstr(text, "The arbiter corrected"))
		fail_msg("%s", text);
	sd_bus_message_unref(reply);
	rig_daemon_stop(rig, SIGTERM);
	expect_files(rig, "[Result \"0-1\"]", "[Result \"1-0\"]");
	/* killed between the change and the record */
	rig_forge_round(rig, "Kalns, Z", "Abols, A");
	correct_record(rig);
	rig_daemon_start(rig);
	rig_daemon_stop(rig, SIGTERM);
	expect_files(rig, "[White \"Abols, A\"]", "Kalns");
}

/*
 * Begun with the colours exchanged: the game is void, and the pairing as before it, over a restart too; the next one
 * has the right colours, and is the one that counts.
 */
static void a_game_is_made_void(void **state)
{
	struct rig *rig = *state;

	open_round(rig, COLUMNS FIRST REST);
	refuse_change(rig, "game", "void", "No game has begun");
	start(rig, false);
	rig_moves_judged(rig, "e2e4 e7e5");
	refuse_change(rig, "colours", "swapped", "before a game begins");
	refuse_change(rig, "game", "off", "\"void\"");
	change(rig, "game", "void");
	rig_wait_state(rig, "over");
	expect_round(rig, "1 waiting , 0 bye ");
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	expect_round(rig, "1 waiting , 0 bye ");
	change(rig, "colours", "swapped");
	start(rig, false);
	assert_string_equal(rig->game, "2");
	rig_expect(rig, GAME, "White", "Ding, Liren");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	expect_round(rig, "1 over 1-0, 0 bye ");
	change(rig, "game", "void"); /* also one that is over */
	expect_round(rig, "1 waiting , 0 bye ");
	change(rig, "result", "+/-");
	expect_round(rig, "1 forfeit +/-, 0 bye ");
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	expect_round(rig, "1 forfeit +/-, 0 bye ");
}

static void closed_when_all_is_known(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	open_round(rig, COLUMNS FIRST REST);
	assert_true(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Close", &error, NULL, "ua{sv}", 3, 0) < 0);
	assert_non_null(strstr(error.message, "no result yet at table 1"));
	sd_bus_error_free(&error);
	start(rig, false);
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Close", &error, NULL, "ua{sv}", 3, 0), 0);
	rig_wait(rig, "RoundChanged", "3 closed");
	assert_null(order(rig, "Start", 0, false, &error));
	assert_non_null(strstr(error.message, "closed"));
	sd_bus_error_free(&error);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_round_from_pairings_to_results),
		road(a_round_survives_the_daemon),
		road(a_game_finds_its_pairing_again),
		road(files_at_fault_change_nothing),
		road(opened_a_second_time),
		road(opened_in_another_order),
		road(two_arbiters_at_once),
		road(clocks_wait_and_stop),
		road(put_right_before_the_game),
		road(who_is_not_there),
		road(put_right_after_the_game),
		road(put_right_after_a_restart),
		road(a_game_is_made_void),
		road(closed_when_all_is_known),
	};

	return cmocka_run_group_tests_name("round", tests, NULL, NULL);
}
