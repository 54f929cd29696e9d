/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real sensors: the timelines of daemon/core/tracker/reading/ that no other file here has, R1, R4, R5, R6 and its
 * costs. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define CASTLES "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
#define TAKES "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1"

static void r1_moves(void **state)
{
	both(NULL, "-e2P +e4P !w -e7p +e5p !b", "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* the goal is published before the origin */
	both(NULL, "+f3N -g1N !w", "down0:g1f3 turn0:w:legal:g1f3");
}

static void r4_a_slide_is_shown_when_it_rests(void **state)
{
	both("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1R @80 +a2R @40 -a2R @60 +a3R @40 -a3R @60 +a8R !w",
	     "down0:a1a8 turn0:w:legal:a1a8");
	both("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1R @80 +a3R @400 -a3R @60 +a5R @400 !w",
	     "down0:a1a3 back0:a1a3 down0:a1a5 turn0:w:legal:a1a5");
}

static void r5_a_hand_that_began_early_and_bounces_takes_nothing_back(void **state)
{
	both(NULL, "-e2P @100 -e7p @50 +e4P @20 !w @1 +e5p -e5p +e5p @9 -e5p +e5p @300 !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

/* The opponent takes before the press: the exchange is seen before the turn is over. */
static void r5_a_capture_that_began_early(void **state)
{
	struct hands h;

	/* the piece went, and his victim was exchanged, while the other hand was still in the air */
	hands_begin(&h, "4k3/8/8/4P3/6n1/1Q6/8/4K3 w - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-b3 @10 -g4 @50 -e5 @100 +e5 @70 +c2 @60 !w @30 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "b3c2 g4e5");
	hands_end(&h);
	/* the piece that has just been put down is lifted before its press, and taken */
	hands_begin(&h, "4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-f7 @120 +f6 @440 -e5 @130 -f6 @20 !b @150 +f6 @130 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "f7f6 e5f6");
	hands_end(&h);
}

/* … not even the first: the next piece that is lifted is the reply's, and no board stands turned. */
static void r6_the_first_origin_is_never_reported(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(
		&h,
		"+e4P @80 !w @430 -e7 @80 +e5p @100 !b @900 -g1 @100 +f3N @200 !w @900 -b8 @100 +c6n @200 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6");
	hands_end(&h);
}

static void r6_a_change_that_never_came_is_made_good(void **state)
{
	struct hands h;

	/* the bishop's goal is not reported; the next move shows where it stood */
	hands_begin(&h, "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-c1 @200 !w @2000 -e8 @100 +f7 @200 !b @1000 +h4 @100 !w @1000 ~ @1000 ~");
	assert_string_equal(hands_moves(&h), "c1g5 e8f7 g5h4");
	hands_end(&h);
	/* the origin is not reported */
	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(&h, "+f3 @100 !w @1000 -e7 @100 +e5 @100 !b @1000 -f3 @100 -e5 @100 +e5 @100 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "g1f3 e7e5 f3e5");
	hands_end(&h);
}

static void w4_captures_any_way_round(void **state)
{
	static const char *const ways[] = {
		"-d5p @200 -e4P @200 +d5P",
		"-e4P @200 -d5p @200 +d5P",
		"-e4P -d5p +d5P",
		"-e4P @200 +d5P", /* an exchange that no scan saw */
		"-d5p @200 -e4P @200 !w @200 +d5P",
		"-e4P @100 -d5p @50 +c6p @100 -c6p @100 +d5P",	/* the victim dragged over a neighbour */
		"-f5n @300 +f5n @300 -e4P @100 -d5p @100 +d5P", /* another piece touched first */
	};

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
			struct hands h;

			if (s == TRACKER_PRESENCE && i == 3)
				continue; /* d5 or f5: tested below */
			hands_begin(&h, TAKES, s, true);
			hands_play(&h, ways[i]);
			if (!strchr(ways[i], '!'))
				hands_play(&h, "@100 !w");
			hands_play(&h, "@2000 ~");
			assert_string_equal(hands_moves(&h), "e4d5");
			hands_end(&h);
		}
}

static void w4_an_unseen_exchange_is_known_by_the_next_move(void **state)
{
	struct hands h;

	hands_begin(&h, TAKES, TRACKER_PRESENCE, true);
	hands_play(&h, "-e4 @200 !w @2000 ~ -d5 @100 +d4 @100 !b @1000");
	/* the pawn of d5 moves on: it was the knight that was taken */
	assert_string_equal(hands_moves(&h), "e4f5 d5d4");
	hands_end(&h);
}

static void castling_any_way_round(void **state)
{
	static const char *const ways[] = {
		"-e1K @200 +g1K @200 -h1R @200 +f1R",
		"-h1R @200 +f1R @200 -e1K @200 +g1K",
		"-e1K -h1R @100 +g1K +f1R",
		"-e1K -h1R @100 +f1R +g1K",
		"-e1K @100 +f1K @300 -f1K @100 +g1K @100 -h1R @100 +f1R",
	};
	struct hands h;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
			hands_begin(&h, CASTLES, s, true);
			hands_play(&h, ways[i]);
			hands_play(&h, "@100 !w @2000 ~");
			assert_string_equal(hands_moves(&h), "e1g1");
			hands_end(&h);
		}
	/* the rook after the press */
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, CASTLES, s, true);
		hands_play(&h, "-e1K @100 +g1K @100 !w @300 -h1R @100 +f1R @900 -a7p @100 +a6p @100 !b");
		assert_string_equal(hands_moves(&h), "e1g1 a7a6");
		hands_end(&h);
	}
}

static void en_passant_with_a_late_victim(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", s, true);
		hands_play(&h, "-e5P @100 +d6P @100 !w @300 -d5p @800 -e8k @100 +d8k @100 !b");
		assert_string_equal(hands_moves(&h), "e5d6 e8d8");
		hands_end(&h);
	}
}

static void wrongs_are_told_in_words(void **state)
{
	hands_check(NULL, TRACKER_PIECE_ID, "-b1N @100 +d3N @100 !w @2000 ~", "turn0:w:illegal:piece:b1d3");
	hands_check(NULL, TRACKER_PRESENCE, "-b1 @100 +d3 @100 !w @2000 ~", "turn0:w:illegal:piece:b1d3");
}

static void put_right_after_a_correction(void **state)
{
	struct hands h;
	struct game_position start;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, true);
		start = *tracker_position(h.tracker);
		hands_play(&h, "-b1N @100 +d3N @100 !w @2000 ~");
		hands_said(&h);
		assert_int_equal(tracker_set_position(h.tracker, &start), 0);
		hands_play(&h, "-d3N @100 +b1N @1000");
		assert_string_equal(hands_said(&h), "restored");
		hands_play(&h, "-e2P @100 +e4P @100 !w");
		assert_string_equal(hands_said(&h), "down1:e2e4 turn1:w:legal:e2e4");
		assert_int_equal(tracker_undo(h.tracker, 1), 0);
		hands_play(&h, "-e4P @100 +e2P @1000 -d2P @100 +d4P @100 !w");
		assert_string_equal(hands_said(&h), "restored down1:d2d4 turn1:w:legal:d2d4");
		hands_end(&h);
	}
}

