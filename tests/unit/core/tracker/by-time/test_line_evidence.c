/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards without a lever: why a turn was read as it was. Timelines as in daemon/core/tracker/by-time/by-time.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define E4_E5 "-e2P @200 +e4P @2000 -e7p @200 +e5p @2000 "

static const char *why(const struct hands *h, unsigned ply)
{
	static char text[2048];

	assert_true(tracker_explain(h->tracker, ply, text, sizeof(text)) > 0);
	return text;
}

/* The lines after the first, whatever the numbers of the costs. */
static const char *readings(const struct hands *h, unsigned ply)
{
	char *text = (char *)why(h, ply), *to;

	text = to = strchr(text, '\n') + 1;
	for (const char *from = text; *from; from++) {
		*to++ = *from;
		if (to - text >= 6 && !memcmp(to - 6, "costs ", 6))
			from += strspn(from + 1, "0123456789");
	}
	*to = '\0';
	return text;
}

/* T1: e4 stood for half a second when e5 stood, too. */
static void a_reply_that_stands_is_said_and_how_long_the_move_stood(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, false);
		hands_play(&h, "-e2P @200 +e4P @300 -e7p @200 +e5p");
		assert_int_equal(tracker_turns(h.tracker), 1);
		assert_non_null(strstr(why(&h, 0), "turn 1 was read when its reply stood, 0.51 s after"));
		assert_string_equal(
			readings(&h, 0),
			"  a legal move e2e4: explains best how long each square stood otherwise; 2 squares show something else by it\n"
			"  no move of this side yet: costs  more; 4 squares show something else by it\n"
			"  (of what they cost 23 is one in ten, 46 one in a hundred)\n");
		assert_int_equal(tracker_explain(h.tracker, 1, (char[8]){ 0 }, 8), -2);
		hands_end(&h);
	}
}

/* T2: the hand rests on e2 and goes on to c4; the turn is over when the reply's piece is lifted. */
static void a_hand_that_hovered_is_a_reading_that_competed(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, false);
	hands_play(&h, E4_E5 "-f1B @300 +e2B @900 -e2B @300 +c4B @3000 -b8n @200");
	assert_non_null(strstr(why(&h, 2), "turn 3 was read when the hand of the reply had begun, 3.00 s after"));
	assert_string_equal(
		readings(&h, 2),
		"  a legal move f1c4: explains best how long each square stood otherwise; 1 square shows something else by it\n"
		"  no move of this side yet: costs  more; 3 squares show something else by it\n"
		"  a legal move f1e2: costs  more; 3 squares show something else by it\n"
		"  (of what they cost 23 is one in ten, 46 one in a hundred)\n");
	hands_play(&h, "+c6n @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_non_null(strstr(why(&h, 3), "turn 4 was read at the end, when nothing more could come"));
	hands_end(&h);
}

/* T7: f3 is no square of that bishop, and nothing else explains it. */
static void what_is_no_legal_move_is_named(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PRESENCE, false);
	hands_play(&h, E4_E5 "-f1B @200 +f3B @6000 ~ -b8n @200 +c6n @3000 ~ -g1N @200 +e2N @2000");
	assert_int_equal(tracker_finish(h.tracker), 0);
	assert_non_null(strstr(why(&h, 2), "  an illegal move f1f3: explains best"));
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reply_that_stands_is_said_and_how_long_the_move_stood),
		cmocka_unit_test(a_hand_that_hovered_is_a_reading_that_competed),
		cmocka_unit_test(what_is_no_legal_move_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
