/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that a press closes, early, in the air or on the way: timelines R2, R3, R7 and R9 of the readings. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void r2_pressed_in_the_air(void **state)
{
	both(NULL, "-e2P @100 !w @150 +e4P", "down0:e2e4 turn0:w:legal:e2e4");
	both(NULL, "-g1N @100 !w @150 +f3N @600 -e7p @100 +e5p !b",
	     "down0:g1f3 turn0:w:legal:g1f3 down1:e7e5 turn1:b:legal:e7e5");
}

static void r3_pressed_before_the_hand_began(void **state)
{
	both(NULL, "!w @150 -e2P @100 +e4P", "down0:e2e4 turn0:w:legal:e2e4");
}

static void r7_no_move(void **state)
{
	both(NULL, "!w @2000 ~", "turn0:w:no-move");
	both(NULL, "-e2P @300 +e2P !w @2000 ~", "turn0:w:no-move");
	both(NULL, "-e2P +e4P !w @400 !w @100 -e7p +e5p !b",
	     "down0:e2e4 turn0:w:legal:e2e4 empty down1:e7e5 turn1:b:legal:e7e5");
}

/* R9: no press follows that would show it: the last move of a game, a long thought. */
static void r9_pressed_on_the_way(void **state)
{
	const char *fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

	both(fen, "-a1R @50 +a4R @60 !w @50 -a4R @40 +a6R @2000 ~",
	     "down0:a1a4 turn0:w:legal:a1a4 revised0:w:legal:a1a6");
	both(fen, "-a1R @50 +a4R @300 !w @50 -a4R @40 +a6R @2000 ~",
	     "down0:a1a4 turn0:w:legal:a1a4 revised0:w:legal:a1a6");
	/* a piece that is put somewhere else later has not been pressed there */
	both(fen, "-a1R @50 +a4R @300 !w @1800 ~ -a4R @40 +a6R @2000 ~", "down0:a1a4 turn0:w:legal:a1a4");
}

static void w_missed_presses(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, true);
		hands_play(&h, "-e2P @100 +e4P @900 -e7p @100 +e5p @100 !b @900 -g1N @100 +f3N @100 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3");
		hands_end(&h);
	}
}

static void the_rook_first_and_the_king_after_the_press(void **state)
{
	read_as("4k3/p7/8/8/8/8/8/4K2R w K - 0 1", true,
		"-h1R @150 +f1R @100 !w @40 -e1K @150 +g1K @800 -a7p @100 +a6p @100 !b @2000 ~", "e1g1 a7a6");
}

static void a_man_goes_on_after_the_press(void **state)
{
	read_as("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", true,
		"-a1R @100 +b1R @30 !w @20 -b1R @20 +c1R @20 -c1R @20 +d1R @700 -a7p @100 +a6p @100 !b @900 -d1R @90 +d7R @90 !w @2000 ~",
		"a1d1 a7a6 d1d7");
}

static void an_illegal_move_pressed_in_the_air(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "-b1N @300 !w @200 +d3N @2000 ~");
	assert_string_equal(hands_said(&h), "turn0:w:illegal:piece:b1d3");
	hands_end(&h);
}

/* The last move is not pressed, and the pieces are cleared away: it belongs to the game. */
static void the_last_move_is_not_pressed(void **state)
{
	const char *cleared =
		"-a7p @60 -b7p @60 -c7p @60 -d2P @60 -c2P @60 -b2P @60 -a2P @60 -h7p @60 -h2P @60 -a8r @60 -h8r @60 -a1R @60 ~";
	const char *mate =
		"-f2P @100 +f3P @200 !w @900 -e7p @100 +e5p @200 !b @900 -g2P @100 +g4P @200 !w @900 -d8q @100 +h4q";
	char text[500];

	/* mate ends the game at once, another move when it has stood */
	snprintf(text, sizeof(text), "%s @300 %s", mate, cleared);
	read_as(NULL, true, text, "f2f3 e7e5 g2g4 d8h4");
	snprintf(text, sizeof(text), "-e2P @100 +e4P @200 !w @900 -e7p @100 +e5p @3000 %s", cleared);
	read_as(NULL, true, text, "e2e4 e7e5");
	/* a piece that is brought to its place again within the second has not moved */
	snprintf(text, sizeof(text), "-e2P @100 +e4P @200 !w @900 -e7p @100 +e5p @200 %s", cleared);
	read_as(NULL, true, text, "e2e4");
}

/* The lever is pressed in the air and once more when the pawn has gone on: that the second press was none says nothing
 * about where the pawn went. */
static void r9_pressed_again_as_the_piece_goes_on(void **state)
{
	read_as(NULL, true,
		"-e2P @30 !w @80 +e3P -e3P +e4P @20 !w @3000 -a7p @100 +a6p @200 !b @1200 -d2P @100 +d3P @200 !w @900 "
		"-b7p @100 +b6p @200 !b @2000 ~",
		"e2e4 a7a6 d2d3 b7b6");
}

/* A piece goes on as soon as it is pressed, before the other side begins: its turn ends where it stands then. That its
 * next move comes to a square before the old one is left, or not at all, makes no other turn of it. */
