/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who can still win (Handbook 6.10, FIDE 6.9): known positions, and every "winnable" replayed to its mate. */
#include "tests/unit/rules/chess/unwinnable-testing.h"

#include <pthread.h>

#define NODES 500000

static void *set(void *stop)
{
	atomic_store((atomic_bool *)stop, true);
	return NULL;
}

static void test_material(void **state)
{
	struct {
		const char *fen;
		enum game_answer white, black;
	} cases[] = {
		{ "4k3/8/8/8/8/8/8/4K3 w - - 0 1", GAME_NO, GAME_NO },
		{ "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", GAME_NO, GAME_NO },
		{ "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", GAME_NO, GAME_NO },
		{ "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", GAME_YES, GAME_NO },
		{ "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", GAME_YES, GAME_YES },
		{ "4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", GAME_NO, GAME_YES },
		{ "4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", GAME_YES, GAME_YES },
		{ "4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", GAME_NO, GAME_YES },
		{ "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", GAME_YES, GAME_YES }, /* squares of both colours */
		{ "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", GAME_NO, GAME_NO },  /* of one */
		{ "4k3/7p/8/8/8/8/8/4KB2 w - - 0 1", GAME_YES, GAME_YES },
		{ "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", GAME_YES, GAME_NO },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (ask(cases[i].fen, WHITE, NODES) != cases[i].white ||
		    ask(cases[i].fen, BLACK, NODES) != cases[i].black)
			fail_msg("%s: %d %d", cases[i].fen, ask(cases[i].fen, WHITE, NODES),
				 ask(cases[i].fen, BLACK, NODES));
	}
}

static void test_mate_on_the_board(void **state)
{
	const char *mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

	assert_int_equal(ask(mated, BLACK, 0), GAME_YES);
	assert_int_equal(ask(mated, WHITE, NODES), GAME_NO);
	assert_int_equal(ask("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", WHITE, NODES), GAME_NO); /* stalemate */
	/* a pawn that stands fixed has mated */
	assert_int_equal(ask("7k/5KPp/7P/8/8/8/8/8 b - - 0 1", WHITE, 0), GAME_YES);
}

/* Walls of pawns and what stands behind them, without a search. */
static void test_fortress(void **state)
{
	assert_int_equal(ask("8/8/8/p1p1k1p1/P1P1p1P1/4P3/8/2K5 b - - 56 77", WHITE, 0), GAME_NO);
	assert_int_equal(ask("8/8/8/p1k1p3/P1p1P3/2P1K3/8/8 w - - 0 1", WHITE, 0), GAME_UNDECIDED);
	/* bishops of either colour change nothing: one piece cannot stand on two squares */
	assert_int_equal(ask("8/5b2/2k5/1p1pBp1p/pP1P1P1P/P4K2/8/8 b - - 12 54", WHITE, 0), GAME_NO);
	assert_int_equal(ask("8/5b2/2k5/1p1pBp1p/pP1P1P1P/P4K2/8/8 b - - 12 54", BLACK, 0), GAME_NO);
	/* each side's pawns stand in the way of the other's bishops */
	assert_int_equal(ask("3k4/2b1b3/8/p1p1p1p1/P1P1P1P1/8/B5B1/4K3 w - - 0 1", WHITE, 0), GAME_NO);
	assert_int_equal(ask("3k4/2b1b3/8/p1p1p1p1/P1P1P1P1/8/B5B1/4K3 w - - 0 1", BLACK, 0), GAME_NO);
	/* a mate in which the loser's own pieces stand beside the king, and no pawn can move */
	assert_int_equal(ask("4k3/3b4/4p1p1/4PbP1/4pBp1/4P1P1/3B4/4K3 b - - 0 1", WHITE, 0), GAME_UNDECIDED);
	assert_int_equal(ask("4k3/3b4/4p1p1/4PbP1/4pBp1/4P1P1/3B4/4K3 b - - 0 1", WHITE, NODES), GAME_YES);
	assert_int_equal(ask("4k3/3b4/4p1p1/4PbP1/4pBp1/4P1P1/3B4/4K3 b - - 0 1", BLACK, NODES), GAME_YES);
	/* a right to castle or a pawn that may be taken in passing is not seen: no answer without a search */
	assert_int_equal(ask("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", WHITE, 0), GAME_UNDECIDED);
}

