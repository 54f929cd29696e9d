/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SAN and UCI both ways: exact disambiguation, suffixes, and what is refused. */
#include <errno.h>

#include "tests/unit/rules/chess/chess-testing.h"

static void san(const char *fen, const char *uci, const char *expected)
{
	struct game_position p = position(fen);
	struct game_move m, back;
	char text[GAME_TEXT];

	assert_int_equal(game_chess.move_parse(&p, uci, &m), 0);
	assert_int_equal(game_chess.move_notation(&p, &m, text), (int)strlen(expected));
	assert_string_equal(text, expected);
	assert_int_equal(game_chess.move_parse(&p, text, &back), 0);
	assert_int_equal(m.flags, back.flags);
	assert_int_equal(m.captured, back.captured);
	game_chess.move_text(&p, &back, text);
	assert_string_equal(text, uci);
}

static void test_disambiguation(void **state)
{
	san("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "b1d2", "Nd2");
	san("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2");
	san("4k3/8/8/2N5/8/2N5/8/4K3 w - - 0 1", "c3e4", "N3e4");
	/* file is enough although the rank would be too; the file comes first */
	san("4k3/8/8/8/8/5N2/1N6/4K3 w - - 0 1", "b2d1", "Nd1");
	san("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1", "a4d4", "Rad4");
	san("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3");
	/* three queens: file and rank */
	san("6k1/8/8/8/Q3Q3/8/8/K3Q3 w - - 0 1", "e4c2", "Qec2");
	san("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1");
	/* a pinned knight needs no telling apart */
	san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
	/* nor does a castling that would end on the square */
	san("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O");
	san("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f1", "Kf1");
}

static void test_suffixes(void **state)
{
	san("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#");
	san("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+");
	san("3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7d8r", "exd8=R#");
	san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
	san("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+");
	san("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "O-O-O");
	/* no check sign where the only answer is stalemate's: nothing is attacked */
	san("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g6", "Qg6");
}

static void test_other_spellings(void **state)
{
	struct {
		const char *fen, *text, *uci;
	} cases[] = {
		{ START, "Ng1f3", "g1f3" },
		{ START, "Ng1-f3", "g1f3" },
		{ START, "e2-e4", "e2e4" },
		{ START, "e4!?", "e2e4" },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1" },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0+!", "e1c1" },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q" },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8(N)", "e7e8n" },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8Q", "e7e8q" },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7-e8=Q", "e7e8q" },
		{ "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5" },
		{ "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", "e4d5" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position(cases[i].fen);
		struct game_move m;
		char text[GAME_TEXT];

		if (game_chess.move_parse(&p, cases[i].text, &m))
			fail_msg("not read: %s", cases[i].text);
		game_chess.move_text(&p, &m, text);
		assert_string_equal(text, cases[i].uci);
	}
}

static void test_refused(void **state)
{
	struct {
		const char *fen, *text;
		int error;
	} cases[] = {
		{ START, "", -EINVAL },
		{ START, "e", -EINVAL },
		{ START, "e9", -EINVAL },
		{ START, "Nf3x", -EINVAL },
		{ START, "0000", -EINVAL },
		{ START, "--", -EINVAL },
		{ START, "O-", -EINVAL },
		{ START, "O-0", -EINVAL },
		{ START, "N\xc3\xa9", -EINVAL },
		{ START, "e2e4e5", -EINVAL },
		{ START, "nf3", -EINVAL },
		{ START, "e5", -ENOENT },
		{ START, "Nf6", -ENOENT },
		{ START, "O-O", -ENOENT },
		{ START, "e2e5", -ENOENT },
		{ START, "Nxf3", -ENOENT },
		{ START, "e4=Q", -ENOENT },
		{ START, "Ke1", -ENOENT },
		{ "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", -ENOTUNIQ },
		{ "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nfe2", -ENOENT },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", -ENOENT },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", -ENOENT },
		{ "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=K", -EINVAL },
		{ "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", -ENOENT }, /* a pawn's capture names its file */
		{ "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", -ENOENT },	/* that is O-O */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position(cases[i].fen);
		struct game_move m;
		int r = game_chess.move_parse(&p, cases[i].text, &m);

		if (r != cases[i].error)
			fail_msg("%s in %s: %d, not %d", cases[i].text, cases[i].fen, r, cases[i].error);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_disambiguation),
		cmocka_unit_test(test_suffixes),
		cmocka_unit_test(test_other_spellings),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
