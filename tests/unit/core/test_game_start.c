// SPDX-License-Identifier: GPL-2.0-or-later
/* How a game begins and what it keeps: arrays that stand otherwise, the board that is asked, the last events. */
#include "tests/unit/core/asked-evidence.h"
#include "tests/unit/core/core-testing.h"

static struct played g;

static struct core_state state_now(void)
{
	struct core_state s;

	core_get_state(g.core, &s);
	return s;
}

static void starts_as(const char *fen)
{
	char is[GAME_FEN];

	g.setup.game->format(core_position(g.core, 0, NULL), is);
	assert_string_equal(is, fen);
}

/* The whole board, from the top left. */
static void show(int t_ms, const char *squares)
{
	char text[160];

	snprintf(text, sizeof(text), "[{\"t_ms\":%d,\"type\":\"board\",\"squares\":\"%s\"}]", t_ms, squares);
	play(&g, text, false);
}

#define PIECES "{\"sensors\":\"piece-id\"}"
#define SWAPPED "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR"
#define WHITE_SWAPPED "rnbqkbnrpppppppp................................PPPPPPPPRNBKQBNR"

/* King and queen swapped: without a rulebook what is played is played, and castling is mirrored; by a book that says
 * so, too; by others it is a wrong set-up, told to the arbiter alone, and the king on the wrong square never castles.
 */
