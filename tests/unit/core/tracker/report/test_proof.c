/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is listed of a turn of which it is not proved what it was: all that is near. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* The turn and its others, as "legal:e7e6 several:e7e6", in that order. */
static void list(struct hands *h, const struct turn *turn)
{
	hands_said(h);
	hands_add(h, "%s:%s%s", kinds[turn->kind], square_text(h, turn->from), square_text(h, turn->to));
	for (unsigned i = 0; i < turn->other_count; i++) {
		const struct turn_reading *o = &turn->other[i];

		hands_add(h, " %s:%s", kinds[o->kind], square_text(h, o->from));
		hands_add(h, "%s", square_text(h, o->to));
	}
}

static bool lists(struct hands *h, const char *reading)
{
	return strstr(h->said, reading);
}

/* Two pieces of a side moved, and one press: that are two moves, or the one or the other, beside which a piece was
 * displaced. */
static void of_two_moves_each_may_be_the_one(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, true);
		hands_play(&h, "@500 -e2P @300 +e4P @300 !w @800 -e7p @100 -f7p @30 +e6p @50 +f6p @90 !b @2000 ~");
		assert_int_equal(tracker_turns(h.tracker), 2);
		assert_true(tracker_turn(h.tracker, 1)->disputed);
		list(&h, tracker_turn(h.tracker, 1));
		assert_true(lists(&h, "legal:e7e6"));
		assert_true(lists(&h, "legal:f7f6"));
		assert_true(lists(&h, "several:"));
		hands_end(&h);
	}
}

/* … also where the squares show a likelier move, beside which a piece of that side was put down far from where it was.
 */
static void of_two_moves_a_third_hides_neither(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, "6k1/1p1r1ppp/2R5/8/8/8/6PP/3R2K1 w - - 0 1", s, true);
		hands_play(&h, "@2000 -d1R @300 +b1R @300 -c6R @200 +c1R @100 !w @2000 -b7p @300 +b5p @300 !b @2000 ~");
		assert_int_equal(tracker_turns(h.tracker), 2);
		assert_true(tracker_turn(h.tracker, 0)->disputed);
		list(&h, tracker_turn(h.tracker, 0));
		assert_true(lists(&h, "several:"));
		hands_end(&h);
	}
}

static struct turn told;

static void hear_readings(void *userdata, const struct tracker_fact *f)
{
	if (f->type == TRACKER_AMBIGUOUS)
		told = f->turn;
}

/* No sensor reported where the rook was put down, and the reply does not show it: each of its squares is as likely. */
static void all_that_are_as_likely_are_told(void **state)
{
	struct tracker_setup setup = { .sensors = TRACKER_PIECE_ID, .has_lever = true, .game = game_find("chess") };
	struct hands h = { .game = setup.game };

	assert_int_equal(h.game->parse("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hear_readings, &h, &h.tracker), 0);
	hands_play(&h, "@500 -a1R @300 !w @2500 -a7p @300 +a6p @300 !b @2000 ~");
	list(&h, &told);
	for (const char *const *q = (const char *const[]){ "b1", "c1", "d1", "a2", "a3", "a4", "a5", NULL }; *q; q++) {
		char reading[16];

		snprintf(reading, sizeof(reading), "legal:a1%s", *q);
		if (!lists(&h, reading))
			fail_msg("%s is not among %s", reading, h.said);
	}
	hands_end(&h);
}

/* Plays the line without a lever, on both kinds of sensors: is the first turn asked about, and with these readings? */
static void without_a_lever(const char *fen, const char *line, bool asked, const char *const *readings)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, fen, s, false);
		hands_play(&h, line);
		assert_true(tracker_turns(h.tracker) >= 1);
		assert_int_equal(tracker_turn(h.tracker, 0)->disputed, asked);
		list(&h, tracker_turn(h.tracker, 0));
		for (; *readings; readings++)
			if (!lists(&h, *readings))
				fail_msg("%s is not among %s", *readings, h.said);
		hands_end(&h);
	}
}

/* Two pieces of a side moved before the reply, and nobody pressed. */
static void without_a_lever_two_moves_are_asked_about(void **state)
{
#define REPLY " @3000 -d7p @300 +d5p @3000 -b1N @300 +c3N @3000 ~"
	static const char *const two[] = { "legal:e2e4", "several:", NULL }, *const none[] = { NULL };

	without_a_lever(NULL, "@2000 -e2P @300 +e4P @300 -a2P @300 +a3P" REPLY, true, two);
	/* put right before the reply, or only adjusted */
	without_a_lever(NULL, "@2000 -e2P @300 +e4P @300 -a2P @300 +a3P @900 -a3P @300 +a2P" REPLY, false, none);
	without_a_lever(NULL, "@2000 -e2P @300 +e4P @300 -a2P @300 +a2P" REPLY, false, none);
	/* what would be the capture of a piece whose own move nobody saw, and which its sensor still shows at home */
	without_a_lever("rnbqkb1r/pp2pppp/3p1n2/2p5/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
			"@2000 -c4B @600 +f1B @700 -f3N @700 +g5N @9000 -b7p @300 +b6p @3000 -d2P @300 +d3P @3000 ~",
			true, two + 1);
	/* the second is the turn after the reply */
	without_a_lever(NULL, "@2000 -e2P @300 +e4P @3000 -d7p @300 +d5p @3000 -a2P @300 +a3P @3000 ~", false, none);
}

