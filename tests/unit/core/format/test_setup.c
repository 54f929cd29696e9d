/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a header of JSON says of a game: what it may say, what is meant where it says nothing, and how it is refused. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/format/setup.h"

static int read_header(const char *text, struct core_setup *setup, struct arbiter_setup *arbiter, char err[static 160])
{
	json_t *header = json_loads(text, JSON_DECODE_ANY, NULL);
	int r;

	assert_non_null(header);
	r = core_setup_from_json(header, setup, err);
	json_decref(header);
	if (r < 0)
		return r;
	r = core_arbiter_setup(setup, arbiter, err);
	if (r < 0)
		core_setup_done(setup);
	return r;
}

static struct arbiter_setup understood(const char *text, struct core_setup *setup)
{
	struct arbiter_setup arbiter;
	char err[160];

	if (read_header(text, setup, &arbiter, err) < 0)
		fail_msg("%s: %s", text, err);
	assert_string_equal(err, "");
	return arbiter;
}

static void what_is_refused(void **state)
{
	static const struct {
		const char *header, *says;
	} wrong[] = {
		{ "[]", "\"header\" is not an object" },
		{ "{\"game\":1}", "\"game\" is not a string" },
		{ "{\"game\":\"go\"}", "\"game\" is \"go\", which is not a known game" },
		{ "{\"sensors\":[]}", "\"sensors\" is not a string" },
		{ "{\"sensors\":\"eyes\"}", "\"sensors\" is neither presence nor piece-id" },
		{ "{\"scan_us\":-1}", "\"scan_us\" is not a number of microseconds up to a minute" },
		{ "{\"scan_us\":60000001}", "\"scan_us\" is not a number of microseconds up to a minute" },
		{ "{\"grace_us\":\"1\"}", "\"grace_us\" is not a number of microseconds up to a minute" },
		{ "{\"start\":true}", "\"start\" is not a string" },
		{ "{\"start_fen\":8}", "\"start_fen\" is not a string" },
		{ "{\"game\":\"chess960\",\"start\":960}",
		  "\"start\" is 960; the start positions of chess960 are 0 to 959" },
		{ "{\"game\":\"chess960\",\"start\":-1}",
		  "\"start\" is -1; the start positions of chess960 are 0 to 959" },
		{ "{\"options\":[]}", "\"options\" is not an object" },
		{ "{\"options\":{\"flag_call\":true}}", "\"flag_call\" is not a string" },
		{ "{\"options\":{\"flag_call\":\"never\"}}", "\"flag_call\" is neither auto nor claim, but \"never\"" },
		{ "{\"options\":{\"illegal_call\":\"never\"}}",
		  "\"illegal_call\" is neither auto nor claim, but \"never\"" },
		{ "{\"options\":{\"supervision\":1}}", "\"supervision\" is not a string" },
		{ "{\"options\":{\"supervision\":\"some\"}}",
		  "\"supervision\" is neither full, limited nor none, but \"some\"" },
		{ "{\"options\":{\"phase\":1}}", "\"phase\" is not a string" },
		{ "{\"options\":{\"phase\":\"end\"}}",
		  "\"phase\" is neither period nor quickplay-finish, but \"end\"" },
		{ "{\"options\":{\"arbiter_calls\":1}}", "\"arbiter_calls\" is neither true nor false" },
		{ "{\"options\":{\"guidelines_iii\":\"\"}}", "\"guidelines_iii\" is neither true nor false" },
		{ "{\"options\":{\"players_record\":0}}", "\"players_record\" is neither true nor false" },
		{ "{\"options\":{\"default_time_ms\":-1}}", "\"default_time_ms\" is not a whole number from 0" },
		{ "{\"options\":{\"default_time_ms\":2147483647001}}",
		  "\"default_time_ms\" is not a whole number from 0" },
		{ "{\"options\":{\"min_draw_move\":1.5}}", "\"min_draw_move\" is not a whole number from 0" },
		{ "{\"state\":1}", "\"state\" is not an object" },
		{ "{\"state\":{\"moves_completed\":1}}", "\"moves_completed\" is not an object" },
		{ "{\"state\":{\"moves_completed\":{\"white\":-1}}}", "\"white\" is not a whole number from 0" },
		{ "{\"state\":{\"illegal_count\":{\"black\":\"1\"}}}", "\"black\" is not a whole number from 0" },
		{ "{\"state\":{\"counters\":[]}}", "\"counters\" is not an object" },
		{ "{\"state\":{\"counters\":{\"kings_only\":-1}}}", "\"kings_only\" is not a whole number from 0" },
		{ "{\"state\":{\"counters\":{\"sixteen\":-1}}}", "\"sixteen\" is not a whole number from 0" },
		{ "{\"state\":{\"counters\":{\"five\":-1}}}", "\"five\" is not a whole number from 0" },
		{ "{\"state\":{\"present\":\"white\"}}", "\"present\" is not a list" },
		{ "{\"state\":{\"present\":[\"white\",1]}}", "\"present\" holds something other than white and black" },
		{ "{\"state\":{\"present\":[\"red\"]}}", "\"present\" holds something other than white and black" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct arbiter_setup arbiter;
		struct core_setup setup;
		char err[160] = "";

		if (read_header(wrong[i].header, &setup, &arbiter, err) != -EINVAL || strcmp(err, wrong[i].says))
			fail_msg("%s: %s", wrong[i].header, err);
	}
}

static void what_is_meant_without_a_word(void **state)
{
	struct core_setup setup;
	struct arbiter_setup a = understood("{\"options\":null,\"state\":null,\"clock\":null,\"game\":null}", &setup);

	assert_ptr_equal(setup.game, &game_chess);
	assert_int_equal(setup.sensors, TRACKER_PRESENCE);
	assert_true(setup.has_lever);
	assert_int_equal(setup.scan_us, 0);
	assert_int_equal(setup.clock.mode, CLOCK_NONE);
	assert_false(setup.open_start);
	assert_int_equal(a.options.flag_auto, -1);
	assert_int_equal(a.options.illegal_auto, -1);
	assert_int_equal(a.options.quickplay, -1);
	assert_true(a.options.default_us == ARBITER_ABSENT);
	assert_int_equal(a.options.min_draw_move, 0);
	assert_false(a.options.arbiter_calls || a.options.guidelines || a.options.players_record);
	assert_false(a.absent[WHITE] || a.absent[BLACK] || a.sensors_sure || a.clock_runs);
	assert_null(a.clock_mode);
	core_setup_done(&setup);
}

static void what_is_said_is_kept(void **state)
{
	struct core_setup setup;
	struct arbiter_setup a =
		understood("{\"sensors\":\"sure\",\"lever\":false,\"scan_us\":0,\"grace_us\":60000000,"
			   "\"options\":{\"flag_call\":\"auto\",\"illegal_call\":\"claim\",\"supervision\":\"limited\","
			   "\"phase\":\"quickplay-finish\",\"arbiter_calls\":true,\"guidelines_iii\":true,"
			   "\"players_record\":true,\"default_time_ms\":0,\"min_draw_move\":30},"
			   "\"state\":{\"moves_completed\":{\"white\":41,\"black\":40},\"illegal_count\":{\"black\":1},"
			   "\"counters\":{\"kings_only\":3,\"sixteen\":4,\"five\":2000000},\"present\":[\"black\"]}}",
			   &setup);

	assert_int_equal(setup.sensors, TRACKER_EXACT);
	assert_false(setup.has_lever);
	assert_int_equal(setup.grace_us, 60000000);
	assert_int_equal(a.options.flag_auto, 1);
	assert_int_equal(a.options.illegal_auto, 0);
	assert_int_equal(a.options.supervision, SUPERVISION_LIMITED);
	assert_int_equal(a.options.quickplay, 1);
	assert_true(a.options.arbiter_calls && a.options.guidelines && a.options.players_record);
	assert_int_equal(a.options.default_us, 0);
	assert_int_equal(a.options.min_draw_move, 30);
	assert_int_equal(a.moves[WHITE], 41);
	assert_int_equal(a.moves[BLACK], 40);
	assert_int_equal(a.illegal[WHITE], 0);
	assert_int_equal(a.illegal[BLACK], 1);
	assert_int_equal(a.kings_only, 3);
	assert_int_equal(a.sixteen, 4);
	assert_int_equal(a.five, 1000000); /* as many as anything counts */
	assert_true(a.absent[WHITE] && !a.absent[BLACK] && a.sensors_sure);
	core_setup_done(&setup);

	a = understood("{\"sensors\":\"piece-id\",\"options\":{\"supervision\":\"full\",\"phase\":\"period\","
		       "\"default_time_ms\":1500},\"state\":{\"present\":[\"white\",\"black\"]}}",
		       &setup);
	assert_int_equal(setup.sensors, TRACKER_PIECE_ID);
	assert_int_equal(a.options.supervision, SUPERVISION_FULL);
	assert_int_equal(a.options.quickplay, 0);
	assert_int_equal(a.options.default_us, 1500000);
	assert_false(a.absent[WHITE] || a.absent[BLACK]);
	core_setup_done(&setup);

	a = understood("{\"options\":{\"supervision\":\"none\"}}", &setup);
	assert_int_equal(a.options.supervision, SUPERVISION_NONE);
	core_setup_done(&setup);
}

/* What the setup held is given back once, however often it is said to be done. */
static void done_twice(void **state)
{
	struct core_setup setup;

	understood("{\"options\":{\"phase\":\"period\"},\"state\":{\"present\":[]}}", &setup);
	core_setup_done(&setup);
	assert_null(setup.options);
	assert_null(setup.state);
	core_setup_done(&setup);
}

/* A rulebook is fitted to the event: to its clock, and to its options, whether text, number or switch. */
static void the_rulebook_of_the_event(void **state)
{
	static const struct {
		const char *header;
	} events[] = {
		{ "{\"options\":{\"guidelines_iii\":true},\"clock\":{\"mode\":\"fischer\",\"white_ms\":60000,"
		  "\"black_ms\":60000,\"increment_ms\":1000}}" },
		{ "{\"options\":{\"guidelines_iii\":true},\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":60000,"
		  "\"black_ms\":60000}}" },
		{ "{\"options\":{\"guidelines_iii\":false}}" },
	};
	struct rulebook *book, *fitted[3];

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_load("fide2023-standard", NULL, NULL, &book), 0);
	for (unsigned i = 0; i < 3; i++) {
		struct core_setup setup;

		understood(events[i].header, &setup);
		setup.rulebook = book;
		assert_int_equal(core_fit_rulebook(&setup, &fitted[i]), 0);
		core_setup_done(&setup);
	}
	assert_true(rulebook_number(fitted[0], PARAM_NO_PROGRESS_CLAIM) <= 0);
	assert_int_equal(rulebook_number(fitted[1], PARAM_NO_PROGRESS_CLAIM), 120000);
	assert_int_equal(rulebook_number(fitted[1], PARAM_ADD_INCREMENT_REQUEST), 5000);
	assert_true(rulebook_number(fitted[2], PARAM_NO_PROGRESS_CLAIM) <= 0);
	for (unsigned i = 0; i < 3; i++)
		rulebook_free(fitted[i]);
	rulebook_free(book);
}

