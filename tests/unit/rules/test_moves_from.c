/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The moves of some pieces are those among all moves, in the same order, in every position that games come to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "rules/game.h"

static uint64_t random_state;

static uint64_t random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * UINT64_C(0x9e3779b97f4a7c15);
}

static void assert_same(const struct game *g, const struct game_position *pos, uint64_t squares)
{
	struct game_moves all, some;
	unsigned n = 0;

	g->moves(pos, &all);
	g->moves_from(pos, squares, &some);
	for (unsigned i = 0; i < all.count; i++) {
		if (!(squares >> all.move[i].from & 1))
			continue;
		assert_true(n < some.count);
		assert_memory_equal(&all.move[i], &some.move[n], sizeof(all.move[i]));
		n++;
	}
	assert_int_equal(n, some.count);
}

/* A game of chance: at each ply of all pieces, of each alone, of some, and of none. */
static void compare_game(const struct game *g, struct game_position pos)
{
	struct game_moves moves;

	for (unsigned ply = 0; ply < 150; ply++) {
		g->moves(&pos, &moves);
		if (!moves.count)
			return;
		assert_same(g, &pos, ~UINT64_C(0));
		assert_same(g, &pos, 0);
		for (unsigned i = 0; i < moves.count; i++)
			assert_same(g, &pos, UINT64_C(1) << moves.move[i].from);
		assert_same(g, &pos, random_bits() & random_bits());
		g->play(&pos, &moves.move[random_bits() % moves.count]);
	}
}

static void test_chess(void **state)
{
	struct game_position pos;

	random_state = 1;
	assert_int_equal(game_chess.parse(game_chess.start_fen, &pos, NULL), 0);
	for (unsigned i = 0; i < 20; i++)
		compare_game(&game_chess, pos);
	/* en passant, castling on both sides, promotions at once */
	assert_int_equal(game_chess.parse("r3k2r/P2p3P/8/4PpP1/4pPp1/8/p2P3p/R3K2R w KQkq f6 0 1", &pos, NULL), 0);
	for (unsigned i = 0; i < 20; i++)
		compare_game(&game_chess, pos);
}

static void test_chess960(void **state)
{
	random_state = 2;
	for (unsigned n = 0; n < 960; n += 24) {
		struct game_position pos;

		assert_int_equal(game_chess960.start(n, &pos), 0);
		compare_game(&game_chess960, pos);
	}
}

/* No king, or several: each move is tried out. */
static void test_odd_kings(void **state)
{
	struct game_position pos;

	random_state = 3;
	assert_int_equal(game_chess.parse("4k3/pp4pp/8/3r4/8/2N5/PP4PP/8 w - - 0 1", &pos, NULL), 0);
	compare_game(&game_chess, pos);
	assert_int_equal(game_chess.parse("4k3/pp4pp/8/3r4/8/2N5/PP3KKP/8 w - - 0 1", &pos, NULL), 0);
	compare_game(&game_chess, pos);
}

static void test_draughts(void **state)
{
	struct game_position pos;

	random_state = 4;
	assert_int_equal(game_draughts.parse(game_draughts.start_fen, &pos, NULL), 0);
	for (unsigned i = 0; i < 40; i++)
		compare_game(&game_draughts, pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chess),
		cmocka_unit_test(test_chess960),
		cmocka_unit_test(test_odd_kings),
		cmocka_unit_test(test_draughts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
