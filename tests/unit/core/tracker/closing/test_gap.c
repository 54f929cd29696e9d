/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cable is out for a while in mid-game: timelines G1 to G7 of daemon/core/tracker/closing/gap.c, G8 to G10 of
 * unseen-turns.c. */
#include "tests/unit/core/tracker/event-work.h"
#include "tests/unit/core/tracker/tracker-hands.h"

static void check(enum tracker_sensors sensors, bool has_lever, const char *fen, const char *text, const char *expected)
{
	struct hands h;

	hands_begin(&h, fen, sensors, has_lever);
	hands_play(&h, text);
	assert_string_equal(hands_moves(&h), expected);
	hands_end(&h);
}

#define E4_E5 "-e2 @100 +e4 @900 -e7 @100 +e5 @900"
#define E4_E5_PRESSED "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b @900"

static void g1_moves_played_meanwhile_are_closed_by_what_stands(void **state)
{
	static const char *const board = "#rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		char text[256];

		/* the reply right after it closes the last one, too */
		snprintf(text, sizeof(text), "%s %s @900 -f1 @100 +c4 @900 -c8 @100 +g4", E4_E5, board);
		check(s, false, NULL, text, "e2e4 e7e5 g1f3 d7d6 f1c4");
		snprintf(text, sizeof(text), "%s %s @900 -f1 @100 +c4 @100 !w @900", E4_E5_PRESSED, board);
		check(s, true, NULL, text, "e2e4 e7e5 g1f3 d7d6 f1c4");
	}
}

static void g1_a_capture_played_meanwhile(void **state)
{
	/* 3 Nxe5: a sensor that names no piece shows only that f3 is empty; the reply tells the rest */
	check(TRACKER_PIECE_ID, false, NULL,
	      E4_E5 " -g1 @100 +f3 @900 -d7 @100 +d6 @900 "
		    "#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @900 -e5 @100 -d6 @100 +e5 @900 -d2 @100 +d4",
	      "e2e4 e7e5 g1f3 d7d6 f3e5 d6e5");
	check(TRACKER_PRESENCE, false, NULL,
	      E4_E5 " -g1 @100 +f3 @900 -d7 @100 +d6 @900 "
		    "#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @900 -e5 @100 -d6 @100 +e5 @900 -d2 @100 +d4",
	      "e2e4 e7e5 g1f3 d7d6 f3e5 d6e5");
	check(TRACKER_PRESENCE, true, NULL,
	      E4_E5_PRESSED
	      " -g1 @100 +f3 @100 !w @900 -d7 @100 +d6 @100 !b @900 "
	      "#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @100 !w @900 -e5 @100 -d6 @100 +e5 @100 !b @2000 ~",
	      "e2e4 e7e5 g1f3 d7d6 f3e5 d6e5");
}

/* A sensor that names no piece shows of a capture that nobody saw only what has left: its press is clear all the same,
 * and is not waited for as one that was pressed in the air. */
static void g1_a_capture_pressed_meanwhile_is_clear(void **state)
{
	static const char *const played[] = {
		/* all of it while the board was away; its lift was seen; only the press was not */
		"#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w",
		"-f3 @200 #rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w",
		"-f3 @200 -e5 @100 +e5 @300 #rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w",
	};
	struct hands h;

	for (unsigned i = 0; i < sizeof(played) / sizeof(*played); i++) {
		hands_begin(&h, NULL, TRACKER_PRESENCE, true);
		hands_play(&h, E4_E5_PRESSED " -g1 @100 +f3 @100 !w @900 -d7 @100 +d6 @100 !b @900");
		hands_said(&h);
		hands_play(&h, played[i]);
		assert_non_null(strstr(hands_said(&h), "turn4:w:legal:f3e5"));
		hands_play(&h, "@2000 ~");
		assert_null(strstr(hands_said(&h), "turn"));
		hands_end(&h);
	}
}

/* … but where it was pressed in the air: then it is another move as soon as the piece stands. */
static void g1_what_was_pressed_in_the_air_meanwhile_is_revised(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(&h, E4_E5_PRESSED " -g1 @100 +f3 @100 !w @900 -d7 @100 +d6 @100 !b @900 "
				     "#rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w @600 +d4 @2000 ~");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 d7d6 f3d4");
	hands_end(&h);
}

