// SPDX-License-Identifier: GPL-2.0-or-later
/* What people decide beside the board: a position, a move told, a takeback, a promotion, a result. */
#include <errno.h>

#include "tests/unit/core/core-testing.h"

static struct played g;

#define AT(t, type_, more) "{\"t_ms\":" #t ",\"type\":\"" #type_ "\"," more "}"
#define E4 LIFT(1000, e2) "," PLACE(2000, e4) "," PRESS(3000, white)
#define E5 LIFT(4000, e7) "," PLACE(5000, e5) "," PRESS(6000, black)

static struct core_state state_now(void)
{
	struct core_state s;

	core_get_state(g.core, &s);
	return s;
}

static struct core_turn turn_at(unsigned ply)
{
	struct core_turn turn;

	assert_int_equal(core_get_turn(g.core, ply, &turn), 0);
	return turn;
}

static void stands(const char *fen)
{
	struct game_position pos;
	char is[GAME_FEN];

	core_get_position(g.core, &pos);
	g.setup.game->format(&pos, is);
	assert_string_equal(is, fen);
}

static void refused(const char *event, const char *why)
{
	json_t *o = json_loads(event, 0, NULL);
	unsigned turns = state_now().turns;
	struct input in;
	char err[160];

	assert_int_equal(input_parse(g.setup.game, o, &in, err), 0);
	json_decref(o);
	assert_int_equal(core_input(g.core, &in, err), -EINVAL);
	assert_string_equal(err, why);
	assert_int_equal(state_now().turns, turns);
	assert_false(state_now().over);
}

static const char *const books[] = { NULL, "fide2023-standard" };

/* A move that is told is a turn as if it had been played at that moment: its squares, its side, its time. */
static void a_move_is_told(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		const struct turn *turn;
		struct core_turn told;

		play_start(&g, HEADER, books[b], false);
		play(&g, "[" E4 "," AT(9000, move, "\"move\":\"Nc6\"") "]", false);
		assert_int_equal(state_now().turns, 2);
		told = turn_at(1);
		turn = told.turn;
		assert_string_equal(told.text, "b8c6");
		assert_string_equal(told.notation, "Nc6");
		assert_true(told.is_legal && told.timed);
		assert_int_equal(turn->side, BLACK);
		assert_int_equal(turn->kind, TURN_LEGAL);
		assert_true(turn->has_move);
		assert_int_equal(turn->from, 57);
		assert_int_equal(turn->to, 42);
		assert_int_equal(turn->t_us, 9000000);
		assert_int_equal(turn->set_down_us, 9000000);
		assert_int_equal(turn->displaced_count, 0);
		assert_memory_equal(turn->placement, "RNBQKBNRPPPP.PPP............P.............n.....ppppppppr.bqkbnr",
				    64);
		stands("r1bqkbnr/pppppppp/2n5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
		/* the knight is put there afterwards: that is no move, and the press switches the clock alone */
		assert_false(state_now().board_agrees);
		play(&g,
		     "[" LIFT(9500, b8) "," PLACE(9900, c6) "," PRESS(9950, black) "," LIFT(10500, g1) "," PLACE(
			     10900, f3) "," PRESS(11000, white) "]",
		     false);
		assert_true(state_now().board_agrees);
		assert_int_equal(state_now().turns, 3);
		assert_string_equal(turn_at(2).text, "g1f3");
		play_end(&g);
	}
}

/* It replaces a turn that was none by the rules, and keeps the time that was left then. */
static void a_move_is_told_instead(void **state)
{
	play_start(&g, HEADER, NULL, false);
	play(&g,
	     "[" E4
	     "," LIFT(4000, e7) "," PLACE(5000, e4) "," PRESS(6000, black) "," AT(9000, move, "\"move\":\"d7d5\"") "]",
	     false);
	assert_int_equal(state_now().turns, 2);
	assert_string_equal(turn_at(1).text, "d7d5");
	assert_int_equal(turn_at(1).left_us, 297000000);
	stands("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2");
	/* after a legal turn it is the reply */
	play(&g, "[" AT(9500, move, "\"move\":\"exd5\"") "]", false);
	assert_int_equal(state_now().turns, 3);
	assert_int_equal(turn_at(2).turn->side, WHITE);
	assert_int_equal(turn_at(2).turn->move.captured, UINT64_C(1) << 35);
	play_end(&g);
}

