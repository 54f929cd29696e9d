// SPDX-License-Identifier: GPL-2.0-or-later
/* Whatever a turn was, and whatever stood before and after it, is there again when it is unpacked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/arbiter/packed-ply.h"
#include "rules/number-bytes.h"
#include "tests/unit/rules/same-turn.h"

static uint32_t seed;

static uint32_t next(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static int64_t any_time(int64_t near)
{
	static const int64_t far[] = { INT64_MIN, INT64_MAX, 0, -1, INT64_MIN + 1 };

	if (near > INT64_MAX / 2 || near < INT64_MIN / 2)
		near = 0;
	return next(10) ? near + next(4000000) - 1000000 : far[next(sizeof(far) / sizeof(*far))];
}

static uint8_t any_square(void)
{
	return next(12) ? (uint8_t)next(64) : GAME_NO_SQUARE;
}

static char any_piece(const struct game *game)
{
	return next(8) ? game->pieces[next((uint32_t)strlen(game->pieces))] : (char)('!' + next(90));
}

static struct game_move any_move(void)
{
	return (struct game_move){ .from = any_square(),
				   .to = any_square(),
				   .promotion = next(3) ? 0 : 'Q',
				   .flags = (uint8_t)(next(2) ? 0 : next(32)),
				   .rook_from = next(3) ? 0 : any_square(),
				   .rook_to = next(3) ? 0 : any_square(),
				   .captured = next(2) ? 0 : (uint64_t)next(1 << 24) << next(40) };
}

/* What is there besides the move. */
static void add_anything(const struct game *game, struct turn *turn)
{
	turn->displaced_count = next(2) ? 0 : next(TURN_MAX_DISPLACED + 1);
	for (unsigned i = 0; i < turn->displaced_count; i++)
		turn->displaced[i] = (struct turn_displaced){ any_square(), any_square(), any_piece(game), next(2) };
	turn->touched_count = next(3) ? 1 + next(2) : next(TURN_MAX_TOUCHED + 1);
	for (unsigned i = 0; i < turn->touched_count; i++) {
		turn->touched[i].square = any_square();
		turn->touched[i].piece = any_piece(game);
		turn->touched[i].t_us = any_time(turn->t_us);
	}
	turn->from_disorder = !next(4);
	turn->unsure = !next(4);
	turn->unpressed = !next(4);
	turn->disputed = turn->unsure && next(2);
	turn->decided = !turn->unsure && !next(6);
	turn->other_count = next(2) ? 0 : next(TURN_MAX_OTHERS + 1);
	for (unsigned i = 0; i < turn->other_count; i++)
		turn->other[i] = (struct turn_reading){
			.kind = (uint8_t)(next(2) ? TURN_LEGAL : TURN_ILLEGAL),
			.fault = (uint8_t)next(TURN_FAULT_AS_KING + 1),
			.from = any_square(),
			.to = any_square(),
			.piece = any_piece(game),
			.move = any_move(),
		};
	for (unsigned n = next(6); n--;)
		turn->placement[next(GAME_MAX_SQUARES)] = any_piece(game);
}

static struct turn any_turn(const struct game *game, const struct game_position *pos, int64_t t_us)
{
	struct game_moves moves;
	struct turn turn = { .side = game->to_move(pos), .kind = TURN_LEGAL, .t_us = any_time(t_us) };

	game->moves(pos, &moves);
	turn.has_move = moves.count && next(8);
	if (turn.has_move)
		turn.move = moves.move[next(moves.count)];
	else if (next(2))
		turn.move = any_move();
	turn.from = next(4) ? turn.move.from : any_square();
	turn.to = next(4) ? turn.move.to : any_square();
	turn.piece = next(4) ? 0 : any_piece(game);
	turn.set_down_us = any_time(turn.t_us);
	if (!next(4)) {
		turn.kind = (enum turn_kind)(1 + next(TURN_UNREADABLE));
		turn.fault = (enum turn_fault)next(TURN_FAULT_AS_KING + 1);
		turn.side = next(4) ? turn.side : (enum side)next(3);
	}
	memset(turn.placement, '.', sizeof(turn.placement));
	game->placement(pos, turn.placement);
	if (next(2))
		add_anything(game, &turn);
	return turn;
}

/* The position that the rules make of it, or another. */
static struct game_position any_after(const struct game *game, const struct game_position *before,
				      const struct turn *turn)
{
	struct game_position after = *before;

	if (turn->has_move && next(8))
		game->play(&after, &turn->move);
	else if (turn->side != NO_SIDE && next(2))
		game->set_placement(&after, turn->placement, other_side(turn->side));
	else if (next(2)) /* as a person may set it */
		assert_int_equal(game->parse(game->start_fen, &after, NULL), 0);
	return after;
}

