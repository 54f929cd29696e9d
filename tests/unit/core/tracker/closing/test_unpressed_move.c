/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last move, which nobody presses: what stood belongs to the game, what only hovered does not. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* At the end of a game in which the pieces are cleared away afterwards. */
static void ends(const char *text, const char *moves)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, "r3k3/5ppp/5b2/8/1R6/8/5PPP/4K3 w - - 0 1", s, true);
		hands_play(&h, text);
		hands_play(&h, "@5000 -e8k @300 +d5k @500 -e1K @300 +e4K @9000 ~");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), moves);
		hands_end(&h);
	}
}

static void a_last_move_that_stood_belongs_to_the_game(void **state)
{
	ends("-b4R @400 +b5R @1000 !w @5000 -f6b @800 +e5b @3000", "b4b5 f6e5");
}

/* The bishop stands on e5 for 400 ms and is in the hand again when the kings go to the centre. Did it take on b2, or
 * was the game given up with the bishop in the hand? Both games give these events: no move is made up. */
static void a_piece_that_only_hovered_makes_no_last_move(void **state)
{
	ends("-b4R @400 +b5R @1000 !w @5000 -f6b @800 +e5b @400 -e5b @1500", "b4b5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_last_move_that_stood_belongs_to_the_game),
		cmocka_unit_test(a_piece_that_only_hovered_makes_no_last_move),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
