/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What hands do on and around a board, each timeline with and without names of the pieces. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define MIDDLE "4k3/1p6/8/3p1n2/4P3/2N5/6P1/R3K2R w KQ - 0 1"
#define CASTLES "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"

static void begin(struct hands *h, enum tracker_sensors sensors, const char *fen, uint32_t late_us)
{
	struct tracker_setup setup = { .sensors = sensors, .has_lever = true, .late_us = late_us };

	memset(h, 0, sizeof(*h));
	h->game = setup.game = game_find("chess");
	assert_int_equal(setup.game->parse(fen ? fen : setup.game->start_fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hands_hear, h, &h->tracker), 0);
}

/* The moves, and nothing that would be an offence. */
static void expect_moves_late(const char *fen, const char *text, const char *moves, uint32_t late_us)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		begin(&h, s, fen, late_us);
		hands_play(&h, text);
		hands_play(&h, "@2000 ~");
		assert_string_equal(hands_moves(&h), moves);
		for (unsigned i = 0; i < tracker_turns(h.tracker); i++)
			assert_int_equal(tracker_turn(h.tracker, i)->kind, TURN_LEGAL);
		hands_end(&h);
	}
}

static void expect_moves(const char *fen, const char *text, const char *moves)
{
	expect_moves_late(fen, text, moves, 0);
}

static void castling_with_two_hands(void **state)
{
	expect_moves(CASTLES, "-e1K @5 -h1R @90 +f1R @5 +g1K @100 !w @900 -e8k -a8r @80 +c8k +d8r @100 !b",
		     "e1g1 e8c8");
	/* pressed while both are in the air */
	expect_moves(CASTLES, "-e1K -a1R @80 !w @60 +d1R +c1K @900 -a7p @100 +a6p @100 !b", "e1c1 a7a6");
}

static void a_dropped_man_rolls_over_three_squares(void **state)
{
	expect_moves(
		NULL,
		"-g1N @200 +f3N @150 -f3N @60 +e4N @60 -e4N @60 +d5N @60 -d5N @60 +c4N @400 -c4N @300 +f3N @200 !w @800 "
		"-e7p @100 +e5p @100 !b",
		"g1f3 e7e5");
	/* … and knocks another that is put back */
	expect_moves(
		NULL,
		"-e2P @200 +e4P @200 -e4P @50 -d2P @50 +e3P @50 -e3P @50 +d3P @200 -d3P @100 +e4P @200 +d2P @150 !w @800 "
		"-e7p @100 +e5p @100 !b",
		"e2e4 e7e5");
}

static void a_victim_rolls_away(void **state)
{
	expect_moves(MIDDLE,
		     "-d5p @80 +d6p @50 -d6p @50 +c6p @50 -c6p @50 +b5p @300 -b5p @100 -e4P @100 +d5P @100 !w @900 "
		     "-e8k @100 +d7k @100 !b",
		     "e4d5 e8d7");
}

static void a_sleeve_sweeps_a_file(void **state)
{
	expect_moves(
		NULL,
		"-e2P @100 +e4P @80 -h1R @10 -h2P @20 -h7p @10 -h8r @60 +h1R @30 +h7p @20 +h2P @20 +h8r @150 !w @900 "
		"-e7p @100 +e5p @100 !b",
		"e2e4 e7e5");
	/* while the clock is pressed, and put right under the opponent's time */
	expect_moves(NULL,
		     "-e2P @100 +e4P @80 -h1R @10 -h2P @20 !w @500 -e7p @100 +e5p @100 !b @300 +h1R @50 +h2P @700 "
		     "-g1N @100 +f3N @100 !w",
		     "e2e4 e7e5 g1f3");
}

static void the_opponent_does_not_wait(void **state)
{
	/* his hand is on the way, his piece stands, he takes the piece that moved: before the press */
	expect_moves(MIDDLE, "-e4P @100 -d5p @60 +d5P @40 -f5n @60 !w @50 +d6n @100 !b @900 -c3N @100 +e4N @100 !w",
		     "e4d5 f5d6 c3e4");
	expect_moves(NULL, "-e2P +e4P @100 -e7p @50 +e5p !w @50 !b @900 -g1N @100 +f3N @100 !w", "e2e4 e7e5 g1f3");
	expect_moves("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1",
		     "-e4P @100 -d5p @60 +d5P @80 -c6p @40 -d5P @30 !w @30 +d5p @60 !b @900 -e1K @100 +d2K @100 !w",
		     "e4d5 c6d5 e1d2");
}

