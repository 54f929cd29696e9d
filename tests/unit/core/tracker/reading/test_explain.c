/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a turn was read as it was, on a board with a lever; without one: by-time/test_line_evidence.c. */
#include <errno.h>

#include "tests/unit/core/tracker/tracker-hands.h"

/* Plays it, and says why that turn is read so. */
static const char *why(const char *fen, enum tracker_sensors sensors, const char *line, unsigned ply)
{
	static char text[2048];
	char cut[20];
	struct hands h;
	int length;

	hands_begin(&h, fen, sensors, true);
	hands_play(&h, line);
	length = tracker_explain(h.tracker, ply, text, sizeof(text));
	if (length < 0)
		fail_msg("%s: %d", line, length);
	assert_int_equal(length, strlen(text));
	/* cut to the room that there is, or only measured */
	assert_int_equal(tracker_explain(h.tracker, ply, cut, sizeof(cut)), length);
	assert_int_equal(strlen(cut), sizeof(cut) - 1);
	assert_memory_equal(cut, text, sizeof(cut) - 1);
	assert_int_equal(tracker_explain(h.tracker, ply, NULL, 0), length);
	assert_int_equal(tracker_explain(h.tracker, tracker_turns(h.tracker), text + 1024, 1024), -ENOENT);
	hands_end(&h);
	return text;
}

static void assert_said(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in\n%s", part, text);
}

static void a_clear_move(void **state)
{
	const char *text = why(NULL, TRACKER_PRESENCE, "@500 -e2 @200 +e4 @300 !w", 0);

	assert_said(
		text,
		"turn 1 was read at once, because it was clear\n  a legal move e2e4: assumes 0 for its own squares");
	text = why(NULL, TRACKER_PIECE_ID, "@500 -e2P @200 +e4P @300 !w @2000 -e7p @200 +e5p @300 !b", 1);
	assert_said(text, "turn 2 was read at once");
	assert_said(text, "  a legal move e7e5:");
}

/* The words for what it was: castling as the game writes it, what a pawn became, an illegal move. */
static void what_is_read(void **state)
{
	const char *rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

	assert_said(why(rooks, TRACKER_PIECE_ID, "@500 -e1K @200 +g1K @100 -h1R @200 +f1R @300 !w", 0),
		    "\n  a legal move e1g1:");
	assert_said(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", TRACKER_PIECE_ID, "@500 -a7P @200 +a8Q @300 !w", 0),
		    "\n  a legal move a7a8Q:");
	assert_said(why(NULL, TRACKER_PIECE_ID, "@500 -e2P @200 +e5P @300 !w @3000 ~", 0), "\n  an illegal move e2e5:");
	assert_said(why(NULL, TRACKER_PRESENCE, "@500 -e2 @200 +e2 @300 !w @3000 ~", 0),
		    "\n  a press that ends no turn");
}

/* What fits no single move is waited for; a turn whose press nobody saw is over when its reply stands. */
static void when_it_is_read(void **state)
{
	assert_said(why(NULL, TRACKER_PIECE_ID,
			"@500 -e2P @200 +e4P @100 -b1N @200 +h6N @100 -c1B @300 +a4B !w @3000 ~", 0),
		    "turn 1 was read after waiting for late events\n");
	assert_said(why(NULL, TRACKER_PIECE_ID, "@500 -e2P @200 +e4P @900 -e7p @200 +e5p @600 !b @3000 ~", 0),
		    "turn 1 was read when the reply stood\n");
}

/* A hand puts the pawn down on e3 and goes on to e4 with the press between: the move is another one in the end. */
static void what_came_later(void **state)
{
	assert_said(why(NULL, TRACKER_PIECE_ID,
			"@500 -e2P @200 +e3P @300 !w @80 -e3P @90 +e4P @4000 -e7p @200 +e5p @300 !b @3000 ~", 0),
		    "\n  later events proved another move: e2e4\n");
}

static void exact_sensors_leave_no_doubt(void **state)
{
	assert_said(why(NULL, TRACKER_EXACT, "-e2P +e4P !w", 0),
		    "turn 1 was read from the position at the press: these sensors are exact\n");
}

/* The last 48 turns can be asked about. */
static void of_an_old_turn_nothing_is_known(void **state)
{
	struct hands h;
	char text[2048];

	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	for (unsigned i = 0; i < 13; i++)
		hands_play(
			&h,
			"@900 -g1 @200 +f3 @300 !w @900 -g8 @200 +f6 @300 !b @900 -f3 @200 +g1 @300 !w @900 -f6 @200 +g8 @300 !b");
	assert_int_equal(tracker_turns(h.tracker), 52);
	assert_int_equal(tracker_explain(h.tracker, 3, text, sizeof(text)), -ENOENT);
	assert_true(tracker_explain(h.tracker, 4, text, sizeof(text)) > 0);
	hands_end(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clear_move),
		cmocka_unit_test(what_is_read),
		cmocka_unit_test(when_it_is_read),
		cmocka_unit_test(what_came_later),
		cmocka_unit_test(exact_sensors_leave_no_doubt),
		cmocka_unit_test(of_an_old_turn_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
