/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Readings of one position, compared by all that the sensors have reported since they parted:
 * daemon/core/tracker/reading/hindsight.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void check(const char *fen, const char *line, const char *moves)
{
	struct hands h;

	hands_begin(&h, fen, TRACKER_PIECE_ID, true);
	hands_play(&h, line);
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), moves);
	hands_end(&h);
}

/* The goal is reported when the turn is over, and before the piece goes on: it was no square in passing. */
static void a_goal_that_is_reported_late(void **state)
{
	check("2rbkq1r/ppp2pp1/6n1/3Pp3/1n6/3PN1Pp/PPPNKP1P/R1B3QR b k - 0 11",
	      "-f8 @1 -d2 @77 +c4N @52 !b @208 !w @1754 +d6q @1408 -d6 @113 -g1 @44 +c5q @42 +f1Q @24 !b @90 !w @2000 ~",
	      "f8d6 d2c4 d6c5 g1f1");
	check("3k3r/2p2p2/1rBnpPq1/6pp/1N1P2P1/P1P3bP/1P6/R1BK1Q2 w Q h6 0 26",
	      "-f1 @428 !w -g4 @94 -h5 @42 +g4p @127 !b @8 +f3Q @2078 -g4 @76 -f3 @241 !w @109 +g4Q @1780 -d6 @177 +f5n "
	      "@81 !b @2000 ~",
	      "f1f3 h5g4 f3g4 d6f5");
	/* nor can a piece stand there before it was lifted */
	check("2q1r1k1/2bb1r2/ppnpn1p1/2p1p1P1/BPP1Pp1p/N2P1P1N/PQ5P/2BR1R1K b - - 3 24",
	      "-c6 @140 !b @1212 -a4 @125 +c2B -c4 @260 +c4P @133 !w @24 +d4n @1265 -e6 @15 +e6? @15 -e6 @21 +e6? @13 "
	      "-e6 @16 -h3 @5 +e6? @9 -e6 @78 +d8n @63 !b @115 +g1N @112 !w @2000 ~",
	      "c6d4 a4c2 e6d8 h3g1");
}

/* Both hands are early, and two moves of one side seem to be pressed in the other order. */
static void moves_that_are_pressed_in_the_order_of_their_lifts(void **state)
{
	check("bk1rq1r1/2p4p/1p1np3/3p1p2/1P1P4/4PPb1/1BP1B2R/1RK3Q1 w - - 4 26",
	      "-h2 @1 -g3 @77 !w @1 -g1 @10 +e5b @68 +h1Q @22 !b @16 !w @100 +h3R @706 -e5 @306 +g7b @112 !b @2000 ~",
	      "h2h3 g3e5 g1h1 e5g7");
}

/* The press comes while the piece is on its way, and the reply before it stands: that it went on from there against the
 * rules is one way to read it, that it came late the other. */
static void a_goal_that_was_reached_after_the_reply(void **state)
{
	check("bk1rq1r1/2p4p/1p1np3/3p1p2/1P1P4/4PPbR/1BP1B3/1RK3Q1 b - - 5 26",
	      "-g3 @387 -g1 @11 !b @41 +h1Q @38 +f4b @17 !w @21 -f4 +e5b @726 -e5 @57 +g7b @142 !b @3789 -b2 @181 +c3B "
	      "@204 !w @2000 ~",
	      "g3e5 g1h1 e5g7 b2c3");
	check("rknrqnbb/ppp1pp1p/6p1/3p4/3P2P1/1N6/PPP1PP1P/RK1RQNBB b - - 1 3",
	      "-f7 @1 -h1 @4 +f7? @3 -f7 @3 +f7? @3 -f7 @17 !b @58 +g2B @50 +f6p @32 !w @7 -f6 +f5p @4066 -f5 @56 +f4p "
	      "@120 !b @615 -e2 @272 +e3P @423 !w @2000 ~",
	      "f7f5 h1g2 f5f4 e2e3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_goal_that_is_reported_late),
		cmocka_unit_test(a_goal_that_was_reached_after_the_reply),
		cmocka_unit_test(moves_that_are_pressed_in_the_order_of_their_lifts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
