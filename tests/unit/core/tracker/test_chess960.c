/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Castling in Chess960 (FIDE Guidelines II.3), each order of hands with and without names of the pieces. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void begin(struct hands *h, enum tracker_sensors sensors, const char *fen)
{
	struct tracker_setup setup = { .sensors = sensors, .has_lever = true };

	memset(h, 0, sizeof(*h));
	h->game = setup.game = &game_chess960;
	assert_int_equal(setup.game->parse(fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hands_hear, h, &h->tracker), 0);
}

/* What came to g1 stood there before the rook left: it was the king, whose hand had begun while Black was castling. */
static void the_order_shows_who_castled(void **state)
{
	struct hands h;

	begin(&h, TRACKER_PRESENCE, "qr1bbk1r/p1pppppp/1n3n2/1p6/1P6/3PPN2/P1P2PPP/QRNBBK1R b KQkq - 0 4");
	hands_play(&h, "-f8 @125 +g8 @375 -h8 @184 -f1 @113 +f8 @31 +g1 @60 !b @182 -h1 @65 +f1 @140 !w @1200 -a7 @50 "
		       "+a6 @70 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "f8h8 f1h1 a7a6");
	hands_end(&h);
}

/* White does this and presses, Black moves his king; what White did, and nothing that would be an offence. */
static void expect(const char *fen, const char *white, const char *move)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		char text[400], moves[40];
		struct hands h;

		begin(&h, s, fen);
		snprintf(text, sizeof(text), "@2000 %s @150 !w @900 -e8k @150 +e7k @150 !b @2000 ~", white);
		snprintf(moves, sizeof(moves), "%s e8e7", move);
		hands_play(&h, text);
		if (strcmp(hands_moves(&h), moves))
			fail_msg("%s, sensors %d, %s: %s", fen, (int)s, white, hands_moves(&h));
		for (unsigned i = 0; i < tracker_turns(h.tracker); i++)
			assert_int_equal(tracker_turn(h.tracker, i)->kind, TURN_LEGAL);
		hands_end(&h);
	}
}

/* Kf1, Rg1: they change places, and sensors that name no piece show what they showed before. */
static void the_two_change_places(void **state)
{
	static const char short_way[] = "4k3/p7/8/8/8/8/P7/1R3KR1 w KQ - 0 1",
			  long_way[] = "4k3/p7/8/8/8/8/P7/2RK4 w Q - 0 1";

	expect(short_way, "-f1K @120 -g1R @120 +g1K @120 +f1R", "f1g1");
	expect(short_way, "-g1R @120 -f1K @120 +f1R @120 +g1K", "f1g1");
	expect(short_way, "-f1K @10 -g1R @90 +f1R @20 +g1K", "f1g1");
	expect(long_way, "-d1K @120 -c1R @120 +c1K @120 +d1R", "d1c1");
	expect(long_way, "-c1R @20 -d1K @90 +d1R @20 +c1K", "d1c1");
	/* the rook is taken off for the king */
	expect(short_way, "-g1R @150 -f1K @200 +g1K @300 +f1R", "f1g1");
}

/* Kf1, Rh1: the rook ends where the king stood. Without the king it is a rook's move. */
static void the_rook_goes_where_the_king_stood(void **state)
{
	static const char start[] = "4k3/p7/8/8/8/8/P7/R4K1R w KQ - 0 1";

	expect(start, "-f1K @120 +g1K @150 -h1R @120 +f1R", "f1h1");
	expect(start, "-f1K @120 -h1R @120 +f1R @120 +g1K", "f1h1");
	expect(start, "-h1R @120 -f1K @120 +g1K @120 +f1R", "f1h1");
	expect(start, "-f1K @10 -h1R @80 +g1K @20 +f1R", "f1h1");
	expect(start, "-h1R @150 +g1R", "h1g1");
	expect(start, "-f1K @150 +g1K", "f1g1");
	/* the rook over the king: it is set down beside him first */
	expect(start, "-h1R @120 +g1R @120 -f1K @120 -g1R @120 +f1R @120 +g1K", "f1h1");
}