static void king_and_queen_swapped(void **state)
{
	static const struct {
		const char *book, *shown, *start;
		bool is_public;
	} swaps[] = {
		{ NULL, SWAPPED, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1", true },
		{ "nsb-2004", SWAPPED, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1", true },
		{ "fide2023-standard", SWAPPED, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", false },
		{ NULL, WHITE_SWAPPED, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1", true },
		{ "fide2023-standard", WHITE_SWAPPED, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", false },
	};

	for (size_t i = 0; i < sizeof(swaps) / sizeof(*swaps); i++) {
		const char *said;
		char want[24];

		play_start(&g, PIECES, swaps[i].book, false);
		show(100, swaps[i].shown);
		play(&g,
		     "[{\"t_ms\":1000,\"type\":\"lift\",\"square\":\"a2\",\"piece\":\"P\"},{\"t_ms\":1500,\"type\":\"place\","
		     "\"square\":\"a3\",\"piece\":\"P\"}," PRESS(2000, white) "," TICK(6000) "]",
		     false);
		starts_as(swaps[i].start);
		assert_int_equal(state_now().turns, 1);
		said = strstr(g.text, "\"reason\":\"king-and-queen-swapped\"");
		assert_non_null(said);
		while (said > g.text && said[-1] != '\n')
			said--;
		snprintf(want, sizeof(want), "\"public\":%s", swaps[i].is_public ? "true" : "false");
		assert_non_null(strstr(said, want));
		assert_true(strstr(said, want) < strchr(said, '\n'));
		play_end(&g);
	}
}

/* An array of one's own is what it is: nothing is swapped there. */
static void an_own_array_is_not_swapped(void **state)
{
	play_start(&g,
		   "{\"sensors\":\"piece-id\",\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1\"}",
		   NULL, false);
	show(100, "rnbkqbnrpppppppp.................................PPPPPPPRNBKQBNR");
	play(&g, "[" TICK(3000) "]", false);
	assert_null(strstr(g.text, "king-and-queen-swapped"));
	starts_as("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1");
	play_end(&g);
}

/* Any array of Chess960 may stand: it is found, and said with its number. */
static void an_open_array_is_found(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		play_start(&g, "{\"sensors\":\"piece-id\",\"game\":\"chess960\"}", b ? "fide2023-standard" : NULL,
			   false);
		show(100, "bbqnnrkrpppppppp................................PPPPPPPPBBQNNRKR");
		play(&g,
		     "[{\"t_ms\":1000,\"type\":\"lift\",\"square\":\"a2\",\"piece\":\"P\"},{\"t_ms\":1500,\"type\":\"place\","
		     "\"square\":\"a3\",\"piece\":\"P\"}," PRESS(2000, white) "," TICK(6000) "]",
		     false);
		assert_non_null(strstr(g.text, "\"reason\":\"start-array\""));
		assert_non_null(
			strstr(g.text, "\"text\":\"0, bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\""));
		assert_int_equal(state_now().turns, 1);
		assert_int_equal(state_now().to_move, BLACK);
		play_end(&g);
	}
}

/* Events are missing: the board is to be asked for all squares, until it has told them. */
static void the_board_is_asked(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		play_start(&g, PIECES, b ? "fide2023-standard" : NULL, false);
		assert_false(state_now().wants_squares);
		play(&g, "[{\"t_ms\":100,\"type\":\"lost\",\"count\":3}]", false);
		assert_true(state_now().wants_squares);
		assert_non_null(strstr(g.text, "\"lost\":3"));
		show(200, "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR");
		assert_false(state_now().wants_squares);
		play_end(&g);
	}
	play_start(&g, HEADER, NULL, false);
	play(&g, "[{\"t_ms\":100,\"type\":\"lost\"}]", false);
	assert_true(state_now().wants_squares);
	play_end(&g);
}

static json_t *evidence(void)
{
	json_t *o = asked_evidence(g.core);

	assert_non_null(o);
	return o;
}

/* What went in last is kept for whoever is asked, if the setup wants it: in order, with what people said in full, and
 * without ticks. */
static void the_last_events_are_kept(void **state)
{
	static const char header[] =
		"{\"sensors\":\"sure\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":"
		"\"white\"}}";

	for (unsigned keeps = 0; keeps < 2; keeps++) {
		struct core *core;
		json_t *o, *events, *turns;
		char err[160];

		play_start(&g, header, "fide2023-standard", false);
		core_free(g.core);
		g.setup.keeps_events = keeps;
		assert_int_equal(core_new(&g.setup, played_hear, &g, &core, err), 0);
		g.core = core;
		assert_null(asked_evidence(g.core));
		play(&g,
		     "[" LIFT(1000, e2) "," PLACE(2000, e4) "," PRESS(3000, white) "," TICK(3500) "," PAUSE(
			     4000) "," CLAIM(5000, black, "distraction") "]",
		     false);
		o = evidence();
		events = json_object_get(o, "events");
		assert_int_equal(json_array_size(events), keeps ? 5 : 0);
		if (keeps) {
			static const char *const types[] = { "lift", "place", "press", "pause", "claim" };

			for (unsigned i = 0; i < 5; i++) {
				json_t *e = json_array_get(events, i);

				assert_string_equal(json_string_value(json_object_get(e, "type")), types[i]);
				assert_int_equal(json_integer_value(json_object_get(e, "t_us")),
						 1000000 * (int)(i + 1));
			}
			assert_string_equal(json_string_value(json_object_get(json_array_get(events, 1), "square")),
					    "e4");
			assert_string_equal(json_string_value(json_object_get(json_array_get(events, 2), "side")),
					    "white");
			assert_string_equal(json_string_value(json_object_get(json_array_get(events, 4), "claim")),
					    "distraction");
		}
		assert_string_equal(json_string_value(json_object_get(o, "about")), "distraction");
		assert_string_equal(json_string_value(json_object_get(o, "by")), "black");
		assert_string_equal(json_string_value(json_object_get(o, "running")), "none");
		assert_string_equal(json_string_value(json_object_get(o, "fen")),
				    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
		assert_string_equal(json_string_value(json_object_get(o, "squares")),
				    "rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR");
		assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "left_us"), "white")),
				 297000000);
		assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "left_us"), "black")),
				 299000000);
		assert_true(json_is_null(json_object_get(json_object_get(o, "flag_us"), "white")));
		assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "moves"), "white")), 1);
		assert_int_equal(json_integer_value(json_object_get(o, "occurrences")), 1);
		assert_int_equal(json_integer_value(json_object_get(o, "quiet_plies")), 0);
		turns = json_object_get(o, "turns");
		assert_int_equal(json_array_size(turns), 1);
		turns = json_array_get(turns, 0);
		assert_int_equal(json_integer_value(json_object_get(turns, "ply")), 1);
		assert_string_equal(json_string_value(json_object_get(turns, "uci")), "e2e4");
		assert_string_equal(json_string_value(json_object_get(turns, "side")), "white");
		assert_string_equal(json_string_value(json_object_get(turns, "turn")), "legal");
		assert_int_equal(json_integer_value(json_object_get(turns, "set_down_us")), 2000000);
		assert_int_equal(json_integer_value(json_object_get(turns, "t_us")), 3000000);
		assert_int_equal(json_integer_value(json_object_get(turns, "left_us")), 297000000);
		assert_int_equal(json_array_size(json_object_get(turns, "touched")), 1);
		json_decref(o);
		play_end(&g);
	}
}

