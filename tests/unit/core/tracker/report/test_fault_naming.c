/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a turn was, in words, as real sensors tell it: each word by a timeline of its own, with and without names of the
 * pieces. "ambiguous": it is not proved, and a person is asked. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define CASTLES "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"
#define PAWN7 "8/4P3/8/8/k7/8/8/4K3 w - - 0 1"
#define QUIET "4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 w - - 0 1"

static void check_kind(enum tracker_sensors sensors, const char *fen, const char *text, const char *expected)
{
	struct hands h;

	hands_begin(&h, fen, sensors, true);
	hands_play(&h, text);
	hands_play(&h, "@2000 ~");
	assert_string_equal(hands_said(&h), expected);
	hands_end(&h);
}

/* The text names the pieces; sensors of presence do not see them. */
static void described(const char *fen, const char *text, const char *expected)
{
	check_kind(TRACKER_PIECE_ID, fen, text, expected);
	check_kind(TRACKER_PRESENCE, fen, text, expected);
}

static void named(const char *fen, const char *text, const char *expected)
{
	check_kind(TRACKER_PIECE_ID, fen, text, expected);
}

static void unnamed(const char *fen, const char *text, const char *expected)
{
	check_kind(TRACKER_PRESENCE, fen, text, expected);
}

static void a_legal_move(void **state)
{
	described(NULL, "-e2P @100 +e4P @100 !w", "down0:e2e4 turn0:w:legal:e2e4");
}

static void no_move(void **state)
{
	described(NULL, "@300 !w", "turn0:w:no-move");
	described(NULL, "-e2P @300 +e2P @100 !w", "turn0:w:no-move");
}

static void a_man_that_does_not_move_so(void **state)
{
	described(NULL, "-b1N @100 +d3N @100 !w", "turn0:w:illegal:piece:b1d3");
}

static void a_man_in_the_way(void **state)
{
	described(NULL, "-a1R @100 +a3R @100 !w", "turn0:w:illegal:blocked:a1a3");
}

static void the_own_king_left_in_check(void **state)
{
	described("4k3/8/8/8/4r3/8/3P4/4K2R w - - 0 1", "-d2P @100 +d3P @100 !w", "turn0:w:illegal:check:d2d3");
}

/* All that a sensor without names sees of a capture is that its goal was empty for a moment. */
static void an_illegal_capture(void **state)
{
	named("4k3/8/8/8/8/3p4/8/1N2K3 w - - 0 1", "-b1N @200 -d3p @200 +d3N @200 !w", "turn0:w:illegal:piece:b1d3");
	unnamed("4k3/8/8/8/8/3p4/8/1N2K3 w - - 0 1", "-b1N @200 -d3p @200 +d3N @200 !w",
		"down0:b1d2 turn0:w:legal:b1d2 ambiguous");
	named("4k3/8/8/8/8/3p4/8/1N2K3 w - - 0 1", "-d3p @200 -b1N @200 +d3N @200 !w", "turn0:w:illegal:piece:b1d3");
	unnamed("4k3/8/8/8/8/3p4/8/1N2K3 w - - 0 1", "-d3p @200 -b1N @200 +d3N @200 !w",
		"down0:b1d2 turn0:w:legal:b1d2 ambiguous");
	/* pinned: the king is left in check */
	named("4k3/4r3/8/8/8/3p4/4N3/4K3 w - - 0 1", "-e2N @200 -d3p @200 +d3N @200 !w", "turn0:w:illegal:piece:e2d3");
	unnamed("4k3/4r3/8/8/8/3p4/4N3/4K3 w - - 0 1", "-e2N @200 -d3p @200 +d3N @200 !w",
		"turn0:w:illegal:piece:e2d3");
	named("4k3/4r3/8/8/6p1/8/4B3/4K3 w - - 0 1", "-e2B @200 -g4p @200 +g4B @200 !w", "turn0:w:illegal:check:e2g4");
	unnamed("4k3/4r3/8/8/6p1/8/4B3/4K3 w - - 0 1", "-e2B @200 -g4p @200 +g4B @200 !w",
		"turn0:w:illegal:check:e2g4");
	/* … while that piece has many legal moves, none of which is seen */
	named(NULL, "-g1N @300 -g7p @200 +g7N @300 !w", "turn0:w:illegal:piece:g1g7");
	unnamed(NULL, "-g1N @300 -g7p @200 +g7N @300 !w", "down0:g1f3 turn0:w:legal:g1f3 ambiguous");
}

