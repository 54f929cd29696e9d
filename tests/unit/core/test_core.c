// SPDX-License-Identifier: GPL-2.0-or-later
/* One game under one roof: what the inputs do, in which order they are judged, and what is published. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/core/core-testing.h"

static struct played g;

static struct core_state state_now(void)
{
	struct core_state s;

	core_get_state(g.core, &s);
	return s;
}

static int refused(const char *event, char err[160])
{
	json_t *o = json_loads(event, 0, NULL);
	struct input in;
	int r = input_parse(g.setup.game, o, &in, err);

	assert_int_equal(r, 0);
	json_decref(o);
	return core_input(g.core, &in, err);
}

/* Without a rulebook the moves are recorded and nothing is ruled. */
static void a_record_rules_nothing(void **state)
{
	play_start(&g, HEADER, NULL, false);
	play(&g, "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," TICK(400000) "]", false);
	assert_null(strstr(g.text, "\"type\":\"ruling\""));
	assert_int_equal(state_now().turns, 1);
	assert_false(state_now().over);
	play_end(&g);
}

/* A press that happened before the flag counts, though the tick that lags behind was sent after it. */
static void a_press_before_the_watermark_counts(void **state)
{
	play_start(&g, SHORT, "fide2023-blitz", false);
	play(&g, "[" LIFT(100, e2) "," PLACE(200, e4) "," TICK(950) "," PRESS(999, white) "," TICK(2000) "]", false);
	assert_false(state_now().over);
	assert_int_equal(core_clock(g.core)->left_us[WHITE], 1000);
	play_end(&g);
}

/* What comes after its time was settled is taken then, and the arbiter is informed. */
static void a_late_press_is_taken_at_the_watermark(void **state)
{
	play_start(&g, HEADER, "fide2023-blitz", false);
	play(&g, "[" LIFT(100, e2) "," PLACE(200, e4) "," TICK(5000) "," PRESS(999, white) "]", false);
	assert_non_null(strstr(g.text, "\"type\":\"late\""));
	assert_int_equal(core_clock(g.core)->left_us[WHITE], 295000000);
	assert_int_equal(state_now().turns, 1);
	play_end(&g);
}

static void the_deadline_is_the_flag(void **state)
{
	play_start(&g, SHORT, "fide2023-blitz", false);
	assert_int_equal(core_deadline(g.core), 1000000);
	play(&g, "[" TICK(1000) "]", false);
	assert_string_equal(state_now().result, "0-1");
	assert_string_equal(state_now().termination, "time forfeit");
	play_end(&g);
}

#define PIECES \
	"{\"sensors\":\"piece-id\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"

/* A sensor may be late, so the reading of a turn may wait; a player who claims has seen the turn. */
static void a_claim_does_not_wait_for_late_sensors(void **state)
{
	play_start(&g, PIECES, "wbca-1992", false);
	play(&g,
	     "[{\"t_ms\":100,\"type\":\"lift\",\"square\":\"b1\",\"piece\":\"N\"},{\"t_ms\":200,\"type\":\"place\",\"square\":\"d3\",\"piece\":\"N\"}," PRESS(
		     300, white) "," PAUSE(300) "," CLAIM(300, black, "illegal-move") "]",
	     false);
	assert_string_equal(state_now().result, "0-1");
	assert_string_equal(state_now().reason, "illegal-loses");
	play_end(&g);
}

#define MATE \
	"{\"sensors\":\"sure\",\"start\":\"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"," \
	"\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":1000,\"black_ms\":60000,\"running\":\"white\"}}"

/* In the instant of the flag the board comes first, in the next one the flag. */
static void mate_beats_the_flag_of_the_same_instant(void **state)
{
	play_start(&g, MATE, "fide2023-standard", false);
	play(&g, "[" LIFT(500, a1) "," PLACE(1000, a8) "]", true);
	assert_string_equal(state_now().reason, "checkmate");
	play_end(&g);
	play_start(&g, MATE, "fide2023-standard", false);
	play(&g, "[" LIFT(500, a1) "," PLACE(1001, a8) "]", true);
	assert_string_equal(state_now().reason, "flag");
	play_end(&g);
}

/* A press in the millisecond of the flag is too late. */
static void the_flag_beats_the_press_of_the_same_instant(void **state)
{
	play_start(&g, SHORT, "fide2023-standard", false);
	play(&g, "[" LIFT(100, e2) "," PLACE(200, e4) "," PRESS(1000, white) "]", true);
	assert_string_equal(state_now().reason, "flag");
	play_end(&g);
}

/* A stop written after the claim in the same instant is a stop at the claim. */
static void a_group_is_judged_together(void **state)
{
	play_start(&g, SHORT, "wbca-1992", false);
	play(&g, "[" CLAIM(1200, black, "flag") "," PAUSE(1200) "]", true);
	assert_string_equal(state_now().result, "0-1");
	play_end(&g);
}

