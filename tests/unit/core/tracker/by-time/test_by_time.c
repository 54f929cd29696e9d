/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards without a lever, where time and quiet are the evidence: timelines T1 to T7 of
 * daemon/core/tracker/by-time/by-time.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* What is read in the end by sensors of both kinds. */
static void played(const char *fen, const char *text, const char *expected)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, fen, s, false);
		hands_play(&h, text);
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), expected);
		hands_end(&h);
	}
}

#define E4_E5 "-e2P @200 +e4P @2000 -e7p @200 +e5p @2000 "

static void t1_a_move_is_closed_when_its_reply_stands(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, false);
	hands_play(&h, "-e2P @200 +e4P @300 -e7p @200 +e5p");
	assert_string_equal(hands_said(&h), "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5");
	hands_end(&h);
}

static void t2_a_hand_that_hovers_over_legal_squares_makes_one_move(void **state)
{
	played(NULL, E4_E5 "-f1B @300 +e2B @600 -e2B @300 +d3B @700 -d3B @300 +c4B @3000 -b8n @200 +c6n @2000",
	       "e2e4 e7e5 f1c4 b8c6");
}

/* The bishop stood on e2 while the opponent moved: it had moved there, and moved on. */
static void t3_what_stands_while_the_opponent_moves_has_moved(void **state)
{
	played(NULL, E4_E5 "-f1B @300 +e2B @600 -b8n @200 +c6n @600 -e2B @300 +c4B @600 -g8n @200 +f6n @2000",
	       "e2e4 e7e5 f1e2 b8c6 e2c4 g8f6");
}

static void t3_hands_that_cross_all_the_time_lose_no_move(void **state)
{
	/* the queen is dragged, the waiting side's rook is always in the air already */
	played("3r2k1/5ppp/8/8/8/8/3Q1PPP/6K1 w - - 0 1",
	       "-d8r @50 -d2Q @100 +d3Q @60 -d3Q @60 +d4Q @90 -d4Q @50 +d5Q @300 +e8r @200 -d5Q @100 -e8r @90 +d4Q @60 "
	       "-d4Q @60 +d3Q @300 +e7r @200 -d3Q @80 -e7r @60 +d2Q @400 +e8r @2000",
	       "d2d5 d8e8 d5d3 e8e7 d3d2 e7e8");
}

static void t4_both_hands_at_once_and_the_reply_stands_first(void **state)
{
	played(NULL, E4_E5 "-g1N @50 -b8n @100 +c6n @200 +f3N @2000 -f1B @200 +b5B @2000", "e2e4 e7e5 g1f3 b8c6 f1b5");
}

/* g1 empties and f3 is never reported; the board is quiet, and nothing else leads to what stands later. */
static void t5_a_goal_that_was_not_reported_does_not_stop_the_reading(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, false);
	hands_play(&h, E4_E5 "-g1N @2000 -b8n @200 +c6n @2000 -f3N @200 +e5N @2000 -c6n @200 +e5n @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6 f3e5 c6e5");
	hands_end(&h);
}

/* Lifted and never seen to leave: c6 is found by what stands, and the game is read on. */
static void t5_a_lift_that_never_came_does_not_stop_the_reading(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, false);
	hands_play(&h, E4_E5 "+f3N @1500 -g1N @500 -b8n @200 +c6n @2000 -f1B @200 +b5B @2000 -a7p @200 +a6p @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
	hands_end(&h);
	/* two moves at once, of which no lift and no place was reported in order */
	hands_begin(&h, NULL, TRACKER_PIECE_ID, false);
	hands_play(&h, E4_E5 "+c6n +f3N -g1N -b8n @2000 -f1B @200 +b5B @2000 -a7p @200 +a6p @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
	hands_end(&h);
}

/* Presence only: pushed off its square, the victim's sensor never shows an empty square. */
static void t5_a_capture_that_no_sensor_saw(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PRESENCE, false);
	hands_play(&h, "-e2 @200 +e4 @2000 -d7 @200 +d5 @2000 -e4 @4000 -d8 @200 -d5 @100 +d5 @3000 -b1 @200 +c3 @2000 "
		       "-d5 @300 +a5 @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5");
	hands_end(&h);
}

