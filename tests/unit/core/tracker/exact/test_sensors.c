/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact sensors: the timelines S1 … S9 of daemon/core/tracker/exact/sensors.c, and what each kind of turn is called. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define CASTLES "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
#define PINNED "4k3/8/8/8/4r3/8/3P4/4K2R w - - 0 1"
#define PAWN7 "8/4P3/8/8/k7/8/8/4K3 w - - 0 1"

static void check(const char *fen, const char *text, const char *expected)
{
	hands_check(fen, TRACKER_EXACT, text, expected);
}

static void s1_legal_moves(void **state)
{
	check(NULL, "-e2 +e4 !w", "down0:e2e4 turn0:w:legal:e2e4");
	check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "-d5 -e4 +d5 !w", "down0:e4d5 turn0:w:legal:e4d5");
	check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "-e4 -d5 +d5 !w", "down0:e4d5 turn0:w:legal:e4d5");
	check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "-e4 +d5 !w", "down0:e4d5 turn0:w:legal:e4d5");
	check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-e5 +d6 -d5 !w", "down0:e5d6 turn0:w:legal:e5d6");
	check(CASTLES, "-e1 +g1 -h1 +f1 !w", "down0:e1g1 turn0:w:legal:e1g1");
	check(CASTLES, "-h1 +f1 -e1 +g1 !w", "down0:h1f1 back0:h1f1 down0:e1g1 turn0:w:legal:e1g1");
	check(CASTLES, "-e1 -h1 +g1 +f1 !w", "down0:e1g1 turn0:w:legal:e1g1");
	check(CASTLES, "-h1 -e1 +g1 +f1 !w", "down0:e1g1 turn0:w:legal:e1g1");
	check(CASTLES, "-e1 -h1 +e1 +h1 -a2 +a3 !w", "down0:a2a3 turn0:w:legal:a2a3");
	check(PAWN7, "-e7 +e8 -e8 +e8N !w", "down0:e7e8=N turn0:w:legal:e7e8=N");
	check(PAWN7, "+e8N -e7 !w", "down0:e7e8=N turn0:w:legal:e7e8=N");
	check("8/8/8/8/3k4/8/8/1rK5 w - - 0 1", "-b1 -c1 +b1", "down0:c1b1");
	check("r7/8/8/3k4/3b4/3K4/8/R7 w - - 0 1", "-d3 -d4 +d4 !w", "turn0:w:illegal:kings:d3d4");
}

static void s2_taken_back_before_the_press(void **state)
{
	check(NULL, "-e2 +e3 -e3 +e4 !w", "down0:e2e3 back0:e2e3 down0:e2e4 turn0:w:legal:e2e4");
	check(NULL, "-e2 +e4 -e4 +e2 -d2 +d4 !w", "down0:e2e4 back0:e2e4 down0:d2d4 turn0:w:legal:d2d4");
	check("4kr2/pppp4/8/8/8/8/PPPPP1PP/R3K2R w KQ - 0 1", "-e1 +g1 -g1 +c1 -a1 +d1 !w",
	      "down0:e1c1 turn0:w:legal:e1c1");
	check(PINNED, "-d2 +d3 -d3 +d2 -e1 +f2 !w", "down0:e1f2 turn0:w:legal:e1f2");
}

static void s3_a_reply_before_the_press(void **state)
{
	check(NULL, "-e2 +e4 -e7 +e5 !w !b", "down0:e2e4 down1:e7e5 turn0:w:legal:e2e4 turn1:b:legal:e7e5");
	check(NULL, "-e2 +e4 -e7 +e5 -g1 +f3 !w",
	      "down0:e2e4 down1:e7e5 down2:g1f3 turn0:w:legal:e2e4 turn1:b:legal:e7e5 turn2:w:legal:g1f3");
	check(NULL, "-e2 +e4 !w !b !w", "down0:e2e4 turn0:w:legal:e2e4 turn1:b:no-move turn2:w:no-move");
}

/* The turns that nobody pressed: those before the one that was, and the last ones. */
static void s3_who_forgot_the_lever_is_known(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_EXACT, true);
	hands_play(&h, "-e2 +e4 @-5 !w -e7 +e5 -g1 +f3 -b8 +c6 !b");
	assert_string_equal(hands_unpressed(&h), "1 2");
	hands_play(&h, "-f1 +b5 -a7 +a6");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_unpressed(&h), "1 2 4 5");
	hands_end(&h);
	hands_begin(&h, NULL, TRACKER_EXACT, false);
	hands_play(&h, "-e2 +e4 -e7 +e5 -g1 +f3");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_unpressed(&h), "");
	hands_end(&h);
}

