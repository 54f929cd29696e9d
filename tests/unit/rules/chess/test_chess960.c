/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chess960 (FIDE Guidelines II): the numbered arrays, FEN with castling rights of any rook, castling from anywhere. */
#include <errno.h>

#include "tests/unit/rules/chess/chess-testing.h"
#include "rules/perft.h"
#include "tests/unit/rules/same-turn.h"

static struct game_position position_960(const char *fen)
{
	struct game_position p;
	struct game_error err = { "", "", 0 };

	if (game_chess960.parse(fen, &p, &err))
		fail_msg("%s: %s: %s", fen, err.field, err.reason);
	return p;
}

static void assert_position(const struct game_position *p, const char *fen)
{
	char buf[GAME_FEN];

	game_chess960.format(p, buf);
	assert_string_equal(buf, fen);
}

/* Guidelines II.2: bishops on squares of both colours, the king between the rooks; all 960, each once, and back. */
static void test_numbers(void **state)
{
	static char seen[960][9];
	struct game_position p;

	for (unsigned n = 0; n < 960; n++) {
		char squares[64], fen[GAME_FEN];
		const char *king, *rooks[2], *bishops[2];
		struct game_position back;

		assert_int_equal(game_chess960.start(n, &p), 0);
		game_chess960.placement(&p, squares);
		assert_int_equal(game_chess960.start_number(squares), n);
		memcpy(seen[n], squares, 8);
		for (unsigned i = 0; i < n; i++)
			assert_string_not_equal(seen[i], seen[n]);
		king = strchr(seen[n], 'K');
		rooks[0] = strchr(seen[n], 'R');
		rooks[1] = strrchr(seen[n], 'R');
		bishops[0] = strchr(seen[n], 'B');
		bishops[1] = strrchr(seen[n], 'B');
		assert_true(rooks[0] < king && king < rooks[1]);
		assert_int_equal((bishops[1] - bishops[0]) % 2, 1);
		assert_int_equal(game_chess960.playable(&p, NULL), 0);
		/* both ways of writing it lead back to it, with all four rights */
		game_chess960.format(&p, fen);
		assert_non_null(strstr(fen, " w KQkq - 0 1"));
		assert_int_equal(game_chess960.parse(fen, &back, NULL), 0);
		assert_memory_equal(&p, &back, sizeof p);
		game_chess960.format_by_file(&p, fen);
		assert_null(strchr(strchr(fen, ' '), 'K'));
		assert_int_equal(game_chess960.parse(fen, &back, NULL), 0);
		assert_memory_equal(&p, &back, sizeof p);
	}
	assert_int_equal(game_chess960.start(960, &p), -ERANGE);
}

/* One piece more, fewer or another, wherever: that is none of the arrays. */
static void test_one_square_otherwise(void **state)
{
	static const unsigned numbers[] = { 0, 1, 518, 692, 959 };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		for (unsigned q = 0; q < 64; q++)
			for (const char *other = ".PNBRQKpnbrqk"; *other; other++) {
				struct game_position p;
				char squares[GAME_MAX_SQUARES];

				assert_int_equal(game_chess960.start(numbers[i], &p), 0);
				game_chess960.placement(&p, squares);
				if (squares[q] == *other)
					continue;
				squares[q] = *other;
				if (game_chess960.start_number(squares) != -ENOENT)
					fail_msg("%u with %c on %u", numbers[i], *other, q);
			}
}

static void test_known_numbers(void **state)
{
	struct {
		unsigned number;
		const char *array;
	} cases[] = { { 0, "BBQNNRKR" },   { 1, "BQNBNRKR" },	{ 518, "RNBQKBNR" },
		      { 959, "RKRNNQBB" }, { 534, "RNBKQBNR" }, { 692, "RBBQKNNR" } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p;
		char squares[64];

		game_chess960.start(cases[i].number, &p);
		game_chess960.placement(&p, squares);
		if (memcmp(squares, cases[i].array, 8))
			fail_msg("%u: %.8s, not %s", cases[i].number, squares, cases[i].array);
	}
}

static void test_no_start(void **state)
{
	static const char *const fens[] = {
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", /* not a mirror of one another */
		"bnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRNR", /* bishops on squares of one colour */
		"krbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/KRBQNBNR", /* the king beside both rooks */
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1",
		"8/8/8/8/8/8/8/8",
	};
	for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
		struct game_position p = position_960(fens[i]);
		char squares[64];
		int number;

		game_chess960.placement(&p, squares);
		number = game_chess960.start_number(squares);
		if (number != -ENOENT)
			fail_msg("%s: %d", fens[i], number);
	}
}

