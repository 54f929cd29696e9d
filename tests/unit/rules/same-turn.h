/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two turns are the same in all that they say. After cmocka.h. */
#ifndef TESTS_SAME_TURN_H
#define TESTS_SAME_TURN_H

#include "rules/turn.h"

static inline bool same_move(const struct game_move *a, const struct game_move *b)
{
	return game_moves_same(a, b) && a->rook_from == b->rook_from && a->rook_to == b->rook_to;
}

static inline void expect_same_move(const struct game_move *a, const struct game_move *b)
{
	assert_true(same_move(a, b));
}

static inline void expect_same_turn(const struct turn *a, const struct turn *b)
{
	assert_true(a->side == b->side && a->kind == b->kind && a->fault == b->fault && a->has_move == b->has_move);
	expect_same_move(&a->move, &b->move);
	assert_int_equal(a->other_count, b->other_count);
	for (unsigned i = 0; i < a->other_count; i++) {
		const struct turn_reading *x = &a->other[i], *y = &b->other[i];

		assert_true(x->kind == y->kind && x->fault == y->fault && x->from == y->from && x->to == y->to &&
			    x->piece == y->piece);
		if (x->kind == TURN_LEGAL)
			expect_same_move(&x->move, &y->move);
	}
	assert_true(a->from == b->from && a->to == b->to && a->piece == b->piece);
	assert_int_equal(a->displaced_count, b->displaced_count);
	assert_memory_equal(a->displaced, b->displaced, a->displaced_count * sizeof(a->displaced[0]));
	assert_int_equal(a->touched_count, b->touched_count);
	for (unsigned i = 0; i < a->touched_count; i++)
		assert_true(a->touched[i].square == b->touched[i].square &&
			    a->touched[i].piece == b->touched[i].piece && a->touched[i].t_us == b->touched[i].t_us);
	assert_memory_equal(a->placement, b->placement, sizeof(a->placement));
	assert_true(a->from_disorder == b->from_disorder && a->unsure == b->unsure && a->disputed == b->disputed &&
		    a->decided == b->decided && a->unpressed == b->unpressed);
	assert_true(a->t_us == b->t_us && a->set_down_us == b->set_down_us);
}

#endif