static void guidance_names_the_steps(void **state)
{
	struct hands h;
	struct game_position start;
	struct tracker_step steps[GAME_MAX_SQUARES];

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	start = *tracker_position(h.tracker);
	hands_play(&h, "-e2P @100 +e4P @100 !w");
	assert_int_equal(tracker_set_position(h.tracker, &start), 0);
	assert_int_equal(tracker_guidance(h.tracker, steps), 1);
	assert_int_equal(steps[0].from, 28);
	assert_int_equal(steps[0].to, 12);
	assert_int_equal(steps[0].piece, 'P');
	hands_play(&h, "-e4P @100 +e2P");
	assert_int_equal(tracker_guidance(h.tracker, steps), 0);
	hands_end(&h);
}

static void a_gap_of_lost_events_is_closed_by_the_whole_board(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "-e2P @100 +e4P @100 !w @1000 ? #rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	hands_play(&h, "@1000 !w @500 -b8n @100 +c6n @100 !b");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6");
	hands_end(&h);
	/* a cable pulled and put back: nobody says that events are missing */
	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(&h, "-e2 @100 +e4 @100 !w @1000 #rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	hands_play(&h, "@1000 !w @500 -b8 @100 +c6 @100 !b");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6");
	hands_end(&h);
}

static void a_change_that_never_comes_is_not_told_away_later(void **state)
{
	/* f1 says for ever that the rook stands there: many turns later the move is still the move */
	read_as("6k1/p6p/8/8/8/8/7P/4KR2 w - - 0 1", true,
		"+f4R @100 !w @2000 -a7p @100 +a6p @100 !b @900 -h2P @90 +h3P @90 !w @900 -a6p @90 +a5p @90 !b"
		" @900 -h3P @90 +h4P @90 !w @900 -a5p @90 +a4p @90 !b @900 -h4P @90 +h5P @90 !w @900 -a4p @90 +a3p @90 !b"
		" @900 -h5P @90 +h6P @90 !w @900 -g8k @90 +h8k @90 !b @900 -e1K @90 +e2K @90 !w @900 -h8k @90 +g8k @90 !b"
		" @900 -e2K @90 +e3K @90 !w @900 -g8k @90 +h8k @90 !b @900 -e3K @90 +e2K @90 !w @900 -h8k @90 +g8k @90 !b",
		"f1f4 a7a6 h2h3 a6a5 h3h4 a5a4 h4h5 a4a3 h5h6 g8h8 e1e2 h8g8 e2e3 g8h8 e3e2 h8g8");
}

