/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a game begins: timelines A1, A5 and A7 of daemon/core/tracker/setup/. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define MIRRORED "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"

static void a1_a_wrong_set_up_is_told_until_it_is_right(void **state)
{
	hands_check(NULL, TRACKER_PIECE_ID, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR -b1B -c1N +b1N +c1B",
		    "wrong-setup:2 setup-ok");
	hands_check(NULL, TRACKER_PRESENCE, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR +c1",
		    "wrong-setup:1 setup-ok");
	hands_check(NULL, TRACKER_PIECE_ID, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "");
}

static void begin_swapped(struct hands *h, enum tracker_sensors sensors, enum tracker_swapped_kq swapped_kq)
{
	struct tracker_setup setup = { .sensors = sensors, .has_lever = true, .swapped_kq = swapped_kq };

	memset(h, 0, sizeof(*h));
	h->game = setup.game = game_find("chess");
	assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hands_hear, h, &h->tracker), 0);
}

/* A7: sensors that name the piece tell it at once; castling is mirrored, short towards the a-file (WBCA 20, NSB 19). */
static void a7_king_and_queen_swapped_are_seen_at_once(void **state)
{
	struct hands h;

	begin_swapped(&h, TRACKER_PIECE_ID, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "#" MIRRORED);
	assert_string_equal(hands_said(&h), "swapped:w");
	hands_play(
		&h,
		"-d2P @100 +d3P @100 !w @900 -e7p @100 +e5p @100 !b @900 -c1B @100 +g5B @100 !w @900 -a7p @100 +a6p @100 !b");
	hands_play(&h, "@900 -b1N @100 +c3N @100 !w @900 -b7p @100 +b6p @100 !b @900");
	hands_said(&h);
	hands_play(&h, "-d1K @200 +b1K @200 -a1R @200 +c1R @100 !w @2000 ~");
	assert_string_equal(hands_said(&h), "down6:d1b1 turn6:w:legal:d1b1");
	hands_end(&h);
	/* put right before the first move */
	begin_swapped(&h, TRACKER_PIECE_ID, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "#" MIRRORED " -d1K @100 -e1Q @100 +d1Q @100 +e1K @1000 -e2P @100 +e4P @100 !w");
	assert_string_equal(hands_said(&h), "swapped:w swapped:n down0:e2e4 turn0:w:legal:e2e4");
	hands_end(&h);
	/* where castling is not mirrored it is a wrong set-up */
	begin_swapped(&h, TRACKER_PIECE_ID, TRACKER_SWAPPED_WRONG);
	hands_play(&h, "#" MIRRORED);
	assert_string_equal(hands_said(&h), "wrong-setup:2");
	hands_end(&h);
}

/* A7: a takeback in such a game takes back what was agreed, and no more. */
static void a7_a_takeback_after_a_swapped_start(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		begin_swapped(&h, s, TRACKER_SWAPPED_MIRRORED);
		hands_play(
			&h,
			"#" MIRRORED
			" -d2P @100 +d3P @100 !w @900 -a7p @100 +a6p @100 !b @900 -e2P @100 +e3P @100 !w @900 "
			"-a6p @100 +a5p @100 !b @900 -e1Q @200 +e2Q @300 !w @900 -a5p @100 +a4p @100 !b @900 -e2Q @200 +g4Q @200 !w @2000 ~");
		assert_int_equal(tracker_undo(h.tracker, 1), 0);
		hands_play(&h, "-g4Q @200 +e2Q @900 -e2Q @200 +f3Q @200 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "d2d3 a7a6 e2e3 a6a5 e1e2 a5a4 e2f3");
		hands_end(&h);
	}
}