/* Said first, stopped afterwards: the claim is good from the stop on. */
static void a_spoken_claim_waits_for_the_stop(void **state)
{
	play_start(&g, SHORT, "wbca-1992", false);
	play(&g, "[" CLAIM(1200, black, "flag") "]", false);
	assert_int_equal(state_now().ruling, RULING_CLAIM_PENDING);
	play(&g, "[" PAUSE(1500) "]", false);
	assert_string_equal(state_now().result, "0-1");
	play_end(&g);
}

static void a_takeback_gives_the_move_back(void **state)
{
	play_start(&g, HEADER, "fide2023-standard", false);
	play(&g,
	     "[" LIFT(100, e2) "," PLACE(200, e4) "," PRESS(300, white) "," LIFT(400, e7) "," PLACE(500, e5) "," PRESS(
		     600, black) ",{\"t_ms\":700,\"type\":\"takeback\",\"count\":2}]",
	     false);
	assert_int_equal(state_now().turns, 0);
	assert_int_equal(state_now().to_move, WHITE);
	assert_false(state_now().board_agrees);
	assert_non_null(strstr(g.text, "\"state\":\"undone\""));
	play(&g,
	     "[" LIFT(800, e5) "," PLACE(810, e7) "," LIFT(820, e4) "," PLACE(830, e2) "," LIFT(900, d2) "," PLACE(
		     950, d4) "," PRESS(1000, white) "]",
	     false);
	assert_int_equal(state_now().turns, 1);
	assert_true(state_now().board_agrees);
	play_end(&g);
}

static void a_takeback_of_too_many_is_refused(void **state)
{
	char err[160];

	play_start(&g, HEADER, NULL, false);
	assert_int_equal(refused("{\"t_ms\":1,\"type\":\"takeback\",\"count\":1}", err), -22);
	assert_string_equal(err, "only 0 turns were played");
	play_end(&g);
}

static void a_person_tells_the_move(void **state)
{
	struct core_turn turn;
	char err[160];

	play_start(&g, HEADER, NULL, false);
	play(&g,
	     "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(
		     300, white) ",{\"t_ms\":400,\"type\":\"move\",\"move\":\"Nc3\"}]",
	     false);
	assert_int_equal(state_now().turns, 1);
	assert_int_equal(core_get_turn(g.core, 0, &turn), 0);
	assert_string_equal(turn.text, "b1c3");
	assert_int_equal(turn.left_us, 299700000);
	assert_int_equal(refused("{\"t_ms\":500,\"type\":\"move\",\"move\":\"e2e4\"}", err), -22);
	assert_string_equal(err,
			    "move \"e2e4\" is not legal here, where Black is to move (\"status\" shows the position)");
	play_end(&g);
}

static void a_result_is_one_of_the_game(void **state)
{
	char err[160];

	play_start(&g, HEADER, NULL, false);
	assert_int_equal(refused("{\"t_ms\":1,\"type\":\"end\",\"result\":\"2-0\"}", err), -22);
	assert_non_null(strstr(err, "2-0"));
	play(&g, "[{\"t_ms\":2,\"type\":\"end\",\"result\":\"1/2-1/2\"}]", false);
	assert_true(state_now().over);
	play_end(&g);
}

/* The whole board shows that White has castled; nobody saw how. */
static void castling_that_nobody_saw_is_castling(void **state)
{
	play_start(
		&g,
		"{\"sensors\":\"piece-id\",\"lever\":true,\"start_fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\","
		"\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}",
		"fide2023-blitz", false);
	play(&g,
	     "[{\"t_ms\":900,\"type\":\"board\",\"squares\":\"....k........................................................RK.\"}," PRESS(
		     900, white) "," TICK(4000) "]",
	     false);
	assert_int_equal(state_now().turns, 1);
	assert_non_null(strstr(g.text, "4.4.1"));
	play_end(&g);
}

/* 6.2.1.2 is cited of the move after one that nobody pressed; not of one after a move whose press comes in the instant
 * in which its piece stands, as the whole board may tell of both. */
static void a_move_that_was_not_pressed_is_completed_by_the_next(void **state)
{
	play_start(&g, HEADER, "fide2023-blitz", false);
	play(&g,
	     "[" LIFT(100, e2) "," PLACE(200, e4) "," PRESS(200, white) "," LIFT(1100, e7) "," PLACE(
		     1200, e5) "," PRESS(1200, black) "," LIFT(2100, g1) "," PLACE(2200, f3) "," PRESS(2300, white) "]",
	     false);
	assert_int_equal(state_now().turns, 3);
	assert_null(strstr(g.text, "6.2.1.2"));
	play(&g,
	     "[" LIFT(9100, b8) "," PLACE(9200, c6) "," LIFT(15100, f1) "," PLACE(15200, b5) "," LIFT(
		     20100, a7) "," PLACE(20200, a6) "," PRESS(20300, black) "]",
	     false);
	assert_int_equal(state_now().turns, 6);
	assert_non_null(strstr(g.text, "6.2.1.2"));
	play_end(&g);
}