/* Ke1, Rg1: the king ends where the rook stood. Without the rook it is a king's move. */
static void the_king_goes_where_the_rook_stood(void **state)
{
	static const char start[] = "4k3/p7/8/8/8/8/P7/R3K1R1 w KQ - 0 1";

	expect(start, "-g1R @120 +f1R @150 -e1K @120 +g1K", "e1g1");
	expect(start, "-e1K @120 -g1R @120 +g1K @120 +f1R", "e1g1");
	expect(start, "-g1R @120 -e1K @120 +g1K @120 +f1R", "e1g1");
	expect(start, "-g1R @10 -e1K @80 +f1R @20 +g1K", "e1g1");
	expect(start, "-e1K @150 +f1K", "e1f1");
	expect(start, "-g1R @150 +f1R", "g1f1");
	expect("4k3/p7/8/8/8/8/P7/2R1K2R w KQ - 0 1", "-c1R @120 +d1R @120 -e1K @120 +c1K", "e1c1");
}

/* One of them stands where it ends already: only the other moves, past it; the first may be taken up and put back. */
static void one_stays(void **state)
{
	static const char king[] = "4k3/p7/8/8/8/8/P7/R5KR w KQ - 0 1", rook[] = "4k3/p7/8/8/8/8/P7/3RK3 w Q - 0 1";

	expect(king, "-h1R @200 +f1R", "g1h1");
	expect(king, "-g1K @100 +g1K @200 -h1R @200 +f1R", "g1h1");
	expect(king, "-h1R @100 -g1K @100 +f1R @100 +g1K", "g1h1");
	expect(rook, "-e1K @200 +c1K", "e1d1");
	expect(rook, "-e1K @100 -d1R @100 +d1R @100 +c1K", "e1d1");
	expect("4k3/p7/8/8/8/8/P7/R1K5 w Q - 0 1", "-a1R @200 +d1R", "c1a1");
	expect("4k3/p7/8/8/8/8/P7/4KR2 w K - 0 1", "-e1K @200 +g1K", "e1f1");
}

/* Far apart it is as in chess, whatever files they come from. */
static void far_apart(void **state)
{
	expect("4k3/p7/8/8/8/8/P7/RK6 w Q - 0 1", "-b1K @120 +c1K @120 -a1R @120 +d1R", "b1a1");
	expect("4k3/p7/8/8/8/8/P7/RK6 w Q - 0 1", "-a1R @120 +d1R @120 -b1K @120 +c1K", "b1a1");
	expect("4k3/p7/8/8/8/8/P7/1K5R w K - 0 1", "-b1K @120 +g1K @120 -h1R @120 +f1R", "b1h1");
	expect("4k3/p7/8/8/8/8/P7/R5K1 w Q - 0 1", "-g1K @120 -a1R @120 +c1K @120 +d1R", "g1a1");
	expect("4k3/p7/8/8/8/8/P7/1R2K2R w KQ - 0 1", "-e1K @120 +g1K @120 -h1R @120 +f1R", "e1h1");
}

/* The hand began before the opponent's press, with the king in the air then. */
static void the_hand_began_early(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		begin(&h, s, "4k3/p7/8/8/8/8/P7/R4K1R w KQ - 0 1");
		hands_play(&h, "-a2P @100 +a3P @100 !w @900 -a7p @100 -f1K @50 +a6p @40 +g1K @60 !b @60 -h1R @90 +f1R "
			       "@100 !w @900 -e8k @100 +e7k @100 !b @2000 ~");
		assert_string_equal(hands_moves(&h), "a2a3 a7a6 f1h1 e8e7");
		hands_end(&h);
	}
}

/* All of the exchange was done before the opponent's press, and pressed soon after it: no rebound of the lever where
 * the sensors name the pieces, and what the squares did before it counts where they do not. */
static void all_was_done_early(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		begin(&h, s, "4k3/p7/8/8/8/8/P7/1R3KR1 w KQ - 0 1");
		hands_play(&h, "-a2P @100 +a3P @100 !w @900 -a7p @100 -f1K @20 -g1R @80 +g1K @40 +f1R @30 +a6p @60 !b");
		hands_play(&h, s == TRACKER_PIECE_ID ? "@150 !w" : "@350 !w");
		hands_play(&h, "@900 -e8k @100 +e7k @100 !b @2000 ~");
		assert_string_equal(hands_moves(&h), "a2a3 a7a6 f1g1 e8e7");
		hands_end(&h);
	}
}