/* Of a longer game the last eight turns, with what was touched and displaced. */
static void the_last_turns_are_told(void **state)
{
	static const char *const round[] = { "g1\",\"f3", "g8\",\"f6", "f3\",\"g1", "f6\",\"g8" };
	json_t *o, *turns, *turn;

	play_start(&g, HEADER, "fide2023-standard", false);
	for (unsigned i = 0; i < 10; i++) {
		char text[300];

		snprintf(
			text, sizeof(text),
			"[{\"t_ms\":%u,\"type\":\"lift\",\"square\":\"%.2s\"},{\"t_ms\":%u,\"type\":\"place\",\"square\":\"%.2s\"},"
			"%s{\"t_ms\":%u,\"type\":\"press\",\"side\":\"%s\"}]",
			1000 * i + 100, round[i % 4], 1000 * i + 200, round[i % 4] + 5,
			i == 8 ? "{\"t_ms\":8250,\"type\":\"lift\",\"square\":\"a2\"}," : "", 1000 * i + 300,
			i % 2 ? "black" : "white");
		play(&g, text, false);
	}
	play(&g, "[" PAUSE(11000) "," CLAIM(12000, black, "distraction") "]", false);
	o = evidence();
	turns = json_object_get(o, "turns");
	assert_int_equal(json_array_size(turns), 8);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(turns, 0), "ply")), 3);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(turns, 7), "ply")), 10);
	turn = json_array_get(turns, 6);
	assert_int_equal(json_array_size(json_object_get(turn, "touched")), 2);
	assert_int_equal(json_array_size(json_object_get(turn, "displaced")), 1);
	turn = json_array_get(json_object_get(turn, "displaced"), 0);
	assert_string_equal(json_string_value(json_object_get(turn, "from")), "a2");
	assert_true(json_is_null(json_object_get(turn, "to")));
	assert_string_equal(json_string_value(json_object_get(turn, "piece")), "P");
	assert_true(json_is_false(json_object_get(turn, "inherited")));
	/* the position after the sixth and the tenth turn, and after the second */
	assert_int_equal(json_integer_value(json_object_get(o, "occurrences")), 3);
	assert_int_equal(json_integer_value(json_object_get(o, "quiet_plies")), 10);
	json_decref(o);
	play_end(&g);
}

/* The first press starts the game: Black's, who has no move to make, gives White the move; White's own ends his. */
static void the_first_press_starts_the_clock(void **state)
{
	for (unsigned b = 0; b < 2; b++) {
		for (unsigned white = 0; white < 2; white++) {
			char err[160];

			play_start(
				&g,
				"{\"sensors\":\"sure\",\"clock\":{\"mode\":\"fischer\",\"white_ms\":60000,\"black_ms\":60000,"
				"\"increment_ms\":1000}}",
				b ? "fide2023-standard" : NULL, false);
			core_free(g.core);
			g.setup.press_starts = true;
			assert_int_equal(core_new(&g.setup, played_hear, &g, &g.core, err), 0);
			assert_int_equal(core_clock(g.core)->running, NO_SIDE);
			if (white)
				play(&g,
				     "[" LIFT(1000, e2) "," PLACE(2000, e4) "," PRESS(3000, white) "," TICK(7000) "]",
				     false);
			else
				play(&g, "[" PRESS(3000, black) "," TICK(7000) "]", false);
			assert_int_equal(core_clock(g.core)->running, white ? BLACK : WHITE);
			assert_int_equal(core_clock(g.core)->left_us[WHITE], white ? 61000000 : 56000000);
			assert_int_equal(core_clock(g.core)->left_us[BLACK], white ? 56000000 : 60000000);
			assert_int_equal(state_now().turns, white);
			play_end(&g);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(king_and_queen_swapped),	    cmocka_unit_test(an_own_array_is_not_swapped),
		cmocka_unit_test(an_open_array_is_found),	    cmocka_unit_test(the_board_is_asked),
		cmocka_unit_test(the_last_events_are_kept),	    cmocka_unit_test(the_last_turns_are_told),
		cmocka_unit_test(the_first_press_starts_the_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
