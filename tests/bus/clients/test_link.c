/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A bus that goes, and comes back: boards and clocks do not notice. And one that does not. */
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

#include "tests/bus/rig-journal.h"

static void a_bus_that_comes_back(void **state)
{
	struct rig *rig = *state;
	pid_t daemon = rig->daemon_pid;
	char *placement;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "committed");
	rig_bus_stop(rig);
	rig_moves(rig, "e7e5 g1f3"); /* nobody hears it */
	rig_bus_start(rig);
	assert_int_equal(waitpid(daemon, NULL, WNOHANG), 0);
	placement = rig_property(rig, GAME, "Placement");
	assert_string_equal(placement, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	free(placement);
	assert_int_equal(rig_number(rig, CLOCK, "WhiteUs") + rig_number(rig, CLOCK, "BlackUs"),
			 600000000 - rig_number(rig, CLOCK, "Instant"));
	rig_moves(rig, "b8c6");
	rig_wait(rig, "Move", "4 black b8c6");
	rig_wait(rig, "Ruling", "move-accepted");
	assert_int_equal(rig_rows(rig, "ruling", "move-accepted"), 4);
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	rig_wait(rig, "Ruling", "0-1");
}

/* Twice, with an arbiter who was subscribed, and subscribes again. */
static void again(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	for (int i = 0; i < 2; i++) {
		rig_subscribe_arbiter(rig);
		rig_moves(rig, i ? "g1f3" : "e2e4");
		rig_wait(rig, "Observed", "\"turn\"");
		rig_bus_stop(rig);
		rig_moves(rig, i ? "g8f6" : "e7e5");
		rig_bus_start(rig);
	}
	rig_moves(rig, "f1c4");
	rig_wait(rig, "Published", "f1c4");
	assert_false(rig_has_heard(rig, "Observed", "f1c4"));
}

static void a_bus_that_does_not(void **state)
{
	static char *at_once[] = { (char *)"--bus-patience", (char *)"0", NULL };
	struct rig *rig = *state;
	int status;

	rig->extra = at_once;
	rig_daemon_start(rig);
	rig_start(rig, NULL);
	rig_bus_stop(rig);
	assert_int_equal(waitpid(rig->daemon_pid, &status, 0), rig->daemon_pid);
	rig->daemon_pid = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_bus_that_comes_back),
		road(again),
		cmocka_unit_test_setup_teardown(a_bus_that_does_not, rig_setup_bare, rig_teardown),
	};

	return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
