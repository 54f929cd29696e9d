/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands wrongly beside a legal move, and what is only a hand that has begun early. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* The first turn, as hands_add_turn() writes it. */
static void first_turn(enum tracker_sensors sensors, const char *line, const char *turn)
{
	struct hands h;
	char said[200];

	hands_begin(&h, NULL, sensors, true);
	hands_play(&h, line);
	hands_said(&h);
	hands_add_turn(&h, tracker_turn(h.tracker, 0));
	snprintf(said, sizeof(said), "%.199s", hands_said(&h));
	if (strcmp(said, turn))
		fail_msg("sensors %d, %s: %s and not %s", sensors, line, said, turn);
	hands_end(&h);
}

static void both_kinds(const char *line, const char *id, const char *presence)
{
	first_turn(TRACKER_PIECE_ID, line, id);
	first_turn(TRACKER_PRESENCE, line, presence);
}

/* A piece of the side that moved that is away, or stands elsewhere, is displaced. */
static void own_pieces_are_displaced(void **state)
{
	both_kinds("@500 -a2P @200 +a4P @100 -h2P @300 !w @3000 ~", "w:legal:a2a4,Ph2>-", "w:legal:a2a4,Ph2>-");
	both_kinds("@500 -a2P @200 +a4P @100 -h2P @100 +h5P @300 !w @3000 ~", "w:legal:a2a4,Ph2>h5",
		   "w:legal:a2a4,Ph2>h5");
	both_kinds("@500 -a2P @200 +a4P @100 +e4P @300 !w @3000 ~", "w:legal:a2a4,P->e4", "w:legal:a2a4,?->e4");
}

/* Two moves of one side: each may be legal from where the other left it, or one of them was none. A press may have been
 * forgotten between them, so a person is asked. */
static void two_moves_are_several(void **state)
{
	both_kinds("@500 -e2P @200 +e4P @200 -d2P @200 +d4P @300 !w @3000 ~", "w:legal:e2e4,Pd2>d4",
		   "w:legal:e2e4,Pd2>d4");
	/* the bishop's way was free only then */
	both_kinds("@500 -b2P @200 +b4P @200 -c1B @200 +a3B @300 !w @3000 ~", "w:legal:b2b4,Bc1>a3",
		   "w:legal:b2b4,Bc1>a3");
	both_kinds("@500 -b2P @200 +b4P @200 -g1N @200 +g4N @300 !w @3000 ~", "w:legal:b2b4,Ng1>g4",
		   "w:legal:b2b4,Ng1>g4");
}

/* The other side's piece is away: its hand has begun. Where it came down already, that is the reply. */
static void a_hand_that_has_begun_is_no_disorder(void **state)
{
	both_kinds("@500 -a2P @200 +a4P @100 -g8n @300 !w @3000 ~", "w:legal:a2a4", "w:legal:a2a4");
	both_kinds("@500 -a2P @200 +a4P @100 -g8n @100 +f6n @300 !w @3000 ~", "w:legal:a2a4", "w:legal:a2a4");
}

/* … but only one that may be its own, and of two the nearer one. */
static void what_the_hand_did_not_put_down_is_displaced(void **state)
{
	/* a white pawn is none that Black's hand has */
	first_turn(TRACKER_PIECE_ID, "@500 -a2P @200 +a4P @100 -g8n @100 +e4P @300 !w @3000 ~", "w:legal:a2a4,P->e4");
	/* in either order of the squares */
	first_turn(TRACKER_PRESENCE, "@500 -a2P @200 +a4P @100 -g8n @100 +f6n @100 +a6p @300 !w @3000 ~",
		   "w:legal:a2a4,?->a6");
	first_turn(TRACKER_PRESENCE, "@500 -a2P @200 +a4P @100 -g8n @100 +h6n @100 +h3p @300 !w @3000 ~",
		   "w:legal:a2a4,?->h3");
	first_turn(TRACKER_PRESENCE, "@500 -a2P @200 +a4P @100 -b8n @100 +c6n @100 +h6p @300 !w @3000 ~",
		   "w:legal:a2a4,?->h6");
}

/* What was away at the press was displaced, though it is put back at once. */
static void what_is_put_back_was_displaced(void **state)
{
	both_kinds("@500 -a2P @200 +a4P @100 -h2P @100 !w @100 +h2P @3000 ~", "w:legal:a2a4,Ph2>-",
		   "w:legal:a2a4,Ph2>-");
}

/* What was lifted is told in its order; the piece that moved is named though its own lift came before the turn. */
static void what_was_touched(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		const struct turn *turn;
		struct hands h;

		hands_begin(&h, NULL, s, true);
		hands_play(&h, "@500 -h2P @100 +h2P @300 -a2P @200 +a4P @300 !w @900 -e7p @200 +e5p @300 !b @3000 ~");
		turn = tracker_turn(h.tracker, 0);
		assert_int_equal(turn->touched_count, 2);
		assert_int_equal(turn->touched[0].square, 15);
		assert_int_equal(turn->touched[0].piece, 'P');
		assert_int_equal(turn->touched[1].square, 8);
		turn = tracker_turn(h.tracker, 1);
		assert_int_equal(turn->touched_count, 1);
		assert_int_equal(turn->touched[0].square, 52);
		assert_int_equal(turn->touched[0].piece, 'p');
		assert_int_equal(turn->piece, 'p');
		assert_memory_equal(turn->placement, "RNBQKBNR.PPPPPPP........P...........p...........pppp.ppprnbqkbnr",
				    64);
		hands_end(&h);
	}
}

/* The pieces at the press, where the one that moved was still in the air then, too. */
static void what_stood_at_the_press(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, true);
		hands_play(&h, "@500 -a2P @200 !w @100 +a4P @3000 ~");
		assert_int_equal(tracker_turns(h.tracker), 1);
		assert_memory_equal(tracker_turn(h.tracker, 0)->placement,
				    "RNBQKBNR.PPPPPPP........P.......................pppppppprnbqkbnr", 64);
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_pieces_are_displaced),
		cmocka_unit_test(two_moves_are_several),
		cmocka_unit_test(a_hand_that_has_begun_is_no_disorder),
		cmocka_unit_test(what_the_hand_did_not_put_down_is_displaced),
		cmocka_unit_test(what_is_put_back_was_displaced),
		cmocka_unit_test(what_was_touched),
		cmocka_unit_test(what_stood_at_the_press),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
