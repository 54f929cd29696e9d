/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves against the rules, on real sensors: which squares they are of, and what is none. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define CASTLES "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"

static void write_reading(const struct hands *h, unsigned kind, unsigned from, unsigned to, char text[static 24])
{
	size_t n = (size_t)snprintf(text, 24, "%s:%s", kinds[kind], square_text(h, from));

	snprintf(text + n, 24 - n, "%s", square_text(h, to));
}

/* Is the turn that, or one that is not proved, and that among what a person is asked about? */
static bool is_said(const struct hands *h, const struct turn *turn, const char *want)
{
	char is[24];

	write_reading(h, turn->kind, turn->from, turn->to, is);
	if (!strcmp(is, want))
		return true;
	for (unsigned i = 0; turn->unsure && i < turn->other_count; i++) {
		write_reading(h, turn->other[i].kind, turn->other[i].from, turn->other[i].to, is);
		if (!strcmp(is, want))
			return true;
	}
	return false;
}

/* On both kinds of sensors: the turns' kinds and squares at the end. Where sensors name the pieces all of them are
 * proved. */
static void ends_as(const char *fen, bool lever, const char *line, const char *turns)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;
		char want[512], *rest = want;
		unsigned i = 0;

		snprintf(want, sizeof(want), "%s", turns);
		hands_begin(&h, fen, s, lever);
		hands_play(&h, line);
		for (char *turn; (turn = strsep(&rest, " ")); i++) {
			const struct turn *is = i < tracker_turns(h.tracker) ? tracker_turn(h.tracker, i) : NULL;

			if (!is || !is_said(&h, is, turn))
				fail_msg("turn %u of %s is not %s", i, line, turn);
			if (s == TRACKER_PIECE_ID && lever && is->kind != TURN_LEGAL &&
			    is->fault != TURN_FAULT_OTHER_SIDE)
				assert_false(is->unsure);
		}
		assert_int_equal(tracker_turns(h.tracker), i);
		hands_end(&h);
	}
}

/* a lifted, b placed, press, b lifted, a placed: the press had completed it, whatever the hand did then. */
static void put_back_after_the_press(void **state)
{
	ends_as(NULL, true, "@500 -e2P @200 +e5P @200 !w @150 -e5P @150 +e2P @3000 ~", "illegal:e2e5");
	ends_as(NULL, true, "@500 -e2P @200 +e4P @200 !w @900 -b8n @200 +b6n @200 !b @150 -b6n @150 +b8n @3000 ~",
		"legal:e2e4 illegal:b8b6");
	/* what it took is put back, too, or not: it was taken at the press */
	ends_as("4k3/8/8/3p4/8/8/8/R3K3 w - - 0 1", true, "@500 -d5p @200 -a1R @200 +d5R @200 !w @3000 ~",
		"illegal:a1d5");
	/* before the press it is none */
	ends_as(NULL, true, "@500 -e2P @200 +e5P @500 -e5P @200 +e2P @500 -d2P @200 +d4P @200 !w @3000 ~",
		"legal:d2d4");
	/* nor is what lay on the board at the press and is a legal move: that was played */
	ends_as(NULL, true, "@500 -e2P @200 +e4P @200 !w @150 -e4P @150 +e2P @3000 ~", "legal:e2e4");
	/* the other side's piece was knocked, and put right */
	ends_as(NULL, true, "@500 -e2P @200 +e4P @100 -e7p @50 +e5p @50 !w @200 -e5p @100 +e7p @3000 ~", "legal:e2e4");
}

/* King and rook stand as castled: a castling that is legal is never called illegal, however it was seen. */
static void a_legal_castling_is_legal(void **state)
{
	static const char *const seen[] = {
		"-e1K @100 +g1K @100 -h1R @100 +f1R @200 !w @3000 ~",
		"-h1R @100 +f1R @100 -e1K @100 +g1K @200 !w @3000 ~",
		"-e1K -h1R @100 +g1K +f1R @200 !w @3000 ~",
		"-e1K -h1R @100 +g1K @100 !w @200 +f1R @3000 ~",
		"-e1K -h1R @100 +f1R @100 !w @200 +g1K @3000 ~",
		"-h1R @100 +f1R @100 -e1K @100 !w @200 +g1K @3000 ~",
		/* the king knocks his pawn over, which is set up again */
		"-e1K @100 -f2P +g1K @100 -h1R @100 +f1R @300 +f2P @200 !w @3000 ~",
	};

	for (unsigned i = 0; i < sizeof(seen) / sizeof(*seen); i++)
		ends_as(CASTLES, true, seen[i], "legal:e1g1");
	ends_as(CASTLES, true, "-e1K -a1R @100 +c1K +d1R @200 !w @3000 ~", "legal:e1c1");
}