/* A7: without names both readings live until a move fits one of them only. */
static void a7_king_and_queen_swapped_are_known_by_the_move_that_only_fits(void **state)
{
	struct hands h;
	char fen[GAME_FEN];

	begin_swapped(&h, TRACKER_PRESENCE, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "#" MIRRORED " -d2 @100 +d3 @100 !w @900 -a7 @100 +a6 @100 !b @900");
	assert_string_equal(hands_said(&h), "down0:d2d3 turn0:w:legal:d2d3 down1:a7a6 turn1:b:legal:a7a6");
	/* e1 goes along the diagonal: it is a queen */
	hands_play(
		&h,
		"-e2 @100 +e3 @100 !w @900 -a6 @100 +a5 @100 !b @900 -e1 @200 +e2 @300 !w @900 -a5 @100 +a4 @100 !b @900");
	hands_said(&h);
	hands_play(&h, "-e2 @200 +g4 @200 !w @2000 ~");
	assert_string_equal(
		hands_said(&h),
		"swapped:w down0:d2d3 turn0:w:legal:d2d3 down1:a7a6 turn1:b:legal:a7a6 down2:e2e3 turn2:w:legal:e2e3 "
		"down3:a6a5 turn3:b:legal:a6a5 down4:e1e2 turn4:w:legal:e1e2 down5:a5a4 turn5:b:legal:a5a4 "
		"down6:e2g4 turn6:w:legal:e2g4");
	h.game->format_placement(tracker_position(h.tracker), fen);
	assert_string_equal(fen, "rnbqkbnr/1ppppppp/8/8/p5Q1/3PP3/PPP2PPP/RNBK1BNR");
	hands_end(&h);
	/* the usual set-up stays what it is */
	begin_swapped(&h, TRACKER_PRESENCE, TRACKER_SWAPPED_MIRRORED);
	hands_play(
		&h,
		"-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b @900 -d1 @100 +h5 @100 !w @900 -b8 @100 +c6 @100 !b @2000 ~");
	assert_null(strstr(hands_said(&h), "swapped"));
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 d1h5 b8c6");
	hands_end(&h);
}

/* A7: where castling is not mirrored nobody sees the wrong set-up, and the game is read on as it is played. */
static void a7_a_swapped_set_up_that_nobody_saw_is_read_on(void **state)
{
	static const char game[] =
		"-d2P @100 +d3P @100 !w @900 -a7p @100 +a6p @100 !b @900 -e2P @100 +e3P @100 !w @900 "
		"-a6p @100 +a5p @100 !b @900 -e1Q @200 +e2Q @300 !w @900 -a5p @100 +a4p @100 !b @900 ";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;
		char fen[GAME_FEN];

		begin_swapped(&h, s, TRACKER_SWAPPED_WRONG);
		hands_play(&h, game);
		hands_play(&h, "-e2Q @200 +g4Q @200 !w @2000 ~");
		assert_non_null(strstr(hands_said(&h), "swapped:w"));
		assert_string_equal(hands_moves(&h), "d2d3 a7a6 e2e3 a6a5 e1e2 a5a4 e2g4");
		h.game->format(tracker_start(h.tracker), fen);
		assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1");
		hands_end(&h);
	}
}

/* A7: … but a king that an illegal move leaves in check is no queen. */
static void a7_a_king_left_in_check_is_no_swapped_set_up(void **state)
{
	for (enum tracker_swapped_kq k = TRACKER_SWAPPED_MIRRORED; k <= TRACKER_SWAPPED_WRONG; k++) {
		struct hands h;

		begin_swapped(&h, TRACKER_PRESENCE, k);
		hands_play(&h, "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b @900 -f2 @100 +f4 @100 !w @900 "
			       "-d8 @100 +h4 @100 !b @900 -b1 @200 +c3 @200 !w @2000 ~");
		assert_null(strstr(h.said, "swapped"));
		assert_non_null(strstr(hands_said(&h), "turn4:w:illegal:check:b1c3"));
		hands_end(&h);
	}
}

static void a5_a_new_game(void **state)
{
	both(NULL, "-e2P +e4P !w @900 -e7p +e5p !b @900 -g1N +f3N !w @900 -f3N +g1N @500 -e4P +e2P @500 -e5p +e7p",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5 down2:g1f3 turn2:w:legal:g1f3 new-game");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a1_a_wrong_set_up_is_told_until_it_is_right),
		cmocka_unit_test(a7_king_and_queen_swapped_are_seen_at_once),
		cmocka_unit_test(a7_a_takeback_after_a_swapped_start),
		cmocka_unit_test(a7_king_and_queen_swapped_are_known_by_the_move_that_only_fits),
		cmocka_unit_test(a7_a_swapped_set_up_that_nobody_saw_is_read_on),
		cmocka_unit_test(a7_a_king_left_in_check_is_no_swapped_set_up),
		cmocka_unit_test(a5_a_new_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
