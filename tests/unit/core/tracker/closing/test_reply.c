/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that the reply closes, on boards with and without a lever: timelines R5, R8, R12 and R13 of the readings. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void r5_the_opponent_begins_early(void **state)
{
	both(NULL, "-e2P +e4P @100 -e7p !w @50 +e5p @50 !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	both(NULL, "-e2P +e4P @100 -e7p @50 +e5p !w @50 !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

/* The reply goes to the square that the move has left, before the press. */
static void r5_a_reply_where_the_man_came_from(void **state)
{
	struct hands h;

	hands_begin(&h, "1q2k3/p7/8/N7/8/8/8/4K3 b - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-b8 @5 -a5 @300 +b5 @5 +c4 @130 !b @5 -a7 @400 +a5 @50 !w @20 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "b8b5 a5c4 a7a5");
	hands_end(&h);
}

static void r8_without_a_lever_the_reply_commits(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, false);
		hands_play(
			&h,
			"-e2P @100 +e4P @900 -d7p @100 +d5p @900 -d5p @100 -e4P @100 +d5P @900 -d8q @90 -d5P @90 +d5q @900");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "e2e4 d7d5 e4d5 d8d5");
		hands_end(&h);
	}
}

/* R8: the board goes on changing after mate, with nobody to press. */
static void r8_without_a_lever_after_mate(void **state)
{
	struct hands h;

	hands_begin(&h, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", TRACKER_PIECE_ID, false);
	hands_play(
		&h,
		"-a1R @200 +a8R @900 -g8k @900 -f7p @900 -g7p @900 +c3p @900 +d3p @900 +e3k @900 ? #8/8/8/3k4/8/8/8/R6K");
	tracker_finish(h.tracker);
	assert_int_equal(tracker_turn(h.tracker, 0)->to, 56);
	hands_end(&h);
}

static void a_reply_that_stands_before_the_press(void **state)
{
	/* castling takes long: the reply is made before the rook has come, and one more reply follows */
	read_as("rnbqkb1r/1p2pppp/p2p1n2/8/2BNP3/2N5/PPP2PPP/R1BQK2R b KQkq - 1 6", true,
		"-e7p @115 +e6p @10 -e1K @100 +g1K @100 !b @150 -g7p @30 -h1R @70 +f1R @5 +g6p @200 !w @110 !b @4000 -c1B @200 +g5B @100 !w",
		"e7e6 e1g1 g7g6 c1g5");
}

static void a_bounce_at_the_reply_s_press_unmakes_no_move(void **state)
{
	read_as("8/P1R2pkp/8/6p1/r7/2K4P/8/8 b - - 1 50", true,
		"-h7p @2 -c3K @110 +b3K @50 !b @30 !w @35 +h5p @1100 -a4r !b @10 +a4r @6 -a4r @90 +a1r @1300 -b3K @150 +c4K @100 !w",
		"h7h5 c3b3 a4a1 b3c4");
}

static void r8_a_reply_that_began_before_the_move_stood(void **state)
{
	read_as("4k3/4b3/8/8/8/8/8/2B1K3 w - - 0 1", false,
		"-c1B @220 -e7b @80 +b2B @170 +f6b @3000 -b2B @200 -f6b @150 +f6B @900", "c1b2 e7f6 b2f6");
}

/* Both hands in motion at once: neither move stood alone (R13). */
static void r13_without_a_lever_a_move_and_its_reply_at_once(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, false);
		hands_play(
			&h,
			"-d2P @200 +d4P @900 -g8n @100 -c2P @100 +f6n @40 -e7p @40 +c4P @100 +e6p @2000 -g1N @200 +f3N @900 ~");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "d2d4 g8f6 c2c4 e7e6 g1f3");
		hands_end(&h);
		/* the reply's origin is seen empty only after its goal is taken */
		hands_begin(&h, NULL, s, false);
		hands_play(&h, "-d2P @200 +d4P @200 +f6n @900 -g8n @900 -c2P @200 +c4P @900 ~");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "d2d4 g8f6 c2c4");
		hands_end(&h);
	}
}

static void r8_a_victim_dragged_over_its_neighbour(void **state)
{
	read_as("3q1r1k/8/8/6Q1/8/8/8/6K1 w - - 0 1", false,
		"-g5Q @500 -d8q @30 +e8q @120 -e8q @650 +d8Q @7000 -f8r @350 -d8Q @750 +d8r @4000 -g1K @300 +g2K @900",
		"g5d8 f8d8 g1g2");
}

static void r8_a_neighbour_knocked_and_put_right(void **state)
{
	read_as("4q2k/p7/8/8/4p3/Q7/8/6K1 w - - 0 1", false,
		"-a3Q @460 -e4p @40 +d3Q @90 +f4p @2350 -f4p @500 +e4p @5400 -e8q @500 +e5q @4000 -d3Q @300 +c3Q @900",
		"a3d3 e8e5 d3c3");
}

/* R12: enough has changed to look for several turns, but nobody plays the other's pieces. */
static void r12_without_a_lever_an_own_neighbour_knocked_and_put_right(void **state)
{
	read_as("4k1n1/8/8/8/8/3RP3/8/6K1 w - - 0 1", false,
		"-e3P @30 +e3P @9 -e3P @6 +e3P @9 -e3P @9 +e3P @1200 -e3P @220 +e4P @20 -d3R @30 +c4R @870 -c4R @270 +d3R @4500 "
		"-g8n @190 +f6n @3000 -d3R @300 +d1R @900",
		"e3e4 g8f6 d3d1");
}

static void r8_a_capture_by_a_man_the_sensor_cannot_name(void **state)
{
	read_as("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false,
		"-d5p @200 -e4P @200 +d5? @1500 -e8k @200 +e7k @1500 -e1K @200 +e2K @900", "e4d5 e8e7 e1e2");
}

/* The arbiter sets a position up of which pieces are still in the box: a piece put elsewhere is no reply of theirs. */
static void r8_men_away_when_the_position_is_set_made_no_move(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;
		struct game_position start;

		hands_begin(&h, NULL, s, false);
		start = *tracker_position(h.tracker);
		hands_end(&h);
		hands_begin(&h, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", s, false);
		assert_int_equal(tracker_set_position(h.tracker, &start), 0);
		hands_play(&h, "+e5p @900 -e5p @300 +e7p @300 +e2P @900");
		assert_string_equal(hands_said(&h), "restored");
		hands_play(&h, "-e2P @300 +e4P @900 -e7p @300 +e5p @900");
		assert_non_null(strstr(hands_said(&h), "turn0:w:legal:e2e4"));
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(r5_the_opponent_begins_early),
		cmocka_unit_test(r5_a_reply_where_the_man_came_from),
		cmocka_unit_test(r8_without_a_lever_the_reply_commits),
		cmocka_unit_test(r8_without_a_lever_after_mate),
		cmocka_unit_test(a_reply_that_stands_before_the_press),
		cmocka_unit_test(a_bounce_at_the_reply_s_press_unmakes_no_move),
		cmocka_unit_test(r8_a_reply_that_began_before_the_move_stood),
		cmocka_unit_test(r13_without_a_lever_a_move_and_its_reply_at_once),
		cmocka_unit_test(r8_a_victim_dragged_over_its_neighbour),
		cmocka_unit_test(r8_a_neighbour_knocked_and_put_right),
		cmocka_unit_test(r12_without_a_lever_an_own_neighbour_knocked_and_put_right),
		cmocka_unit_test(r8_a_capture_by_a_man_the_sensor_cannot_name),
		cmocka_unit_test(r8_men_away_when_the_position_is_set_made_no_move),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
