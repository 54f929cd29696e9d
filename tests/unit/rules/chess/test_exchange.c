/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What captures on one square win, against captures that are played out one after the other on positions of chance:
 * each side takes with its cheapest piece or stops, and no king takes what is guarded.
 */
#include "rules/chess/attacks.h"
#include "rules/chess/unwinnable.h"
#include "rules/chess/moves.h"
#include "tests/unit/rules/chess/unwinnable-testing.h"

static uint32_t seed = 7;

static unsigned chance(unsigned n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

static const int worth[] = {
	[PAWN] = 10, [KNIGHT] = 30, [BISHOP] = 30, [ROOK] = 50, [QUEEN] = 90, [KING] = 200, [NO_TYPE] = 0
};

/* What side wins by captures on the square where a piece of that worth stands, if it wants to. */
static int taken_on(const struct chess_position *p, unsigned to, uint64_t gone, enum side side, int stands)
{
	const uint64_t left = occupied(p) & ~gone, all = chess_attackers_to(p, to, left) & left;

	for (enum chess_type type = PAWN; type <= KING; type++) {
		const uint64_t own = all & p->colour[side] & p->type[type];
		int won;

		if (!own)
			continue;
		if (type == KING && all & p->colour[side ^ 1])
			return 0;
		won = stands - taken_on(p, to, gone | (own & -own), other_side(side), worth[type]);
		return won > 0 ? won : 0;
	}
	return 0;
}

static void exchanges_are_played_out(void **state)
{
	unsigned captures = 0, losses = 0;

	for (unsigned n = 0; n < 400; n++) {
		struct chess_position p = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
		struct chess_moves all;
		int best = 0, of[256] = { 0 };

		for (unsigned plies = 8 + chance(60); plies; plies--) {
			chess_generate(&p, &all);
			if (!all.count)
				break;
			chess_play(&p, all.move[chance(all.count)]);
		}
		chess_generate(&p, &all);

		for (unsigned i = 0; i < all.count; i++) {
			const unsigned from = chess_move_from(all.move[i]), to = chess_move_to(all.move[i]);

			of[i] = worth[chess_type_on(&p, to)] - taken_on(&p, to, UINT64_C(1) << from, other_side(p.side),
									worth[chess_type_on(&p, from)]);
			if (!(p.colour[p.side ^ 1] >> to & 1) || chess_move_kind(all.move[i]) == MOVE_CASTLING)
				continue;
			captures++;
			best = of[i] > best ? of[i] : best;
		}
		assert_int_equal(chess_best_exchange(&p), best);
		for (unsigned i = 0; i < all.count; i++) {
			const int loss = chess_exchange_loss(&p, all.move[i], best);
			int want = best - of[i];

			if (chess_move_kind(all.move[i]) == MOVE_CASTLING)
				continue;
			want = want < 0 ? 0 : want > 100 ? 100 : want;
			if (loss != want)
				fail_msg("position %u, move %u: %d, not %d", n, i, loss, want);
			losses += loss > 0;
		}
	}
	assert_true(captures > 300 && losses > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(exchanges_are_played_out) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