/* A rook that is set down for the pawn is the rook: an unnamed piece on the square before it was the victim's, touched.
 */
static void a_named_promotion_is_not_told_away_by_an_unnamed_touch(void **state)
{
	struct hands h;

	hands_begin(&h, "1k4rn/pq2Q1P1/1p1p4/2p5/PP6/6B1/3PP3/2NRK3 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, "-g7P @120 -h8n @15 +h8 @5 -h8 @15 +h8 @20 -h8 @150 +g7P @1700 -g7P +h8P @170 -h8P @240 +h8R "
		       "@50 !w @700 -h8R @40 -g8r @220 !b @25 +h8r @2000 ~");
	assert_string_equal(hands_moves(&h), "g7h8 g8h8");
	assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'R');
	hands_end(&h);
}

/* A turn that was seen as a whole, pressed and answered is not read otherwise because that would explain what nothing
 * explains two turns later: two pieces of one side moved, and one press. */
static void a_turn_that_was_seen_is_not_rewritten_from_afar(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, "8/5k2/8/8/8/1K6/4r3/3R4 w - - 0 1", s, true);
		for (unsigned i = 0; i < 2; i++)
			hands_play(
				&h,
				"-d1R @200 +d3R @500 !w @2000 -e2r @300 +e5r @500 !b @2000 -d3R @200 +d1R @500 !w @2000 "
				"-e5r @300 +e2r @500 !b @2000 ");
		hands_play(&h, "-d1R @200 +d3R @500 !w @2000 -e2r @300 +e5r @500 !b @2000 -b3K @200 +b4K @300 !w @900 "
			       "-f7k @200 +f6k @300 !b @1500 "
			       "-b4K @100 +c4K @200 -d3R @100 +f3R @300 !w @900 -f6k @100 +g5k @200 !b @900 "
			       "-c4K @200 +c5K @200 !w @2000 ~");
		assert_int_equal(tracker_turns(h.tracker), 15);
		assert_int_equal(tracker_turn(h.tracker, 10)->from, h.game->square_parse("b3"));
		assert_int_equal(tracker_turn(h.tracker, 10)->to, h.game->square_parse("b4"));
		hands_end(&h);
	}
}

