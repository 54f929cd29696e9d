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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_two_moves_each_may_be_the_one),
		cmocka_unit_test(all_that_are_as_likely_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
