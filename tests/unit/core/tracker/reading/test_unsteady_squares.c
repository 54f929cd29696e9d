/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Timelines U1 and U2: squares that go and come by themselves. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* On both kinds of sensors, with the lever and without it: the square toggles `times` times before the line. */
static void toggling(const char *fen, const char *toggle, unsigned times, const char *line, const char *moves)
{
	char text[4000] = "";

	for (unsigned i = 0; i < times; i++)
		strcat(text, toggle);
	strcat(text, line);
	read_as(fen, true, text, moves);
	/* without the presses */
	for (char *press = strchr(text, '!'); press; press = strchr(press, '!'))
		memcpy(press, "@0", 2);
	read_as(fen, false, text, moves);
}

#define TOGGLE "-d2 @75 +d2 @290 "

/* Nobody lifts a pawn and puts it back again and again: what it could move to is no move of it, and what others do
 * meanwhile is read. */
static void u1_nobody_does_that(void **state)
{
	toggling(NULL, TOGGLE, 12,
		 "-g1N @75 -d2 @70 +d2P @80 +f3N @200 !w @140 " TOGGLE TOGGLE
		 "-e7p @40 -d2 @60 +d2P @60 +e5p @300 !b @90 " TOGGLE TOGGLE TOGGLE
		 "-f3N @100 -d2 @60 -e5p @70 +d2P @60 +e5N @240 !w @90 " TOGGLE TOGGLE "-b8n @100 +c6n @200 !b @900 ~",
		 "g1f3 e7e5 f3e5 b8c6");
}

/* An empty square that seems to fill. */
static void u1_nothing_stands_there(void **state)
{
	toggling(NULL, "+e3 @75 -e3 @290 ", 12,
		 "-e2P @60 +e3 @70 -e3 @60 +e4P @200 +e3 @60 -e3 @100 !w @240 +e3 @75 -e3 @290 -d7p @100 +d5p @200 !b "
		 "@300 +e3 @75 -e3 @290 +e3 @75 -e3 @290 -e4P @90 -d5p @100 +d5P @200 !w @290 +e3 @75 -e3 @1200 ~",
		 "e2e4 d7d5 e4d5");
}

/* The piece leaves it, and another comes there: that lasts, though the sensor still goes and comes. */
static void u2_what_lasts_counts(void **state)
{
	toggling(
		NULL, TOGGLE, 10,
		"-d2P @150 +d4P @120 +d2 @60 -d2 @250 !w @100 +d2 @60 -d2 @290 -e7p @100 +e5p @200 !b @300 +d2 @70 -d2 "
		"@300 -c1B @120 +d2B @330 -d2 @70 +d2B @250 !w @300 -d2 @70 +d2B @290 -e5p @100 -d4P @100 +d4p @200 !b "
		"@900 ~",
		"d2d4 e7e5 c1d2 e5d4");
}

/* The knight has gone, and its square does not know: the replies that follow are replies all the same. */
static void u2_a_piece_that_has_gone_is_gone(void **state)
{
	char line[3000] = "-d2P @250 +d4P @300 !w @2000 -g8n @230 +f6n @200 ";

	for (unsigned i = 0; i < 14; i++)
		strcat(line, i == 3 ? "!b " : "+g8 @80 -g8 @290 ");
	strcat(line, "-c1B @40 +g8 @80 -g8 @200 +f4B @200 +g8 @50 -g8 @120 !w ");
	for (unsigned i = 0; i < 9; i++)
		strcat(line, "+g8 @80 -g8 @290 ");
	strcat(line,
	       "-e7p @90 +g8 @80 -g8 @200 +e6p @100 !b +g8 @80 -g8 @290 +g8 @80 -g8 @290 -b1N @100 +c3N +g8 @100 -g8 "
	       "@100 !w @900 ~");
	toggling(NULL, "", 0, line, "d2d4 g8f6 c1f4 e7e6 b1c3");
}

/* A piece that bounces as it is put down does not go and come by itself: its move is known at the press. */
static void u1_a_piece_that_bounces_is_put_down(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, true);
		hands_play(&h, "@900 -d2P @130 +d4P -d4P +d4P -d4P +d4P -d4P +d4P -d4P +d4P @30 !w");
		assert_string_equal(hands_moves(&h), "d2d4");
		hands_end(&h);
	}
}

/* Each going and coming counts once in more than a tenth of a second: a contact that chatters at that beat is no sensor
 * that goes and comes by itself, and what the piece does then counts at once. A little slower it is one. */
static void u1_at_the_beat_of_a_tenth_of_a_second(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned slower = 0; slower < 2; slower++) {
			char stands[GAME_MAX_SQUARES];
			struct hands h;

			hands_begin(&h, NULL, s, true);
			hands_play(&h, "@900");
			for (unsigned i = 0; i < 6; i++)
				hands_play(&h, slower ? "@50 -d2 @45 +d2" : "@45 -d2 @45 +d2");
			hands_play(&h, "@95 -d2");
			tracker_placement(h.tracker, stands);
			assert_int_equal(stands[11] == '.', !slower);
			hands_play(&h, "@20 +d4P @20 !w");
			/* what goes and comes by itself has to last before its change counts */
			assert_int_equal(tracker_turns(h.tracker), slower ? 0 : 1);
			hands_play(&h, "@3000 ~");
			assert_string_equal(hands_moves(&h), "d2d4");
			hands_end(&h);
		}
}

/* It is steady again when it has been still for three seconds: then each change counts at once. */
static void it_is_steady_again(void **state)
{
	toggling(NULL, TOGGLE, 10,
		 "@3500 -d2P @80 +d3P @80 !w @900 -e7p @80 +e6p @80 !b @900 -d3P @80 +d4P @80 !w @900 ~",
		 "d2d3 e7e6 d3d4");
}

/* … or when no event will come any more: what it says then is what stands. */
static void at_the_end_it_is_steady(void **state)
{
	toggling(NULL, TOGGLE, 5, "-d2P @20 +d4P", "d2d4");
	toggling(NULL, TOGGLE, 6, "-d2P @20 +d4P", "d2d4");
	/* it was put back, and nothing was played */
	toggling(NULL, TOGGLE, 5, "-d2P @20 +d2P", "");
}

/* The whole board is known: nothing is kept back. */
static void the_whole_board_is_known(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, true);
		for (unsigned i = 0; i < 10; i++)
			hands_play(&h, TOGGLE);
		hands_play(&h, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR @900 -d2P @20 +d4P @20 !w");
		assert_string_equal(hands_moves(&h), "d2d4");
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u1_nobody_does_that),
		cmocka_unit_test(u1_a_piece_that_bounces_is_put_down),
		cmocka_unit_test(u1_at_the_beat_of_a_tenth_of_a_second),
		cmocka_unit_test(u1_nothing_stands_there),
		cmocka_unit_test(u2_what_lasts_counts),
		cmocka_unit_test(u2_a_piece_that_has_gone_is_gone),
		cmocka_unit_test(it_is_steady_again),
		cmocka_unit_test(at_the_end_it_is_steady),
		cmocka_unit_test(the_whole_board_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