static void s4_no_move(void **state)
{
	check(NULL, "!w -e2 +e4", "turn0:w:no-move");
	check(NULL, "-e2 +e2 !w", "turn0:w:no-move");
	check(NULL, "!b", "empty");
}

static void s5_illegal_moves_and_why(void **state)
{
	check(NULL, "-b1 +d3 !w", "turn0:w:illegal:piece:b1d3");
	check(NULL, "-a1 +a3 !w", "turn0:w:illegal:blocked:a1a3");
	check(NULL, "-d1 -d2 +d2Q !w", "turn0:w:illegal:own-capture:d1d2");
	check(PINNED, "-d2 +d3 !w", "turn0:w:illegal:check:d2d3");
	check("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "-e1 +g1 -h1 +f1 !w", "turn0:w:illegal:castling:e1g1,Rh1>f1");
	check("r7/8/8/3k4/8/3K4/8/R7 w - - 0 1", "-d3 +d4 !w", "turn0:w:illegal:kings:d3d4");
	check("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "-e2 -e8 +e8 !w", "turn0:w:illegal:king-taken:e2e8");
	check(NULL, "-e7 +e5 !w", "turn0:w:illegal:other-side:e7e5");
	check(NULL, "-a1 !w", "turn0:w:illegal:vanished:a1-");
	check(NULL, "+e5Q !w", "turn0:w:illegal:appeared:-e5");
	check(PAWN7, "-e7 +e8K !w", "turn0:w:illegal:promotion:e7e8");
	check(NULL, "-e2 +e4 -d2 +d4 !w", "down0:e2e4 back0:e2e4 turn0:w:several:d2d4,Pe2>e4");
	/* it stands, and play goes on from it */
	check(NULL, "-b1 +d3 !w -e7 +e5 !b", "turn0:w:illegal:piece:b1d3 down1:e7e5 turn1:b:legal:e7e5");
}

static void s6_promotion_owed(void **state)
{
	struct hands h;

	hands_begin(&h, PAWN7, TRACKER_EXACT, true);
	hands_play(&h, "-e7 +e8 !w");
	assert_string_equal(hands_said(&h), "turn0:w:owed:e7e8=Q");
	hands_expect_placement(&h, "4P3/8/8/8/k7/8/8/4K3");
	hands_play(&h, "-e8 +e8R");
	assert_string_equal(hands_said(&h), "revised0:w:legal:e7e8=R");
	hands_expect_placement(&h, "4R3/8/8/8/k7/8/8/4K3");
	hands_end(&h);
	/* from the reply on it counts as a queen; that nobody put her there is no revision of the turn */
	check(PAWN7, "-e7 +e8 !w -a4 +b4 !b", "turn0:w:owed:e7e8=Q down1:a4b4 turn1:b:legal:a4b4");
}

static void s7_displaced_men(void **state)
{
	check(NULL, "-e2 +e4 -d2 !w +d2 -e7 +e5 !b",
	      "down0:e2e4 turn0:w:legal:e2e4,Pd2>- down1:e7e5 turn1:b:legal:e7e5");
	check(NULL, "-g2 -f2 +f2 +g2 -b1 +c3 !w", "down0:b1c3 turn0:w:legal:b1c3");
}

/* On whichever square: a piece that is away goes on being away, and is the offence of the turn in which it went alone.
 */
static void s7_a_man_that_stays_away(void **state)
{
	for (unsigned q = 0; q < 64; q++) {
		char square[8], lift[32];
		const struct turn *turn;
		struct hands h;

		hands_begin(&h, NULL, TRACKER_EXACT, true);
		h.game->square_name(q, square);
		/* pieces that the four moves below leave alone */
		if ((q > 15 && q < 48) || q == 12 || q == 52 || q == 6 || q == 57 || q == 4 || q == 60) {
			hands_end(&h);
			continue;
		}
		snprintf(lift, sizeof(lift), "-e2 +e4 -%s !w", square);
		hands_play(&h, lift);
		turn = tracker_turn(h.tracker, 0);
		assert_int_equal(turn->kind, TURN_LEGAL);
		assert_int_equal(turn->displaced_count, 1);
		assert_false(turn->displaced[0].inherited);
		hands_play(&h, "-e7 +e5 !b -g1 +f3 !w");
		for (unsigned i = 1; i < 3; i++) {
			turn = tracker_turn(h.tracker, i);
			assert_int_equal(turn->kind, TURN_LEGAL);
			assert_int_equal(turn->displaced_count, 1);
			assert_int_equal(turn->displaced[0].from, q);
			assert_true(turn->displaced[0].inherited);
		}
		/* against the rules, and it is still away: both are said */
		if (q < 8) {
			hands_play(&h, "-b8 +d4 !b");
			turn = tracker_turn(h.tracker, 3);
			assert_int_equal(turn->kind, TURN_ILLEGAL);
			assert_int_equal(turn->from, 57);
			assert_int_equal(turn->displaced_count, 1);
			assert_true(turn->displaced[0].inherited);
		}
		hands_end(&h);
	}
}

/* A pawn that stands for its queen is no piece in disorder; another that is knocked over is. */
static void s6_and_a_man_that_is_displaced(void **state)
{
	check("8/4P3/8/8/k6p/8/8/4K3 w - - 0 1", "-e7 +e8 !w -a4 +b4 -h4 !b",
	      "turn0:w:owed:e7e8=Q down1:a4b4 turn1:b:legal:a4b4,ph4>-");
	check("8/4P3/8/8/k6p/8/8/4K3 w - - 0 1", "-e7 +e8 !w -a4 +a6 !b",
	      "turn0:w:owed:e7e8=Q turn1:b:illegal:piece:a4a6");
}

static void s8_put_right_after_a_correction(void **state)
{
	struct hands h;
	struct game_position start;

	hands_begin(&h, NULL, TRACKER_EXACT, true);
	start = *tracker_position(h.tracker);
	hands_play(&h, "-b1 +d3 !w");
	assert_string_equal(hands_said(&h), "turn0:w:illegal:piece:b1d3");
	assert_int_equal(tracker_set_position(h.tracker, &start), 0);
	hands_play(&h, "-d3 +b1 -e2 +e4 !w");
	assert_string_equal(hands_said(&h), "restored down1:e2e4 turn1:w:legal:e2e4");
	/* a takeback that both agreed to: the pieces still stand as after the move, which is no move again */
	assert_int_equal(tracker_undo(h.tracker, 1), 0);
	hands_play(&h, "-e4 +e2 -c2 +c4 !w");
	assert_string_equal(hands_said(&h), "restored down1:c2c4 turn1:w:legal:c2c4");
	assert_int_equal(tracker_undo(h.tracker, 9), -34);
	hands_end(&h);
}

static void s9_another_move_ends_the_putting_right(void **state)
{
	struct hands h;
	struct game_position start;

	hands_begin(&h, NULL, TRACKER_EXACT, true);
	start = *tracker_position(h.tracker);
	hands_play(&h, "-b1 +d3 !w");
	hands_said(&h);
	assert_int_equal(tracker_set_position(h.tracker, &start), 0);
	hands_play(&h, "-d3 +c3 !w");
	assert_string_equal(hands_said(&h), "restored down1:b1c3 turn1:w:legal:b1c3");
	hands_end(&h);
}

static void without_a_lever_the_reply_commits(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_EXACT, false);
	hands_play(&h, "-e2 +e4 -e7 +e5 -g1 +f3");
	assert_string_equal(hands_said(&h), "down0:e2e4 down1:e7e5 turn0:w:legal:e2e4 down2:g1f3 turn1:b:legal:e7e5");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3");
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s1_legal_moves),
		cmocka_unit_test(s2_taken_back_before_the_press),
		cmocka_unit_test(s3_a_reply_before_the_press),
		cmocka_unit_test(s3_who_forgot_the_lever_is_known),
		cmocka_unit_test(s4_no_move),
		cmocka_unit_test(s5_illegal_moves_and_why),
		cmocka_unit_test(s6_promotion_owed),
		cmocka_unit_test(s6_and_a_man_that_is_displaced),
		cmocka_unit_test(s7_displaced_men),
		cmocka_unit_test(s7_a_man_that_stays_away),
		cmocka_unit_test(s8_put_right_after_a_correction),
		cmocka_unit_test(s9_another_move_ends_the_putting_right),
		cmocka_unit_test(without_a_lever_the_reply_commits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
