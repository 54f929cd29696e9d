/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Around a game, on the bus and on file: a set-up with king and queen swapped, kings put to the centre. */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig.h"

static char *record_of(struct rig *rig)
{
	char *path = rig_property(rig, GAME, "PgnPath"), *text = rig_read_file(path);

	free(path);
	assert_non_null(text);
	return text;
}

static void expect_result(struct rig *rig, const char *result)
{
	char *text = rig_property(rig, GAME, "Result");

	assert_string_equal(text, result);
	free(text);
}

/* WBCA 20: it is the start, everybody learns so, castling is mirrored, and the record begins with that position. */
static void king_and_queen_swapped(void **state)
{
	struct rig *rig = *state;
	char *path = NULL, *text;
	int64_t t;

	sim_set_squares(rig->sim, "RNBKQBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_wait(rig, "Published", "king-and-queen-swapped");
	rig_moves_judged(rig, "b2b3 a7a6 c1b2 a6a5 b1c3 h7h6");
	t = (int64_t)sim_time(rig->sim) + 1000000;
	rig_move(rig, "d1b1", t, false);
	rig_lift(rig, "a1");
	rig_place(rig, "c1", 'R');
	rig_press(rig, SBW_SIDE_WHITE, t + 500000);
	rig_time(rig, t + 3000000);
	rig_settle(rig);
	rig_wait(rig, "Move", "7 white d1b1");
	rig_daemon_stop(rig, SIGTERM);
	assert_true(asprintf(&path, "%s/state/games/running/%s.pgn", rig->dir, rig->game) > 0);
	text = rig_read_file(path);
	assert_non_null(text);
	assert_non_null(strstr(text, "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1\"]"));
	assert_non_null(strstr(text, "4. O-O"));
	free(text);
	free(path);
}

static void kings_go(struct rig *rig, const char *white, const char *black)
{
	rig_time(rig, (int64_t)sim_time(rig->sim) + 1000000);
	rig_lift(rig, "e4");
	rig_lift(rig, "e5");
	rig_lift(rig, "e1");
	rig_place(rig, white, 'K');
	rig_lift(rig, "e8");
	rig_place(rig, black, 'k');
	rig_time(rig, (int64_t)sim_time(rig->sim) + 5000000);
	rig_settle(rig);
}

/* Under a rulebook the players or the arbiter are asked; meanwhile the record has no result, as the bus has none. */
static void kings_in_the_centre_are_a_question(void **state)
{
	struct rig *rig = *state;
	sd_bus_message *reply = NULL;
	const char *suffix, *now;
	char *text;
	int whole;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	kings_go(rig, "d4", "e5");
	assert_non_null(strstr(rig_wait(rig, "Published", "kings-in-centre")->text, "\"about\":\"resign\""));
	expect_result(rig, "none");
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
					      "Record", NULL, &reply, "s", rig->game),
			   0);
	assert_return_code(sd_bus_message_read(reply, "sbs", &suffix, &whole, &now), 0);
	assert_non_null(strstr(now, "[Result \"*\"]"));
	assert_non_null(strstr(now, "[Termination \"unterminated\"]"));
	sd_bus_message_unref(reply);
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "resign", 0));
	rig_wait(rig, "Ruling", "win resign 0-1");
	expect_result(rig, "0-1");
	rig_drain(rig);
	text = record_of(rig);
	assert_non_null(strstr(text, "[Result \"0-1\"]"));
	assert_null(strstr(text, "Kd4"));
	assert_null(strstr(text, "Kxe5"));
	free(text);
}

/* Without one they are the result once they have stood there for long, and no move. */
static void kings_in_the_centre_end_a_game_without_a_rulebook(void **state)
{
	struct rig *rig = *state;
	char *text;

	rig_start(rig, "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	kings_go(rig, "d5", "e4");
	rig_wait(rig, "Published", "kings-in-centre");
	expect_result(rig, "none");
	rig_time(rig, (int64_t)sim_time(rig->sim) + 30000000);
	rig_wait(rig, "PropertiesChanged", "Result=1-0");
	rig_drain(rig);
	expect_result(rig, "1-0");
	text = record_of(rig);
	assert_non_null(strstr(text, "[Result \"1-0\"]"));
	assert_null(strstr(text, "K"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(king_and_queen_swapped, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(kings_in_the_centre_are_a_question, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(kings_in_the_centre_end_a_game_without_a_rulebook, rig_setup,
						rig_teardown),
	};

	return cmocka_run_group_tests_name("around, on the bus", tests, NULL, NULL);
}
