// SPDX-License-Identifier: GPL-2.0-or-later
/* A turn that several remember is there once, stays as it was for each of them, and goes with the last. */
#include "tests/unit/failing-memory.h"

#include <malloc.h>

#include "rules/turn.h"
#include "tests/unit/rules/same-turn.h"

static const struct turn quiet = { .side = WHITE, .kind = TURN_LEGAL, .from = 12, .to = 28, .t_us = 5 };

static size_t bytes_used(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return 0;
#else
	return mallinfo2().uordblks;
#endif
}

static struct kept_turn *start(void)
{
	struct game_position pos;
	struct kept_turn *turn;

	assert_int_equal(game_chess.parse(game_chess.start_fen, &pos, NULL), 0);
	turn = kept_turn_new(NULL, NULL, &pos);
	assert_non_null(turn);
	return turn;
}

static void who_changes_a_shared_turn_has_his_own(void **state)
{
	struct kept_turn *first = start(), *mine, *yours;
	struct game_position pos = first->after;

	mine = kept_turn_new(first, &quiet, &pos);
	kept_turn_drop(first); /* the turn holds it */
	yours = kept_turn_hold(mine);
	assert_non_null(kept_turn_own(&mine));
	assert_ptr_not_equal(mine, yours);
	mine->turn.kind = TURN_ILLEGAL;
	mine->after.bytes[0] ^= 1;
	assert_true(turn_same(&yours->turn, &quiet));
	assert_true(kept_turn_is(yours, &quiet, &pos, &pos));
	assert_false(kept_turn_is(mine, &quiet, &pos, &pos));
	assert_ptr_equal(kept_turn_before(mine), kept_turn_before(yours));
	/* what nobody else holds is changed where it is, and has room for all that can be said */
	assert_non_null(kept_turn_own(&yours));
	first = yours;
	assert_non_null(kept_turn_own(&yours));
	assert_ptr_equal(yours, first);
	yours->turn.other_count = TURN_MAX_OTHERS;
	memset(yours->turn.other, 1, sizeof(yours->turn.other));
	kept_turn_drop(yours);
	assert_memory_equal(kept_turn_before(mine), &pos, sizeof(pos));
	kept_turn_drop(mine);
}

/* … which a copy has, too. */
static void what_a_turn_lists_is_all_there(void **state)
{
	struct kept_turn *first = start(), *kept;
	struct turn full = quiet, copy;

	for (unsigned touched = 0; touched <= TURN_MAX_TOUCHED; touched += 4)
		for (unsigned displaced = 0; displaced <= TURN_MAX_DISPLACED; displaced += 8)
			for (unsigned others = 0; others <= TURN_MAX_OTHERS; others++) {
				memset(full.touched, 't', touched * sizeof(full.touched[0]));
				memset(full.displaced, 1, displaced * sizeof(full.displaced[0]));
				memset(full.other, 'o', others * sizeof(full.other[0]));
				full.touched_count = (uint8_t)touched;
				full.displaced_count = (uint8_t)displaced;
				full.other_count = (uint8_t)others;
				kept = kept_turn_new(first, &full, &first->after);
				assert_true(turn_same(&kept->turn, &full));
				copy = turn_copy(&kept->turn);
				expect_same_turn(&copy, &full);
				assert_non_null(kept_turn_own(&kept));
				expect_same_turn(&kept->turn, &full);
				kept_turn_drop(kept);
				full = quiet;
			}
	kept_turn_drop(first);
}

static void a_long_game_goes_with_its_last_turn(void **state)
{
	const size_t before = bytes_used();
	struct kept_turn *last = start();

	for (unsigned i = 0; i < 100000; i++) {
		struct kept_turn *next = kept_turn_new(last, &quiet, &last->after);

		kept_turn_drop(last);
		last = next;
	}
	kept_turn_drop(last);
	kept_turn_drop(NULL);
	/* but for what malloc() has ready for the next ones */
	assert_true(bytes_used() <= before + 16 * sizeof(*last));
}

static int take_a_copy(void *userdata)
{
	struct kept_turn *turn = userdata, *mine = kept_turn_hold(turn);
	int r = kept_turn_own(&mine) ? 0 : -ENOMEM;

	assert_int_equal(r < 0, mine == turn);
	assert_true(turn_same(&mine->turn, &turn->turn));
	kept_turn_drop(mine);
	return r;
}

static void without_memory_nothing_has_changed(void **state)
{
	struct kept_turn *turn = start();

	fail_each_allocation(take_a_copy, turn, 1);
	kept_turn_drop(turn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_changes_a_shared_turn_has_his_own),
		cmocka_unit_test(what_a_turn_lists_is_all_there),
		cmocka_unit_test(a_long_game_goes_with_its_last_turn),
		cmocka_unit_test(without_memory_nothing_has_changed),
	};

	return cmocka_run_group_tests_name("kept turn", tests, NULL, NULL);
}