/* Numbered arrays, the one that is open until the pieces stand, and rights that name files. */
static void starts(void **state)
{
	struct core_setup setup;

	understood("{\"game\":\"chess960\",\"start\":959}", &setup);
	assert_false(setup.open_start);
	core_setup_done(&setup);
	understood("{\"game\":\"chess960\",\"start\":0}", &setup);
	core_setup_done(&setup);
	understood("{\"game\":\"chess960\"}", &setup);
	assert_true(setup.open_start);
	core_setup_done(&setup);
	understood("{\"start\":\"1r2k2r/8/8/8/8/8/8/R3K2R w HAhb - 0 1\"}", &setup);
	assert_ptr_equal(setup.game, &game_chess960);
	core_setup_done(&setup);
}

/* A wrong array with the usual rights: those that it cannot have are left out. */
static void rights_that_it_cannot_have(void **state)
{
	static const struct {
		const char *given, *kept;
	} arrays[] = {
		{ "4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1" },
		{ "4k3/8/8/8/8/8/8/4K3 b KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1" },
		{ "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1" },
	};

	for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++) {
		char header[200], fen[GAME_FEN];
		struct core_setup setup;

		snprintf(header, sizeof(header), "{\"start\":\"%s\"}", arrays[i].given);
		understood(header, &setup);
		setup.game->format(&setup.start, fen);
		assert_string_equal(fen, arrays[i].kept);
		core_setup_done(&setup);
	}
}

