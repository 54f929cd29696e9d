/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Around the game, as the whole game sees it: kings in the centre, a new game set up, the tracker's turns and the
 * game's. */
#include "tests/unit/core/core-testing.h"

#include "replay/replay.h"

static struct played g;

#define ENDING \
	"{\"sensors\":\"piece-id\",\"lever\":true,\"start_fen\":\"8/8/4k3/8/8/3K4/6P1/8 w - - 0 1\"," \
	"\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":2000,\"black_ms\":300000,\"running\":\"white\"}}"
#define CLOCK "\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}"
#define OPENING \
	"{\"sensors\":\"piece-id\",\"lever\":true," \
	"\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"
#define MAN(t, what, q, p) "{\"t_ms\":" #t ",\"type\":\"" #what "\",\"square\":\"" #q "\",\"piece\":\"" #p "\"}"
#define UP(t, q, p) MAN(t, lift, q, p)
#define DOWN(t, q, p) MAN(t, place, q, p)
#define END(t, r) "{\"t_ms\":" #t ",\"type\":\"end\",\"result\":\"" r "\"}"

static struct core_state state_now(void)
{
	struct core_state s;

	core_get_state(g.core, &s);
	return s;
}

static void expect_pgn(const char *result, unsigned moves)
{
	struct pgn_game *pgn = core_pgn(g.core);

	assert_non_null(pgn);
	assert_string_equal(pgn->result, result);
	assert_int_equal(state_now().turns, moves);
	pgn_free(pgn);
}

static void expect_termination(const char *termination)
{
	struct pgn_game *pgn = core_pgn(g.core);

	assert_non_null(pgn);
	assert_string_equal(pgn_tag(pgn, "Termination"), termination);
	pgn_free(pgn);
}

/* A4: both on light squares, White won. The first got there by a legal move: that is no move either. */
static void kings_in_the_centre_are_the_result(void **state)
{
	play_start(&g, ENDING, NULL, false);
	play(&g, "[" UP(100, d3, K) "," DOWN(400, e4, K) "," UP(700, e6, k) "," DOWN(900, d5, k) "," TICK(1900) "]",
	     false);
	assert_non_null(strstr(g.text, "kings-in-centre"));
	assert_non_null(strstr(g.text, "\"about\":\"resign\""));
	/* in a record of the game as it stands, too */
	expect_pgn("1-0", 0);
	expect_termination("normal");
	assert_int_equal(core_input(g.core, &(struct input){ .type = INPUT_FINISH }, (char[160]){ "" }), 0);
	expect_pgn("1-0", 0);
	expect_termination("normal");
	play_end(&g);
}

static void one_king_of_each_colour_is_a_draw(void **state)
{
	play_start(&g, ENDING, NULL, false);
	play(&g, "[" UP(100, d3, K) "," DOWN(400, d4, K) "," UP(700, e6, k) "," DOWN(900, d5, k) "," TICK(1900) "]",
	     false);
	assert_non_null(strstr(g.text, "\"about\":\"offer-draw\""));
	expect_pgn("1/2-1/2", 0);
	play_end(&g);
}

static void happens(const char *events)
{
	play(&g, events, false);
}

#define PRESS(t, s) "{\"t_ms\":" #t ",\"type\":\"press\",\"side\":\"" #s "\"}"
#define PLAY_ON(t) \
	"{\"t_ms\":" #t ",\"type\":\"decide\",\"by\":\"arbiter\",\"about\":\"resign\",\"verdict\":\"continue\"}"

/* The arbiter says that play goes on: the kings go home, which is no move, and what is pressed then is one. */
static void play_goes_on_after_kings(void **state)
{
	play_start(&g, ENDING, "handbook", false);
	happens("[" UP(100, d3, K) "," DOWN(300, d4, K) "," UP(400, e6, k) "," DOWN(600, e5, k) "," TICK(1900) "]");
	assert_string_not_equal(state_now().kings_result, "none");
	happens("[" PLAY_ON(1910) "]");
	assert_string_equal(state_now().kings_result, "none");
	assert_false(state_now().board_agrees);
	happens("[" UP(1920, d4, K) "," DOWN(1930, d3, K) "," UP(1940, e5, k) "," DOWN(1950, e6, k) "]");
	happens("[" UP(1960, g2, P) "," DOWN(1970, g3, P) "," PRESS(1980, white) "," TICK(4000) "]");
	expect_pgn("*", 1);
	assert_false(state_now().over);
	assert_int_equal(core_clock(g.core)->running, BLACK);
	play_end(&g);
}

/* So it is where pieces were set up anew by mistake. */
static void play_goes_on_after_a_set_up(void **state)
{
	play_start(&g, OPENING, "fide2023-standard", false);
	happens("[" UP(1000, e2, P) "," DOWN(1100, e4, P) "," PRESS(1200, white) "]");
	happens("[" UP(2000, e7, p) "," DOWN(2100, e5, p) "," PRESS(2200, black) "]");
	happens("[" UP(9000, e4, P) "," DOWN(9200, e2, P) "," UP(9500, e5, p) "," DOWN(9700, e7, p) "]");
	assert_true(state_now().new_game);
	happens("[" PLAY_ON(12000) "," UP(13000, e2, P) "," DOWN(13100, e4, P) "," UP(14000, e7, p) "]");
	happens("[" DOWN(14100, e5, p) "," UP(15000, g1, N) "," DOWN(15100, f3, N) "," PRESS(15200, white) "]");
	happens("[" TICK(20000) "]");
	assert_false(state_now().new_game);
	expect_pgn("*", 3);
	play_end(&g);
}