/* Pressed while the piece was in the air: it stands soon after, and the wait shows where. */
static void an_illegal_move_pressed_too_early(void **state)
{
	described(NULL, "-b1N @200 !w @150 +d3N", "turn0:w:illegal:piece:b1d3");
	named("4k3/8/8/8/8/3p4/8/1N2K3 w - - 0 1", "-d3p @200 -b1N @200 !w @150 +d3N", "turn0:w:illegal:piece:b1d3");
	unnamed("4k3/8/8/8/8/3p4/8/1N2K3 w - - 0 1", "-d3p @200 -b1N @200 !w @150 +d3N",
		"down0:b1d2 turn0:w:legal:b1d2 ambiguous");
}

/* … and one by a hand that began before the other side had pressed: its turn is the next. */
static void an_illegal_move_made_too_early(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, true);
		hands_play(&h, "-e2P @5 -d8q @200 +e4P @100 +h4q @200 !w");
		hands_said(&h);
		hands_play(&h, "@400 !b @2000 ~");
		assert_string_equal(hands_said(&h), "turn1:b:illegal:blocked:d8h4");
		hands_end(&h);
	}
}

/* A piece that fell and was set up again, and a capture that no scan saw: both are published, the legal one is
 * believed. */
static void a_man_that_fell_is_no_illegal_capture(void **state)
{
	unnamed("4k3/8/3n4/2p5/8/1N6/8/4K3 w - - 0 1", "-b3 @100 -d6 @1900 +d6 @200 !w",
		"down0:b3c5 turn0:w:legal:b3c5 ambiguous");
}

static void castling_through_check(void **state)
{
	described(CASTLES, "-e1K @100 +g1K @100 -h1R @100 +f1R @100 !w", "turn0:w:illegal:castling:e1g1");
	named(CASTLES, "-e1K -h1R @100 +f1R @50 +g1K @100 !w", "turn0:w:illegal:castling:e1g1");
	unnamed(CASTLES, "-e1K -h1R @100 +f1R @50 +g1K @100 !w", "down0:h1g1 turn0:w:legal:h1g1,Ke1>f1 ambiguous");
}

static void castling_without_the_right(void **state)
{
	struct hands h;

	named("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-e1K @100 +c1K @100 -a1R @100 +d1R @100 !w",
	      "turn0:w:illegal:castling:e1c1");
	unnamed("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-e1K @100 +c1K @100 -a1R @100 +d1R @100 !w",
		"down0:e1d1 turn0:w:legal:e1d1,Ra1>c1 ambiguous");
	/* it stands, and play goes on from there */
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", s, true);
		hands_play(
			&h,
			"-e1K @100 +c1K @100 -a1R @100 +d1R @100 !w @2000 ~ -e8k @100 +e7k @100 !b @900 -d1R @100 +d5R @200 !w");
		assert_string_equal(hands_moves(&h), "e1c1 e8e7 d1d5");
		hands_end(&h);
	}
}

static void an_own_man_taken(void **state)
{
	named(NULL, "-d1Q @100 -d2P @100 +d2Q @100 !w", "turn0:w:illegal:own-capture:d1d2");
	unnamed(NULL, "-d1Q @100 -d2P @100 +d2Q @100 !w", "turn0:w:illegal:own-capture:d1d2 ambiguous");
}

