/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pieces that are to be put right: the steps on the bus, and the lights of the board. */
#include <stdio.h>

#include "tests/bus/rig.h"

/* "N d3 b1;" for each step */
static void expect_steps(struct rig *rig, const char *expected)
{
	sd_bus_message *reply = NULL;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *piece, *from, *to;
	char text[512] = "";

	rig_settle(rig);
	if (sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, GAME, "Guidance", &error, &reply, NULL) < 0)
		fail_msg("%s", error.message);
	assert_true(sd_bus_message_enter_container(reply, 'a', "(sss)") > 0);
	while (sd_bus_message_read(reply, "(sss)", &piece, &from, &to) > 0)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %s %s;", piece, *from ? from : "-",
			 *to ? to : "-");
	sd_bus_message_unref(reply);
	assert_string_equal(text, expected);
}

static void a_takeback_is_lit_step_by_step(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 d7d5 e4d5");
	rig_wait(rig, "Move", "3 white e4d5");
	expect_steps(rig, "");
	rig_wait_lit(rig, "");
	json_decref(rig_ask(rig, GAME, "TakeBack", "u", 1));
	expect_steps(rig, "P d5 e4;p - d5;");
	rig_wait_lit(rig, "e4 d5 ");
	rig_lift(rig, "d5");
	rig_place(rig, "e4", 'P');
	expect_steps(rig, "p - d5;");
	rig_wait_lit(rig, "d5 ");
	rig_place(rig, "d5", 'p');
	expect_steps(rig, "");
	rig_wait_lit(rig, "");
	/* a piece in the air is a move in progress */
	rig_lift(rig, "b1");
	expect_steps(rig, "");
	rig_wait_lit(rig, "");
}

static void the_lights_go_out_with_the_game(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", NULL);
	rig_moves_judged(rig, "e2e4");
	rig_wait(rig, "Move", "1 white e2e4");
	json_decref(rig_ask(rig, GAME, "TakeBack", "u", 1));
	expect_steps(rig, "P e4 e2;");
	rig_wait_lit(rig, "e2 e4 ");
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_wait_lit(rig, "");
}

static void a_wrong_set_up_is_lit(void **state)
{
	struct rig *rig = *state;

	rig_lift(rig, "e2");
	rig_place(rig, "e3", 'P');
	rig_settle(rig);
	rig_start(rig, "time", "300", NULL);
	/* that may be White's first move: nothing is to be put right yet */
	expect_steps(rig, "");
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_lift(rig, "a8");
	rig_place(rig, "a5", 'r');
	rig_settle(rig);
	rig_start(rig, "time", "300", NULL);
	expect_steps(rig, "P e3 e2;r a5 a8;");
	rig_wait_lit(rig, "e2 e3 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_takeback_is_lit_step_by_step, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(the_lights_go_out_with_the_game, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_wrong_set_up_is_lit, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("guidance", tests, NULL, NULL);
}