/* A check that is overlooked once is overlooked again: that is one mistake of a player, and the move that gave it, seen
 * as a whole, is not read as another to save him the later ones. */
static void a_check_is_overlooked_again_and_again(void **state)
{
	static const char *const moves = "h1h8 a7a6 a2a3 a6a5 a3a4 b7b6 c2c3 b6b5";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, "4k3/pp6/8/8/8/8/P1P5/R3K2R w K - 0 1", s, true);
		hands_play(&h, "-h1R @200 +h8R @300 !w @400 -a7p @200 +a6p @100 !b @300 -a2P @200 +a3P @100 !w "
			       "@300 -a6p @200 +a5p @100 !b @1600 ~");
		assert_int_equal(tracker_turn(h.tracker, 3)->kind, TURN_ILLEGAL);
		hands_play(&h, "@900 -a3P @200 +a4P @100 !w @300 -b7p @200 +b6p @100 !b "
			       "@900 -c2P @200 +c3P @100 !w @300 -b6p @200 +b5p @100 !b @1600 ~");
		assert_string_equal(hands_moves(&h), moves);
		for (unsigned i = 0; i < 8; i++) {
			const struct turn *turn = tracker_turn(h.tracker, i);

			assert_int_equal(turn->kind, i % 2 ? TURN_ILLEGAL : TURN_LEGAL);
			assert_int_equal(turn->fault, i % 2 ? TURN_FAULT_CHECK : TURN_FAULT_NONE);
		}
		hands_end(&h);
	}
}

/* The e4 sensor says nothing when a pawn comes there, and nothing when it leaves: that was once, or the sensor is dead.
 * A knight that comes to stand nowhere went there rather than where all sensors have been right. */
static void a_sensor_that_missed_two_changes_is_dead_rather_than_another(void **state)
{
	read_as(NULL, true,
		"-e2P @1000 !w @2500 -d7p @300 +d5p @300 !b @900 -d5p @300 +d5P @300 !w @900 -a7p @300 +a6p @300 !b "
		"@900 -b1N @300 +c3N @300 !w @900 -a6p @300 +a5p @300 !b @900 -c3N @900 !w @2500 -a5p @300 +a4p @300 !b "
		"@2000 ~",
		"e2e4 d7d5 e4d5 a7a6 b1c3 a6a5 c3e4 a5a4");
	/* … and what stands on one that shows a piece for ever leaves it unseen */
	read_as(NULL, true,
		"+e4P @900 !w @2500 -d7p @300 +d5p @300 !b @900 -f1B @1000 !w @900 -a7p @300 +a6p @300 !b @900 "
		"+c4B @500 !w @2500 -a6p @300 +a5p @300 !b @2000 ~",
		"e2e4 d7d5 f1e2 a7a6 e2c4 a6a5");
}

static void reads_on(enum tracker_sensors sensors, const char *fen, const char *text, const char *moves)
{
	struct hands h;

	hands_begin(&h, fen, sensors, true);
	hands_play(&h, text);
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), moves);
	hands_end(&h);
}

/* The queen passes b7, and is in the hand again when she is pressed: rather than that she stood there she took on b8,
 * where something was put down before. */
static void what_was_gone_before_its_press_hardly_stood(void **state)
{
	reads_on(TRACKER_PRESENCE, "r1bqr1k1/2p2ppp/p1p5/3p4/N2Pn3/5N1P/PPPQ1PP1/R4RK1 w - - 1 14",
		 "-d2 @1000 +b4 @1000 !w -b4 @1000 !b @1000 +b8 @1000 +b7 @100 -b7 @1000 !w", "d2b4 a8b8 b4b8");
}

