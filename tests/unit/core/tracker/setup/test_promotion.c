/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pawns on the last rank: exchanged before, after and without the press, and what a person says they became. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define PAWN7 "8/4P3/8/8/k7/8/8/4K3 w - - 0 1"

static void promotions(void **state)
{
	both(PAWN7, "-e7P @200 +e8Q @100 !w", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8N @100 !w", "down0:e7e8=N turn0:w:legal:e7e8=N");
	/* put down before the pawn is gone */
	hands_check(PAWN7, TRACKER_PIECE_ID, "+e8Q @300 -e7P @100 !w", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
	/* a pawn left standing, exchanged after the press */
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8P @100 !w @2000 ~ -e8P @200 +e8R @100",
		    "turn0:w:owed:e7e8=Q revised0:w:legal:e7e8=R");
}

/* A rook that stands upside down on the last rank is a rook (a sensor that names it says so). */
static void a_rook_on_the_last_rank_is_a_rook(void **state)
{
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8R @100 !w", "down0:e7e8=R turn0:w:legal:e7e8=R");
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8P @300 -e8P @200 +e8R @100 !w @2000 ~",
		    "down0:e7e8=R turn0:w:legal:e7e8=R");
}

/* The piece comes down beside the pawn, which is taken off after it, after the press even. */
static void a_piece_put_down_before_the_pawn_is_gone(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, PAWN7, s, true);
		hands_play(&h, "+e8Q @300 !w @200 -e7P @2000 ~");
		assert_string_equal(hands_moves(&h), "e7e8");
		assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'Q');
		hands_end(&h);
	}
}

/* The pawn becomes a rook after the last press, and the recording ends before anybody has waited for that. */
static void promoted_after_the_last_press(void **state)
{
	struct hands h;

	hands_begin(&h, PAWN7, TRACKER_PIECE_ID, true);
	hands_play(&h, "-e7P @200 +e8P @70 !w @130 -e8P @20 +e8 @20 -e8 @30 +e8R");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_string_equal(hands_moves(&h), "e7e8");
	assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'R');
	hands_end(&h);
}

/* The rook is put down before the pawn is gone, and the reply takes it before the press: the sensor had named it. */
static void promoted_and_taken_at_once(void **state)
{
	struct hands h;

	hands_begin(&h, "6rr/6P1/2k5/8/8/8/8/4K3 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, "-h8r @150 +h8R @350 -g7P -h8R @50 -g8r @10 !w @150 +h8r @100 !b @700 -e1K @200 +e2K @150 !w "
		       "@2000 ~");
	assert_string_equal(hands_moves(&h), "g7h8 g8h8 e1e2");
	assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'R');
	hands_end(&h);
}

/* The pawn is taken off, and the piece is put straight on the last rank: the pawn never stands there. */
static void promoted_directly(void **state)
{
	both(PAWN7, "-e7P @900 +e8Q @100 !w", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @900 +e8B @100 !w", "down0:e7e8=B turn0:w:legal:e7e8=B");
}

/* The pawn stands first and is exchanged before the press. */
static void promoted_by_exchange(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, PAWN7, s, true);
		hands_play(&h, "-e7P @200 +e8P @400 -e8P @400 +e8Q @100 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "e7e8");
		assert_int_equal(tracker_turn(h.tracker, 0)->kind, TURN_LEGAL);
		assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'Q');
		hands_end(&h);
	}
}

/* The press comes while the pawn is off and nothing stands yet. */
static void promoted_after_the_press(void **state)
{
	both(PAWN7, "-e7P @200 !w @200 +e8Q @2000 ~", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
}

/* A piece that a sensor cannot name is the queen, until a person says otherwise. */
static void an_unseen_underpromotion_is_told_by_a_person(void **state)
{
	struct hands h;

	hands_begin(&h, PAWN7, TRACKER_PRESENCE, true);
	hands_play(&h, "-e7 @200 +e8 @100 !w");
	hands_said(&h);
	assert_int_equal(tracker_set_promotion(h.tracker, 0, 'N'), 0);
	assert_string_equal(hands_said(&h), "revised0:w:legal:e7e8=N");
	hands_end(&h);
}

/* What was ruled of a later pawn is not asked of an earlier one, when the turns since are taken back. */
static void each_pawn_has_its_own_ruling(void **state)
{
	struct hands h;

	for (unsigned ruled = 0; ruled < 2; ruled++) {
		hands_begin(&h, "8/4P1P1/8/8/k7/8/8/4K3 w - - 0 1", TRACKER_PIECE_ID, true);
		hands_play(&h,
			   "-e7P @200 +e8P @100 !w @900 -a4k @200 +a3k @200 !b @900 -g7P @200 +g8P @100 !w @2000 ~");
		assert_int_equal(tracker_turns(h.tracker), 3);
		assert_int_equal(tracker_turn(h.tracker, 0)->kind, TURN_PROMOTION_OWED);
		assert_int_equal(tracker_turn(h.tracker, 2)->kind, TURN_PROMOTION_OWED);
		if (ruled)
			assert_int_equal(tracker_rule_promotion(h.tracker, 2, 'Q'), 0);
		assert_int_equal(tracker_set_promotion(h.tracker, 2, 'Q'), 0);
		assert_int_equal(tracker_undo(h.tracker, 2), 0);
		hands_play(&h, "-g8P @200 +g7P @300 -a3k @200 +a4k @2000 ~");
		hands_said(&h);
		hands_play(&h, "-e8P @200 +e8R @2000 ~");
		assert_string_equal(hands_said(&h), "revised0:w:legal:e7e8=R");
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(promotions),
		cmocka_unit_test(a_rook_on_the_last_rank_is_a_rook),
		cmocka_unit_test(a_piece_put_down_before_the_pawn_is_gone),
		cmocka_unit_test(promoted_after_the_last_press),
		cmocka_unit_test(promoted_and_taken_at_once),
		cmocka_unit_test(promoted_directly),
		cmocka_unit_test(promoted_by_exchange),
		cmocka_unit_test(promoted_after_the_press),
		cmocka_unit_test(an_unseen_underpromotion_is_told_by_a_person),
		cmocka_unit_test(each_pawn_has_its_own_ruling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
