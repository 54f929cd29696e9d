/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which way round the board stands: timelines A2 and A3 of daemon/core/tracker/setup/orientation.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void a2_a3_a_board_that_stands_turned(void **state)
{
	struct hands h;

	hands_check(NULL, TRACKER_PIECE_ID, "#RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr -d7P @100 +d5P @100 !w",
		    "down0:e2e4 turn0:w:legal:e2e4");
	hands_check(NULL, TRACKER_PIECE_ID, "-d7P @100 +d5P @100 !w -d2p @100 +d4p @100 !b",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* a recording that begins without the whole board: nobody knows what was lifted */
	hands_check(NULL, TRACKER_PIECE_ID, "-d7 @100 +d5P @100 !w -d2 @100 +d4p @100 !b",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	hands_check(NULL, TRACKER_PIECE_ID, "+c6N @100 -b8 @100 !w", "down0:g1f3 turn0:w:legal:g1f3");
	hands_check(NULL, TRACKER_PIECE_ID, "-d2 @100 +d4P @100 !w", "down0:d2d4 turn0:w:legal:d2d4");
	/* White lifts, and what is set down is Black's: his hand was early, and the board stands as it should */
	read_as(NULL, true,
		"-f2 @200 +f6p @10 -f6p +f5p @30 +f3P @50 -f3P +f4P @70 !w @400 !b @1500 -g1N @100 +f3N @100 !w @140 -f7p "
		"@2000 -g8n @100 +f6n @200 !b",
		"f2f4 f7f5 g1f3 g8f6");
	/* Black's hand is early, and the sensor late that White's piece has left: a pawn on e4 is none of a turned
	 * board */
	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h,
		   "-g7 @84 +e4P @40 !w @292 +g6p @35 -g6p +g5p @98 !b @145 -e2 @1700 -b2P @194 +b3P @73 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "e2e4 g7g5 b2b3");
	hands_end(&h);
	hands_check(NULL, TRACKER_PRESENCE, "-d7 @100 +d5 @100 !w @600 -d2 @100 +d4 @100 !b @2000 ~",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

/* Once it is known how the board stands, nothing that is corrected changes that. */
static void a2_stays_turned_when_a_promotion_is_told(void **state)
{
	struct hands h;

	hands_begin(&h, "8/P3k3/8/8/8/8/4K2p/8 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, "#8/p2K4/8/8/8/8/3k3P/8 -h2P @100 +h1P @100 !w @2000 ~ -h1P @100 +h1Q @1000 "
		       "-a7p @100 +a8p @100 !b @2000 ~ -a8p @100 +a8q @1000 -d7K @100 +d6K @100 !w");
	assert_string_equal(hands_said(&h),
			    "turn0:w:owed:a7a8=Q revised0:w:legal:a7a8=Q turn1:b:owed:h2h1=q revised1:b:legal:h2h1=q "
			    "down2:e2e3 turn2:w:legal:e2e3");
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a2_a3_a_board_that_stands_turned),
		cmocka_unit_test(a2_stays_turned_when_a_promotion_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