static void add_marks(struct ply *ply)
{
	bool *const marks[] = { &ply->sanctioned,   &ply->order_allowed,      &ply->pawn_unpromoted,
				&ply->piece_asked,  &ply->pawn_left,	      &ply->promotion_ruled,
				&ply->as_announced, &ply->broke_announcement, &ply->put_right };

	for (unsigned i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		*marks[i] = !next(4);
	ply->put_right_us = any_time(ply->turn.t_us);
	ply->set_down_count = next(MAX_SET_DOWN + 1);
	for (unsigned i = 0; i < ply->set_down_count; i++)
		ply->set_down[i] = next(2) ? ply->turn.move : any_move();
	ply->binding_count = next(TURN_MAX_TOUCHED + 1);
	ply->binds_from_illegal = ply->binding_count && next(2);
	for (unsigned i = 0; i < ply->binding_count; i++) {
		ply->binding[i].square = any_square();
		ply->binding[i].piece = 'x';
	}
}

static struct ply any_ply(const struct game *game, const struct game_position *pos, int64_t t_us)
{
	struct ply ply = { .turn = any_turn(game, pos, t_us),
			   .before = *pos,
			   .credited_us = next(4) ? 2000000 : any_time(0),
			   .adjust_said_us = next(4) ? ARBITER_NEVER : any_time(t_us) };

	ply.after = any_after(game, pos, &ply.turn);
	ply.first_set_down_us = next(4) ? ply.turn.set_down_us : any_time(ply.turn.t_us);
	if (next(4)) {
		ply.set_down_count = 1;
		ply.set_down[0] = ply.turn.move;
	} else {
		add_marks(&ply);
	}
	return ply;
}

static void expect_same_ply(const struct ply *a, const struct ply *b)
{
	assert_memory_equal(&a->before, &b->before, sizeof(a->before));
	assert_memory_equal(&a->after, &b->after, sizeof(a->after));
	assert_true(a->credited_us == b->credited_us && a->adjust_said_us == b->adjust_said_us);
	assert_true(a->sanctioned == b->sanctioned && a->order_allowed == b->order_allowed &&
		    a->pawn_unpromoted == b->pawn_unpromoted && a->piece_asked == b->piece_asked &&
		    a->pawn_left == b->pawn_left && a->promotion_ruled == b->promotion_ruled &&
		    a->as_announced == b->as_announced && a->broke_announcement == b->broke_announcement &&
		    a->put_right == b->put_right);
	assert_true(a->put_right_us == b->put_right_us && a->first_set_down_us == b->first_set_down_us);
	assert_int_equal(a->set_down_count, b->set_down_count);
	for (unsigned i = 0; i < a->set_down_count; i++)
		expect_same_move(&a->set_down[i], &b->set_down[i]);
	assert_int_equal(a->binding_count, b->binding_count);
	assert_int_equal(a->binds_from_illegal, b->binds_from_illegal);
	assert_memory_equal(a->binding, b->binding, sizeof(a->binding));
}

static void round_trip(const char *name)
{
	const struct game *game = game_find(name);
	struct ply_packing to = { .turn.game = game }, from = { .turn.game = game };
	struct game_position pos;
	int64_t t_us = 5000000;

	assert_non_null(game);
	assert_int_equal(game->parse(game->start_fen, &pos, NULL), 0);
	for (unsigned i = 0; i < 120; i++) {
		static unsigned char bytes[PACKED_PLY_MAX];
		struct ply ply = any_ply(game, &pos, t_us), got;
		const unsigned char *end = pack_ply(&to, bytes, &ply);

		assert_true(end <= bytes + sizeof(bytes));
		assert_ptr_equal(unpack_ply(&from, bytes, &got), end);
		expect_same_turn(&got.turn, &ply.turn);
		expect_same_ply(&got, &ply);
		pos = ply.after;
		/* a person may have set another position, or the game has got out of hand */
		if (game->playable(&pos, NULL) < 0 || !next(20))
			assert_int_equal(game->parse(game->start_fen, &pos, NULL), 0);
		t_us += 3000000;
	}
}

static void nothing_is_lost(void **state)
{
	for (seed = 1; seed < 4000000; seed += 40000) {
		uint32_t s = seed;

		round_trip("chess");
		round_trip("draughts-10x10");
		round_trip("chess960");
		seed = s;
	}
}

static void numbers_are_there_again(void **state)
{
	static const int64_t n[] = { 0, 1, -1, 63, 64, -64, -65, INT32_MAX, INT64_MAX, INT64_MIN, INT64_MIN + 1 };
	unsigned char bytes[NUMBER_BYTES_MAX];
	int64_t got;

	for (unsigned i = 0; i < sizeof(n) / sizeof(*n); i++)
		for (unsigned k = 0; k < sizeof(n) / sizeof(*n); k++) {
			const unsigned char *end = put_difference(bytes, n[i], n[k]);

			assert_true(end <= bytes + sizeof(bytes));
			assert_ptr_equal(get_difference(bytes, &got, n[k]), end);
			assert_true(got == n[i]);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_there_again),
		cmocka_unit_test(nothing_is_lost),
	};

	return cmocka_run_group_tests_name("packed turn", tests, NULL, NULL);
}