static void r9_the_turn_ends_where_its_piece_stands_when_the_reply_begins(void **state)
{
	read_as(NULL, true,
		"-a2P @100 +a3P @200 !w @900 -h7p @175 !b @90 +h6p @20 -h6p +h5p @460 -b1N @170 +c3N @40 +h4p @40 !w @80 "
		"!b @620 -g1N @90 +f3N @120 !w @900 -b7p @100 +b6p @200 !b @2000 ~",
		"a2a3 h7h5 b1c3 h5h4 g1f3 b7b6");
	/* the pawn that has gone on is taken in passing */
	read_as("4k3/4p3/8/3P4/8/8/7P/4K3 b - - 0 1", true,
		"-e7p @180 !b @20 +e6p @40 -e6p +e5p @1000 -e5p @80 -d5P @80 +e6P @300 !w @1000 -e8k @100 +f8k @200 !b "
		"@900 -h2P @100 +h3P @200 !w @2000 ~",
		"e7e5 d5e6 e8f8 h2h3");
}

/* It stands until the other side has begun, and a while after: it has arrived, and what comes then is its next move,
 * though the sensor is late. */
static void r9_a_piece_that_stands_as_the_reply_begins_has_arrived(void **state)
{
	struct hands h;

	hands_begin(&h, "4k1r1/8/8/7p/4B3/8/P7/4K3 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h,
		   "-e4B @410 +h7B @33 !w @2690 -g8r @32 +f8r @77 +g6B @15 -g6B @16 +f5B @20 !b @10 -f5B @9 +e4B @58 "
		   "-e4B @20 +d3B @43 -d3B @7 +c2B @15 -c2B +b1B @179 !w @2 -h7B @2000 ~ -f8r @100 +f6r @200 !b "
		   "@2000 ~");
	assert_string_equal(hands_moves(&h), "e4h7 g8f8 h7b1 f8f6");
	hands_end(&h);
}

/* The knight takes on e4, and a pawn comes to d5 before it stands: which of the two squares it went to is asked at the
 * press. That it is lifted again at once makes d5 no clearer: on e4 it stood. */
static void r5_a_piece_that_is_lifted_after_its_press_stood(void **state)
{
	struct hands h;

	hands_begin(&h, "rn1q1rk1/1p2ppbp/p2p2p1/8/3NnP2/2N1B3/PPP1Q1PP/R4RK1 w - - 0 12", TRACKER_PRESENCE, true);
	hands_play(&h, "-e4 @30 -c3 -d6 @40 +d5 @30 +e4 @40 !w -e4 @80 +c3 @120 !b @500 !w @2000 ~");
	assert_string_equal(hands_said(&h), "down0:c3e4 turn0:w:legal:c3e4 down1:d6d5 turn1:b:legal:d6d5 "
					    "down2:e4c3 ambiguous turn2:w:legal:e4c3");
	hands_end(&h);
}

/* The lever is polled, and read late. A piece that stands where it cannot go is waited for, as any other is, though its
 * press was made before: so a move against the rules that was seen as a whole is not read as a legal one at once. */
static void r10_a_late_press_of_a_move_against_the_rules(void **state)
{
	static const char *const lines[] = {
		"@3000 -e2P @300 +e5P @700 !w @3000 ~ @3000 -a7p @300 +a6p @600 !b @3000 ~",
		"@3000 -b8n @300 +b8n @900 -e2P @300 +e5P @700 !w @3000 ~ @3000 -a7p @300 +a6p @600 !b @3000 ~",
	};

	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct tracker_setup setup = { .sensors = TRACKER_PIECE_ID,
					       .has_lever = true,
					       .scan_us = 250000,
					       .late_us = 1500000,
					       .game = game_find("chess") };
		struct hands h = { .game = setup.game };

		assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
		assert_int_equal(tracker_new(&setup, hands_hear, &h, &h.tracker), 0);
		hands_play(&h, lines[i]);
		assert_string_equal(hands_said(&h), "turn0:w:illegal:piece:e2e5 down1:a7a6 turn1:b:legal:a7a6");
		assert_false(tracker_turn(h.tracker, 0)->unsure);
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(r2_pressed_in_the_air),
		cmocka_unit_test(r3_pressed_before_the_hand_began),
		cmocka_unit_test(r7_no_move),
		cmocka_unit_test(the_last_move_is_not_pressed),
		cmocka_unit_test(r9_pressed_on_the_way),
		cmocka_unit_test(r9_pressed_again_as_the_piece_goes_on),
		cmocka_unit_test(r9_the_turn_ends_where_its_piece_stands_when_the_reply_begins),
		cmocka_unit_test(r9_a_piece_that_stands_as_the_reply_begins_has_arrived),
		cmocka_unit_test(w_missed_presses),
		cmocka_unit_test(the_rook_first_and_the_king_after_the_press),
		cmocka_unit_test(a_man_goes_on_after_the_press),
		cmocka_unit_test(an_illegal_move_pressed_in_the_air),
		cmocka_unit_test(r5_a_piece_that_is_lifted_after_its_press_stood),
		cmocka_unit_test(r10_a_late_press_of_a_move_against_the_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