static void the_kings_next_to_each_other(void **state)
{
	described("r7/8/8/3k4/8/3K4/8/R7 w - - 0 1", "-d3K @100 +d4K @100 !w", "turn0:w:illegal:kings:d3d4");
}

/* The king that an illegal move left in check is taken. */
static void a_king_taken(void **state)
{
	named("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "-e2R @100 -e8k @100 +e8R @100 !w", "turn0:w:illegal:king-taken:e2e8");
	unnamed("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "-e2R @100 -e8k @100 +e8R @100 !w",
		"down0:e2d2 turn0:w:legal:e2d2 ambiguous");
}

static void a_man_of_the_other_side_moved(void **state)
{
	described(QUIET, "-a7p @100 +a6p @100 !w", "turn0:w:illegal:other-side:a7a6 ambiguous");
}

static void a_man_vanished(void **state)
{
	described(NULL, "-a1R @300 !w", "turn0:w:illegal:vanished:a1- ambiguous");
}

static void a_man_appeared(void **state)
{
	named(QUIET, "+a5Q @300 !w", "turn0:w:illegal:appeared:-a5 ambiguous");
	named(QUIET, "+a5q @300 !w", "turn0:w:illegal:appeared:-a5 ambiguous");
	unnamed(QUIET, "+h5 @300 !w", "turn0:w:illegal:appeared:-h5 ambiguous");
}

static void more_than_one_move(void **state)
{
	/* the second may have been knocked: the one that cannot have been is the move */
	described(QUIET, "-a2P @300 +a4P @300 -g2P @300 +g3P @300 !w",
		  "down0:a2a4 turn0:w:legal:a2a4,Pg2>g3 ambiguous");
	described(QUIET, "-g2P @300 +g3P @300 -a2P @300 +a4P @300 !w",
		  "down0:g2g3 back0:g2g3 down0:a2a4 turn0:w:legal:a2a4,Pg2>g3 ambiguous");
}

static void displaced_men(void **state)
{
	/* which, from where, to where */
	described("4k3/8/8/8/8/8/2P4R/N3K3 w - - 0 1", "-c2P @300 +c4P @100 -a1N @200 +a2N @200 !w",
		  "down0:c2c4 turn0:w:legal:c2c4,Na1>a2");
	described(NULL, "-g1N @300 +f3N @100 -h2P @300 !w", "down0:g1f3 turn0:w:legal:g1f3,Ph2>-");
}

/* FIDE 3.7.3.1, 3.8.2: the pawn that is taken in passing is removed, the rook is transferred. Who presses before that
 * has made another move, and an illegal one (7.5.1), unless the hand still has the rest: a person is asked. */
static void half_a_move(void **state)
{
	static const char *const passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
	static const char *const castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

	described(passing, "-e5P @100 +d6P @100 !w", "down0:e5d6 turn0:w:legal:e5d6 ambiguous");
	described(castling, "-e1K @100 +g1K @100 !w", "down0:e1g1 turn0:w:legal:e1g1 ambiguous");
	described(castling, "-e1K @100 +c1K @100 !w", "down0:e1c1 turn0:w:legal:e1c1 ambiguous");
	/* the rook was touched, and left where it was */
	described(castling, "-h1R @100 +h1R @200 -e1K @100 +g1K @100 !w", "down0:e1g1 turn0:w:legal:e1g1 ambiguous");
	/* a hand that finishes after its press, or a sensor that is late */
	described(passing, "-e5P @100 +d6P @100 !w @150 -d5p", "down0:e5d6 turn0:w:legal:e5d6");
	described(passing, "-e5P @100 +d6P @100 !w @900 -d5p", "down0:e5d6 turn0:w:legal:e5d6");
	/* whose pawn goes, and not the other's piece that begins the reply */
	described("4k1n1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-e5P @100 +d6P @100 !w @900 -g8n",
		  "down0:e5d6 turn0:w:legal:e5d6 ambiguous");
	described(castling, "-e1K @100 +g1K @100 !w @150 -h1R @100 +f1R", "down0:e1g1 turn0:w:legal:e1g1");
	/* the rook is in the hand */
	described(castling, "-e1K @100 +g1K @100 -h1R @50 !w @100 +f1R", "down0:e1g1 turn0:w:legal:e1g1");
}

/* 7.5.1: promoted, and the own king is in check. */
static void promoted_in_check(void **state)
{
	static const char *const check = "7k/P7/8/8/8/4r3/8/4K3 w - - 0 1", *const taking =
										    "1n5k/P7/8/8/8/4r3/8/4K3 w - - 0 1";

	described(check, "-a7P @200 +a8Q @100 !w", "turn0:w:illegal:check:a7a8");
	described(check, "-a7P @200 +a8N @100 !w", "turn0:w:illegal:check:a7a8");
	described(taking, "-b8n @200 -a7P @200 +b8Q @100 !w", "turn0:w:illegal:check:a7b8");
}

static void displaced_and_put_right_before_the_press_is_no_offence(void **state)
{
	described(NULL, "-e2P @300 +e4P @100 -d2P @200 +d3P @300 -d3P @200 +d2P @100 !w",
		  "down0:e2e4 turn0:w:legal:e2e4");
	described("4k3/8/8/8/8/8/2P4R/N3K3 w - - 0 1", "-a1N @200 +b2N @200 -b2N @200 +a1N @200 -c2P @300 +c4P @100 !w",
		  "down0:c2c4 turn0:w:legal:c2c4");
}

static void a_promotion_left_undone(void **state)
{
	named(PAWN7, "-e7P @200 +e8P @100 !w", "turn0:w:owed:e7e8=Q");
}

static void promoted_to_what_cannot_be(void **state)
{
	named(PAWN7, "-e7P @100 +e8K @100 !w", "turn0:w:illegal:promotion:e7e8");
	/* a queen of the other colour, taken from beside the board */
	named(PAWN7, "-e7P @100 +e8q @100 !w", "turn0:w:illegal:promotion:e7e8");
	/* … but not one that has taken it since the press */
	named("q7/4P3/8/8/k7/8/8/4K3 w - - 0 1", "-e7P @100 +e8Q @100 !w @300 -e8Q @50 -a8q @100 +e8q @100 !b",
	      "down0:e7e8=Q turn0:w:legal:e7e8=Q down1:a8e8 turn1:b:legal:a8e8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_legal_move),
		cmocka_unit_test(no_move),
		cmocka_unit_test(a_man_that_does_not_move_so),
		cmocka_unit_test(a_man_in_the_way),
		cmocka_unit_test(the_own_king_left_in_check),
		cmocka_unit_test(an_illegal_capture),
		cmocka_unit_test(an_illegal_move_pressed_too_early),
		cmocka_unit_test(an_illegal_move_made_too_early),
		cmocka_unit_test(a_man_that_fell_is_no_illegal_capture),
		cmocka_unit_test(castling_through_check),
		cmocka_unit_test(castling_without_the_right),
		cmocka_unit_test(an_own_man_taken),
		cmocka_unit_test(the_kings_next_to_each_other),
		cmocka_unit_test(a_king_taken),
		cmocka_unit_test(a_man_of_the_other_side_moved),
		cmocka_unit_test(a_man_vanished),
		cmocka_unit_test(a_man_appeared),
		cmocka_unit_test(more_than_one_move),
		cmocka_unit_test(displaced_men),
		cmocka_unit_test(half_a_move),
		cmocka_unit_test(promoted_in_check),
		cmocka_unit_test(displaced_and_put_right_before_the_press_is_no_offence),
		cmocka_unit_test(a_promotion_left_undone),
		cmocka_unit_test(promoted_to_what_cannot_be),
	};

	return cmocka_run_group_tests_name("tracker words", tests, NULL, NULL);
}
