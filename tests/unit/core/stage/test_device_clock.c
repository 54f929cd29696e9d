// SPDX-License-Identifier: GPL-2.0-or-later
/* A clock that runs by itself, shows whole seconds and is read late: whose word counts for what. */
#include "tests/unit/core/core-testing.h"

static struct played g;

#define FREE "{\"sensors\":\"piece-id\"}"
#define TIMED \
	"{\"sensors\":\"piece-id\",\"clock\":{\"mode\":\"fischer\",\"white_ms\":180000,\"black_ms\":180000,\"increment_ms\":2000}}"
#define SHOWS(t, w, b, r) \
	"{\"t_ms\":" #t ",\"type\":\"clock-report\",\"white_ms\":" #w ",\"black_ms\":" #b ",\"running\":\"" #r "\"}"
#define E4 LIFT(1100, e2) ",{\"t_ms\":1300,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"P\"}"

static int64_t left_of(unsigned ply)
{
	struct core_turn turn;

	assert_int_equal(core_get_turn(g.core, ply, &turn), 0);
	assert_true(turn.timed);
	return turn.left_us;
}

/* Without a time control of ours, a turn has left what the clock shows once the lever is down, increment included. */
static void a_turn_has_left_what_the_clock_shows(void **state)
{
	play_start(&g, FREE, NULL, false);
	play(&g,
	     "[" SHOWS(0, 180000, 180000, none) "," SHOWS(1000, 180000, 180000, white) "," E4 "," SHOWS(
		     2000, 178000, 180000, white) "," PRESS(3000, white) "," SHOWS(3000, 179000, 180000,
										   black) "," SHOWS(9000, 179000,
												    175000, black) "]",
	     true);
	assert_int_equal(left_of(0), 179000000);
	play_end(&g);
}

/* The clock is read a moment after the press by which a turn was published: that turn is told again with what it has
 * left. */
static void a_later_reading_is_told_of_its_turn(void **state)
{
	play_start(&g, TIMED, "fide2023-blitz", false);
	play(&g,
	     "[" SHOWS(0, 180000, 180000, white) "," E4 "," SHOWS(1500, 178000, 180000, white) "," PRESS(
		     3000, white) "," SHOWS(3400, 150000, 180000, black) "]",
	     true);
	assert_int_equal(left_of(0), 150000000);
	assert_non_null(strstr(g.text, "\"state\":\"revised\""));
	play_end(&g);
}

/* A reading within the second that the reckoning allows changes nothing; one outside of it does. */
static void whole_seconds_do_not_spoil_the_reckoning(void **state)
{
	play_start(&g, TIMED, "fide2023-blitz", false);
	play(&g, "[" SHOWS(0, 180000, 180000, white) "," TICK(500) "," SHOWS(500, 179000, 180000, white) "]", true);
	assert_int_equal(core_clock(g.core)->left_us[WHITE], 179500000);
	play(&g, "[" SHOWS(600, 150000, 180000, white) "]", true);
	assert_int_equal(core_clock(g.core)->left_us[WHITE], 150999000);
	play_end(&g);
}

/* The flag falls when the clock says so: the rulebook learns of it like of any other. */
static void the_flag_of_the_device_is_a_flag(void **state)
{
	struct core_state s;

	play_start(&g, TIMED, "fide2023-blitz", false);
	play(&g,
	     "[" SHOWS(0, 180000, 180000, white) "," E4 "," PRESS(2000, white) "," SHOWS(
		     2000, 180000, 180000, black) "," SHOWS(90000, 180000, 0, none) "]",
	     true);
	core_get_state(g.core, &s);
	assert_non_null(strstr(g.text, "\"type\":\"flag\""));
	assert_true(s.over);
	assert_string_equal(s.result, "1-0");
	play_end(&g);
}

/* No time control of ours: the clock beside the board is the game's, once it runs. An old flag on it is nobody's. */
static void a_clock_that_nobody_set_is_the_game_s(void **state)
{
	struct core_state s;

	play_start(&g, FREE, "fide2023-blitz", false);
	play(&g,
	     "[" SHOWS(0, 0, 40000, none) "," SHOWS(500, 180000, 180000, none) "," SHOWS(
		     1000, 180000, 180000,
		     white) "," E4 "," PRESS(2000, white) "," SHOWS(2000, 180000, 180000,
								    black) "," SHOWS(60000, 180000, 1000,
										     black) "," TICK(90000) "]",
	     true);
	core_get_state(g.core, &s);
	assert_false(s.over); /* it falls when the clock says so */
	play(&g, "[" SHOWS(91000, 180000, 0, none) "]", true);
	core_get_state(g.core, &s);
	assert_string_equal(s.result, "1-0");
	play_end(&g);
}

/* Both kings on light centre squares: White won, and the clock tells why. The kings' way there is no move. */
static void kings_in_the_centre_end_a_record(void **state)
{
	struct core_state s;

	play_start(&g, FREE, NULL, false);
	play(&g,
	     "[" SHOWS(
		     1000, 180000, 180000,
		     white) "," E4
			    "," PRESS(2000, white) "," SHOWS(2000, 180000, 180000, black) "," SHOWS(90000, 180000, 0, none) "," LIFT(91000, e1) ",{\"t_ms\":91500,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"K\"}," LIFT(
				    92000,
				    e8) ",{\"t_ms\":92500,\"type\":\"place\",\"square\":\"d5\",\"piece\":\"k\"}," TICK(123000) "]",
	     true);
	core_get_state(g.core, &s);
	assert_int_equal(s.turns, 1);
	assert_string_equal(s.result, "1-0");
	assert_string_equal(s.termination, "time forfeit");
	play_end(&g);
}

/* The game was started before the clock was: no time runs until the clock says so. */
static void no_time_runs_while_the_clock_stands(void **state)
{
	play_start(&g, TIMED, "fide2023-blitz", false);
	play(&g,
	     "[" SHOWS(0, 180000, 180000, none) "," TICK(9000) "," SHOWS(9000, 180000, 180000, none) "," SHOWS(
		     10000, 180000, 180000, white) "," TICK(12000) "]",
	     true);
	assert_int_equal(core_clock(g.core)->left_us[WHITE], 178000000);
	assert_int_equal(core_clock(g.core)->running, WHITE);
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_has_left_what_the_clock_shows),
		cmocka_unit_test(a_later_reading_is_told_of_its_turn),
		cmocka_unit_test(whole_seconds_do_not_spoil_the_reckoning),
		cmocka_unit_test(no_time_runs_while_the_clock_stands),
		cmocka_unit_test(the_flag_of_the_device_is_a_flag),
		cmocka_unit_test(a_clock_that_nobody_set_is_the_game_s),
		cmocka_unit_test(kings_in_the_centre_end_a_record),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