/* After mate the pieces are set up anew, some of it as if a game went on. */
static void t6_pieces_that_are_set_up_anew_are_no_moves(void **state)
{
	played("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
	       "-a1R @200 +a8R @3000 -g8k @300 -a8R @300 +a1R @500 -f7p @300 +e7p @400 +e8k @500 -g7p @300 +d7p @400 -h7p "
	       "@300 +c7p @400 +h8r @300 +a8r @300 +b8n @400 +g8n @400 +d1Q @400 +b1N @400 +c1B @400",
	       "a1a8");
}

/* The last move of the game stands when hands are shaken over the board. */
static void t6_the_last_move_belongs_to_the_game(void **state)
{
	played(NULL, E4_E5 "-d1Q @200 +h5Q @3000 -e8k @500 -a7p @300 -b7p @300 -c7p @300 -d7p @300 -g7p @300 -h7p @300",
	       "e2e4 e7e5 d1h5");
}

static void t6_the_kings_show_the_result_and_the_last_move_stands(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, false);
	hands_play(&h, E4_E5 "-g1N @200 +f3N @3000 -e8k @300 +d5k @500 -e1K @300 +d4K @9000 ~");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3");
	hands_end(&h);
}

/* Where the rook came from is never seen empty: nothing else but its move leads to what stands. */
static void t5_a_square_that_never_empties_does_not_stop_the_reading(void **state)
{
	struct hands h;

	hands_begin(&h, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", TRACKER_PIECE_ID, false);
	hands_play(&h, "+e1R @3000 ~ -g7p @200 +g6p @2000 -e1R @200 +e8R @2000 -g8k @200 +g7k @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "d1e1 g7g6 e1e8 g8g7");
	hands_end(&h);
}

/* d5 reports nothing any more: three captures there are three pieces that go, and nothing that comes. */
static void t5_captures_on_a_dead_square(void **state)
{
	read_as(NULL, false,
		"-e2P @300 +e4P @2000 -d7p @2500 -e4P @2500 -d8q @2500 -b1N @300 +c3N @2500 -g8n @300 +f6n @2500 "
		"-g1N @300 +f3N @2000 ~",
		"e2e4 d7d5 e4d5 d8d5 b1c3 g8f6 g1f3");
	read_as(NULL, false,
		"-e2P @300 +e4P @2000 -c7p @300 +c6p @2000 -f2P @300 +f4P @2000 -d7p @2500 -e4P @2500 -c6p @2500 "
		"-g1N @300 +f3N @2000 -c8b @300 +g4b @2500 -h2P @300 +h3P @2000 -g4b @200 -f3N @300 +f3b @2500 "
		"-d1Q @200 -f3b @300 +f3Q @2000 ~",
		"e2e4 c7c6 f2f4 d7d5 e4d5 c6d5 g1f3 c8g4 h2h3 g4f3 d1f3");
}

/* The king's own square never empties: the rook alone does not make what stands. */
static void t5_a_castling_whose_king_was_not_seen_to_leave(void **state)
{
	read_as(NULL, false,
		"-e2P @300 +e4P @2000 -e7p @300 +e5p @2000 -g1N @300 +f3N @2000 -b8n @300 +c6n @2000 -f1B @300 +c4B "
		"@2000 -f8b @300 +c5b @2000 +g1K @100 -h1R @300 +f1R @2000 -g8n @300 +f6n @2500 -d2P @300 +d3P @2000 ~",
		"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3");
}

static void t7_a_move_against_the_rules_is_named_when_its_reply_stands(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, false);
		hands_play(&h, E4_E5 "-f1B @200 +f3B @6000 ~ -b8n @200 +c6n @3000 ~ -g1N @200 +e2N @2000");
		assert_int_equal(tracker_finish(h.tracker), 0);
		/* neither a name nor a press: a person is asked */
		assert_non_null(
			strstr(hands_said(&h), s == TRACKER_PIECE_ID ?
						       "turn2:w:illegal:piece:f1f3 down3:b8c6 turn3:b:legal:b8c6" :
						       "turn2:w:illegal:piece:f1f3 ambiguous down3:b8c6"));
		assert_int_equal(tracker_turns(h.tracker), 5);
		hands_end(&h);
	}
}