/* Told moves are ruled upon as any: mate ends the game where somebody rules. */
static void a_told_move_is_ruled_upon(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		play_start(
			&g,
			"{\"sensors\":\"sure\",\"start\":\"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\",\"clock\":{\"mode\":"
			"\"sudden-death\",\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}",
			books[b], false);
		play(&g, "[" AT(1000, move, "\"move\":\"Ra8\"") "]", false);
		assert_int_equal(state_now().over, b == 1);
		assert_string_equal(state_now().result, b ? "1-0" : "none");
		assert_string_equal(state_now().reason, b ? "checkmate" : "");
		play_end(&g);
	}
}

static void moves_that_cannot_be_told(void **state)
{
	play_start(&g, HEADER, NULL, false);
	refused("{\"t_ms\":1,\"type\":\"move\",\"move\":\"e2e5\"}",
		"move \"e2e5\" is not legal here, where White is to move (\"status\" shows the position)");
	refused("{\"t_ms\":1,\"type\":\"move\",\"move\":\"hello\"}",
		"move \"hello\" is not a move; it is written as players do, or from square to square, as e4 or e2e4");
	play(&g,
	     "[" AT(10, move, "\"move\":\"Nf3\"") "," AT(10, move, "\"move\":\"e5\"") "," AT(
		     10, move, "\"move\":\"d4\"") "," AT(10, move, "\"move\":\"e4\"") "]",
	     false);
	refused("{\"t_ms\":20,\"type\":\"move\",\"move\":\"Nd2\"}",
		"move \"Nd2\" is ambiguous: more than one piece may; say from where, as e2e4");
	play_end(&g);
}

