/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Presses that were missed: timelines M1 to M4 of daemon/core/tracker/closing/missed-presses.c and unpressed-turns.c.
 */
#include "tests/unit/core/tracker/tracker-hands.h"

static void reads(const char *fen, const char *text, const char *moves)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, fen, s, true);
		hands_play(&h, text);
		hands_play(&h, "@2000 ~");
		assert_string_equal(hands_moves(&h), moves);
		hands_end(&h);
	}
}

static void m1_one_press_is_missed(void **state)
{
	reads(NULL, "-e2P @300 +e4P @2000 -e7p @300 +e5p @200 !b @3000 -g1N @300 +f3N @300 !w", "e2e4 e7e5 g1f3");
	/* … and the pieces are taken */
	reads(NULL, "-e2P @300 +e4P @200 !w @900 -d7p @300 +d5p @2000 -d5p @300 -e4P @200 +d5P @300 !w",
	      "e2e4 d7d5 e4d5");
}

static void m2_both_players_forget_the_lever(void **state)
{
	reads(NULL, "-e2P @300 +e4P @2000 -e7p @300 +e5p @2000 -g1N @300 +f3N @300 !w @2000 -b8n @300 +c6n @300 !b",
	      "e2e4 e7e5 g1f3 b8c6");
	/* the press is the reply's to both */
	reads(NULL, "-e2P @300 +e4P @200 !w @900 -b8n @300 +c6n @4000 -a2P @300 +a3P @5000 -f7p @300 +f6p @300 !b",
	      "e2e4 b8c6 a2a3 f7f6");
	/* an exchange on one square */
	reads("4k3/8/2n5/4p3/3P4/5N2/8/4K3 w - - 0 1",
	      "-d4P @100 -e5p @200 +e5P @3000 -c6n @100 -e5P @300 +e5n @2000 -e5n @200 -f3N @300 +e5N @100 !w",
	      "d4e5 c6e5 f3e5");
}

/* Three turns on one square leave two pieces gone and one moved, which a single turn would explain as cheaply: what
 * stood there for seconds and was exchanged twice was taken. */
static void m2_three_turns_on_one_square(void **state)
{
	reads("4k3/8/8/3pp3/8/3P4/6PP/4K3 b - - 0 1",
	      "-e5p @600 +e4p @16000 -d3P @500 -e4p @250 +e4P @16000 -d5p @350 -e4P @700 +e4p @500 !b @3500 "
	      "-g2P @300 +g3P @300 !w",
	      "e5e4 d3e4 d5e4 g2g3");
}

/* Presence only: of the capture nothing is seen but that its piece is gone; what its goal does then is the recapture.
 */