/* Nobody can say how these pieces came there; that it was not read is said, and the game is read on. */
static void t7_what_cannot_be_read_is_said_and_play_is_read_on(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, false);
		hands_play(&h,
			   E4_E5 "-h1R -a1R -a8r -h8r @300 +h3R +a3R +a6r +h6r +a4R @300 -a4R @3000 ~ "
				 "-d1Q @200 +e2Q @2000 -d8q @200 +e7q @3000 -e2Q @200 +d1Q @2000 -e7q @200 +d8q @2000 "
				 "-d1Q @200 +e2Q @2000 -d8q @200 +e7q @3000 -e2Q @200 +d1Q @2000 -e7q @200 +d8q @2000");
		assert_int_equal(tracker_finish(h.tracker), 0);
		/* whoever made it, the other side plays on */
		assert_int_equal(tracker_turn(h.tracker, 2)->kind, TURN_UNREADABLE);
		assert_int_equal(tracker_turn(h.tracker, 3)->side, other_side(tracker_turn(h.tracker, 2)->side));
		assert_int_equal(tracker_turn(h.tracker, tracker_turns(h.tracker) - 1)->kind, TURN_LEGAL);
		hands_end(&h);
	}
}

/* The victim is lifted first, and the rook rests on its way there: one capture, and no move of the victim's side
 * between two of the rook's, which would explain as well why it was away. */
static void t2_the_victim_is_away_while_the_piece_rests_on_its_way(void **state)
{
	struct hands h;

	hands_begin(&h, "2r3k1/1b3pp1/p3p2p/1p6/1P6/PB1r3P/5KP1/1RB5 w - - 0 1", TRACKER_PRESENCE, false);
	hands_play(&h, "@995 -b3 @79 +c2 @1713 -c8 @220 -c2 @395 +c6 @645 -c6 @95 +c2 @2495 -f2 @295 +e1 @2000 ~");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "b3c2 c8c2 f2e1");
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t1_a_move_is_closed_when_its_reply_stands),
		cmocka_unit_test(t2_a_hand_that_hovers_over_legal_squares_makes_one_move),
		cmocka_unit_test(t2_the_victim_is_away_while_the_piece_rests_on_its_way),
		cmocka_unit_test(t3_what_stands_while_the_opponent_moves_has_moved),
		cmocka_unit_test(t3_hands_that_cross_all_the_time_lose_no_move),
		cmocka_unit_test(t4_both_hands_at_once_and_the_reply_stands_first),
		cmocka_unit_test(t5_a_goal_that_was_not_reported_does_not_stop_the_reading),
		cmocka_unit_test(t5_a_lift_that_never_came_does_not_stop_the_reading),
		cmocka_unit_test(t5_a_capture_that_no_sensor_saw),
		cmocka_unit_test(t5_a_square_that_never_empties_does_not_stop_the_reading),
		cmocka_unit_test(t5_captures_on_a_dead_square),
		cmocka_unit_test(t5_a_castling_whose_king_was_not_seen_to_leave),
		cmocka_unit_test(t6_pieces_that_are_set_up_anew_are_no_moves),
		cmocka_unit_test(t6_the_last_move_belongs_to_the_game),
		cmocka_unit_test(t6_the_kings_show_the_result_and_the_last_move_stands),
		cmocka_unit_test(t7_a_move_against_the_rules_is_named_when_its_reply_stands),
		cmocka_unit_test(t7_what_cannot_be_read_is_said_and_play_is_read_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
