/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Move generation by counts that are known exactly, and what moves do to a position. */
#include "tests/unit/rules/chess/chess-testing.h"
#include "rules/perft.h"

static void count(const char *fen, unsigned depth, uint64_t leaves)
{
	struct game_position p = position(fen);
	assert_int_equal(perft(&game_chess, &p, depth), leaves);
}

/* The six positions that the chess programming community counts with. */
static void test_perft_start(void **state)
{
	count(START, 5, 4865609);
}
static void test_perft_kiwipete(void **state)
{
	count(KIWIPETE, 4, 4085603);
}
static void test_perft_position_3(void **state)
{
	count("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083);
}
static void test_perft_position_4(void **state)
{
	count("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292);
	count("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 5, 15833292);
}
static void test_perft_position_5(void **state)
{
	count("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487);
}
static void test_perft_position_6(void **state)
{
	count("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594);
}

/* En passant that would open the rank, the diagonal, or leave a check standing. */
static void test_en_passant_pins(void **state)
{
	count("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 1, 9);	/* takes the checker */
	count("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1", 1, 21); /* along the rank: not legal */
	count("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888);
	count("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1015133);
	count("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467);
	count("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 6, 1440467);
}

/* The generic count over the table agrees with the game's own. */
static void test_generic_perft(void **state)
{
	struct game table = game_chess;
	struct game_position p = position(KIWIPETE);

	table.perft = NULL;
	assert_int_equal(perft(&table, &p, 3), 97862);
	assert_int_equal(perft(&table, &p, 0), 1);
}

static void add_line(void *userdata, const char *move, uint64_t leaves)
{
	if (!strcmp(move, "e1g1"))
		*(uint64_t *)userdata = leaves;
}

static void test_divide(void **state)
{
	struct game_position p = position(KIWIPETE);
	uint64_t castling = 0;

	assert_int_equal(perft_divide(&game_chess, &p, 2, add_line, &castling), 2039);
	assert_int_equal(castling, 43);
}

static void test_ends(void **state)
{
	struct {
		const char *fen;
		enum game_end end;
		bool check;
	} cases[] = {
		{ START, GAME_GOES_ON, false },
		{ "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", GAME_CHECKMATE, true },
		{ "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", GAME_STALEMATE, false },
		{ "8/8/8/8/8/8/8/8 w - - 0 1", GAME_STALEMATE, false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position(cases[i].fen);
		assert_int_equal(game_chess.end(&p), cases[i].end);
		assert_int_equal(game_chess.in_check(&p, game_chess.to_move(&p)), cases[i].check);
	}
}

static void test_what_a_move_says(void **state)
{
	struct game_position p = position("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 7 30");
	struct game_move m;

	assert_int_equal(game_chess.move_parse(&p, "e5d6", &m), 0);
	assert_int_equal(m.flags, GAME_MOVE_CAPTURE | GAME_MOVE_EN_PASSANT | GAME_MOVE_IRREVERSIBLE);
	assert_int_equal(m.captured, UINT64_C(1) << 35);
	assert_int_equal(game_chess.move_parse(&p, "b7a8n", &m), 0);
	assert_int_equal(m.flags, GAME_MOVE_CAPTURE | GAME_MOVE_PROMOTION | GAME_MOVE_IRREVERSIBLE);
	assert_int_equal(m.promotion, 'N');
	assert_int_equal(game_chess.move_parse(&p, "e1c1", &m), 0);
	assert_int_equal(m.flags, GAME_MOVE_CASTLING);
	game_chess.play(&p, &m);
	assert_fen(&p, "r3k2r/1P6/8/3pP3/8/8/8/2KR3R b kq - 8 30");
	assert_int_equal(game_chess.quiet_plies(&p), 8);
	assert_int_equal(game_chess.move_number(&p), 30);
}

/* Rights go with the rook that moves or is taken, also by a rook that takes it from its own corner. */
static void test_rights_go(void **state)
{
	struct game_position p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");

	play(&p, "a1a8");
	assert_fen(&p, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
	p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	play(&p, "e1e2 h8h7 e2e1 h7h8");
	assert_fen(&p, "r3k2r/8/8/8/8/8/8/R3K2R w q - 4 3");
}

/* Repetition counts en passant only where it can really be done (FIDE 9.2.3.1). */
static void test_same(void **state)
{
	struct game_position a = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
	struct game_position b = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 4 9");
	struct game_position c = position("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
	struct game_position d = position("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	/* the only taker is pinned */
	struct game_position e = position("3R4/8/8/8/3pP3/8/3k4/K7 b - e3 0 1");
	struct game_position f = position("3R4/8/8/8/3pP3/8/3k4/K7 b - - 0 1");
	struct game_position g = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Qkq - 4 9");

	assert_true(game_chess.same(&a, &b));
	assert_int_equal(game_chess.key(&a), game_chess.key(&b));
	assert_false(game_chess.same(&c, &d));
	assert_int_not_equal(game_chess.key(&c), game_chess.key(&d));
	assert_true(game_chess.same(&e, &f));
	assert_int_equal(game_chess.key(&e), game_chess.key(&f));
	assert_false(game_chess.same(&b, &g));
}

/* Boards show positions that no game has: no king, several, more pieces than fit. Nothing may break. */
static void test_odd_positions(void **state)
{
	static const char *const fens[] = {
		"8/8/8/8/8/8/8/8 w - - 0 1",	    "QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8 w - - 0 1",
		"k6k/8/8/3KK3/8/8/8/k6k w - - 0 1", "PPPPPPPP/pppppppp/8/8/8/8/PPPPPPPP/pppppppp b - - 0 1",
		"kKkKkKkK/8/8/8/8/8/8/8 b - - 0 1", "4k3/4K3/8/8/8/8/8/8 w - - 0 1",
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",  "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1",
	};
	for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
		struct game_position p = position(fens[i]);
		struct game_moves m;

		game_chess.moves(&p, &m);
		assert_true(m.count <= GAME_MAX_MOVES);
		for (unsigned k = 0; k < m.count; k++) {
			struct game_position next = p;
			char text[GAME_TEXT], squares[64];

			game_chess.move_notation(&p, &m.move[k], text);
			game_chess.play(&next, &m.move[k]);
			game_chess.end(&next);
			game_chess.placement(&next, squares);
			/* no piece takes a king */
			unsigned kings = 0, before = 0;
			for (unsigned s = 0; s < 64; s++)
				kings += squares[s] == 'k' || squares[s] == 'K';
			game_chess.placement(&p, squares);
			for (unsigned s = 0; s < 64; s++)
				before += squares[s] == 'k' || squares[s] == 'K';
			assert_int_equal(kings, before);
		}
		game_chess.in_check(&p, WHITE);
		game_chess.in_check(&p, BLACK);
		game_chess.end(&p);
	}
}

static void test_set_placement(void **state)
{
	struct game_position p = position("r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 3 20");
	char squares[64];

	game_chess.placement(&p, squares);
	assert_int_equal(squares[4], 'K');
	assert_int_equal(squares[63], 'r');
	squares[7] = '.';
	squares[60] = '.';
	squares[61] = '?';
	game_chess.set_placement(&p, squares, WHITE);
	assert_fen(&p, "r6r/8/8/8/4Pp2/8/8/R3K3 w Q - 3 20");
}

static void test_table(void **state)
{
	assert_ptr_equal(game_find("chess"), &game_chess);
	assert_null(game_find("checkers"));
	assert_int_equal(game_chess.square_of_cell(63), 63);
	assert_int_equal(game_chess.square_of_cell(64), -22);
	assert_int_equal(game_chess.square_parse("e4"), 28);
	assert_int_equal(game_chess.square_parse("e44"), -22);
	assert_int_equal(game_chess.square_parse("i4"), -22);
	assert_int_equal(game_chess.piece_side('?'), NO_SIDE);
	assert_int_equal(game_chess.piece_side('\0'), NO_SIDE);
	assert_int_equal(game_chess.piece_side('q'), BLACK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_perft_start),
		cmocka_unit_test(test_perft_kiwipete),
		cmocka_unit_test(test_perft_position_3),
		cmocka_unit_test(test_perft_position_4),
		cmocka_unit_test(test_perft_position_5),
		cmocka_unit_test(test_perft_position_6),
		cmocka_unit_test(test_en_passant_pins),
		cmocka_unit_test(test_generic_perft),
		cmocka_unit_test(test_divide),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_what_a_move_says),
		cmocka_unit_test(test_rights_go),
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_odd_positions),
		cmocka_unit_test(test_set_placement),
		cmocka_unit_test(test_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