/* What is ruled counts, whatever the kings say. */
static void a_ruling_counts_more_than_the_kings(void **state)
{
	play_start(&g, ENDING, "handbook", false);
	play(&g, "[" UP(100, d3, K) "," DOWN(400, d4, K) "," UP(700, e6, k) "," DOWN(900, e5, k) "," TICK(1900) "]",
	     false);
	assert_false(state_now().over);
	expect_pgn("0-1", 0);
	expect_termination("normal");
	play(&g, "[" END(2500, "1/2-1/2") "]", false);
	expect_pgn("1/2-1/2", 0);
	play_end(&g);
}

/* The flag falls, nothing is ruled (no rulebook), a king goes to the centre by a legal move, pressed even: no move. */
static void after_the_flag_a_king_pressed_to_the_centre_is_no_move(void **state)
{
	play_start(&g, ENDING, NULL, false);
	play(&g,
	     "[" UP(2500, d3, K) "," DOWN(2700, d4, K) "," PRESS(2900, white) "," UP(3500, e6, k) "," DOWN(
		     3700, e5, k) "," TICK(40000) "]",
	     false);
	expect_pgn("0-1", 0);
	expect_termination("time forfeit");
	assert_string_equal(state_now().termination, "time forfeit");
	play_end(&g);
}

/* The four squares in the middle are the centre; a king that was pressed to another one has moved there. */
static void the_centre_is_four_squares(void **state)
{
	static const struct {
		const char *to;
		unsigned turns;
	} squares[] = { { "d4", 0 }, { "e4", 0 }, { "c4", 1 }, { "c3", 1 },
			{ "c2", 1 }, { "d2", 1 }, { "e2", 1 }, { "e3", 1 } };
	char events[900];

	for (size_t i = 0; i < sizeof(squares) / sizeof(*squares); i++) {
		const char *to = squares[i].to;

		play_start(&g, ENDING, NULL, false);
		snprintf(
			events, sizeof(events),
			"[" UP(2500, d3, K) ",{\"t_ms\":2700,\"type\":\"place\",\"square\":\"%s\",\"piece\":\"K\"}," PRESS(
				2900, white) "]",
			to);
		play(&g, events, false);
		if (squares[i].turns) {
			snprintf(events, sizeof(events),
				 "[{\"t_ms\":3100,\"type\":\"lift\",\"square\":\"%s\",\"piece\":\"K\"}," DOWN(3300, d4,
													      K) "]",
				 to);
			play(&g, events, false);
		}
		play(&g, "[" UP(3500, e6, k) "," DOWN(3700, e5, k) "," TICK(40000) "]", false);
		if (!state_now().over || state_now().turns != squares[i].turns)
			fail_msg("%s: %u turns", to, state_now().turns);
		play_end(&g);
	}
}

/* The flag ends the game while the king is on its way to the centre. */
static void a_king_that_stood_when_the_flag_fell_is_no_move(void **state)
{
	play_start(&g, ENDING, "fide2023-blitz", false);
	play(&g,
	     "[" UP(1500, d3, K) "," DOWN(1800, d4, K) "," TICK(
		     2200) "," UP(2700, e6, k) "," DOWN(2900, e5, k) "," TICK(4000) "]",
	     false);
	assert_true(state_now().over);
	assert_int_equal(state_now().turns, 0);
	play_end(&g);
}

/* A king that marched there in play and was pressed has moved. */
static void a_king_that_was_pressed_in_play_has_moved(void **state)
{
	play_start(&g, ENDING, NULL, false);
	play(&g,
	     "[" UP(100, d3, K) "," DOWN(400, d4, K) "," PRESS(500, white) "," UP(1700, e6, k) "," DOWN(
		     1900, e5, k) "," TICK(4000) "]",
	     false);
	expect_pgn("0-1", 1);
	play_end(&g);
}

/* A5: an observation; nothing ends, nothing is lost, and ending it without a result is one word. */
static void the_start_set_up_again_is_told(void **state)
{
	play_start(&g, OPENING, NULL, false);
	play(&g,
	     "[" UP(100, e2, P) "," DOWN(200, e4, P) "," PRESS(300, white) "," UP(1300, e7, p) "," DOWN(
		     1400, e5, p) "," PRESS(1500, black) "," UP(2500, g1, N) "," DOWN(2600, f3, N) "," PRESS(2700,
													     white) "]",
	     false);
	assert_false(state_now().new_game);
	play(&g,
	     "[" UP(5000, f3, N) "," DOWN(5300, g1, N) "," UP(5600, e4, P) "," DOWN(5900, e2, P) "," UP(
		     6200, e5, p) "," DOWN(6500, e7, p) "," TICK(8000) "]",
	     false);
	assert_non_null(strstr(g.text, "\"new-game\""));
	assert_true(state_now().new_game);
	assert_false(state_now().over);
	play(&g, "[" END(9000, "none") "]", false);
	assert_true(state_now().over);
	expect_pgn("*", 3);
	play_end(&g);
}