static void m2_a_capture_that_no_sensor_saw_is_retaken(void **state)
{
	struct hands h;

	hands_begin(&h, "4k3/1b6/8/5p2/8/3P4/2K3PP/8 b - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-b7 @400 +e4 @600 !b @47000 -d3 @10000 -f5 @400 -e4 @180 +e4 @6000 -c2 @400 +b3 @1400 !w "
		       "@9000 -e8 @300 +e7 @600 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "b7e4 d3e4 f5e4 c2b3 e8e7");
	hands_end(&h);
}

/* Presence only: b5 takes on b7 and nothing is seen of it but the lift. */
static void m2_a_capture_between_two_turns_is_not_seen(void **state)
{
	struct hands h;

	hands_begin(&h, "4k3/1p2p3/2n5/1R6/8/8/5PPP/4K3 b - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-e7 @600 +e6 @3300 -b5 @53000 -c6 @800 +a5 @800 !b @4000 -b7 @400 +b4 @1000 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "e7e6 b5b7 c6a5 b7b4");
	hands_end(&h);
}

/* A forgotten press leaves the lever where the reply would put it: neither is seen. The hands overlap at the third
 * move. */
static void m3_both_hands_are_on_the_board(void **state)
{
	reads(NULL,
	      "-e2P @300 +e4P @300 !w @900 -g7p @200 +g6p @300 !b @900 -b1N @200 +c3N @100 !w @900 "
	      "-d7p @300 +d5p @4000 -g1N @250 -f8b @30 +g7b @100 +f3N @500 !b @900 -e4P @200 +d5P @500 !w",
	      "e2e4 g7g6 b1c3 d7d5 g1f3 f8g7 e4d5");
	/* … of two pieces in the endgame */
	reads("8/8/8/8/8/1K6/4r3/3R4 w - - 0 1",
	      "-d1R @200 +d3R @500 !w @2000 -e2r @300 +e5r @500 !b @2000 -d3R @200 +f3R @9000 "
	      "-e5r @250 -b3K @30 +c4K @30 +e2r @700 !w",
	      "d1d3 e2e5 d3f3 e5e2 b3c4");
}

/* The third move takes what the second has put down, and takes it off last. */
static void m4_a_captured_piece_is_taken_off_last(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct tracker_setup setup = { .game = &game_draughts, .sensors = s, .has_lever = true };

		memset(&h, 0, sizeof(h));
		h.game = setup.game;
		assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
		assert_int_equal(tracker_new(&setup, hands_hear, &h, &h.tracker), 0);
		hands_play(&h, "-32w @200 +28w @3000 -19b @250 +23b @250 -28w @200 +19w @200 -23b @600 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "3228 1923 2819");
		hands_end(&h);
	}
}

/* The piece goes on in the direction that it had, long after the reply: it was not on its way. */
static void m2_a_piece_that_stood_for_long_did_not_slide(void **state)
{
	reads("4k3/7B/8/4p3/8/8/8/4K3 w - - 0 1", "-h7B @400 +d3B @15000 -e5p @300 +e4p @60000 -d3B @300 +c2B @300 !w",
	      "h7d3 e5e4 d3c2");
}

/* Nobody presses any more, and the recording ends. */
static void m3_the_last_turns_are_not_pressed(void **state)
{
	read_as(NULL, true,
		"-e2P @300 +e4P @300 !w @900 -d7p @300 +d5p @300 !b @900 -b1N @200 +c3N @2000 -g1N @200 -b8n @60 +f3N @50 +c6n @3000 ~",
		"e2e4 d7d5 b1c3 b8c6 g1f3");
	/* hands that take pieces off play nothing */
	read_as(NULL, true,
		"-e2P @300 +e4P @300 !w @900 -d7p @300 +d5p @300 !b @900 -b1N @200 -g1N @300 -b8n @60 -g8n @3000 ~",
		"e2e4 d7d5");
}

/* Which of the turns nobody pressed: as played, and when the recording has ended. */
static void unpressed(bool lever, const char *text, const char *then, const char *at_the_end)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, lever);
		hands_play(&h, text);
		assert_string_equal(hands_unpressed(&h), then);
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_unpressed(&h), at_the_end);
		hands_end(&h);
	}
}

/* It is told of each turn, the old ones too, whether it was pressed; and of the last one. */
static void who_forgot_the_lever_is_known(void **state)
{
	unpressed(true, "-e2P @300 +e4P @2000 -e7p @300 +e5p @200 !b @3000 -g1N @300 +f3N @300 !w @2000 ~", "0", "0");
	unpressed(true, "-e2P @300 +e4P @2000 -e7p @300 +e5p @2000 -g1N @300 +f3N @300 !w @2000 ~", "0 1", "0 1");
	unpressed(true,
		  "-e2P @300 +e4P @300 !w @900 -g7p @200 +g6p @300 !b @900 -b1N @200 +c3N @100 !w @900 "
		  "-d7p @300 +d5p @4000 -g1N @250 -f8b @30 +g7b @100 +f3N @500 !b @900 -e4P @200 +d5P @500 !w @2000 ~ "
		  "-d8q @200 +d7q @500 !b @900 -a2P @200 +a3P @500 !w @900 -a7p @200 +a6p @500 !b @2000 ~ "
		  "-h2P @200 +h3P @2500 ~",
		  "3 4", "3 4 10");
}

/* A press that comes in the very instant in which the piece stands, as the whole board may tell of it, is one. */
static void a_press_in_the_instant_of_its_move_is_one(void **state)
{
	unpressed(true, "-e2P @300 +e4P @-5 !w @2000 -e7p @300 +e5p @-5 !b @2000 ~", "", "");
	unpressed(true, "#rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR @-5 !w @2000 ~", "", "");
}