static void pressed_before_the_man_stands(void **state)
{
	expect_moves(NULL, "-e2P @100 !w @150 +e4P @900 -e7p @80 !b @90 +e5p @900 -g1N @100 +f3N @100 !w",
		     "e2e4 e7e5 g1f3");
}

static void a_press_is_missing(void **state)
{
	expect_moves(NULL, "-e2P @100 +e4P @900 -e7p @100 +e5p @100 !b @900 -g1N @100 +f3N @100 !w", "e2e4 e7e5 g1f3");
	expect_moves(
		NULL,
		"-e2P @100 +e4P @100 !w @900 -e7p @100 +e5p @900 -g1N @100 +f3N @100 !w @900 -b8n @100 +c6n @100 !b",
		"e2e4 e7e5 g1f3 b8c6");
}

static void a_press_is_doubled(void **state)
{
	expect_moves(
		NULL,
		"-e2P @100 +e4P @100 !w @60 !w @900 -e7p @100 +e5p @100 !b @50 !b @50 !b @900 -g1N @100 +f3N @100 !w",
		"e2e4 e7e5 g1f3");
}

/* A clock that is asked once a second. */
static void a_press_comes_up_to_a_second_late(void **state)
{
	expect_moves_late(NULL, "-e2P @100 +e4P @900 !w @300 -e7p @100 +e5p @950 !b @200 -g1N @100 +f3N @1000 !w",
			  "e2e4 e7e5 g1f3", 1000000);
	/* after the reply stands */
	expect_moves_late(NULL, "-e2P @100 +e4P @300 -e7p @200 +e5p @400 !w @900 !b @200 -g1N @100 +f3N @1000 !w",
			  "e2e4 e7e5 g1f3", 1000000);
}

static void a_takeback_is_agreed(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		begin(&h, s, NULL, 0);
		hands_play(&h, "-e2P @100 +e4P @100 !w @900 -e7p @100 +e5p @100 !b @900 -d1Q @100 +h5Q @100 !w @900");
		assert_int_equal(tracker_undo(h.tracker, 1), 0);
		hands_said(&h);
		hands_play(&h, "-h5Q @300 +d1Q @1000 -g1N @100 +f3N @100 !w");
		assert_string_equal(hands_said(&h), "restored down2:g1f3 turn2:w:legal:g1f3");
		/* two plies, put back in any order, with a rest on the way */
		assert_int_equal(tracker_undo(h.tracker, 2), 0);
		hands_play(&h, "-e5p @500 -f3N @300 +g1N @900 +e7p @900 -c7p @100 +c5p @100 !b");
		assert_string_equal(hands_said(&h), "restored down1:c7c5 turn1:b:legal:c7c5");
		assert_string_equal(hands_moves(&h), "e2e4 c7c5");
		hands_end(&h);
	}
}

static void the_arbiter_restores_a_position(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;
		struct game_position pos;

		begin(&h, s, NULL, 0);
		hands_play(&h, "-e2P @100 +e4P @100 !w @900 -e7p @100 +e5p @100 !b @900");
		assert_int_equal(
			h.game->parse("rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2", &pos, NULL), 0);
		assert_int_equal(tracker_set_position(h.tracker, &pos), 0);
		hands_said(&h);
		/* what is put right is no move, whoever lifts it */
		hands_play(&h, "-e4P @400 +e2P @700 -d2P @300 +d4P @900 -e5p @100 -d4P @100 +d4p @100 !b @2000 ~");
		assert_non_null(strstr(hands_said(&h), "restored"));
		hands_end(&h);
		begin(&h, s, NULL, 0);
		assert_int_equal(tracker_set_position(h.tracker, &pos), 0);
		hands_play(&h,
			   "#rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR @900 -d4P @100 -e5p @100 +e5P @100 !w");
		assert_string_equal(hands_said(&h), "restored down0:d4e5 turn0:w:legal:d4e5");
		hands_end(&h);
	}
}

