// SPDX-License-Identifier: GPL-2.0-or-later
/* Pieces that go home when a game is over are no moves of it, and its last move is one, pressed or not. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* The start is reached, and the game is read as these moves, on both kinds of sensors. */
static void ends_as(bool lever, const char *line, const char *moves)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, lever);
		hands_play(&h, line);
		assert_string_equal(hands_moves(&h), moves);
		assert_non_null(strstr(hands_said(&h), "new-game"));
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), moves);
		hands_end(&h);
	}
}

#define KNIGHTS "@3000 -g1N @200 +f3N @200 !w @3000 -b8n @200 +c6n @200 !b "

static void the_first_piece_home_looks_like_a_reply(void **state)
{
	const char *line = KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @5000 -c6n @300 +b8n @300 -f3N @300 +g1N @300 -e4P @300 +e2P";

	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4");
}

static void the_last_move_is_not_pressed(void **state)
{
	const char *line = KNIGHTS "@3000 -e2P @200 +e4P @5000 -f3N @300 +g1N @300 -e4P @300 +e2P @300 -c6n @300 +b8n";

	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4");
}

static void all_is_cleared_away_first(void **state)
{
	const char *line = KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @3000 -d7p @200 +d5p @200 !b @3000 -e4P @200 -d5p @200 +d5P @6000 "
		"-d5P @90 -c6n @90 -f3N @90 -a1R @90 -a2P @900 +g1N @90 +d7p @90 +a1R @90 +a2P @90 +e2P @90 +b8n";

	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4 d7d5 e4d5");
}

/* The last moves go home, too: what was pressed, and what was thought about, is a move. */
static void the_last_moves_go_home(void **state)
{
	const char *line = KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @3000 -d7p @200 +d5p @200 !b @3000 -f3N @200 +g1N @200 !w @4000 -d5p @300 "
		"+d7p @300 -c6n @300 +b8n @300 -e4P @300 +e2P";
	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4 d7d5 f3g1");
}

/* The longest pause is the thought before the last move, which nobody pressed and which went home, too. */
static void the_last_move_was_thought_about_long(void **state)
{
	const char *line = KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @3000 -d7p @200 +d5p @200 !b @60000 -f3N @200 +g1N @4000 -d5p @300 +d7p "
		"@300 -c6n @300 +b8n @300 -e4P @300 +e2P";

	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4 d7d5 f3g1");
}

/* The first piece that is cleared away could take, but nothing was set down: it did not. */
static void the_first_piece_is_lifted_and_hands_rest(void **state)
{
	const char *line = KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @3000 -d7p @200 +d5p @200 !b @3000 -b1N @200 +c3N @200 !w @5000 -d5p @2000 "
		"-c6n @300 +b8n @300 -f3N @300 +g1N @300 -c3N @300 +b1N @300 -e4P @300 +e2P @300 +d7p";

	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4 d7d5 b1c3");
}

/* After the first pieces hands rest, and rest longer later: what stood for a minute was the end. */
static void the_pieces_are_set_up_slowly(void **state)
{
	const char *line = KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @60000 -c6n @300 +b8n @2000 -f3N @6000 +g1N @300 -e4P @300 +e2P";

	for (int lever = 0; lever < 2; lever++)
		ends_as(lever, line, "g1f3 b8c6 e2e4");
}

/* The lever is put as it is to be while few pieces are home. */
static void the_lever_goes_down_meanwhile(void **state)
{
	ends_as(true,
		KNIGHTS
		"@3000 -e2P @200 +e4P @200 !w @3000 -d7p @200 +d5p @200 !b @3000 -f1B @200 +b5B @200 !w @5000 "
		"-d5p @300 +d7p @300 -c6n @300 +b8n @300 -b5B @300 +f1B @300 !b @300 -f3N @300 +g1N @300 !w @300 -e4P "
		"@300 +e2P",
		"g1f3 b8c6 e2e4 d7d5 f1b5");
}

/* The kings have shown the result: that they go home first is no sign that play goes on. */
static void kings_go_home_from_the_centre(void **state)
{
	for (int lever = 0; lever < 2; lever++) {
		struct hands h;

		hands_begin(&h, NULL, TRACKER_PIECE_ID, lever);
		hands_play(
			&h, KNIGHTS
			"@3000 -a2P @200 +a3P @200 !w @5000 -e1K @400 +e4K @600 -e8k @400 +d5k @9000 -d5k @300 +e8k @300 -e4K "
			"@300 +e1K @900 -c6n @300 +b8n @200 !b @300 -f3N @300 +g1N @300 -a3P @300 +a2P");
		assert_string_equal(hands_moves(&h), "g1f3 b8c6 a2a3");
		assert_non_null(strstr(hands_said(&h), "kings:w new-game"));
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_piece_home_looks_like_a_reply),
		cmocka_unit_test(the_last_move_is_not_pressed),
		cmocka_unit_test(all_is_cleared_away_first),
		cmocka_unit_test(the_last_moves_go_home),
		cmocka_unit_test(the_last_move_was_thought_about_long),
		cmocka_unit_test(the_first_piece_is_lifted_and_hands_rest),
		cmocka_unit_test(the_pieces_are_set_up_slowly),
		cmocka_unit_test(the_lever_goes_down_meanwhile),
		cmocka_unit_test(kings_go_home_from_the_centre),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