/* Guidelines II.3.2.2: castled though the king's way or his goal is attacked, or without the right: one illegal
 * castling, wherever the two came from. */
static void castled_against_the_rules(void **state)
{
	static const char *const cases[][2] = {
		{ "4k1r1/p7/8/8/8/8/P7/1K5R w K - 0 1", "b1g1" },
		{ "2r1k3/p7/8/8/8/8/P7/R5K1 w Q - 0 1", "g1c1" },
		{ "4k3/p7/8/8/8/8/P7/1K5R w - - 0 1", "b1g1" },
		{ "4kr2/p7/8/8/8/8/P7/4K2R w K - 0 1", "e1g1" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
			const struct turn *turn;
			char text[200], rook_from, rook_to;
			struct hands h;

			begin(&h, s, cases[i][0]);
			rook_from = cases[i][1][2] == 'g' ? 'h' : 'a';
			rook_to = cases[i][1][2] == 'g' ? 'f' : 'd';
			snprintf(text, sizeof(text), "@2000 -%.2sK @150 +%.2sK @150 -%c1R @150 +%c1R @150 !w @3000 ~",
				 cases[i][1], cases[i][1] + 2, rook_from, rook_to);
			hands_play(&h, text);
			assert_string_equal(hands_moves(&h), cases[i][1]);
			turn = tracker_turn(h.tracker, 0);
			assert_int_equal(turn->kind, TURN_ILLEGAL);
			assert_int_equal(turn->fault, TURN_FAULT_CASTLING);
			hands_end(&h);
		}
}

/* Pressed without a move: nobody has touched what would have changed places. */
static void nothing_is_no_castling(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		struct hands h;

		begin(&h, s, "4k3/p7/8/8/8/8/P7/1R3KR1 w KQ - 0 1");
		hands_play(&h, "@2000 !w @3000 ~");
		assert_int_equal(tracker_turns(h.tracker), 1);
		assert_int_equal(tracker_turn(h.tracker, 0)->kind, TURN_NO_MOVE);
		hands_end(&h);
	}
}

/* Timeline A8: where no start was given, named pieces show which array it is, also on a board that stands turned; a
 * given one is not changed. */
static void the_array_that_stands_is_the_start(void **state)
{
	for (unsigned n = 0; n < 960; n += 53)
		for (unsigned turned = 0; turned < 2; turned++)
			for (unsigned given = 0; given < 2; given++) {
				struct tracker_setup setup = { .sensors = TRACKER_PIECE_ID,
							       .has_lever = true,
							       .open_start = !given };
				char squares[GAME_MAX_SQUARES], seen[GAME_MAX_SQUARES];
				struct game_position start;
				struct hands h = { 0 };

				h.game = setup.game = &game_chess960;
				assert_int_equal(setup.game->start(518, &setup.start), 0);
				assert_int_equal(setup.game->start(n, &start), 0);
				assert_int_equal(tracker_new(&setup, hands_hear, &h, &h.tracker), 0);
				setup.game->placement(&start, squares);
				for (unsigned q = 0; q < 64; q++)
					seen[q] = squares[turned ? 63 - q : q];
				assert_int_equal(tracker_event(h.tracker,
							       &(struct tracker_event){ .type = TRACKER_SQUARES,
											.squares = seen }),
						 0);
				assert_int_equal(setup.game->same(tracker_start(h.tracker), &start),
						 !given || n == 518);
				assert_int_equal(setup.game->same(tracker_position(h.tracker), &start),
						 !given || n == 518);
				if (!given)
					assert_int_equal(tracker_turned(h.tracker), turned);
				hands_end(&h);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_two_change_places),
		cmocka_unit_test(the_rook_goes_where_the_king_stood),
		cmocka_unit_test(the_king_goes_where_the_rook_stood),
		cmocka_unit_test(one_stays),
		cmocka_unit_test(far_apart),
		cmocka_unit_test(the_hand_began_early),
		cmocka_unit_test(all_was_done_early),
		cmocka_unit_test(the_order_shows_who_castled),
		cmocka_unit_test(castled_against_the_rules),
		cmocka_unit_test(nothing_is_no_castling),
		cmocka_unit_test(the_array_that_stands_is_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