static void g2_the_hand_is_at_the_next_move(void **state)
{
	/* 2 Nf3 was played, and d7 is in the air */
	check(TRACKER_PIECE_ID, false, NULL,
	      E4_E5 " #rnbqkbnr/ppp2ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R @300 +d6 @900 -f1 @100 +c4",
	      "e2e4 e7e5 g1f3 d7d6");
	check(TRACKER_PRESENCE, false, NULL,
	      E4_E5 " #rnbqkbnr/ppp2ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R @300 +d6 @900 -f1 @100 +c4",
	      "e2e4 e7e5 g1f3 d7d6");
	/* the victim was in the hand already when the cable went out */
	check(TRACKER_PRESENCE, false, NULL,
	      "-e2 @100 +e4 @900 -d7 @100 +d5 @900 -d5 @100 "
	      "#rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR @900 -d5 @100 -d8 @100 +d5 @900 -b1 @100 +c3",
	      "e2e4 d7d5 e4d5 d8d5");
}

static void g3_castling_half_done(void **state)
{
	static const char *const fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		check(s, false, fen,
		      "-e1 @100 #r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R5KR @300 -h1 @100 +f1 @900 -e8 @100 +c8 @100 -a8 @100 +d8 "
		      "@900 -a2 @100 +a3",
		      "e1g1 e8c8");
		check(s, false, fen,
		      "-e1 @100 +g1 @100 #r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 @900 -a7 @100 +a6 @900 -a2 @100 +a3",
		      "e1g1 a7a6");
		check(s, false, fen,
		      "-a2 @100 +a3 @900 #r5kr/pppppppp/8/8/8/P7/1PPPPPPP/R3K2R @100 -h8 @100 +f8 @900 -a3 @100 +a4",
		      "a2a3 e8g8");
	}
}

static void g4_the_move_that_stood_before_is_not_read_anew(void **state)
{
	/* f2-f3 stood, exf3 was played meanwhile: f2-f4 and exf3 in passing look the same on the board */
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		check(s, false, "4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1",
		      "-f2 @100 +f3 @900 #4k3/8/8/8/8/5p2/8/4K3 @900 -e1 @100 +f2 @900 "
		      "-e8 @100 +e7",
		      "f2f3 e4f3 e1f2");
}

static void g5_taken_and_taken_again_look_as_if_nothing_had_been(void **state)
{
	/* d5 is in the hand, exd5 is played meanwhile and d5 is in the hand again: the square is empty before and after
	 */
	check(TRACKER_PIECE_ID, false, "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1",
	      "-e4 @100 -d5 @100 #4k3/8/4p3/8/8/8/8/4K3 @100 -e6 @100 +d5p @900 -e1 @100 +e2 @900 -e8 @100 +e7",
	      "e4d5 e6d5 e1e2");
}

/* The game between hands_begin() and the gap: 1 Qh2 Bc7, from a start position of Chess960 after ten turns. */
#define FROM_A3 "rnbb1krq/1p2pp1p/2pn2p1/p2p2P1/3P3P/2P5/PP2PP2/RNBBNKRQ w - - 0 1"
#define QH2_BC7 "@400 -h1Q @345 +h2Q @345 !w @800 -d8b @345 +c7b @345 !b"
#define NB5_STANDS "#rnb2krq/1pb1pp1p/2pn2p1/pN1p2P1/3P3P/2P5/PP2PP1Q/R1BBNKR1"

/*
 * 0.7 s after the press 1 … Bc7 the board says that b1's knight stands on b5, and White has pressed. Hands that are
 * that fast make no four moves (Na3 Kg7 Nb5 Kf8), and what was pressed and stood there is no other turn for three of
 * them (1 … Bb6 2 Na3 Bc7 3 Nb5).
 */