/* … and one that is not legal is one turn of king and rook, named by the king. */
static void an_illegal_castling_is_the_kings(void **state)
{
	ends_as("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", true, "@500 -e1K @100 +g1K @100 -h1R @100 +f1R @200 !w @3000 ~",
		"illegal:e1g1");
	ends_as("4k3/8/8/8/8/3r4/8/R3K3 w Q - 0 1", true, "@500 -e1K @100 +c1K @100 -a1R @100 +d1R @200 !w @3000 ~",
		"illegal:e1c1");
	/* he has moved before */
	ends_as("4k3/8/8/8/8/8/8/4K2R w - - 0 1", true, "@500 -e1K @100 +g1K @100 -h1R @100 +f1R @200 !w @3000 ~",
		"illegal:e1g1");
	ends_as("r3k3/8/8/8/8/8/8/4K3 b - - 0 1", true, "@500 -e8k @100 +c8k @100 -a8r @100 +d8r @200 !b @3000 ~",
		"illegal:e8c8");
}

/* A capture takes what stood there; a piece of the own side is none that may be taken. */
static void captures_against_the_rules(void **state)
{
	ends_as("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", true, "@500 -d5p @100 -c3N @100 +d5N @200 !w @3000 ~",
		"legal:c3d5");
	ends_as("4k3/8/8/4p3/8/2N5/8/4K3 w - - 0 1", true, "@500 -e5p @100 -c3N @100 +e5N @200 !w @3000 ~",
		"illegal:c3e5");
	ends_as("4k3/8/8/4p3/8/2N5/8/4K3 w - - 0 1", true, "@500 -c3N @100 -e5p @100 +e5N @200 !w @3000 ~",
		"illegal:c3e5");
	ends_as("4k3/8/8/4p3/8/2n5/8/4K3 b - - 0 1", true, "@500 -c3n @200 +c5n @200 !b @3000 ~", "illegal:c3c5");
	/* a square of the opponent's piece: it is illegal to move it */
	ends_as(NULL, true,
		"@500 -e2P @200 +e4P @200 !w @900 -e7p @200 +e5p @200 !b @900 -g8n @200 +f6n @200 !w @3000 ~",
		"legal:e2e4 legal:e7e5 illegal:g8f6");
}

/* A pinned pawn on the seventh rank that was put on the eighth as another piece: the sensor names what it became. */
static void a_promotion_that_leaves_the_king_in_check(void **state)
{
	struct hands h;

	hands_begin(&h, "8/r3P2K/8/8/8/8/8/4k3 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, "@500 -e7P @200 +e8Q @200 !w @3000 ~");
	assert_string_equal(hands_said(&h), "turn0:w:illegal:check:e7e8");
	assert_int_equal(tracker_turn(h.tracker, 0)->piece, 'P');
	hands_end(&h);
	/* what the pawn cannot become is no promotion: a king came from nowhere */
	hands_begin(&h, "8/r3P2K/8/8/8/8/8/4k3 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, "@500 -e7P @200 +e8K @200 !w @3000 ~");
	assert_null(strstr(hands_said(&h), "illegal:check:e7e8"));
	hands_end(&h);
}

/* Without a lever a piece of the other side that stands elsewhere was knocked, and is put back before long. */
/* Pressed while it stands on its way: when it has arrived its sensor names it there, and no legal goal is likelier. */
static void what_is_seen_to_stand_elsewhere_was_not_put_down_unseen(void **state)
{
	struct hands h;

	hands_begin(&h, "rnbqk2r/pp1p1ppp/4pn2/2p5/1BPP4/5N2/PP2PPPP/RN1QKB1R b KQkq - 0 5", TRACKER_PIECE_ID, true);
	hands_play(&h, "@500 -g7p @314 +c2p @660 !b @68 -c2p @-5 +b3p @3000 ~");
	assert_string_equal(hands_said(&h), "turn0:b:illegal:piece:g7b3");
	hands_end(&h);
}

/* e7's sensor goes and comes as the king stands there, b4's bishop is lifted meanwhile and put back: it took nothing on
 * e7. */
static void what_was_lifted_and_is_back_has_not_gone_where_another_came(void **state)
{
	struct hands h;

	hands_begin(&h, "r1bqk2r/pppp1pp1/2n2n1p/3N4/1bBPPp2/5N2/PPP3PP/R1BQ1RK1 b kq - 2 8", TRACKER_PRESENCE, true);
	hands_play(&h, "@500 -e8 @251 +e7 @-5 -b4 @16 -e7 @16 +e7 @5 -e7 @7 +e7 @85 +b4 @481 !b @3000 ~");
	hands_said(&h);
	assert_true(is_said(&h, tracker_turn(h.tracker, 0), "illegal:e8e7"));
	hands_end(&h);
}

static void without_a_lever(void **state)
{
	ends_as(NULL, false,
		"@500 -e2P @200 +e4P @900 -b8n @200 +c4n @9000 ~ +b8n @50 -c4n @2000 -e7p @200 +e5p @2000 -g1N @200 +f3N "
		"@2000 -b8n @200 +c6n @2000 ~",
		"legal:e2e4 legal:e7e5 legal:g1f3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(put_back_after_the_press),
		cmocka_unit_test(a_legal_castling_is_legal),
		cmocka_unit_test(an_illegal_castling_is_the_kings),
		cmocka_unit_test(captures_against_the_rules),
		cmocka_unit_test(a_promotion_that_leaves_the_king_in_check),
		cmocka_unit_test(what_is_seen_to_stand_elsewhere_was_not_put_down_unseen),
		cmocka_unit_test(what_was_lifted_and_is_back_has_not_gone_where_another_came),
		cmocka_unit_test(without_a_lever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