/* X-FEN: KQkq is the outermost rook, a file's letter any other. Shredder-FEN: files alone. */
static void test_fen(void **state)
{
	struct {
		const char *fen, *xfen, *shredder;
	} cases[] = {
		{ "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", NULL, "GBgb" },
		{ "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", NULL, "GB" },
		{ "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "KQ", "HA" },
		{ "4k3/8/8/8/8/8/8/RR2K1RR w AG - 0 1", "GQ", "GA" },
		{ "rk5r/8/8/8/8/8/8/RK5R b HAq - 3 9", "KQq", "HAa" },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "HAha" },
		{ "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11", NULL, "Gga" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position_960(cases[i].fen), back;
		char fen[GAME_FEN], wanted[16];

		game_chess960.format(&p, fen);
		if (cases[i].xfen) {
			snprintf(wanted, sizeof wanted, " %s - ", cases[i].xfen);
			assert_non_null(strstr(fen, wanted));
		} else {
			assert_string_equal(fen, cases[i].fen);
		}
		game_chess960.format_by_file(&p, fen);
		snprintf(wanted, sizeof wanted, " %s - ", cases[i].shredder);
		assert_non_null(strstr(fen, wanted));
		assert_int_equal(game_chess960.parse(fen, &back, NULL), 0);
		assert_memory_equal(&p, &back, sizeof p);
	}
}

static void test_refused(void **state)
{
	struct {
		const char *fen;
		unsigned offset;
		const char *reason;
	} cases[] = {
		{ "4k3/8/8/8/8/8/8/1R2K3 w K - 0 1", 24, "between its king and the h-file" },
		{ "4k3/8/8/8/8/8/8/1R2K3 w A - 0 1", 24, "rook of White on a1" },
		{ "4k3/8/8/8/8/8/8/1R2K3 w E - 0 1", 24, "rook of White on e1" },
		{ "4k3/8/8/8/8/8/4K3/1R5R w B - 0 1", 25, "only king on rank 1" },
		{ "4k3/8/8/8/8/8/8/1RK1K2R w B - 0 1", 26, "only king on rank 1" },
		{ "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", 25, "second right on that side" },
		{ "4k3/8/8/8/8/8/8/RR2K3 w QA - 0 1", 25, "second right on that side" },
		{ "4k3/8/8/8/8/8/8/RR2K3 w X - 0 1", 24, "nor a file" },
		{ "4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", 25, "order" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p;
		struct game_error err;

		if (game_chess960.parse(cases[i].fen, &p, &err) != -EINVAL || strcmp(err.field, "castling") ||
		    err.offset != cases[i].offset || !strstr(err.reason, cases[i].reason))
			fail_msg("%s: %s at %u: %s", cases[i].fen, err.field, err.offset, err.reason);
	}
}

/* Which game a FEN is of, where nothing else says so. */
static void test_which_game(void **state)
{
	struct {
		const char *fen;
		bool chess960;
	} cases[] = {
		{ START, false },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", true },
		{ "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ -", true },
		{ "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", false }, /* king and queen swapped (WBCA 20) */
		{ "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true },
		{ "4k3/8/8/8/8/8/8/4K3 w K - 0 1", false }, /* bad for either */
		{ "4k3/8/8/8/8/8/8/4K3 w - b6", false },
		{ "rubbish", false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if ((game_of_fen(cases[i].fen) == &game_chess960) != cases[i].chess960)
			fail_msg("%s", cases[i].fen);
}

struct castling {
	const char *fen, *uci, *san, *after; /* after NULL: not legal */
};

static void check_castling(const struct castling *c)
{
	struct game_position p = position_960(c->fen);
	struct game_move m, by_san;
	char text[GAME_TEXT];
	int r = game_chess960.move_parse(&p, c->san, &m);

	if (!c->after) {
		if (r != -ENOENT || game_chess960.move_parse(&p, c->uci, &by_san) == 0)
			fail_msg("%s: %s is legal", c->fen, c->uci);
		return;
	}
	if (r < 0)
		fail_msg("%s: %s is refused", c->fen, c->san);
	assert_int_equal(m.flags, GAME_MOVE_CASTLING);
	assert_int_equal(m.captured, 0);
	game_chess960.move_text(&p, &m, text);
	assert_string_equal(text, c->uci);
	assert_int_equal(game_chess960.move_parse(&p, text, &by_san), 0);
	expect_same_move(&m, &by_san);
	game_chess960.move_notation(&p, &m, text);
	assert_int_equal(strncmp(text, c->san, strlen(c->san)), 0);
	game_chess960.play(&p, &m);
	game_chess960.format_placement(&p, text);
	assert_string_equal(strrchr(text, '/') + 1, c->after);
}

/* Guidelines II.3: king to g or c, rook to f or d, whatever stood where; the two may exchange squares or stay. */
static void test_castling(void **state)
{
	static const struct castling cases[] = {
		{ "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O", "R4RK1" },
		{ "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O", "2KR3R" },
		{ "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", "f1h1", "O-O", "1R3RK1" },
		{ "4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", "f1g1", "O-O", "1R3RK1" }, /* exchange */
		{ "4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", "O-O-O", "2KR4" },	  /* exchange */
		{ "4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1", "g1h1", "O-O", "1R3RK1" },  /* the king stays */
		{ "4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "c1a1", "O-O-O", "2KR4" },	  /* the king stays */
		{ "4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1", "O-O-O", "2KR4" },	  /* the rook stays */
		{ "4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", "O-O", "5RK1" },	  /* the rook stays */
		{ "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "O-O-O", "2KR4" },
		{ "4k3/8/8/8/8/8/8/1KR5 w K - 0 1", "b1c1", "O-O", "5RK1" }, /* the rook passes the king's square */
		{ "4k3/8/8/8/8/8/8/R5K1 w Q - 0 1", "g1a1", "O-O-O", "2KR4" },
		{ "4k3/8/8/8/8/8/8/5RKR w HF - 0 1", "g1f1", "O-O-O", "2KR3R" },
		{ "4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", "c1h1", "O-O", "1R3RK1" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_castling(&cases[i]);
}

/* Guidelines II.3.2.2: all between free but for the two themselves; nothing attacks the king, its way or its goal. */
static void test_castling_forbidden(void **state)
{
	static const struct castling cases[] = {
		{ "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1", "O-O-O", NULL }, /* the rook's way */
		{ "4k3/8/8/8/8/8/8/1RB1K3 w Q - 0 1", "e1b1", "O-O-O", NULL },
		{ "4k3/8/8/8/8/8/8/4KRN1 w K - 0 1", "e1f1", "O-O", NULL },    /* the king's goal */
		{ "4k3/8/8/8/8/8/8/3N1RK1 w Q - 0 1", "g1f1", "O-O-O", NULL }, /* the rook's goal */
		{ "4k3/8/8/8/8/8/8/1R1NK3 w Q - 0 1", "e1b1", "O-O-O", NULL },
		{ "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O", NULL },  /* the goal is attacked */
		{ "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O", NULL },   /* the way */
		{ "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O", NULL },   /* in check */
		{ "k5r1/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "O-O", NULL },    /* in check, and the king stays */
		{ "4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", "O-O-O", NULL },  /* the rook hid the king */
		{ "4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1", "e1b1", "O-O-O", NULL }, /* the rook hides the goal */
		{ "4k3/8/8/8/8/8/8/RR2K1R1 w B - 0 1", "e1g1", "O-O", NULL }, /* no right */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_castling(&cases[i]);
	/* the rook may stand attacked, or pass such a square: the king alone counts */
	check_castling(&(struct castling){ "1r2k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1", "O-O-O", "2KR4" });
	check_castling(&(struct castling){ "4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O", "5RK1" });
}

/* f1g1 is a king's step where the rook stands on h1, and castling where it stands on g1; f1h1 is castling. */
static void test_coordinates(void **state)
{
	struct game_position p = position_960("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
	struct game_move m;

	assert_int_equal(game_chess960.move_parse(&p, "f1g1", &m), 0);
	assert_int_equal(m.flags, 0);
	assert_int_equal(game_chess960.move_parse(&p, "f1h1", &m), 0);
	assert_int_equal(m.flags, GAME_MOVE_CASTLING);
	assert_int_equal(game_chess960.move_parse(&p, "Kg1", &m), 0);
	assert_int_equal(m.flags, 0);
	/* where the king ends is understood where it says nothing else */
	p = position_960("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	assert_int_equal(game_chess960.move_parse(&p, "e1g1", &m), 0);
	assert_int_equal(m.flags, GAME_MOVE_CASTLING);
}

/* A right ends with its rook's or the king's move, the capture of the rook, and castling. */
static void test_rights(void **state)
{
	struct game_position p = position_960("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
	struct game_move m;

	game_chess960.move_parse(&p, "b1b8", &m);
	game_chess960.play(&p, &m);
	assert_position(&p, "1R2k1r1/8/8/8/8/8/8/4K1R1 b Kk - 0 1");
	p = position_960("1r2k1r1/6p1/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
	game_chess960.move_parse(&p, "O-O", &m);
	game_chess960.play(&p, &m);
	assert_position(&p, "1r2k1r1/6p1/8/8/8/8/8/1R3RK1 b kq - 1 1");
	game_chess960.move_parse(&p, "e8d8", &m);
	game_chess960.play(&p, &m);
	assert_position(&p, "1r1k2r1/6p1/8/8/8/8/8/1R3RK1 w - - 2 2");
}

/* Positions of 960 arrays that others have counted, and what Stockfish counts; tests/bench/perft960 compares many. */
static void test_perft(void **state)
{
	struct {
		const char *fen;
		uint64_t leaves[4];
	} cases[] = {
		{ "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", { 21, 528, 12189, 326672 } },
		{ "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", { 21, 807, 18002, 667366 } },
		{ "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
		  { 48, 2039, 97862, 4085603 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game_position p = position_960(cases[i].fen);

		for (unsigned depth = 1; depth <= 4; depth++)
			assert_int_equal(perft(&game_chess960, &p, depth), cases[i].leaves[depth - 1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_one_square_otherwise),
		cmocka_unit_test(test_known_numbers),
		cmocka_unit_test(test_no_start),
		cmocka_unit_test(test_fen),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_which_game),
		cmocka_unit_test(test_castling),
		cmocka_unit_test(test_castling_forbidden),
		cmocka_unit_test(test_coordinates),
		cmocka_unit_test(test_rights),
		cmocka_unit_test(test_perft),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
