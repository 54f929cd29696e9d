// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A few hundred games of chance (read-games.h) that reach nearly all of the tracker between them: they tell in a moment
 * what most of the thousands in test_read_by_chance would. How they are chosen: tests/data/README.md.
 */
#include "tests/unit/core/tracker/read-games.h"

static void chosen(void **state)
{
	games_are_read_as_before("tests/data/read-chosen.txt", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(chosen) };

	return cmocka_run_group_tests_name("chosen games", tests, NULL, NULL);
}
