/* SPDX-License-Identifier: GPL-2.0-or-later */
/* FEN: strict syntax with the field and the reason; what can be read but not played from. */
#include "tests/unit/rules/chess/chess-testing.h"

static void test_round_trip(void **state)
{
	static const char *const fens[] = {
		START,
		KIWIPETE,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"k7/8/8/8/8/8/8/K6K b - - 99 65535",
		"r3k2r/8/8/8/8/8/8/R3K2R w Qk - 17 42",
	};
	for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
		struct game_position p = position(fens[i]);
		assert_fen(&p, fens[i]);
	}
}

static void test_missing_fields(void **state)
{
	struct {
		const char *fen, *full;
	} cases[] = {
		{ "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1" },
		{ "4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1" },
		{ "4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1" },
		{ "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1" },
		{ "4k3/8/8/8/8/8/8/4K3 b - - 12", "4k3/8/8/8/8/8/8/4K3 b - - 12 1" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position(cases[i].fen);
		assert_fen(&p, cases[i].full);
	}
}

static void test_refused(void **state)
{
	struct {
		const char *fen, *field;
		unsigned offset;
	} cases[] = {
		{ "", "placement", 0 },
		{ " ", "placement", 0 },
		{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP", "placement", 34 },
		{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1", "placement", 43 },
		{ "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 13 },
		{ "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 16 },
		{ "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 17 },
		{ "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 19 },
		{ "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", 18 },
		{ "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move", 20 },
		{ "4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move", 21 },
		{ "4k3/8/8/8/8/8/8/4K3  w - - 0 1", "side to move", 20 },
		{ "4k3/8/8/8/8/8/8/4K3 w ", "castling", 22 },
		{ "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling", 22 },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "castling", 30 },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", "castling", 27 },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w -K - 0 1", "castling", 27 },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1", "castling", 27 },
		{ "r3k2r/8/8/8/8/8/8/R4K1R w K - 0 1", "castling", 26 },
		{ "r4k2/8/8/8/8/8/8/R3K2R w Qq - 0 1", "castling", 26 },
		{ "4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant", 24 },
		{ "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant", 24 },
		{ "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "en passant", 28 },
		{ "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant", 28 },
		{ "4k3/8/8/4p3/8/8/8/4K3 w - e 0 1", "en passant", 26 },
		{ "4k3/8/8/4p3/8/8/8/4K3 w - e66 0 1", "en passant", 28 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move clock", 26 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock", 26 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "half-move clock", 30 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number", 29 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "end", 30 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "move number", 29 },
		{ "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "end", 30 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p;
		struct game_error err = { "", "", 999 };

		if (game_chess.parse(cases[i].fen, &p, &err) != -22)
			fail_msg("read: %s", cases[i].fen);
		assert_string_equal(err.field, cases[i].field);
		if (err.offset != cases[i].offset)
			fail_msg("%s: offset %u, not %u (%s)", cases[i].fen, err.offset, cases[i].offset, err.reason);
		assert_true(err.reason[0]);
		assert_int_equal(game_chess.parse(cases[i].fen, &p, NULL), -22);
	}
}

/* Read, named, and refused only where a legal game must start. */
static void test_not_playable(void **state)
{
	struct {
		const char *fen, *field, *says;
	} cases[] = {
		{ "8/8/8/8/8/8/8/4K3 w - - 0 1", "placement", "Black has no king" },
		{ "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "placement", "White has 2 kings" },
		{ "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "placement", "a pawn stands on h8" },
		{ "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "placement", "a pawn stands on a1" },
		{ "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "side to move", "Black is in check, but White is to move" },
		{ "8/8/8/3kK3/8/8/8/8 w - - 0 1", "placement", "the kings stand next to each other" },
		{ "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "placement", "White has 9 pawns" },
		{ "rnbqkbnr/qppppppp/8/8/8/8/8/QQ2K3 w - - 0 1", NULL, NULL },
		{ "rnbqkbnr/pppppppp/8/q7/8/8/8/4K3 w - - 0 1", "placement", "Black has more than 16 pieces" },
		{ "nnnqk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "placement",
		  "Black has more promoted pieces than missing pawns" },
		{ START, NULL, NULL },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position(cases[i].fen);
		struct game_error err = { "", "", 0 };

		assert_int_equal(game_chess.playable(&p, &err), cases[i].field ? -22 : 0);
		assert_string_equal(err.field, cases[i].field ? cases[i].field : "");
		assert_string_equal(err.reason, cases[i].says ? cases[i].says : "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_missing_fields),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_not_playable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
