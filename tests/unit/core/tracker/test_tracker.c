/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker is given: a setup and events that cannot be are refused, and nothing of them is kept. */
#include <errno.h>
#include <limits.h>

#include "tests/unit/core/tracker/tracker-hands.h"

static struct tracker_setup setup_of(enum tracker_sensors sensors)
{
	struct tracker_setup setup = { .game = &game_chess, .sensors = sensors, .has_lever = true };

	assert_int_equal(game_chess.parse(game_chess.start_fen, &setup.start, NULL), 0);
	return setup;
}

static void a_setup_that_makes_no_sense(void **state)
{
	struct tracker_setup setup = setup_of(TRACKER_PRESENCE);
	struct tracker *t = NULL;
	struct hands h;

	assert_int_equal(tracker_new(&setup, NULL, NULL, &t), -EINVAL);
	setup.sensors = (enum tracker_sensors)0;
	assert_int_equal(tracker_new(&setup, hands_hear, &h, &t), -EINVAL);
	setup.sensors = (enum tracker_sensors)(TRACKER_EXACT + 1);
	assert_int_equal(tracker_new(&setup, hands_hear, &h, &t), -EINVAL);
	setup = setup_of(TRACKER_PRESENCE);
	setup.game = NULL;
	assert_int_equal(tracker_new(&setup, hands_hear, &h, &t), -EINVAL);
	assert_null(t);
	tracker_free(NULL);
}

static void events_that_cannot_be(void **state)
{
	static const struct tracker_event bad[] = {
		{ .type = (enum tracker_event_type)0 },	    { .type = (enum tracker_event_type)(TRACKER_TIME + 1) },
		{ .type = TRACKER_LIFT, .square = 64 },	    { .type = TRACKER_PLACE, .square = GAME_NO_SQUARE },
		{ .type = TRACKER_PRESS, .side = NO_SIDE }, { .type = TRACKER_SQUARES, .squares = NULL },
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		struct hands h;
		char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];

		hands_begin(&h, NULL, s, true);
		tracker_placement(h.tracker, before);
		for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
			struct tracker_event event = bad[i];

			event.t_us = 60000000;
			assert_int_equal(tracker_event(h.tracker, &event), -EINVAL);
		}
		tracker_placement(h.tracker, after);
		assert_memory_equal(before, after, 64);
		/* not even their time: what follows is earlier, and is read as it came */
		hands_play(&h, "@500 -e2P @200 +e4P @300 !w");
		assert_non_null(strstr(hands_said(&h), "turn0:w:legal:e2e4"));
		hands_end(&h);
	}
}

/* A sensor's letter that is none of the game's says that a piece stands there, and no letter where one was lifted that
 * the square is empty. */
static void letters_that_mean_nothing(void **state)
{
	char squares[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES];
	struct tracker_event whole = { .type = TRACKER_SQUARES, .squares = squares };
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "@500 -e2P @200 +e4x @300 !w");
	assert_non_null(strstr(hands_said(&h), "turn0:w:legal:e2e4"));
	tracker_placement(h.tracker, squares);
	squares[6] = 'z';
	squares[57] = '\0';
	whole.t_us = h.t_us + 1000000;
	assert_int_equal(tracker_event(h.tracker, &whole), 0);
	tracker_placement(h.tracker, stands);
	assert_int_equal(tracker_turns(h.tracker), 1);
	assert_true(stands[6] == '?' || stands[6] == 'N');
	assert_true(stands[57] == '?' || stands[57] == 'n');
	assert_null(strstr(hands_said(&h), "illegal"));
	hands_end(&h);
}

/* What a pawn becomes is a person's to say of the last turn, if it was a promotion, and of a piece that it may become.
 */
static void promotions_that_are_none(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		struct hands h;

		hands_begin(&h, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", s, true);
		assert_int_equal(tracker_set_promotion(h.tracker, 0, 'N'), -ERANGE);
		assert_int_equal(tracker_rule_promotion(h.tracker, UINT_MAX, 'N'), -ERANGE);
		hands_play(&h, "@500 -a7P @200 +a8Q @300 !w @3000 ~");
		assert_int_equal(tracker_set_promotion(h.tracker, 1, 'N'), -ERANGE);
		assert_int_equal(tracker_set_promotion(h.tracker, 0, 'K'), -EINVAL);
		assert_int_equal(tracker_set_promotion(h.tracker, 0, 'N'), 0);
		assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'N');
		assert_int_equal(tracker_turns(h.tracker), 1);
		hands_play(&h, "@500 -e8k @200 +e7k @300 !b @3000 ~");
		assert_int_equal(tracker_turns(h.tracker), 2);
		assert_int_equal(tracker_set_promotion(h.tracker, 0, 'R'), -ERANGE); /* it was replied to */
		assert_int_equal(tracker_set_promotion(h.tracker, 1, 'R'), -EINVAL); /* a king's move */
		assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'N');
		hands_end(&h);
		/* nor is there anything to become where no move was made */
		hands_begin(&h, NULL, s, true);
		hands_play(&h, "@500 -e2P @200 +e2P @300 !w @3000 ~");
		assert_int_equal(tracker_turns(h.tracker), 1);
		assert_int_equal(tracker_set_promotion(h.tracker, 0, 'Q'), -EINVAL);
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_setup_that_makes_no_sense),
		cmocka_unit_test(events_that_cannot_be),
		cmocka_unit_test(letters_that_mean_nothing),
		cmocka_unit_test(promotions_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
