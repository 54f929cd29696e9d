// SPDX-License-Identifier: GPL-2.0-or-later
/* Thousands of short games of chance, as tests/data/read-by-chance.txt has them (read-games.h). */
#include "tests/unit/core/tracker/read-games.h"

static void by_chance(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	games_are_read_as_before("tests/data/read-by-chance.txt", 6);
#else
	games_are_read_as_before("tests/data/read-by-chance.txt", 1);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(by_chance) };

	return cmocka_run_group_tests_name("games of chance", tests, NULL, NULL);
}