static void g6_hands_had_no_time_for_legal_moves(void **state)
{
	static const char *const after_press[] = {
		"@695 " NB5_STANDS " @-5 !w",
		/* the program that was killed between these had been told the same board before */
		"#rnb2krq/1pb1pp1p/2pn2p1/p2p2P1/3P3P/2P5/PP2PP1Q/RNBBNKR1 @690 " NB5_STANDS " @-5 !w",
		/* time for four moves, but hardly for the opponent's there and back */
		"@1195 " NB5_STANDS " @-5 !w",
		"@29995 " NB5_STANDS " @-5 !w",
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(after_press) / sizeof(*after_press); i++) {
			struct hands h;

			hands_begin(&h, FROM_A3, s, true);
			hands_play(&h, QH2_BC7);
			hands_said(&h);
			hands_play(&h, after_press[i]);
			hands_play(&h, "@2000 " NB5_STANDS);
			assert_string_equal(hands_said(&h), "turn2:w:illegal:piece:b1b5");
			assert_string_equal(hands_moves(&h), "h1h2 d8c7 b1b5");
			hands_end(&h);
		}
}

/* So many legal moves are read where hands had the time for them: both begin at once, after that it takes 0.5 s each.
 */
static void g6_hands_had_the_time(void **state)
{
	static const char *const four = "#r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
	static const char *const three = "#r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
	const struct {
		const char *before, *board;
		bool is_read;
	} gap[] = {
		{ "@1100", four, true },
		{ "@800", four, false },
		{ "@600", three, true },
		{ "@400", three, false },
		/* 2 Nf3 stood before */
		{ "-g1 @100 +f3 @300", three, true },
		/* events were lost, and the last of them was not */
		{ "? @1100 +f6", four, true },
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(gap) / sizeof(*gap); i++) {
			struct hands h;

			hands_begin(&h, NULL, s, true);
			hands_play(&h, "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b");
			hands_play(&h, gap[i].before);
			hands_play(&h, gap[i].board);
			assert_string_equal(hands_moves(&h), !gap[i].is_read	   ? "e2e4 e7e5" :
							     gap[i].board == three ? "e2e4 e7e5 g1f3 b8c6" :
										     "e2e4 e7e5 g1f3 b8c6 f1c4");
			hands_end(&h);
		}
}

/* Bd3-h5 is against the rules, which is not proved: Bxh7 is nearly as likely. Sensors that name no piece show the same
 * after Bb1 h5 Bh7, which needs its time. */
static void g6_a_piece_that_stands_elsewhere_is_no_three_moves_in_a_hurry(void **state)
{
	static const struct {
		const char *after, *moves;
		bool lever;
	} gap[] = {
		{ "@1200 #4k3/7p/p7/7B/8/P7/8/4K3 @-5 !w @2000 ~", "a2a3 a7a6 d3h7", true },
		{ "@5000 #4k3/7p/p7/7B/8/P7/8/4K3 @-5 !w @2000 ~", "a2a3 a7a6 d3b1 h7h5 b1h7", true },
		/* a press would tell */
		{ "@1200 #4k3/7p/p7/7B/8/P7/8/4K3", "a2a3 a7a6 d3b1 h7h5", false },
	};
	struct hands h;

	for (unsigned i = 0; i < sizeof(gap) / sizeof(*gap); i++) {
		hands_begin(&h, "4k3/p6p/8/8/8/3B4/P7/4K3 w - - 0 1", TRACKER_PRESENCE, gap[i].lever);
		hands_play(&h, gap[i].lever ? "@900 -a2 @100 +a3 @100 !w @900 -a7 @100 +a6 @100 !b" :
					      "@900 -a2 @100 +a3 @900 -a7 @100 +a6");
		hands_play(&h, gap[i].after);
		assert_string_equal(hands_moves(&h), gap[i].moves);
		hands_end(&h);
	}
}

/* 1 … Nd5 was seen and pressed. That the pawn of d4 stands on h6, where only the bishop may go, does not make it
 * another move (1 … Ng8 2 d5). */
