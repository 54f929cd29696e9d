/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game record on file while a game runs and when it is over: its form, its tags, and a position that was set. */
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "tests/bus/rig.h"

/* The record that was written when the daemon left in order, in one line. */
static char *running_record(struct rig *rig)
{
	char *path = NULL, *text;

	rig_daemon_stop(rig, SIGTERM);
	assert_true(asprintf(&path, "%s/state/games/running/%s.pgn", rig->dir, rig->game) > 0);
	text = rig_read_file(path);
	free(path);
	assert_non_null(text);
	for (char *c = text; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return text;
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in\n%s", part, text);
}

static void has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("\"%s\" is in\n%s", part, text);
}

/* Where the book lets it be told: notation, with checks and captures. */
static void notation_while_the_game_runs(void **state)
{
	struct rig *rig = *state;
	char *text;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", "white", "Māra", NULL);
	rig_moves_judged(rig, "e2e4 f7f5 e4f5 g7g6 d1h5");
	rig_wait(rig, "Move", "d1h5");
	text = running_record(rig);
	has(text, "2. exf5 {[%clk 0:04:5");
	has(text, "3. Qh5 {[%clk 0:04:5");
	has(text, "[Result \"*\"]");
	has(text, "[White \"Māra\"]");
	has(text, "[WhiteClock \"0:04:5");
	has(text, "[GameId \"20");
	free(text);
}

/* WBCA 12: the record of a silent book is written on through an illegal turn, as through a legal one. */
static void an_illegal_turn_is_written_as_any(void **state)
{
	struct rig *rig = *state;
	char *text;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5 f1c4 g8f6 e1e3 d7d6");
	rig_wait(rig, "Move", "d7d6");
	text = running_record(rig);
	has(text, "3. Ke1e3 {[%clk 0:04:5");
	has(text, "3... d7d6 {[%clk 0:04:5");
	has_not(text, "legal");
	free(text);
}

#define AFTER_NF3 "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"

/* The arbiter sets a position: all are told, the placement is that, and so is the record. */
static void a_position_is_set(void **state)
{
	struct rig *rig = *state;
	char *text;

	rig_start(rig, "rulebook", "fide2023-rapid", "time", "900", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "SetPosition", "s", AFTER_NF3));
	assert_non_null(strstr(rig_wait(rig, "Published", "\"position\"")->text, "\"fen\":\"" AFTER_NF3 "\""));
	text = rig_property(rig, GAME, "Placement");
	assert_string_equal(text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	free(text);
	text = rig_property(rig, GAME, "ToMove");
	assert_string_equal(text, "black");
	free(text);
	text = running_record(rig);
	has(text, "2. Nf3 {by the position that the arbiter set} *");
	free(text);
	/* what was set is in the journal, and the next daemon has it */
	rig_daemon_start(rig);
	text = rig_property(rig, GAME, "Placement");
	assert_string_equal(text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	free(text);
}

/* The day of the first move where the event is, and the same instant in UTC. */
static void the_date_is_the_event_s(void **state)
{
	struct rig *rig = *state;
	/* of these two, one has another date than the other at any instant */
	static const char *const zones[] = { "Pacific/Kiritimati", "Pacific/Pago_Pago" };
	char *text, *date, expected[2][64], utc[64];
	struct tm tm;

	for (unsigned i = 0; i < 2; i++) {
		time_t started, there;

		rig_start(rig, "timezone", zones[i], NULL);
		started = (time_t)(rig_number(rig, GAME, "Started") / 1000000);
		assert_true(started <= time(NULL));
		gmtime_r(&started, &tm);
		strftime(utc, sizeof(utc), "[UTCDate \"%Y.%m.%d\"] [UTCTime \"%H:%M:%S\"]", &tm);
		there = started + (i ? -11 : 14) * 3600;
		gmtime_r(&there, &tm);
		strftime(expected[i], sizeof(expected[i]), "[Date \"%Y.%m.%d\"]", &tm);
		date = rig_property(rig, GAME, "Date");
		has(expected[i], date);
		free(date);
		text = running_record(rig);
		has(text, expected[i]);
		has(text, utc);
		free(text);
		rig_daemon_start(rig);
		json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	}
	/* a day lies between them: the second game could be later by an hour */
	assert_string_not_equal(expected[0], expected[1]);
}

static void a_zone_that_is_none(void **state)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct rig *rig = *state;

	assert_int_not_equal(rig_try_start(rig, RIG_SERIAL, &error, "timezone", "Europe/Atlantis", NULL), 0);
	assert_string_equal(error.name, "org.flagfall1.Error.BadArgument");
	has(error.message, "timezone: \"Europe/Atlantis\" is not known");
	sd_bus_error_free(&error);
	assert_int_not_equal(rig_try_start(rig, RIG_SERIAL, &error, "timezone", "../../../etc/passwd", NULL), 0);
	sd_bus_error_free(&error);
}

/* The sentence that decided stands at the end, with its article. */
static void what_decided_is_said(void **state)
{
	struct rig *rig = *state;
	char *path, *text;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4 d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	rig_drain(rig);
	path = rig_property(rig, GAME, "PgnPath");
	text = rig_read_file(path);
	assert_non_null(text);
	for (char *c = text; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	has(text, "White is checkmated: Black wins");
	has(text, "5.1.1");
	free(text);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(notation_while_the_game_runs, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(an_illegal_turn_is_written_as_any, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_position_is_set, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(the_date_is_the_event_s, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_zone_that_is_none, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(what_decided_is_said, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
