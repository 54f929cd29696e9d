/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kings in the centre: timeline A4 of daemon/core/tracker/setup/kings.c. */
#include "tests/unit/core/tracker/tracker-hands.h"

static void a4_kings_in_the_centre_are_a_result(void **state)
{
	const char *ending = "8/8/4k3/8/8/3K4/6P1/8 w - - 0 1";

	both(ending, "-d3K @300 +e4K @300 -e6k @300 +d5k @3000 ~", "down0:d3e4 back0:d3e4 kings:w");
	both(ending, "-d3K @300 +d4K @300 -e6k @300 +e5k @3000 ~", "down0:d3d4 back0:d3d4 kings:b");
	both("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "-e1K @300 +e4K @300 -e8k @300 +e5k @3000 ~", "kings:d");
}

static void a_king_that_walks_by_the_other_is_no_result(void **state)
{
	read_as("8/8/4k3/8/4K3/8/6P1/8 b - - 0 1", true,
		"-e6k @200 +d5k @1000 -d5k @20 +d6k @100 !b @900 -g2P @90 +g3P @90 !w", "e6d6 g2g3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a4_kings_in_the_centre_are_a_result),
		cmocka_unit_test(a_king_that_walks_by_the_other_is_no_result),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