/* Forced play decides: the only move takes the last piece. */
static void test_forced(void **state)
{
	assert_int_equal(ask("4K3/pp6/8/8/kQ6/8/8/8 b - - 0 57", WHITE, 100), GAME_NO);
	assert_int_equal(ask("8/8/5Q2/7k/3P4/P1P3pP/1P4PK/8 w - - 0 54", BLACK, 100), GAME_NO);
}

static void test_not_a_question(void **state)
{
	struct game_error err;
	struct chess_position p;
	static const struct {
		const char *fen, *field, *reason;
	} table[] = {
		{ "8/8/8/8/8/8/8/K7 w - - 0 1", "placement", "Black has no king" },
		{ "k7/8/8/8/8/8/8/8 w - - 0 1", "placement", "White has no king" },
		{ "kk6/8/8/8/8/8/Q7/K7 w - - 0 1", "placement", "Black has more than one king" },
		{ "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "side to move", "Black is in check, but White is to move" },
		{ "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "side to move", "White is in check, but Black is to move" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		memset(&err, 0xff, sizeof(err));
		p = chess(table[i].fen);
		assert_int_equal(chess_searchable(&p, &err), -22);
		assert_string_equal(err.field, table[i].field);
		assert_string_equal(err.reason, table[i].reason);
		assert_int_equal(err.offset, 0); /* a position has no text */
	}
	assert_int_equal(ask("8/8/8/8/8/8/8/K7 w - - 0 1", WHITE, NODES), GAME_UNDECIDED);
	assert_int_equal(ask("kk6/8/8/8/8/8/Q7/K7 w - - 0 1", WHITE, NODES), GAME_UNDECIDED);
	assert_int_equal(ask("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", WHITE, NODES), GAME_UNDECIDED);
	struct game_position odd = position("PPPPPPPP/8/k7/8/8/K7/8/pppppppp w - - 0 1");
	game_chess.can_win(&odd, WHITE, 2000, NULL);
	game_chess.can_win(&odd, BLACK, 2000, NULL);
	assert_int_equal(game_chess.can_win(&odd, NO_SIDE, 2000, NULL), GAME_UNDECIDED);
}

static void test_budget(void **state)
{
	struct chess_position p = chess("3k1bnr/p3p3/Pp1pPp1p/1PpP1PpP/2P3P1/3K1B2/8/8 w - - 0 1");
	struct chess_mating_line found;

	assert_int_equal(chess_unwinnable(&p, WHITE, 20, NULL, &found), GAME_UNDECIDED);
	assert_true(found.nodes <= 20);
	assert_null(found.line);
}

/* A search that another thread has no more use for ends, and gives no answer. */
static void test_stopped(void **state)
{
	struct chess_position p = chess("8/8/7p/2b2p1P/1bkb1p1K/2b2Pp1/6P1/8 b - - 0 1");
	atomic_bool stop = false, already = true;
	struct chess_mating_line found;
	pthread_t other;

	assert_int_equal(chess_unwinnable(&p, WHITE, NODES, &already, &found), GAME_UNDECIDED);
	assert_true(found.nodes <= 1);
	assert_int_equal(pthread_create(&other, NULL, set, &stop), 0);
	assert_int_equal(chess_unwinnable(&p, WHITE, GAME_SEARCH_NODES, &stop, &found), GAME_UNDECIDED);
	pthread_join(other, NULL);
	assert_true(found.nodes < GAME_SEARCH_NODES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_material),       cmocka_unit_test(test_mate_on_the_board),
		cmocka_unit_test(test_fortress),       cmocka_unit_test(test_forced),
		cmocka_unit_test(test_not_a_question), cmocka_unit_test(test_budget),
		cmocka_unit_test(test_stopped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