/* The pieces were cleared away by the kings' result: closing the game keeps it. */
static void closing_keeps_the_kings_result(void **state)
{
	play_start(&g, ENDING, "handbook", false);
	play(&g,
	     "[" UP(100, d3, K) "," DOWN(400, e4, K) "," UP(700, e6, k) "," DOWN(900, d5, k) "," TICK(
		     1900) "," END(1950, "none") "]",
	     false);
	assert_string_equal(state_now().result, "1-0");
	assert_string_equal(state_now().termination, "normal");
	/* and the clocks are told as they stopped */
	assert_non_null(strstr(g.text, "\"running\":\"none\",\"t_us\":1950000,\"type\":\"clock\""));
	play_end(&g);
}

/* A move that is published as read anew is followed by its turn, for the arbiter's side. How many there were. */
static unsigned turns_follow_revised(const char *text)
{
	unsigned n = 0;

	for (const char *line = text; (line = strstr(line, "\"state\":\"revised\"")); n++) {
		const char *uci = strstr(line, "\"uci\":\"") + 7;
		char turn[60];

		line = strchr(line, '\n') + 1;
		snprintf(turn, sizeof(turn), "\"to\":\"%.2s\",\"type\":\"turn\"}\n", uci + 2);
		if (strcspn(line, "\n") + 1 < strlen(turn) ||
		    strncmp(line + strcspn(line, "\n") + 1 - strlen(turn), turn, strlen(turn)))
			fail_msg("%.4s was revised, and then came: %.200s", uci, line);
	}
	return n;
}

/* What a turn's press showed stays written beside it, also when it is closed again behind one that was read anew. */
static void expect_left(unsigned ply, unsigned ms)
{
	struct core_turn turn;

	assert_int_equal(core_get_turn(g.core, ply, &turn), 0);
	assert_int_equal(turn.left_us, ms * 1000);
}

/*
 * A move told by hand makes the game's list longer than the tracker's: a turn read anew is still the one that was
 * played. The tracker takes c1-g5 for another goal until g5 moves on.
 */
static void a_turn_read_anew_after_a_move_told_by_hand(void **state)
{
	static const char *const expected[] = { "f1e1", "e7e8", "c1g5", "e8f7", "g5h4", "f7g7" };
	static const unsigned left_ms[] = { 0, 0, 296800, 297700, 295700, 295000 }; /* the first two nobody pressed */

	play_start(&g,
		   "{\"sensors\":\"presence\",\"lever\":true,\"start_fen\":\"8/4k3/8/8/8/8/8/2B2K2 w - - 0 1\"," CLOCK
		   "}",
		   NULL, false);
	play(&g,
	     "[{\"t_ms\":10,\"type\":\"move\",\"move\":\"f1e1\"}," LIFT(100, f1) "," PLACE(200, e1) "," LIFT(1300, e7) "," PLACE(1400, e8) "," PRESS(1500, black) "," LIFT(3000, c1) "," PRESS(
		     3200,
		     white) "," TICK(5000) "," LIFT(5200,
						    e8) "," PLACE(5300,
								  f7) "," PRESS(5500,
										black) "," PLACE(6500,
												 h4) "," PRESS(6600,
													       white) "," TICK(8000) "," TICK(9000) "," LIFT(9100,
																			     f7) "," PLACE(9200,
																					   g7) "," PRESS(9300,
																							 black) "]",
	     false);
	assert_true(turns_follow_revised(g.text) > 0);
	for (unsigned i = 0; i < 6; i++) {
		struct core_turn turn;

		assert_int_equal(core_get_turn(g.core, i, &turn), 0);
		assert_string_equal(turn.text, expected[i]);
	}
	assert_int_equal(state_now().turns, 6);
	for (unsigned i = 2; i < 6; i++)
		expect_left(i, left_ms[i]);
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kings_in_the_centre_are_the_result),
		cmocka_unit_test(one_king_of_each_colour_is_a_draw),
		cmocka_unit_test(play_goes_on_after_kings),
		cmocka_unit_test(play_goes_on_after_a_set_up),
		cmocka_unit_test(a_ruling_counts_more_than_the_kings),
		cmocka_unit_test(after_the_flag_a_king_pressed_to_the_centre_is_no_move),
		cmocka_unit_test(a_king_that_stood_when_the_flag_fell_is_no_move),
		cmocka_unit_test(a_king_that_was_pressed_in_play_has_moved),
		cmocka_unit_test(the_start_set_up_again_is_told),
		cmocka_unit_test(closing_keeps_the_kings_result),
		cmocka_unit_test(the_centre_is_four_squares),
		cmocka_unit_test(a_turn_read_anew_after_a_move_told_by_hand),
	};

	return cmocka_run_group_tests_name("around", tests, NULL, NULL);
}
