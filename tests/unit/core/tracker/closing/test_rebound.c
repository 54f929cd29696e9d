/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lever springs back: timelines L1 to L8 of daemon/core/tracker/closing/rebound.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void l1_white_black_white_is_one_press(void **state)
{
	static const unsigned apart[] = { 0, 5, 30, 140, 295 };

	/* 5 ms pass before each event */
	for (size_t i = 0; i < sizeof(apart) / sizeof(*apart); i++)
		for (size_t k = 0; k < sizeof(apart) / sizeof(*apart); k++) {
			char text[300];

			snprintf(
				text, sizeof(text),
				"-e2P @100 +e4P @200 !w @%u !b @%u !w @900 -e7p @100 +e5p @200 !b @%u !w @%u !b @2000 ~",
				apart[i], apart[k], apart[k], apart[i]);
			both(NULL, text, "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
		}
}

static void l1_one_side_twice_is_one_press(void **state)
{
	both(NULL, "-e2P @100 +e4P @200 !w @80 !w @200 !w @900 -e7p @100 +e5p @200 !b @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* the piece is still in the air, and the second does not end the waiting for it */
	both(NULL, "-g1N @100 !w @80 !w @150 +f3N @600 -e7p @100 +e5p @200 !b @2000 ~",
	     "down0:g1f3 turn0:w:legal:g1f3 down1:e7e5 turn1:b:legal:e7e5");
}

static void l1_a_capture_of_two_squares_and_castling(void **state)
{
	both("4k3/3p4/8/4P3/8/8/8/4K2R b K - 0 1",
	     "-d7p @100 +d5p @200 !b @60 !w @60 !b @900 -e5P @100 +d6P @100 -d5p @200 !w @60 !b @60 !w @900 "
	     "-e8k @100 +d7k @200 !b @900 -e1K @100 +g1K @100 -h1R @100 +f1R @100 !w @20 !b @20 !w @2000 ~",
	     "down0:d7d5 turn0:b:legal:d7d5 down1:e5d6 turn1:w:legal:e5d6 down2:e8d7 turn2:b:legal:e8d7 "
	     "down3:e1g1 turn3:w:legal:e1g1");
}

static void l2_the_lever_rests_on_the_wrong_side(void **state)
{
	/* Black finds it there, and has nothing to press */
	read_as(NULL, true,
		"-e2P @100 +e4P @200 !w @120 !b @900 -e7p @100 +e5p @2000 -g1N @200 +f3N @200 !w @900 -b8n @100 +c6n @200 !b @2000 ~",
		"e2e4 e7e5 g1f3 b8c6");
	/* White puts it right */
	read_as(NULL, true, "-e2P @100 +e4P @200 !w @120 !b @800 !w @900 -e7p @100 +e5p @200 !b @2000 ~", "e2e4 e7e5");
}

static void l3_a_fast_reply_is_a_turn(void **state)
{
	both(NULL, "-e2P @100 +e4P @200 !w @30 -e7p @60 +e5p @30 !b @20 -g1N @60 +f3N @30 !w @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5 down2:g1f3 turn2:w:legal:g1f3");
}

static void l4_both_press_when_both_have_moved(void **state)
{
	both(NULL, "-e2P @100 +e4P @700 -e7p @100 +e5p @200 !w @100 !b @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* … and the lever springs back */
	both(NULL, "-e2P @100 +e4P @700 -e7p @100 +e5p @200 !w @100 !b @30 !w @30 !b @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

static void l5_the_hand_that_began_early_presses_in_the_air(void **state)
{
	both(NULL, "-e2P @100 +e4P @50 -e7p @50 !w @60 !b @60 +e5p @900 -g1N @100 +f3N @200 !w @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5 down2:g1f3 turn2:w:legal:g1f3");
}

static void l6_the_hand_that_began_early_did_not_press(void **state)
{
	both(NULL, "-e2P @100 +e4P @50 -e7p @50 !w @60 !b @60 !w @2500 ~ +e5p @100 !b @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

/* … and so it is when the sensor of the square that it left says nothing, and its piece stands where none did. */
static void l4_an_early_reply_that_was_not_seen_to_leave(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, true);
		hands_play(&h,
			   "-e2P @50 +b5p @100 +e4P @90 !w @180 !b @1200 -h2P @200 +h3P @30 -b5p @20 !w @260 +b4p @80 "
			   "!b @2000 ~");
		assert_string_equal(hands_moves(&h), "e2e4 b7b5 h2h3 b5b4");
		hands_end(&h);
	}
}

/* The knight's goal was never reported, so that several are likely; by the one that is reported it is no knight that
 * goes on to h3 from there, and nobody of Black's had begun to move. */
static void l7_a_piece_has_gone_on_from_where_it_was_not_seen(void **state)
{
	static const char *const text[] = { "-g6n @100 !b @700 -e2P @100 +e3P @150 +h3n @40 !w @70 !b @900 ",
					    "-e3P @100 +e4P @200 !w @900 -h3n @100 +g5n @200 !b @2000 ~" };
	struct hands h;

	hands_begin(&h, "rnbqk2r/pppppppp/6n1/8/8/8/PPPPP1P1/RNBQKBNR b KQkq - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, text[0]);
	assert_int_equal(tracker_turns(h.tracker), 3);
	hands_play(&h, text[1]);
	assert_string_equal(hands_moves(&h), "g6f4 e2e3 f4h3 e3e4 h3g5");
	hands_end(&h);
}

static void an_illegal_move_is_no_other(void **state)
{
	both(NULL, "-b1N @100 +d3N @200 !w @60 !b @60 !w @2000 ~", "turn0:w:illegal:piece:b1d3");
}

static void l8_there_and_back_between_two_polls(void **state)
{
	both(NULL, "-e2P @100 +e4P @200 !w @450 !b @-5 !w @3000 -e7p @100 +e5p @200 !b @480 !w @-5 !b @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* a press that stands is one, and so is one that is answered later */
	both(NULL, "-e2P @100 +e4P @200 !w @450 !b @2000 ~ !w @2000 ~",
	     "down0:e2e4 turn0:w:legal:e2e4 turn1:b:no-move turn2:w:no-move");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(l1_white_black_white_is_one_press),
		cmocka_unit_test(l1_one_side_twice_is_one_press),
		cmocka_unit_test(l1_a_capture_of_two_squares_and_castling),
		cmocka_unit_test(l2_the_lever_rests_on_the_wrong_side),
		cmocka_unit_test(l3_a_fast_reply_is_a_turn),
		cmocka_unit_test(l4_both_press_when_both_have_moved),
		cmocka_unit_test(l5_the_hand_that_began_early_presses_in_the_air),
		cmocka_unit_test(l6_the_hand_that_began_early_did_not_press),
		cmocka_unit_test(l4_an_early_reply_that_was_not_seen_to_leave),
		cmocka_unit_test(l7_a_piece_has_gone_on_from_where_it_was_not_seen),
		cmocka_unit_test(an_illegal_move_is_no_other),
		cmocka_unit_test(l8_there_and_back_between_two_polls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