/* The rook stands on f1 while the turn before is not over yet, and the king leaves after that: White castled then, and
 * no turn earlier. */
static void the_king_waits_while_the_rook_stands(void **state)
{
	reads_on(
		TRACKER_PRESENCE, "r1bqk2r/1pp1bppp/p1nppn2/6B1/B2PP3/5N2/PPP2PPP/RN1QK2R w KQkq - 2 7",
		"-d4 @1000 -e8 @1000 -h8 @1000 +g8 @1000 +f8 @1000 +d5 @1000 -d5 @1000 !b @1000 -c6 @1000 !w @100 -b7 -h1 "
		"@1000 +f1 @500 +c6 @100 -e1 @100 !b @1000 +g1 @1000 -h7 @1000 +h6",
		"d4d5 e8g8 d5c6 b7c6 e1g1 h7h6");
}

/* The rook that takes on d7 is taken there at once. That a piece stood somewhere and went on costs more than nothing:
 * else the bishop might as well have been on any other square of its way. */
static void what_was_taken_at_once_stood(void **state)
{
	reads_on(TRACKER_PIECE_ID, "r1b2r1k/2p2Pp1/p4nn1/q5Np/2p4P/1Q3NP1/PPP2P2/2KRR3 w - - 0 19",
		 "@1000 -c8 @1000 +c4Q @1000 !w @1000 !b @100 -d1 @100 +d7R @50 -d7 !w @100 -f6 @1000 +d3Q @100 "
		 "+d7n @1000 !b @1000 !w",
		 "b3c4 c8d7 d1d7 f6d7 c4d3");
}

/* The queen takes back on d3 before her turn begins, and d3 bounces after that: neither is for nothing, or three
 * captures on one square would be one. */
static void a_bounce_is_something_at_least(void **state)
{
	reads_on(
		TRACKER_PRESENCE, "r2qkbnr/pp1npppb/2p4p/7P/3P4/5NN1/PPP2PP1/R1BQKB1R w KQkq - 1 9",
		"-f1 @1000 -h7 @1000 !w -d1 @1000 +d3 @1000 !b -g8 @1000 -d3 @50 +d3 -d3 +d3 !w @1000 -e1 +g1 @100 -h1 "
		"@1000 +f1 @1000 +f6 @1000 !b -e7 @1000 +e6 @1000 !w",
		"f1d3 h7d3 d1d3 g8f6 e1g1 e7e6");
}

/* The rook slides over e8 as it is pressed, and its next hand passes e8 again while White moves: no piece rested there.
 */