#define CLOCK(more) "{\"mode\":\"periods\",\"white_ms\":60000,\"black_ms\":60000," more "}"
#define PERIOD "{\"moves\":40,\"ms\":60000}"

static void clocks_that_are_refused(void **state)
{
	static const struct {
		const char *clock, *says;
	} wrong[] = {
		{ "5", "clock: not an object" },
		{ "{\"mode\":\"sand\"}", "clock: \"mode\" is \"sand\", which is not a known mode" },
		{ "{}", "clock: \"mode\" is \"\", which is not a known mode" },
		{ "{\"mode\":\"sudden-death\",\"black_ms\":1}", "clock: \"white_ms\" is missing" },
		{ "{\"mode\":\"sudden-death\",\"white_ms\":1}", "clock: \"black_ms\" is missing" },
		{ "{\"mode\":\"fischer\",\"white_ms\":1,\"black_ms\":1}", "clock: \"increment_ms\" is missing" },
		{ "{\"mode\":\"delay\",\"white_ms\":1,\"black_ms\":1}", "clock: \"delay_ms\" is missing" },
		{ "{\"mode\":\"bronstein\",\"white_ms\":1,\"black_ms\":1}", "clock: \"delay_ms\" is missing" },
		{ "{\"mode\":\"sudden-death\",\"white_ms\":-1,\"black_ms\":1}",
		  "clock: \"white_ms\" is not a number of milliseconds" },
		{ "{\"mode\":\"sudden-death\",\"white_ms\":1000000001,\"black_ms\":1}",
		  "clock: \"white_ms\" is not a number of milliseconds" },
		{ "{\"mode\":\"hourglass\",\"white_ms\":1,\"black_ms\":1,\"first_moves\":10001}",
		  "clock: \"first_moves\" is not a count" },
		{ CLOCK("\"periods\":[]"), "clock: \"periods\" is not a list of 1 to 8 periods" },
		{ CLOCK("\"periods\":{}"), "clock: \"periods\" is not a list of 1 to 8 periods" },
		{ CLOCK("\"x\":1"), "clock: \"periods\" is not a list of 1 to 8 periods" },
		{ CLOCK("\"periods\":[" PERIOD "," PERIOD "," PERIOD "," PERIOD "," PERIOD "," PERIOD "," PERIOD
			"," PERIOD "," PERIOD "]"),
		  "clock: \"periods\" is not a list of 1 to 8 periods" },
		{ CLOCK("\"periods\":[{\"moves\":-1,\"ms\":1}]"), "clock: \"moves\" is not a count" },
		{ CLOCK("\"periods\":[{\"moves\":1}]"), "clock: \"ms\" is missing" },
		{ CLOCK("\"periods\":[" PERIOD "],\"period_index\":1"),
		  "clock: \"period_index\" is past the last period" },
		{ CLOCK("\"periods\":[" PERIOD "],\"running\":\"both\""),
		  "clock: \"running\" is \"both\", not white, black, none or press" },
		{ CLOCK("\"periods\":[" PERIOD "],\"credit\":\"never\""),
		  "clock: \"credit\" is \"never\", not on-zero or on-move" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		json_t *clock = json_loads(wrong[i].clock, JSON_DECODE_ANY, NULL);
		struct clock_control control;
		char err[160] = "";

		assert_non_null(clock);
		if (clock_control_from_json(clock, &control, err) != -EINVAL || strcmp(err, wrong[i].says))
			fail_msg("%s: %s", wrong[i].clock, err);
		json_decref(clock);
	}
}

static void clocks_that_are_understood(void **state)
{
	json_t *clock = json_loads(CLOCK("\"periods\":[" PERIOD ",{\"ms\":1000,\"increment_ms\":30}],"
					 "\"period_index\":1,\"running\":\"black\",\"credit\":\"on-move\""),
				   0, NULL);
	struct clock_control c;
	char err[160];

	assert_int_equal(clock_control_from_json(clock, &c, err), 0);
	assert_int_equal(c.mode, CLOCK_PERIODS);
	assert_int_equal(c.period_count, 2);
	assert_int_equal(c.period_index, 1);
	assert_int_equal(c.period[0].moves, 40);
	assert_int_equal(c.period[0].us, 60000000);
	assert_int_equal(c.period[1].moves, 0);
	assert_int_equal(c.period[1].increment_us, 30000);
	assert_int_equal(c.running, BLACK);
	assert_true(c.credit_on_move && c.credit_said);
	json_decref(clock);

	clock = json_loads("{\"mode\":\"fischer\",\"white_ms\":1000000000,\"black_ms\":0,\"increment_ms\":7,"
			   "\"first_moves\":10000,\"running\":\"none\",\"credit\":\"on-zero\"}",
			   0, NULL);
	assert_int_equal(clock_control_from_json(clock, &c, err), 0);
	assert_true(c.start_us[WHITE] == INT64_C(1000000000000) && c.start_us[BLACK] == 0);
	assert_int_equal(c.bonus_us, 7000);
	assert_int_equal(c.first_moves, 10000);
	assert_int_equal(c.running, NO_SIDE);
	assert_true(!c.credit_on_move && c.credit_said);
	json_decref(clock);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(what_is_meant_without_a_word),
		cmocka_unit_test(what_is_said_is_kept),
		cmocka_unit_test(done_twice),
		cmocka_unit_test(the_rulebook_of_the_event),
		cmocka_unit_test(starts),
		cmocka_unit_test(rights_that_it_cannot_have),
		cmocka_unit_test(clocks_that_are_refused),
		cmocka_unit_test(clocks_that_are_understood),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
