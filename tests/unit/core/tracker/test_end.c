/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the whole board says when it is told, and what counts when no event will come any more: with the lever and
 * without it, on both kinds of real sensors. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* What is said as it happens, and what at the end. */
static void told(const char *fen, bool lever, const char *line, const char *said, const char *at_end)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, fen, s, lever);
		hands_play(&h, line);
		assert_string_equal(hands_said(&h), said);
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_said(&h), at_end);
		hands_end(&h);
	}
}

#define E4 "#rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR "
#define NOTHING "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "

/* A move that the whole board shows stands, as one whose squares changed one by one. */
static void the_whole_board_shows_a_move(void **state)
{
	for (int lever = 0; lever < 2; lever++) {
		told(NULL, lever, "@900 " E4, "down0:e2e4", "turn0:w:legal:e2e4");
		told(NULL, lever, "@900 -e2P @100 +e4P @300 !w @900 #rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
		     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5", "turn1:b:legal:e7e5");
		/* nothing stands there any more, or another one */
		told(NULL, lever, "@900 -e2P @50 +e4P @500 " NOTHING, "down0:e2e4 back0:e2e4", "");
		told(NULL, lever, "@900 -e2P @50 +e4P @500 #rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
		     "down0:e2e4 back0:e2e4 down0:d2d4", "turn0:w:legal:d2d4");
	}
	told(NULL, true, "@900 -e2P @50 " E4 "@5 !w", "down0:e2e4 turn0:w:legal:e2e4", "");
	told(NULL, true, "@900 -e2P @50 !w @50 " E4 "@3000 ~", "down0:e2e4 turn0:w:legal:e2e4", "");
}

/* Told again and again that nothing has changed, nothing is said again. */
static void the_whole_board_shows_nothing_new(void **state)
{
	for (int lever = 0; lever < 2; lever++) {
		told(NULL, lever, "@900 " NOTHING "@100 " NOTHING "@5000 " NOTHING "~", "", "");
	}
	told(NULL, true, "@900 -e2P @50 +e4P @500 " E4 "@500 " E4 "@900 " E4 "~", "down0:e2e4", "turn0:w:legal:e2e4");
	/* all has been quiet for so long that the move is the turn */
	told(NULL, false, "@900 -e2P @50 +e4P @500 " E4 "@500 " E4 "@900 " E4 "~", "down0:e2e4 turn0:w:legal:e2e4", "");
	told(NULL, true, "@900 -e2P @50 +e4P @500 !w @100 " E4 "@500 " E4 "@900 " E4 "~",
	     "down0:e2e4 turn0:w:legal:e2e4", "");
}

/* Events are missing: the whole board is asked for, and says which move was played meanwhile. */
static void events_are_missing(void **state)
{
	told(NULL, true, "@900 -e2P @50 ? @300 " E4 "@300 !w", "need-squares down0:e2e4 turn0:w:legal:e2e4", "");
	told(NULL, false, "@900 -e2P @50 ? @300 " E4 "@3000 ~", "need-squares down0:e2e4", "turn0:w:legal:e2e4");
	told(NULL, true, "@900 ? @300 " NOTHING "@300 -d2P @100 +d4P @300 !w",
	     "need-squares down0:d2d4 turn0:w:legal:d2d4", "");
}

/* At the end the move that stands is the last one, pressed or not; one that is in the hand is none. */
static void the_last_move(void **state)
{
	for (int lever = 0; lever < 2; lever++) {
		told(NULL, lever, "@900 -e2P @100 +e4P @900 ~", "down0:e2e4", "turn0:w:legal:e2e4");
		told(NULL, lever, "@900 -e2P @900 ~", "", "");
		told(NULL, lever, "@900", "", "");
	}
	/* lifted again: with a lever it was not pressed, without one it had stood */
	told(NULL, true, "@900 -e2P @100 +e4P @900 -e4P @900 ~", "down0:e2e4", "back0:e2e4");
	told(NULL, false, "@900 -e2P @100 +e4P @900 -e4P @900 ~", "down0:e2e4", "turn0:w:legal:e2e4");
	/* pressed in the air, and nothing at all */
	told(NULL, true, "@900 -e2P @100 !w @100 +e4P", "down0:e2e4 turn0:w:legal:e2e4", "");
	told(NULL, true, "@900 !w", "", "turn0:w:no-move");
}

/* Two moves stand that nobody pressed: both are the game's. */
static void the_last_moves_that_nobody_pressed(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, true);
		hands_play(&h, "@900 -e2P @100 +e4P @900 -e7p @100 +e5p @900 ~");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "e2e4 e7e5");
		assert_string_equal(hands_unpressed(&h), "0 1");
		hands_end(&h);
	}
}

/* The kings stand in the centre, if not for long enough yet: it is the result, and the move before it belongs to the
 * game. */
static void the_kings_at_the_end(void **state)
{
	told("8/8/4k3/8/8/3K4/6P1/8 w - - 0 1", true, "-d3K @300 +e4K @300 -e6k @300 +d5k", "down0:d3e4",
	     "back0:d3e4 kings:w");
	told("8/8/4k3/8/8/3K4/6P1/8 w - - 0 1", false, "-d3K @300 +e4K @300 -e6k @300 +d5k", "down0:d3e4",
	     "back0:d3e4 kings:w");
	told("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", true, "-a1R @200 +a5R @2000 -e1K @300 +e4K @900 -e8k @300 +d5k",
	     "down0:a1a5", "turn0:w:legal:a1a5 kings:w");
	told("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", false, "-a1R @200 +a5R @2000 -e1K @300 +e4K @900 -e8k @300 +d5k",
	     "down0:a1a5 turn0:w:legal:a1a5", "kings:w");
}

/* The board was cleared away, or set up for the next game: that is no move, and the last one stays. */
static void the_board_is_cleared_away(void **state)
{
	told(NULL, true,
	     "@900 -e2P @100 +e4P @300 !w @900 -e7p @100 +e5p @2000 -a1R @300 -b1N @300 -c1B @300 -d1Q @300 -a8r @300 -b8n @300 "
	     "-c8b @300 -d8q",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5", "turn1:b:legal:e7e5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_whole_board_shows_a_move),
		cmocka_unit_test(the_whole_board_shows_nothing_new),
		cmocka_unit_test(events_are_missing),
		cmocka_unit_test(the_last_move),
		cmocka_unit_test(the_last_moves_that_nobody_pressed),
		cmocka_unit_test(the_kings_at_the_end),
		cmocka_unit_test(the_board_is_cleared_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
