// SPDX-License-Identifier: GPL-2.0-or-later
/* The board does not show what the record says: told after five seconds, and when it does again. */
#include <stdlib.h>
#include <string.h>

#include "tests/bus/rig.h"

static bool agrees(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int value = -1;

	assert_return_code(sd_bus_get_property_trivial(rig->bus, "org.flagfall1", rig->path, GAME, "BoardAgrees",
						       &error, 'b', &value),
			   0);
	return value == 1;
}

/* Timeline: a piece is knocked off at 3 s, another is touched at 6 s (too early) and at 9 s (time enough); then both
 * stand. */
static void pieces_that_are_gone_are_told_after_five_seconds(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	assert_true(agrees(rig));
	rig_time(rig, 3000000);
	rig_lift(rig, "a7");
	rig_settle(rig);
	rig_time(rig, 6000000);
	rig_lift(rig, "h7");
	rig_settle(rig);
	assert_true(agrees(rig));
	rig_time(rig, 9000000);
	rig_place(rig, "h7", 'p');
	rig_settle(rig);
	assert_false(agrees(rig));
	rig_time(rig, 10000000);
	rig_place(rig, "a7", 'p');
	rig_settle(rig);
	assert_true(agrees(rig));
}

/* Under a silent book an illegal move that stands is not told of: that would be its illegality. */
static void silence_is_kept(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	rig_time(rig, 3000000);
	rig_lift(rig, "e1");
	rig_place(rig, "e3", 'K'); /* no king moves so */
	rig_settle(rig);
	rig_time(rig, 20000000);
	rig_lift(rig, "h7");
	rig_place(rig, "h7", 'p');
	rig_settle(rig);
	assert_true(agrees(rig));
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(pieces_that_are_gone_are_told_after_five_seconds),
		road(silence_is_kept),
	};

	return cmocka_run_group_tests_name("squares", tests, NULL, NULL);
}