/* A piece that is put back after the reply was not moved, but displaced; one that stays was, whatever comes. */
static void without_a_lever_what_is_put_back_was_displaced(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (int back = 0; back < 2; back++) {
			struct hands h;
			struct turn turn;

			hands_begin(&h, NULL, s, false);
			hands_play(&h, "@2000 -e2P @300 +e4P @300 -a2P @300 +a3P @3000 -d7p @300 +d5p @1500");
			hands_play(&h, back ? "-a3P @300 +a2P @3000 -b1N @300 +c3N @3000 ~" :
					      "-b1N @300 +c3N @3000 ~ -g8n @300 +f6n @3000 ~");
			turn = *tracker_turn(h.tracker, 0);
			assert_true(turn.disputed);
			assert_int_equal(tracker_weigh(h.tracker, 0, &turn), back);
			assert_int_equal(turn.unsure, !back);
			assert_int_equal(turn.disputed, !back);
			hands_end(&h);
		}
}

/* King and rook stand as castled, through check: that is the rook's legal move alone, or both; with names it is
 * castling.
 */
static void without_a_lever_castling_is_named_or_asked_about(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, "4k2r/ppppp2p/8/8/8/5R2/PPPPPP1P/4K3 b k - 0 1", s, false);
		hands_play(
			&h,
			"@2000 -h8r @300 +f8r @300 -e8k @300 +g8k @3000 -a2P @300 +a3P @3000 -a7p @300 +a6p @3000 ~");
		list(&h, tracker_turn(h.tracker, 0));
		assert_true(lists(&h, "illegal:e8g8"));
		assert_int_equal(tracker_turn(h.tracker, 0)->disputed, s == TRACKER_PRESENCE);
		hands_end(&h);
	}
}

/* Sensors that name no piece: what was exchanged is seen, and of a legal move of the same piece nothing would be. */
static void without_a_lever_an_exchange_that_is_seen_is_asked_about(void **state)
{
	struct tracker_setup setup = { .sensors = TRACKER_PRESENCE, .game = game_find("chess") };
	struct hands h = { .game = setup.game };

	memset(&told, 0, sizeof(told));
	assert_int_equal(h.game->parse("rnbqkbnr/ppp1ppp1/3p3p/8/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 0 3", &setup.start,
				       NULL),
			 0);
	assert_int_equal(tracker_new(&setup, hear_readings, &h, &h.tracker), 0);
	hands_play(&h, "@2000 -h6p @20 -e4P @620 +e4p @2700 -a1R @500 +b1R @4000 -a7p @300 +a5p @3000 -f1B @300 +c4B "
		       "@3000 ~");
	list(&h, &told);
	assert_true(lists(&h, "illegal:h6e4"));
	hands_end(&h);
}

/* The opponent's queen put on the last rank, and his own one replies: that one was not missing as the other came. */
static void without_a_lever_a_wrong_queen_is_named(void **state)
{
	struct hands h;

	hands_begin(&h, "q7/4P3/8/8/k7/8/8/4K3 w - - 0 1", TRACKER_PIECE_ID, false);
	hands_play(&h, "@2000 -e7P @300 +e8q @3000 -a8q @300 +a6q @3000 -e1K @300 +e2K @3000 ~");
	list(&h, tracker_turn(h.tracker, 0));
	assert_string_equal(h.said, "illegal:e7e8");
	assert_int_equal(tracker_turn(h.tracker, 0)->fault, TURN_FAULT_PROMOTION);
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_two_moves_each_may_be_the_one),
		cmocka_unit_test(of_two_moves_a_third_hides_neither),
		cmocka_unit_test(all_that_are_as_likely_are_told),
		cmocka_unit_test(without_a_lever_two_moves_are_asked_about),
		cmocka_unit_test(without_a_lever_castling_is_named_or_asked_about),
		cmocka_unit_test(without_a_lever_an_exchange_that_is_seen_is_asked_about),
		cmocka_unit_test(without_a_lever_a_wrong_queen_is_named),
		cmocka_unit_test(without_a_lever_what_is_put_back_was_displaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
