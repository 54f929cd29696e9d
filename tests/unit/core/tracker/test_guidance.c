/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Putting the pieces right: the steps, their order, and that they lead there. */
#include "tests/unit/core/tracker/tracker-hands.h"

/* "d3>b1N -d5p +e4P": from and to, off the board, onto it */
static const char *steps_text(struct hands *h)
{
	static char text[1024];
	struct tracker_step step[GAME_MAX_SQUARES];
	unsigned n = tracker_guidance(h->tracker, step);

	*text = 0;
	for (unsigned i = 0; i < n; i++) {
		size_t at = strlen(text);

		if (step[i].from == GAME_NO_SQUARE)
			snprintf(text + at, sizeof(text) - at, "%s+%s%c", i ? " " : "", square_text(h, step[i].to),
				 step[i].piece);
		else if (step[i].to == GAME_NO_SQUARE)
			snprintf(text + at, sizeof(text) - at, "%s-%s%c", i ? " " : "", square_text(h, step[i].from),
				 step[i].piece);
		else
			snprintf(text + at, sizeof(text) - at, "%s%s>%s%c", i ? " " : "", square_text(h, step[i].from),
				 square_text(h, step[i].to), step[i].piece);
	}
	return text;
}

static void restore(struct hands *h, const char *fen)
{
	struct game_position pos;

	assert_int_equal(h->game->parse(fen, &pos, NULL), 0);
	assert_int_equal(tracker_set_position(h->tracker, &pos), 0);
}

/* Does what it is told, step after step, and asks anew after each, as people do. */
static void follow(struct hands *h)
{
	struct tracker_step step[GAME_MAX_SQUARES];
	char squares[GAME_MAX_SQUARES];
	unsigned n, most = 130;

	while ((n = tracker_guidance(h->tracker, step)) > 0) {
		struct tracker_event e = { .t_us = h->t_us += 300000 };

		assert_true(tracker_restoring(h->tracker));
		assert_true(most-- > 0);
		if (step[0].from != GAME_NO_SQUARE) {
			tracker_placement(h->tracker, squares);
			assert_int_not_equal(squares[step[0].from], '.');
			e.type = TRACKER_LIFT;
			e.square = step[0].from;
			assert_int_equal(tracker_event(h->tracker, &e), 0);
		}
		if (step[0].to != GAME_NO_SQUARE) {
			tracker_placement(h->tracker, squares);
			assert_int_equal(squares[step[0].to], '.'); /* nobody stands in the way */
			e.type = TRACKER_PLACE;
			e.square = step[0].to;
			e.piece = step[0].piece;
			assert_int_equal(tracker_event(h->tracker, &e), 0);
		}
	}
	assert_false(tracker_restoring(h->tracker));
}

static void check(const char *start, const char *played, const char *official, const char *named, const char *unnamed)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		struct hands h;

		hands_begin(&h, start, s, true);
		hands_play(&h, played);
		hands_play(&h, "@2000 ~");
		restore(&h, official);
		assert_string_equal(steps_text(&h), s == TRACKER_PRESENCE ? unnamed : named);
		hands_said(&h);
		follow(&h);
		assert_string_equal(hands_said(&h), "restored");
		hands_end(&h);
	}
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void a_man_goes_back(void **state)
{
	check(NULL, "-b1N @100 +d3N @100 !w", START, "d3>b1N", "d3>b1N");
}

/* The capturer first, for he stands where the victim belongs; the victim comes from beside the board. */
static void a_capture_is_taken_back(void **state)
{
	const char *fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";

	check(fen, "-d5p @100 -e4P @100 +d5P @100 !w", fen, "d5>e4P +d5p", "+e4P");
}

static void castling_is_taken_back(void **state)
{
	const char *fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

	check(fen, "-e1K @100 +g1K @100 -h1R @100 +f1R @100 !w", fen, "f1>h1R g1>e1K", "f1>e1K g1>h1R");
}

static void a_promotion_is_taken_back(void **state)
{
	const char *fen = "8/4P3/8/8/k7/8/8/4K3 w - - 0 1";

	check(fen, "-e7P @100 +e8Q @100 !w", fen, "-e8Q +e7P", "e8>e7P");
}

/* Each stands where the other belongs: one waits beside the board. */
static void two_men_that_changed_places(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR");
	assert_true(tracker_restoring(h.tracker));
	assert_string_equal(steps_text(&h), "-b1B c1>b1N +c1B");
	follow(&h);
	hands_end(&h);
}

/* A ring of three, and a chain that begins where a square is free. */
static void men_in_each_others_way(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBNR");
	follow(&h);
	hands_play(&h, "#rnbqkbnr/pppppppp/8/N7/8/8/PPPPPPPP/R1BQKBNR");
	hands_end(&h);
	hands_begin(&h, "4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1", TRACKER_PIECE_ID, true);
	restore(&h, "4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1");
	hands_play(&h, "#4k3/8/8/8/8/8/8/1RNBK3");
	restore(&h, "4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1");
	assert_string_equal(steps_text(&h), "b1>a1R c1>b1N d1>c1B");
	follow(&h);
	hands_end(&h);
}

/* Everything is in the box: all of it is published, and what stood on wrong squares goes first. */
static void a_board_that_was_cleared(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		struct hands h;
		struct tracker_step step[GAME_MAX_SQUARES];

		hands_begin(&h, NULL, s, true);
		hands_play(&h, "-e2P @100 +e4P @100 !w @900 #8/8/8/8/8/8/8/8 @900");
		restore(&h, START);
		assert_int_equal(tracker_guidance(h.tracker, step), 32);
		follow(&h);
		hands_play(&h, "@900 -d2P @100 +d4P @100 !w @2000 ~");
		assert_int_equal(tracker_turn(h.tracker, tracker_turns(h.tracker) - 1)->kind, TURN_LEGAL);
		hands_end(&h);
	}
}

/* From any board to any position. */
static void it_leads_there_from_everywhere(void **state)
{
	static const char letters[] = "PNBRQKpnbrqk";
	uint32_t seed = 12345;

	for (unsigned n = 0; n < 400; n++) {
		struct hands h;
		char squares[GAME_MAX_SQUARES];
		struct tracker_event e = { .type = TRACKER_SQUARES, .squares = squares };
		struct game_position pos;

		hands_begin(&h, NULL, (enum tracker_sensors)(TRACKER_PRESENCE + n % 3), true);
		for (unsigned k = 0; k < 2; k++)
			for (unsigned q = 0; q < 64; q++) {
				seed = seed * 1664525u + 1013904223u;
				squares[q] = seed >> 24 < (k ? 60u : n % 200) ? letters[(seed >> 8) % 12] : '.';
				if (k == 0 && q == 63)
					assert_int_equal(tracker_event(h.tracker, &e), 0);
			}
		h.t_us = e.t_us = 900000;
		pos = *tracker_position(h.tracker);
		h.game->set_placement(&pos, squares, n % 2 ? WHITE : BLACK);
		assert_int_equal(tracker_set_position(h.tracker, &pos), 0);
		follow(&h);
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_man_goes_back),
		cmocka_unit_test(a_capture_is_taken_back),
		cmocka_unit_test(castling_is_taken_back),
		cmocka_unit_test(a_promotion_is_taken_back),
		cmocka_unit_test(two_men_that_changed_places),
		cmocka_unit_test(men_in_each_others_way),
		cmocka_unit_test(a_board_that_was_cleared),
		cmocka_unit_test(it_leads_there_from_everywhere),
	};

	return cmocka_run_group_tests_name("tracker guidance", tests, NULL, NULL);
}
