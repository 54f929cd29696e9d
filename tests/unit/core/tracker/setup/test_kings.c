/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kings in the centre: timeline A4 of daemon/core/tracker/setup/kings.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void a4_kings_in_the_centre_are_a_result(void **state)
{
	const char *ending = "8/8/4k3/8/8/3K4/6P1/8 w - - 0 1";

	both(ending, "-d3K @300 +e4K @300 -e6k @300 +d5k @3000 ~", "down0:d3e4 back0:d3e4 kings:w");
	both(ending, "-d3K @300 +d4K @300 -e6k @300 +e5k @3000 ~", "down0:d3d4 back0:d3d4 kings:b");
	both("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "-e1K @300 +e4K @300 -e8k @300 +e5k @3000 ~", "kings:d");
}

static void a_king_that_walks_by_the_other_is_no_result(void **state)
{
	read_as("8/8/4k3/8/4K3/8/6P1/8 b - - 0 1", true,
		"-e6k @200 +d5k @1000 -d5k @20 +d6k @100 !b @900 -g2P @90 +g3P @90 !w", "e6d6 g2g3");
}

/* The last move stood, nobody pressed, and the kings show the result: the move belongs to the game, the kings' way does
 * not. */
static void a_last_move_that_nobody_pressed_and_then_the_kings(void **state)
{
	const char *rooks = "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1";

	both(rooks, "-a1R @200 +a5R @2000 -e1K @300 +e4K @900 -e8k @300 +d5k @3000 ~",
	     "down0:a1a5 turn0:w:legal:a1a5 kings:w");
	/* … and all is set up anew */
	both(rooks,
	     "-a1R @200 +a5R @2000 -e1K @300 +e4K @900 -e8k @300 +d5k @3000 -a5R @300 +a1R @300 -e4K @300 +e1K -d5k @300 +e8k @900 ~",
	     "down0:a1a5 turn0:w:legal:a1a5 kings:w");
	/* mate, at once */
	both("k7/7R/1K6/8/8/8/8/6R1 w - - 0 1", "-g1R @200 +g8R @300 -b6K @300 +e4K @400 -a8k @300 +d5k @3000 ~",
	     "down0:g1g8 turn0:w:legal:g1g8 kings:w");
	/* a king's step to the centre is no move, however long he stands there */
	both("8/8/4k3/8/8/3K4/6P1/8 w - - 0 1", "-d3K @300 +e4K @3000 -e6k @300 +d5k @3000 ~",
	     "down0:d3e4 back0:d3e4 kings:w");
	/* a piece that is put back before has not moved */
	both(rooks, "-a1R @200 +a5R @2000 -a5R @200 +a1R @300 -e1K @300 +e4K @900 -e8k @300 +d5k @3000 ~",
	     "down0:a1a5 back0:a1a5 kings:w");
}

static void no_result(const char *fen, bool lever, const char *text)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, fen, s, lever);
		hands_play(&h, text);
		assert_null(strstr(hands_said(&h), "kings"));
		hands_end(&h);
	}
}

/* The square that he left goes on reporting him: one king is no two. */
static void a_king_whose_leaving_no_sensor_saw_is_no_result(void **state)
{
	no_result("8/8/8/8/3k4/8/6K1/8 b - - 0 1", false, "+e5k @900 -g2K @200 +g3K @4000 ~");
	no_result("8/8/8/8/3k4/8/6K1/8 b - - 0 1", true, "+e5k @300 !b @900 -g2K @200 +g3K @300 !w @4000 ~");
}

/* He rests beside the other on his way, and the rook's hand is not still. */
static void a_king_that_rests_while_another_piece_moves_is_no_result(void **state)
{
	no_result("7r/8/4k3/8/4K3/8/6P1/8 b - - 0 1", false,
		  "-e6k @200 +d5k @900 -h8r @100 +h8r @900 -d5k @20 +d6k @900 -g2P @90 +g3P @4000 ~");
	no_result("7r/8/4k3/8/4K3/8/6P1/8 b - - 0 1", true,
		  "-e6k @200 +d5k @900 -h8r @100 +h8r @900 -d5k @20 +d6k @200 !b @900 -g2P @90 +g3P @200 !w @4000 ~");
}

/* Sensors that name the pieces are believed: what stands in the centre while both kings are away is not them. */
static void other_pieces_in_the_centre_are_no_result(void **state)
{
	static const char *const lines[][2] = {
		{ NULL, "-e1K @300 -e8k @300 -d2P @300 +d4P @300 -e7p @300 +e5p @9000 ~" },
		{ "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
		  "-e1K @300 -e8k @300 -a1R @300 +d4R @300 -h1R @300 +e5R @9000 ~" },
		/* one of them is */
		{ "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "-e1K @300 -e8k @300 -a1R @300 +d4R @300 +e5k @9000 ~" },
	};

	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct hands h;

		hands_begin(&h, lines[i][0], TRACKER_PIECE_ID, true);
		hands_play(&h, lines[i][1]);
		assert_null(strstr(hands_said(&h), "kings"));
		hands_end(&h);
	}
}

/* Half a second for kings that are named, two for those that are not, and longer for one that came there in play. */
static void how_long_the_kings_must_stand(void **state)
{
	static const struct {
		enum tracker_sensors sensors;
		const char *fen, *line;
		int after_ms; /* the last change */
	} kings[] = {
		{ TRACKER_PIECE_ID, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "-e1K @300 +e4K @300 -e8k @300 +d5k", 500 },
		{ TRACKER_PRESENCE, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "-e1K @300 +e4K @300 -e8k @300 +d5k", 2000 },
		{ TRACKER_PIECE_ID, "8/8/4k3/8/4K3/8/8/7R b - - 0 1", "-e6k @300 +d5k", 1200 },
		{ TRACKER_PRESENCE, "8/8/4k3/8/4K3/8/8/7R b - - 0 1", "-e6k @300 +d5k", 2000 },
	};

	for (unsigned i = 0; i < sizeof(kings) / sizeof(*kings); i++) {
		struct tracker_event tick = { .type = TRACKER_TIME };
		struct hands h;

		hands_begin(&h, kings[i].fen, kings[i].sensors, true);
		hands_play(&h, kings[i].line);
		tick.t_us = h.t_us + kings[i].after_ms * 1000 - 1;
		assert_int_equal(tracker_event(h.tracker, &tick), 0);
		assert_null(strstr(hands_said(&h), "kings"));
		assert_true(tracker_deadline(h.tracker) == tick.t_us + 1);
		tick.t_us++;
		assert_int_equal(tracker_event(h.tracker, &tick), 0);
		assert_non_null(strstr(hands_said(&h), "kings:w"));
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a4_kings_in_the_centre_are_a_result),
		cmocka_unit_test(a_king_that_walks_by_the_other_is_no_result),
		cmocka_unit_test(a_king_whose_leaving_no_sensor_saw_is_no_result),
		cmocka_unit_test(a_king_that_rests_while_another_piece_moves_is_no_result),
		cmocka_unit_test(other_pieces_in_the_centre_are_no_result),
		cmocka_unit_test(how_long_the_kings_must_stand),
		cmocka_unit_test(a_last_move_that_nobody_pressed_and_then_the_kings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