/* The position is set: after the last turn, or as the start if there was none. */
static void a_position_is_set(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		bool set;

		play_start(&g, HEADER, books[b], false);
		core_position(g.core, 0, &set);
		assert_false(set);
		play(&g, "[" AT(1000, position, "\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"") "]", false);
		stands("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
		core_position(g.core, 0, &set);
		assert_true(set);
		assert_int_equal(state_now().turns, 0);
		assert_false(state_now().board_agrees);
		assert_non_null(strstr(g.text, "\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"public\":true"));
		play_end(&g);

		play_start(&g, HEADER, books[b], false);
		play(&g, "[" E4 "," E5 "," AT(7000, position, "\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"") "]", false);
		stands("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
		assert_int_equal(state_now().turns, 2);
		core_position(g.core, 2, &set);
		assert_true(set);
		core_position(g.core, 1, &set);
		assert_false(set);
		core_position(g.core, 0, &set);
		assert_false(set);
		/* what is played from there is played there */
		play(&g, "[" AT(8000, move, "\"move\":\"O-O\"") "]", false);
		assert_string_equal(turn_at(2).notation, "O-O");
		play_end(&g);
	}
}

static void a_position_that_is_none(void **state)
{
	play_start(&g, HEADER, NULL, false);
	refused("{\"t_ms\":1,\"type\":\"position\",\"fen\":\"4k3/9/8/8/8/8/8/4K3 w - - 0 1\"}",
		"position: placement: '9' is not a piece");
	stands("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	play_end(&g);
}

/* A set-down move is no more once the position is set, and counts for nothing later. */
static void a_position_ends_what_stood(void **state)
{
	play_start(&g, HEADER, "fide2023-standard", false);
	play(&g,
	     "[" LIFT(1000, e2) "," PLACE(2000, e4) "," AT(
		     3000, position, "\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"") "," TICK(60000) "]",
	     false);
	assert_int_equal(state_now().turns, 0);
	stands("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	play_end(&g);
}

/* The clock goes on for whoever is to move then; a clock that stands is left alone. */
static void a_takeback_gives_the_clock_back(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		play_start(&g, HEADER, books[b], false);
		play(&g, "[" E4 "," AT(7000, takeback, "\"count\":1") "]", false);
		assert_int_equal(core_clock(g.core)->running, WHITE);
		assert_int_equal(state_now().turns, 0);
		play_end(&g);
		play_start(&g, HEADER, books[b], false);
		play(&g, "[" E4 "," E5 "," AT(7000, takeback, "\"count\":1") "]", false);
		assert_int_equal(core_clock(g.core)->running, BLACK);
		assert_int_equal(state_now().turns, 1);
		stands("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
		play_end(&g);
		play_start(&g, HEADER, books[b], false);
		play(&g, "[" E4 "," PAUSE(6500) "," AT(7000, takeback, "\"count\":1") "]", false);
		assert_int_equal(core_clock(g.core)->running, NO_SIDE);
		refused("{\"t_ms\":8000,\"type\":\"takeback\",\"count\":1}", "only 0 turns were played");
		play_end(&g);
	}
}

static void a_promotion_is_named(void **state)
{
	play_start(&g, "{\"sensors\":\"piece-id\",\"start\":\"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"}", NULL, false);
	refused("{\"t_ms\":1,\"type\":\"promotion\",\"piece\":\"N\"}",
		"the last turn was not a promotion to \"N\"; that is said where a pawn has just reached the last rank");
	play(&g,
	     "[{\"t_ms\":500,\"type\":\"lift\",\"square\":\"a7\",\"piece\":\"P\"},{\"t_ms\":900,\"type\":\"place\",\"square\":"
	     "\"a8\",\"piece\":\"Q\"}," PRESS(1000, white) "," TICK(5000) "," AT(6000, promotion,
										 "\"piece\":\"N\"") "]",
	     false);
	assert_string_equal(turn_at(0).text, "a7a8n");
	stands("N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
	refused("{\"t_ms\":7000,\"type\":\"promotion\",\"piece\":\"K\"}",
		"the last turn was not a promotion to \"K\"; that is said where a pawn has just reached the last rank");
	play(&g, "[" AT(8000, move, "\"move\":\"Kd7\"") "]", false);
	refused("{\"t_ms\":9000,\"type\":\"promotion\",\"piece\":\"R\"}",
		"the last turn was not a promotion to \"R\"; that is said where a pawn has just reached the last rank");
	play_end(&g);
}

/* The arbiter ends it: by a result of the game, without one, or as the kings in the centre say. */
static void the_game_is_ended(void **state)
{
	static const struct {
		const char *event, *result, *termination;
	} ends[] = {
		{ "[" AT(1, end, "\"result\":\"1-0\"") "]", "1-0", "adjudication" },
		{ "[" AT(1, end, "\"result\":\"0-1\"") "]", "0-1", "adjudication" },
		{ "[" AT(1, end, "\"result\":\"1/2-1/2\"") "]", "1/2-1/2", "adjudication" },
		{ "[" AT(1, end, "\"result\":\"0-0\"") "]", "0-0", "adjudication" },
		{ "[" AT(1, end, "\"result\":\"*\"") "]", "none", "unterminated" },
		{ "[" AT(1, end, "\"result\":\"none\"") "]", "none", "unterminated" },
	};

	for (unsigned b = 0; b < 2; b++)
		for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
			size_t said;

			play_start(&g, HEADER, books[b], false);
			said = g.size;
			play(&g, ends[i].event, false);
			assert_true(state_now().over);
			assert_string_equal(state_now().result, ends[i].result);
			assert_string_equal(state_now().termination, ends[i].termination);
			assert_int_equal(state_now().to_move, NO_SIDE);
			/* the clock stops, and that is said */
			assert_int_equal(core_clock(g.core)->running, NO_SIDE);
			assert_non_null(strstr(g.text + said, "\"running\":\"none\""));
			play_end(&g);
		}
	play_start(&g, HEADER, NULL, false);
	refused("{\"t_ms\":1,\"type\":\"end\",\"result\":\"2-0\"}",
		"result \"2-0\" is not one of 1-0, 0-1, 1/2-1/2, 0-0");
	play_end(&g);
}

/* Kings in the centre: without an arbiter that is the result; where there is one it is his to confirm. */
static void the_kings_say_it(void **state)
{
	static const char kings[] =
		"{\"sensors\":\"piece-id\",\"start\":\"8/8/4k3/8/8/3K4/6P1/8 w - - 0 1\",\"clock\":{\"mode\":"
		"\"sudden-death\",\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}";
	static const char line[] =
		"[{\"t_ms\":1000,\"type\":\"lift\",\"square\":\"d3\",\"piece\":\"K\"},{\"t_ms\":1300,\"type\":\"place\",\"square\":"
		"\"e4\",\"piece\":\"K\"},{\"t_ms\":1600,\"type\":\"lift\",\"square\":\"e6\",\"piece\":\"k\"},{\"t_ms\":1900,\"type\":"
		"\"place\",\"square\":\"d5\",\"piece\":\"k\"}," TICK(9000) "]";

	play_start(&g, kings, NULL, false);
	play(&g, line, false);
	assert_false(state_now().over);
	play(&g, "[" TICK(45000) "]", false);
	assert_true(state_now().over);
	assert_string_equal(state_now().result, "1-0");
	assert_string_equal(state_now().termination, "normal");
	play_end(&g);
	play_start(&g, kings, "fide2023-standard", false);
	play(&g, line, false);
	assert_false(state_now().over);
	assert_string_equal(state_now().kings_result, "1-0");
	assert_string_equal(state_now().kings_termination, "normal");
	play(&g, "[" AT(10000, end, "\"result\":\"none\"") "]", false);
	assert_true(state_now().over);
	assert_string_equal(state_now().result, "1-0");
	assert_string_equal(state_now().termination, "normal");
	play_end(&g);
	/* a position that he sets instead takes it back */
	play_start(&g, kings, "fide2023-standard", false);
	play(&g, line, false);
	play(&g, "[" AT(10000, position, "\"fen\":\"8/8/4k3/8/8/3K4/6P1/8 w - - 0 1\"") "]", false);
	assert_string_equal(state_now().kings_result, "none");
	play(&g, "[" AT(11000, end, "\"result\":\"none\"") "]", false);
	assert_string_equal(state_now().result, "none");
	assert_string_equal(state_now().termination, "unterminated");
	play_end(&g);
}

static unsigned clocks, set_clocks;

static void count_clocks(void *userdata, const struct publication *p)
{
	clocks += p->type == PUBLISH_CLOCK;
	set_clocks += p->type == PUBLISH_CLOCK && p->is_set;
}

/* How many clocks these events publish, and how many of them a person has set. */
static void clocks_are(const char *events, unsigned all, unsigned set)
{
	clocks = set_clocks = 0;
	play(&g, events, false);
	assert_int_equal(clocks, all);
	assert_int_equal(set_clocks, set);
}

/* Times that a person set are said to be set; those that a press or a ruling changes are not. */
static void times_are_set(void **state)
{
	char err[160];

	for (unsigned b = 0; b < 2; b++) {
		play_start(&g, HEADER, books[b], false);
		core_free(g.core);
		assert_int_equal(core_new(&g.setup, count_clocks, NULL, &g.core, err), 0);
		clocks_are("[" E4 "]", 1, 0);
		clocks_are("[{\"t_ms\":5000,\"type\":\"clock-report\",\"set\":true,\"white_ms\":100000}]", 1, 1);
		assert_int_equal(core_clock(g.core)->left_us[WHITE], 100000000);
		assert_int_equal(core_clock(g.core)->left_us[BLACK], 298000000);
		assert_int_equal(core_clock(g.core)->running, BLACK);
		clocks_are("[" LIFT(6000, e7) "," PLACE(6500, e5) "," PRESS(7000, black) "]", 1, 0);
		assert_int_equal(core_clock(g.core)->left_us[BLACK], 296000000);
		play_end(&g);
	}
	/* where the rules give time for an illegal move, the ruling changes it */
	play_start(&g, HEADER, "fide2023-standard", false);
	core_free(g.core);
	assert_int_equal(core_new(&g.setup, count_clocks, NULL, &g.core, err), 0);
	clocks_are("[" LIFT(1000, b1) "," PLACE(1200, d3) "," PRESS(1500, white) "]", 2, 0);
	assert_int_equal(core_clock(g.core)->left_us[BLACK], 420000000);
	/* … and a clock that is replaced shows what the arbiter says */
	clocks_are("[" PAUSE(3000) "]", 1, 0);
	clocks_are("[" AT(4000, report, "\"by\":\"arbiter\",\"report\":\"clock-defect\"") "]", 0, 0);
	clocks_are("[" AT(5000, decide,
			  "\"by\":\"arbiter\",\"verdict\":\"replace-clock\",\"about\":\"clock-defect\","
			  "\"white_ms\":50000,\"black_ms\":55000") "]",
		   1, 1);
	assert_int_equal(core_clock(g.core)->left_us[WHITE], 50000000);
	assert_int_equal(core_clock(g.core)->left_us[BLACK], 55000000);
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_move_is_told),
		cmocka_unit_test(a_move_is_told_instead),
		cmocka_unit_test(a_told_move_is_ruled_upon),
		cmocka_unit_test(moves_that_cannot_be_told),
		cmocka_unit_test(a_position_is_set),
		cmocka_unit_test(a_position_that_is_none),
		cmocka_unit_test(a_position_ends_what_stood),
		cmocka_unit_test(a_takeback_gives_the_clock_back),
		cmocka_unit_test(a_promotion_is_named),
		cmocka_unit_test(the_game_is_ended),
		cmocka_unit_test(the_kings_say_it),
		cmocka_unit_test(times_are_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
