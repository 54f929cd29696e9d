// SPDX-License-Identifier: GPL-2.0-or-later
/* What is said of thousands of games of chance, as tests/data/said-by-chance.txt has it (said-games.h). */
#include "tests/unit/core/said-games.h"

static void by_chance(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	the_same_is_said_as_before("tests/data/said-by-chance.txt", 6);
#else
	the_same_is_said_as_before("tests/data/said-by-chance.txt", 1);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(by_chance) };

	return cmocka_run_group_tests_name("games of chance", tests, NULL, NULL);
}