static void what_is_passed_twice_has_not_rested(void **state)
{
	struct hands h;

	hands_begin(&h, "5rk1/5ppp/pp2p3/2b1P3/P1P5/Nq2P1P1/4Q2P/R1B2RK1 b - - 1 21", TRACKER_PIECE_ID, true);
	hands_play(&h,
		   "-f8r @45 !b @44 +e8r @16 -e8r +d8r @10 -d8r @5 +d8r @1380 -e2Q -d8r @115 +f3Q @35 +e8r @10 -e8r "
		   "+f8r @40 !w @150 !b @430 -f3Q @45 +d1Q @150 !w @500 -b3q @100 +c3q @200 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "f8d8 e2f3 d8f8 f3d1 b3c3");
	hands_end(&h);
}

/* The queen is in the air at her press, and at Black's, which comes at once. That a pawn is seen on one of her goals
 * makes it no likelier that she takes it than that she comes to an empty one. */
static void what_is_seen_to_stand_is_not_taken_from_the_air(void **state)
{
	struct hands h;

	hands_begin(&h, "r1k1nrb1/p1qp1ppp/P3p3/1p6/2p2n2/2P2PN1/3PP1PP/RQKBNRB1 w - - 0 10", TRACKER_PIECE_ID, true);
	hands_play(&h, "-b1Q @2 -f4n @130 !w @10 +g6n @60 !b");
	assert_int_equal(tracker_turns(h.tracker), 2);
	assert_null(strstr(hands_moves(&h), "b1b5"));
	hands_play(
		&h,
		"@35 +b4Q @385 -e1N @150 +c2N @400 !w @770 -d7p @130 +d6p @45 !b @580 -b4Q @100 +b1Q @200 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "b1b4 f4g6 e1c2 d7d6 b4b1");
	hands_end(&h);
}

/* The bishop slides over c4 to d5, and c4 is late to report that it is gone. It is seen on both: it stands where it
 * came last. */
static void what_is_named_twice_stands_where_it_came_last(void **state)
{
	struct hands h;

	hands_begin(&h, "4k3/8/8/8/8/1b6/8/4K1N1 b - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h,
		   "-b3b @145 +c4b @40 +d5b @120 !b @460 -g1N @150 +e2N @140 !w @680 -c4b @590 -d5b @50 +e6b @200 !b "
		   "@2000 ~");
	assert_string_equal(hands_moves(&h), "b3d5 g1e2 d5e6");
	hands_end(&h);
}

/* White takes in passing before the pawn is pressed: his pawn could not have gone to e6 before that move. */
static void an_early_reply_that_only_the_move_makes_possible(void **state)
{
	struct hands h;

	hands_begin(&h, "4k3/4p3/8/3P4/8/8/7P/4K3 b - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(
		&h,
		"-e7p @130 +e6p @22 -e6p +e5p @123 -d5P @143 +e6P @19 !b @18 -e5p @43 !w @1000 -e8k @100 +f8k @200 !b "
		"@900 -h2P @100 +h3P @200 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "e7e5 d5e6 e8f8 h2h3");
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_that_was_seen_is_not_rewritten_from_afar),
		cmocka_unit_test(a_named_promotion_is_not_told_away_by_an_unnamed_touch),
		cmocka_unit_test(a_check_is_overlooked_again_and_again),
		cmocka_unit_test(r1_moves),
		cmocka_unit_test(r4_a_slide_is_shown_when_it_rests),
		cmocka_unit_test(r5_a_hand_that_began_early_and_bounces_takes_nothing_back),
		cmocka_unit_test(r5_a_capture_that_began_early),
		cmocka_unit_test(r6_the_first_origin_is_never_reported),
		cmocka_unit_test(r6_a_change_that_never_came_is_made_good),
		cmocka_unit_test(w4_captures_any_way_round),
		cmocka_unit_test(w4_an_unseen_exchange_is_known_by_the_next_move),
		cmocka_unit_test(castling_any_way_round),
		cmocka_unit_test(en_passant_with_a_late_victim),
		cmocka_unit_test(wrongs_are_told_in_words),
		cmocka_unit_test(put_right_after_a_correction),
		cmocka_unit_test(guidance_names_the_steps),
		cmocka_unit_test(a_gap_of_lost_events_is_closed_by_the_whole_board),
		cmocka_unit_test(a_change_that_never_comes_is_not_told_away_later),
		cmocka_unit_test(a_sensor_that_missed_two_changes_is_dead_rather_than_another),
		cmocka_unit_test(what_was_gone_before_its_press_hardly_stood),
		cmocka_unit_test(the_king_waits_while_the_rook_stands),
		cmocka_unit_test(what_was_taken_at_once_stood),
		cmocka_unit_test(a_bounce_is_something_at_least),
		cmocka_unit_test(what_is_passed_twice_has_not_rested),
		cmocka_unit_test(what_is_seen_to_stand_is_not_taken_from_the_air),
		cmocka_unit_test(what_is_named_twice_stands_where_it_came_last),
		cmocka_unit_test(an_early_reply_that_only_the_move_makes_possible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