/* Where there is no lever nobody has forgotten it. */
static void without_a_lever_nobody_forgets_it(void **state)
{
	unpressed(false, "-e2P @300 +e4P @2000 -e7p @300 +e5p @2000 -g1N @300 +f3N @2000 ~", "", "");
}

static void they_are_told_in_order_where_they_stood(void **state)
{
	hands_check(NULL, TRACKER_PIECE_ID, "-e2P @300 +e4P @2000 -e7p @300 +e5p @2000 -g1N @300 +f3N @300 !w @1500 ~",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5 down2:g1f3 turn2:w:legal:g1f3");
}

/* The queen rests on g5 on its way, and the knight has moved before she stands: that looks like three turns, until its
 * press comes and nothing was moved for it. */
static void m5_a_piece_that_rested_before_an_early_reply_made_one_move(void **state)
{
	static const char fen[] = "4k3/6n1/8/8/7Q/8/PP3PPP/4K3 w - - 0 1";
	static const char rested[] =
		"-h4Q @100 +g5Q @1500 -g7n @100 +f5n @20 -g5Q @30 +h6Q @40 !w @200 !b @900 -f2P @100 +f3P @300 !w";
	struct hands h;

	reads(fen, rested, "h4h6 g7f5 f2f3");
	/* three turns were reported, two take their place */
	hands_begin(&h, fen, TRACKER_PIECE_ID, true);
	hands_play(&h, rested);
	assert_non_null(
		strstr(hands_said(&h), "turn2:w:legal:g5h6 revised0:w:legal:h4h6 down1:g7f5 turn1:b:legal:g7f5 "));
	hands_end(&h);
	/* … and three they stay if the knight is answered by its own move */
	reads(fen,
	      "-h4Q @100 +g5Q @1500 -g7n @100 +f5n @20 -g5Q @30 +h6Q @40 !w @900 -f5n @100 +d4n @300 !b @900 "
	      "-f2P @100 +f3P @300 !w",
	      "h4g5 g7f5 g5h6 f5d4 f2f3");
}

/* A piece knocked over and a hand that began early are no turns: nobody pressed less often than he should. */
static void a_mess_is_no_missed_press(void **state)
{
	reads(NULL, "-e2P @200 -d2P @100 +e4P @100 -d7p @50 !w @300 +d2P @200 +d5p @300 !b", "e2e4 d7d5");
}

/* Two moves of one side with one press between: no reply was seen, but a press may have been forgotten. A person is
 * asked whether it was one move or two. */
static void two_moves_of_one_side_are_wrong(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "-e2P @300 +e4P @2000 -g1N @300 +f3N @300 !w @2000 ~");
	assert_int_equal(tracker_turns(h.tracker), 1);
	assert_true(tracker_turn(h.tracker, 0)->disputed);
	assert_int_equal(tracker_turn(h.tracker, 0)->other[0].kind, TURN_SEVERAL);
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(m1_one_press_is_missed),
		cmocka_unit_test(m2_both_players_forget_the_lever),
		cmocka_unit_test(m2_three_turns_on_one_square),
		cmocka_unit_test(m2_a_capture_that_no_sensor_saw_is_retaken),
		cmocka_unit_test(m2_a_capture_between_two_turns_is_not_seen),
		cmocka_unit_test(m3_both_hands_are_on_the_board),
		cmocka_unit_test(m4_a_captured_piece_is_taken_off_last),
		cmocka_unit_test(m2_a_piece_that_stood_for_long_did_not_slide),
		cmocka_unit_test(m3_the_last_turns_are_not_pressed),
		cmocka_unit_test(who_forgot_the_lever_is_known),
		cmocka_unit_test(a_press_in_the_instant_of_its_move_is_one),
		cmocka_unit_test(without_a_lever_nobody_forgets_it),
		cmocka_unit_test(they_are_told_in_order_where_they_stood),
		cmocka_unit_test(m5_a_piece_that_rested_before_an_early_reply_made_one_move),
		cmocka_unit_test(a_mess_is_no_missed_press),
		cmocka_unit_test(two_moves_of_one_side_are_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
