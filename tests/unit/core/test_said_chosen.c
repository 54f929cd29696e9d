// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A few hundred games of chance (said-games.h) that reach nearly all of the core and the rules between them: they tell
 * in a moment what most of the thousands in test_said_by_chance would. How they are chosen: tests/data/README.md.
 */
#include "tests/unit/core/said-games.h"

static void chosen(void **state)
{
	the_same_is_said_as_before("tests/data/said-chosen.txt", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(chosen) };

	return cmocka_run_group_tests_name("chosen games", tests, NULL, NULL);
}