/* The game is over for the players; nobody told the board. */
static void the_men_are_cleared_away(void **state)
{
	expect_moves(
		"4k3/8/8/3p1n2/4P3/2N5/6P1/R3K2R w KQ - 0 1",
		"-e4P @100 -d5p @60 +d5P @100 !w @3000 -e8k @300 -f5n @300 -d5P @300 -c3N @300 -g2P @300 -h1R @300 -a1R @300 -e1K",
		"e4d5");
	/* and set up again while the cable was pulled: no moves were played back to the start */
	expect_moves(NULL,
		     "-e2P @100 +e4P @100 !w @900 -e7p @100 +e5p @100 !b @4000 #8/8/8/8/8/8/8/8 @9000 "
		     "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
		     "e2e4 e7e5");
}

/* A study, a lesson: what nobody could reach is played on as it stands. */
static void an_illegal_position_is_entered_on_purpose(void **state)
{
	static const struct {
		const char *fen, *board, *move, *expected;
	} cases[] = {
		{ "4k3/8/8/8/8/8/8/4K1KR w - - 0 1", "4k3/8/8/8/8/8/8/4K1KR", "-h1R @100 +h5R @100 !w", "h1h5" },
		{ "4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1", "4k3/8/8/8/4Q3/8/8/4K3", "-e1K @100 +d2K @100 !w", "e1d2" },
		{ "8/8/8/3p4/8/2N5/8/8 w - - 0 1", "8/8/8/3p4/8/2N5/8/8", "-d5p @100 -c3N @100 +d5N @100 !w", "c3d5" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
			struct hands h;
			struct game_position pos;
			struct tracker_step steps[GAME_MAX_SQUARES];
			char board[80];

			begin(&h, s, NULL, 0);
			assert_int_equal(h.game->parse(cases[i].fen, &pos, NULL), 0);
			assert_int_equal(tracker_set_position(h.tracker, &pos), 0);
			assert_true(tracker_guidance(h.tracker, steps) > 0);
			snprintf(board, sizeof(board), "#%s", cases[i].board);
			hands_play(&h, board);
			assert_int_equal(tracker_guidance(h.tracker, steps), 0);
			assert_string_equal(hands_said(&h), "restored");
			hands_play(&h, cases[i].move);
			hands_play(&h, "@2000 ~");
			assert_string_equal(hands_moves(&h), cases[i].expected);
			hands_end(&h);
		}
}

static void lost_events_and_a_whole_board(void **state)
{
	/* a move, a capture, three plies */
	expect_moves(
		NULL,
		"-e2P @100 +e4P @100 !w @1000 ? #rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR @900 -g1N @100 +f3N @100 !w",
		"e2e4 e7e5 g1f3");
	expect_moves("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
		     "? #4k3/8/8/3P4/8/8/8/4K3 @900 !w @400 -e8k @100 +d7k @100 !b", "e4d5 e8d7");
	expect_moves(NULL,
		     "-e2P @100 +e4P @100 !w @1000 ? #rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR @900 !b @900 "
		     "-b1N @100 +c3N @100 !w",
		     "e2e4 d7d5 e4d5 d8d5 b1c3");
	/* nothing was played meanwhile */
	expect_moves(
		NULL,
		"-e2P @100 +e4P @100 !w @1000 ? #rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR @900 -e7p @100 +e5p @100 !b",
		"e2e4 e7e5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(castling_with_two_hands),
		cmocka_unit_test(a_dropped_man_rolls_over_three_squares),
		cmocka_unit_test(a_victim_rolls_away),
		cmocka_unit_test(a_sleeve_sweeps_a_file),
		cmocka_unit_test(the_opponent_does_not_wait),
		cmocka_unit_test(pressed_before_the_man_stands),
		cmocka_unit_test(a_press_is_missing),
		cmocka_unit_test(a_press_is_doubled),
		cmocka_unit_test(a_press_comes_up_to_a_second_late),
		cmocka_unit_test(a_takeback_is_agreed),
		cmocka_unit_test(the_arbiter_restores_a_position),
		cmocka_unit_test(the_men_are_cleared_away),
		cmocka_unit_test(an_illegal_position_is_entered_on_purpose),
		cmocka_unit_test(lost_events_and_a_whole_board),
	};

	return cmocka_run_group_tests_name("tracker hands", tests, NULL, NULL);
}
