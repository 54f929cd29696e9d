/* SPDX-License-Identifier: GPL-2.0-or-later */
/* King and queen swapped in the set-up: castling is mirrored (WBCA 20, NSB 19), each colour by itself. */
#include <errno.h>

#include "tests/unit/rules/chess/chess-testing.h"
#include "rules/perft.h"

static bool legal(const struct game_position *p, const char *text)
{
	struct game_move m;
	return game_chess.move_parse(p, text, &m) == 0;
}

/* Short toward the a-side: Kd1-b1, Ra1-c1. Long toward the h-side: Kd1-f1, Rh1-e1. */
static void test_both_ways(void **state)
{
	const char *fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w KQkq - 0 1";
	struct game_position p = position(fen);
	struct game_move m;
	char text[GAME_TEXT];

	assert_false(legal(&p, "d1g1"));
	assert_false(legal(&p, "d1c2"));
	assert_int_equal(game_chess.move_parse(&p, "O-O", &m), 0);
	game_chess.move_text(&p, &m, text);
	assert_string_equal(text, "d1b1");
	assert_int_equal(m.flags, GAME_MOVE_CASTLING);
	game_chess.move_notation(&p, &m, text);
	assert_string_equal(text, "O-O");
	game_chess.play(&p, &m);
	assert_fen(&p, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1KR4R b kq - 1 1");

	p = position(fen);
	assert_int_equal(game_chess.move_parse(&p, "d1f1", &m), 0);
	game_chess.move_notation(&p, &m, text);
	assert_string_equal(text, "O-O-O");
	game_chess.play(&p, &m);
	assert_fen(&p, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3RK2 b kq - 1 1");
}

static void test_only_the_swapped_colour(void **state)
{
	struct game_position p = position("r3k2r/8/8/8/8/8/8/R2K3R b KQkq - 0 1");

	assert_true(legal(&p, "e8g8"));
	assert_true(legal(&p, "e8c8"));
	play(&p, "e8g8");
	assert_false(legal(&p, "d1g1"));
	assert_true(legal(&p, "d1b1"));

	p = position("r2k3r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
	assert_true(legal(&p, "d8b8"));
	assert_true(legal(&p, "d8f8"));
	play(&p, "d8f8");
	assert_fen(&p, "r3rk2/8/8/8/8/8/8/R3K2R w KQ - 1 2");
	assert_true(game_chess.in_check(&p, WHITE));
	assert_false(legal(&p, "e1g1"));
	play(&p, "e1f1 e8e3");
	assert_fen(&p, "r4k2/8/8/8/8/4r3/8/R4K1R w - - 3 3");
}

/* The king's way must be free and safe, the rook's only free. */
static void test_ways(void **state)
{
	struct {
		const char *fen, *move;
		bool legal;
	} cases[] = {
		{ "4k3/8/8/8/8/8/8/RN1K4 w Q - 0 1", "d1b1", false },
		{ "4k3/8/8/8/8/8/8/R1BK4 w Q - 0 1", "d1b1", false },
		{ "4k3/8/8/8/8/8/8/3KQ2R w K - 0 1", "d1f1", false },
		{ "4k3/8/8/8/8/8/8/3K2NR w K - 0 1", "d1f1", false }, /* the rook's way */
		{ "2r1k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1b1", false },
		{ "1r2k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1b1", false },
		{ "r3k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1b1", true },
		{ "4r1k1/8/8/8/8/8/8/3K3R w K - 0 1", "d1f1", false },
		{ "5k2/8/8/8/8/8/8/3K3R w K - 0 1", "d1f1", true },
		{ "3rk3/8/8/8/8/8/8/3K3R w K - 0 1", "d1f1", false }, /* in check */
		{ "6rk/8/8/8/8/8/8/3K3R w K - 0 1", "d1f1", true },   /* g1 attacked, only the rook passes */
		{ "k4r2/8/8/8/8/8/8/3K3R w K - 0 1", "d1f1", false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position(cases[i].fen);
		if (legal(&p, cases[i].move) != cases[i].legal)
			fail_msg("%s %s", cases[i].fen, cases[i].move);
	}
}

/* The right outlives the queen's leaving e1 and ends with the king's move. */
static void test_rights(void **state)
{
	struct game_position p = position("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1");

	play(&p, "e2e4 e7e5 e1e3 e8e6 f1c4 f8c5 g1f3 g8f6");
	assert_fen(&p, "rnbk3r/pppp1ppp/4qn2/2b1p3/2B1P3/4QN2/PPPP1PPP/RNBK3R w KQkq - 6 5");
	play(&p, "d1f1 d8f8");
	assert_fen(&p, "rnb1rk2/pppp1ppp/4qn2/2b1p3/2B1P3/4QN2/PPPP1PPP/RNB1RK2 w - - 8 6");

	p = position("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1");
	play(&p, "d1e1 e8e7 e1d1 e7e8");
	assert_fen(&p, "4k3/8/8/8/8/8/8/R2K3R w - - 4 3");
	/* without rights nothing of the swap is left to tell positions apart */
	struct game_position q = position("4k3/8/8/8/8/8/8/R2K3R w - - 0 1");
	assert_true(game_chess.same(&p, &q));
}

/* The same game seen in a mirror has the same tree. */
static void test_mirror_image(void **state)
{
	struct game_position a = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
	struct game_position b = position("r2k3r/1bpqpp1p/1pnp2nb/3NP3/3P2p1/p1Q2N2/PPPBBPPP/R2K3R w KQkq - 0 1");

	for (unsigned depth = 1; depth <= 4; depth++)
		assert_int_equal(perft(&game_chess, &a, depth), perft(&game_chess, &b, depth));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_ways),    cmocka_unit_test(test_only_the_swapped_colour),
		cmocka_unit_test(test_ways),	     cmocka_unit_test(test_rights),
		cmocka_unit_test(test_mirror_image),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
