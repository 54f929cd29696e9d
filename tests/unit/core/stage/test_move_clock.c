// SPDX-License-Identifier: GPL-2.0-or-later
/* A board without a lever: the clock is switched by the move itself, as soon as it stands. */
#include "tests/unit/core/core-testing.h"

static struct played g;

#define TIMED \
	"{\"sensors\":\"piece-id\",\"lever\":false,\"clock\":{\"mode\":\"fischer\",\"white_ms\":60000,\"black_ms\":60000," \
	"\"increment_ms\":2000,\"running\":\"white\"}}"
#define UP(t, sq, piece) "{\"t_ms\":" #t ",\"type\":\"lift\",\"square\":\"" #sq "\",\"piece\":\"" #piece "\"}"
#define DOWN(t, sq, piece) "{\"t_ms\":" #t ",\"type\":\"place\",\"square\":\"" #sq "\",\"piece\":\"" #piece "\"}"

static int64_t left(enum side side)
{
	return core_clock(g.core)->left_us[side];
}

/* The knight stands at 10 s: his time ends there, increment included, and Black's begins; with the reply it is White's
 * again. */
static void a_move_that_stands_switches_the_clock(void **state)
{
	struct core_turn turn;

	play_start(&g, TIMED, NULL, false);
	play(&g, "[" UP(9000, g1, N) "," DOWN(10000, f3, N) "," TICK(13000) "]", true);
	assert_int_equal(core_clock(g.core)->running, BLACK);
	assert_int_equal(left(WHITE), 52000000);
	assert_int_equal(left(BLACK), 57000000);
	play(&g, "[" UP(14000, b8, n) "," DOWN(15000, c6, n) "," TICK(16000) "]", true);
	assert_int_equal(core_clock(g.core)->running, WHITE);
	assert_int_equal(left(BLACK), 57000000);
	assert_int_equal(left(WHITE), 51000000);
	assert_int_equal(core_get_turn(g.core, 0, &turn), 0);
	assert_int_equal(turn.left_us, 52000000);
	play_end(&g);
}

/* A move that is taken back has switched nothing: no increment, and all the time was his. */
static void a_move_taken_back_switches_back(void **state)
{
	play_start(&g, TIMED, NULL, false);
	play(&g,
	     "[" UP(9000, g1, N) "," DOWN(10000, f3, N) "," UP(12000, f3, N) "," DOWN(14000, h3, N) "," TICK(15000) "]",
	     true);
	assert_int_equal(core_clock(g.core)->running, BLACK);
	assert_int_equal(left(WHITE), 48000000);
	assert_int_equal(left(BLACK), 59000000);
	play_end(&g);
}

/* The time of the side whose move stands does not run out; that of the other does. */
static void the_flag_of_the_side_to_move_falls(void **state)
{
	struct core_state s;

	play_start(&g, TIMED, "fide2023-blitz", false);
	play(&g, "[" UP(9000, g1, N) "," DOWN(10000, f3, N) "," TICK(69000) "]", true);
	core_get_state(g.core, &s);
	assert_false(s.over);
	play(&g, "[" TICK(75000) "]", true);
	core_get_state(g.core, &s);
	assert_true(s.over);
	assert_string_equal(s.result, "1-0");
	play_end(&g);
}

/* Nor does a hand that takes a move back start a clock that stands, or give time back that was not taken: it was
 * stopped meanwhile, or ran for nobody yet. */
static void a_move_taken_back_starts_no_clock(void **state)
{
	play_start(&g, TIMED, NULL, false);
	play(&g,
	     "[" UP(9000, g1, N) "," DOWN(10000, f3, N) "," PAUSE(
		     11000) "," UP(12000, f3, N) "," DOWN(13000, g1, N) "," TICK(20000) "]",
	     true);
	assert_int_equal(core_clock(g.core)->running, NO_SIDE);
	assert_int_equal(left(WHITE), 52000000);
	assert_int_equal(left(BLACK), 59000000);
	play_end(&g);
	play_start(
		&g,
		"{\"sensors\":\"piece-id\",\"lever\":false,\"clock\":{\"mode\":\"fischer\",\"white_ms\":60000,\"black_ms\":"
		"60000,\"increment_ms\":2000}}",
		NULL, false);
	play(&g,
	     "[" UP(9000, g1, N) "," DOWN(10000, f3, N) "," UP(12000, f3, N) "," DOWN(13000, g1, N) "," TICK(20000) "]",
	     true);
	assert_int_equal(core_clock(g.core)->running, NO_SIDE);
	assert_int_equal(left(WHITE), 60000000);
	assert_int_equal(left(BLACK), 60000000);
	play_end(&g);
}

/* The time of a move that is taken back ran all the while: the flag falls in its course. */
static void the_flag_falls_while_a_move_is_taken_back(void **state)
{
	struct core_state s;

	play_start(&g, TIMED, "fide2023-blitz", false);
	play(&g,
	     "[" UP(57000, g1, N) "," DOWN(58000, f3, N) "," UP(61000, f3, N) "," DOWN(62000, g1,
										       N) "," TICK(70000) "]",
	     true);
	core_get_state(g.core, &s);
	assert_true(s.over);
	assert_string_equal(s.result, "0-1");
	assert_string_equal(s.termination, "time forfeit");
	play_end(&g);
}

/* With a lever the move switches nothing: the press does. */
static void with_a_lever_the_press_switches(void **state)
{
	play_start(
		&g,
		"{\"sensors\":\"piece-id\",\"lever\":true,\"clock\":{\"mode\":\"fischer\",\"white_ms\":60000,\"black_ms\":60000,"
		"\"increment_ms\":2000,\"running\":\"white\"}}",
		NULL, false);
	play(&g, "[" UP(9000, g1, N) "," DOWN(10000, f3, N) "," TICK(13000) "]", true);
	assert_int_equal(core_clock(g.core)->running, WHITE);
	assert_int_equal(left(WHITE), 47000000);
	play(&g, "[" UP(14000, f3, N) "," DOWN(15000, h3, N) "," PRESS(16000, white) "," TICK(17000) "]", true);
	assert_int_equal(core_clock(g.core)->running, BLACK);
	assert_int_equal(left(WHITE), 46000000);
	assert_int_equal(left(BLACK), 59000000);
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_move_that_stands_switches_the_clock),
		cmocka_unit_test(a_move_taken_back_switches_back),
		cmocka_unit_test(the_flag_of_the_side_to_move_falls),
		cmocka_unit_test(a_move_taken_back_starts_no_clock),
		cmocka_unit_test(the_flag_falls_while_a_move_is_taken_back),
		cmocka_unit_test(with_a_lever_the_press_switches),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