/* A parameter that the event changed is cited as the event's. */
static void an_override_is_cited_as_the_events(void **state)
{
	json_t *o = json_loads(HEADER, 0, NULL);
	struct core *core;
	char err[160];

	memset(&g, 0, sizeof(g));
	assert_int_equal(core_setup_from_json(o, &g.setup, err), 0);
	json_decref(o);
	assert_int_equal(rulebook_load("fide2023-standard", NULL, NULL, &g.book), 0);
	assert_int_equal(rulebook_override(g.book, "illegal-award=30000", err), 0);
	g.setup.rulebook = g.book;
	assert_int_equal(core_new(&g.setup, played_hear, &g, &core, err), 0);
	g.core = core;
	play(&g, "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "]", false);
	assert_non_null(strstr(g.text, "\"event\""));
	assert_int_equal(core_clock(g.core)->left_us[BLACK], 330000000);
	play_end(&g);
}

static void a_book_says_what_it_is_played_with(void **state)
{
	char err[160];

	play_start(&g, "{\"clock\":\"600\"}", "wbca-1992", false);
	assert_int_equal(core_setup_check(&g.setup, err), -22);
	assert_string_equal(err, "wbca-1992 is played with 300 seconds each (60 increments included), not 600");
	play_end(&g);
	play_start(&g, "{\"clock\":\"300\"}", "wbca-1992", false);
	assert_int_equal(core_setup_check(&g.setup, err), 0);
	play_end(&g);
}

/* A listener that gives the core an input while one is dealt with. */
static void answer_back(void *userdata, const struct publication *p)
{
	struct input tick = { .type = INPUT_TICK, .t_us = p->t_us };
	char err[160];

	core_input(*(struct core **)userdata, &tick, err);
}

/* Decision: what a step of a pass publishes is delivered as it is over, and no input enters twice. It ends by the
 * assertion. */
static void no_input_enters_during_another(void **state)
{
	int status;
	pid_t child;

	play_start(&g, HEADER, "fide2023-blitz", false);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		struct rlimit none = { 0, 0 };
		struct input press = { .type = INPUT_LOST, .t_us = 1000, .count = 1 };
		struct core *core = NULL;
		char err[160];

		setrlimit(RLIMIT_CORE, &none);
		freopen("/dev/null", "w", stderr);
		signal(SIGABRT, SIG_DFL);
		if (core_new(&g.setup, answer_back, &core, &core, err) == 0)
			core_input(core, &press, err);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	play_end(&g);
}

/* A rulebook makes the arbiter silent; without one there is no arbiter. */
static void who_is_silent(void **state)
{
	play_start(&g, HEADER, NULL, false);
	assert_false(core_is_silent(g.core));
	play_end(&g);
	play_start(&g, HEADER, "fide2023-blitz", false);
	assert_false(core_is_silent(g.core));
	play_end(&g);
	play_start(&g, HEADER, "wbca-1992", false);
	assert_true(core_is_silent(g.core));
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_silent),
		cmocka_unit_test(a_record_rules_nothing),
		cmocka_unit_test(a_press_before_the_watermark_counts),
		cmocka_unit_test(a_late_press_is_taken_at_the_watermark),
		cmocka_unit_test(the_deadline_is_the_flag),
		cmocka_unit_test(a_claim_does_not_wait_for_late_sensors),
		cmocka_unit_test(mate_beats_the_flag_of_the_same_instant),
		cmocka_unit_test(the_flag_beats_the_press_of_the_same_instant),
		cmocka_unit_test(a_group_is_judged_together),
		cmocka_unit_test(a_spoken_claim_waits_for_the_stop),
		cmocka_unit_test(a_takeback_gives_the_move_back),
		cmocka_unit_test(a_takeback_of_too_many_is_refused),
		cmocka_unit_test(a_person_tells_the_move),
		cmocka_unit_test(a_result_is_one_of_the_game),
		cmocka_unit_test(a_move_that_was_not_pressed_is_completed_by_the_next),
		cmocka_unit_test(castling_that_nobody_saw_is_castling),
		cmocka_unit_test(an_override_is_cited_as_the_events),
		cmocka_unit_test(a_book_says_what_it_is_played_with),
		cmocka_unit_test(no_input_enters_during_another),
	};

	return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