static void g6_what_was_pressed_is_no_other_turn_for_what_nothing_explains(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(
		&h,
		"@900 -d2 @200 +d4 @200 !w @900 -g8 @200 +f6 @200 !b @900 -c1 @200 +f4 @200 !w @900 -f6 @200 +d5 @200 !b "
		"@300 #rnbqkb1r/pppppppp/7P/3n4/5B2/8/PPP1PPPP/RN1QKBNR @-5 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "d2d4 g8f6 c1f4 f6d5 f4h6");
	hands_end(&h);
}

/* 2 Rxd5 exd5 3 Rad1 leaves two squares empty: that is no piece that stands elsewhere. */
static void g6_two_pieces_that_are_gone_are_moves_however_fast(void **state)
{
	struct hands h;

	hands_begin(&h, "6k1/8/4p3/3p4/8/8/8/R2R2K1 w - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "@900 -g1 @200 +g2 @200 !w @900 -g8 @200 +g7 @200 !b "
		       "@900 #8/6k1/8/3p4/8/8/6K1/3R4 @-5 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "g1g2 g8g7 d1d5 e6d5 a1d1");
	hands_end(&h);
}

/* Either pawn may have moved first: one of them attacks the knight, which moved then. */
static void g7_the_piece_that_was_attacked_moved(void **state)
{
	static const struct {
		const char *start, *board, *moves;
	} gap[] = {
		{ "4k3/pp5p/8/8/N7/8/8/4K3 w - - 0 1", "#4k3/p7/7p/1p6/8/2N5/8/5K2", "e1f1 b7b5 a4c3 h7h6" },
		{ "4k3/p5pp/8/8/7N/8/8/4K3 w - - 0 1", "#4k3/7p/p7/6p1/8/5N2/8/5K2", "e1f1 g7g5 h4f3 a7a6" },
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(gap) / sizeof(gap[0]); i++) {
			char text[256];

			snprintf(text, sizeof(text), "@900 -e1 @100 +f1 @100 !w @9000 %s !b @2000 ~", gap[i].board);
			check(s, true, gap[i].start, text, gap[i].moves);
		}
}

#define SICILIAN "-e2 @100 +e4 @100 !w @900 -c7 @100 +c5 @100 !b @30000 "
#define DRAGON "#rnbqk2r/pp2ppbp/3p1np1/8/3NP3/2N1B3/PPP2PPP/R2QKB1R"

static void said_of_dragon(enum tracker_sensors sensors, const char *text, const char *expected)
{
	struct hands h;

	hands_begin(&h, NULL, sensors, true);
	hands_play(&h, SICILIAN);
	hands_said(&h);
	hands_play(&h, text);
	hands_play(&h, "@2000 ~");
	assert_string_equal(hands_said(&h), expected);
	hands_end(&h);
}

/* Ten turns, by the Dragon's usual order: more than are searched for. */
static void g8_what_was_played_meanwhile_was_not_seen_and_the_next_move_was(void **state)
{
	said_of_dragon(TRACKER_PIECE_ID, DRAGON " @900 -f2 @100 +f3 @100 !w",
		       "turn2:b:unseen:-- ambiguous down3:f2f3 turn3:w:legal:f2f3");
	/* White was to move when it was pulled, and he is not when it is back: the last turn was his */
	said_of_dragon(TRACKER_PIECE_ID, DRAGON " !w @900 -e8 @100 +g8 @100 -h8 @100 +f8 @100 !b",
		       "turn2:w:unseen:-- ambiguous down3:e8g8 turn3:b:legal:e8g8");
	/* the hand has begun when the press is read */
	said_of_dragon(TRACKER_PIECE_ID, DRAGON " @900 -f2 @100 +f3 @100 !w @50 -e8 @100 +g8 @100 -h8 @100 +f8 @100 !b",
		       "turn2:b:unseen:-- ambiguous down3:f2f3 turn3:w:legal:f2f3 down4:e8g8 turn4:b:legal:e8g8");
}

static void g9_the_press_is_of_what_was_not_seen(void **state)
{
	/* the knight was in the hand when the cable was back, and no legal move leads to where it stands */
	said_of_dragon(
		TRACKER_PIECE_ID,
		"#rnbqk2r/pp2ppbp/3p1np1/8/4P3/2N1B3/PPP2PPP/R2QKB1R @300 +d4N @300 !w @900 -e8 @100 +g8 @100 -h8 "
		"@100 +f8 @100 !b",
		"turn2:w:unseen:-- ambiguous down3:e8g8 turn3:b:legal:e8g8");
	/* what was read, and does not fit, is given up */
	said_of_dragon(TRACKER_PIECE_ID,
		       "#rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R @900 " DRAGON
		       " !w @900 -e8 @100 +g8 @100 -h8 @100 "
		       "+f8 @100 !b",
		       "down2:g1f3 back2:g1f3 turn2:w:unseen:-- ambiguous down3:e8g8 turn3:b:legal:e8g8");
}

/* The same Dragon where no sensor names the pieces. */
static void g10_what_stands_where_no_sensor_names_it_is_a_guess(void **state)
{
#define F3 " @900 -f2 @100 +f3 @100 !w"
	static const struct {
		const char *text, *said;
	} play[] = {
		{ DRAGON F3, "turn2:b:unseen:-- ambiguous down3:f2f3 turn3:w:legal:f2f3" },
		{ DRAGON F3 " @900 -a8 @100 +c4 @100 !b",
		  "turn2:b:unseen:-- ambiguous down3:f2f3 turn3:w:legal:f2f3 turn4:b:unseen:-- ambiguous" },
		/* three turns may be others, and what comes much later against one of them is none against the rules */
		{ "#rnbqkbnr/pp2pppp/3p4/2p5/3PP3/5N2/PPP2PPP/RNBQKB1R !w @900 -g8 @100 +f6 @100 !b @900 -f3 @100 +f5 "
		  "@100 !w",
		  "down2:d2d4 turn2:w:legal:d2d4 ambiguous down3:d7d6 turn3:b:legal:d7d6 down4:g1f3 turn4:w:legal:g1f3 "
		  "down5:g8f6 turn5:b:legal:g8f6 turn6:w:unseen:-- ambiguous" },
		/* one turn is none other */
		{ "#rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R !w @900 -a8 @100 +a5 @100 !b",
		  "down2:g1f3 turn2:w:legal:g1f3 turn3:b:illegal:blocked:a8a5" },
	};

	for (unsigned i = 0; i < sizeof(play) / sizeof(*play); i++)
		said_of_dragon(TRACKER_PRESENCE, play[i].text, play[i].said);
}

static void men_missing_from_the_start_were_never_put_there(void **state)
{
	check(TRACKER_PRESENCE, false, NULL,
	      "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR @900 +c1 @900 -e2 @100 +e4 @900 -e7 @100 +e5", "e2e4");
}

/* A board that no few turns make: nothing is published of it, and it takes no longer than any other event. */
static void a_board_that_nothing_explains_tells_nothing(void **state)
{
	static const char *const boards[] = {
		"#8/8/3pppp1/RRRR4/2kK4/PPPP4/8/8",
		"#8/8/8/8/8/8/8/8",
		"#QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/8",
		"#r1bqkb1r/2pp1pp1/5n2/pp2p2p/4P3/P2P1N2/1PP2PPP/1NBQK2R",
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
			struct hands h;

			hands_begin(&h, NULL, s, false);
			hands_play(&h, E4_E5);
			hands_play(&h, boards[i]);
			assert_true(event_work(h.tracker) <= TRACKER_WORK_MAX);
			assert_true(tracker_turns(h.tracker) <= 2);
			hands_end(&h);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(g1_moves_played_meanwhile_are_closed_by_what_stands),
		cmocka_unit_test(g1_a_capture_played_meanwhile),
		cmocka_unit_test(g1_a_capture_pressed_meanwhile_is_clear),
		cmocka_unit_test(g1_what_was_pressed_in_the_air_meanwhile_is_revised),
		cmocka_unit_test(g2_the_hand_is_at_the_next_move),
		cmocka_unit_test(g3_castling_half_done),
		cmocka_unit_test(g4_the_move_that_stood_before_is_not_read_anew),
		cmocka_unit_test(g5_taken_and_taken_again_look_as_if_nothing_had_been),
		cmocka_unit_test(g6_hands_had_no_time_for_legal_moves),
		cmocka_unit_test(g6_hands_had_the_time),
		cmocka_unit_test(g6_a_piece_that_stands_elsewhere_is_no_three_moves_in_a_hurry),
		cmocka_unit_test(g6_what_was_pressed_is_no_other_turn_for_what_nothing_explains),
		cmocka_unit_test(g6_two_pieces_that_are_gone_are_moves_however_fast),
		cmocka_unit_test(g7_the_piece_that_was_attacked_moved),
		cmocka_unit_test(g8_what_was_played_meanwhile_was_not_seen_and_the_next_move_was),
		cmocka_unit_test(g9_the_press_is_of_what_was_not_seen),
		cmocka_unit_test(g10_what_stands_where_no_sensor_names_it_is_a_guess),
		cmocka_unit_test(men_missing_from_the_start_were_never_put_there),
		cmocka_unit_test(a_board_that_nothing_explains_tells_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
