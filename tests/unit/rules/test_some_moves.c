/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of the moves that a choice asks for none is left out, and nothing else comes with them than other moves of the same
 * pieces, all in the order of the list of all moves; in every position that games come to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "rules/game.h"
#include "tests/unit/rules/same-turn.h"

static uint64_t random_state;

static uint64_t random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * UINT64_C(0x9e3779b97f4a7c15);
}

static bool is_chosen(const struct game_choice *choice, const struct game_move *m)
{
	uint64_t from = UINT64_C(1) << m->from, to = UINT64_C(1) << m->to;

	if (!(choice->from & from))
		return false;
	if (m->flags & GAME_MOVE_CASTLING || m->captured & ~to)
		return true;
	return choice->onto & to && choice->through & (from | to);
}

/* exactly: no other moves come with them. */
static void assert_chosen(const struct game *g, const struct game_position *pos, struct game_choice choice,
			  bool exactly)
{
	struct game_moves all, some;
	unsigned n = 0;

	g->moves(pos, &all);
	g->some_moves(pos, &choice, &some);
	for (unsigned i = 0; i < all.count; i++) {
		const struct game_move *m = &all.move[i];

		if (n < some.count && same_move(m, &some.move[n])) {
			assert_true(choice.from >> m->from & 1);
			assert_true(is_chosen(&choice, m) || !exactly);
			n++;
		} else {
			assert_false(is_chosen(&choice, m));
		}
	}
	assert_int_equal(n, some.count);
}

static void assert_same(const struct game *g, const struct game_position *pos, uint64_t squares)
{
	const uint64_t all = ~UINT64_C(0);

	assert_chosen(g, pos, (struct game_choice){ squares, all, all }, true);
}

/* Pieces, goals, and squares that are left or reached, each alone and together. */
static void assert_choices(const struct game *g, const struct game_position *pos, const struct game_move *m)
{
	const uint64_t all = ~UINT64_C(0), from = UINT64_C(1) << m->from, to = UINT64_C(1) << m->to;
	const bool exactly = g != &game_draughts;

	assert_chosen(g, pos, (struct game_choice){ all, to, all }, exactly);
	assert_chosen(g, pos, (struct game_choice){ all, all, to }, exactly);
	assert_chosen(g, pos, (struct game_choice){ all, all, from }, exactly);
	assert_chosen(g, pos, (struct game_choice){ from, to, all }, exactly);
	assert_chosen(g, pos, (struct game_choice){ from, to, to }, exactly);
	assert_chosen(g, pos, (struct game_choice){ from, all, ~from }, exactly);
	assert_chosen(g, pos, (struct game_choice){ all, 0, all }, exactly);
	assert_chosen(g, pos, (struct game_choice){ random_bits(), random_bits(), random_bits() }, exactly);
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
		assert_choices(g, &pos, &moves.move[random_bits() % moves.count]);
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
