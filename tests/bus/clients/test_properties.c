/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Properties that change are told with their values: who shows a game or a board asks for nothing again. What is told
 * is told at once, whether or not anything else happens.
 */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig.h"

/* After those waited for before, on that interface; words: "NAME=VALUE". */
static void expect(struct rig *rig, const char *interface, const char *words)
{
	for (;;) {
		const struct received *h = rig_wait(rig, "PropertiesChanged", words);

		if (strncmp(h->text, interface, strlen(interface)) == 0 && h->text[strlen(interface)] == ' ')
			return;
	}
}

/* What was told at last is what is there. */
static void is(struct rig *rig, const char *interface, const char *name, const char *value)
{
	char *text = rig_property(rig, interface, name);

	assert_string_equal(text, value);
	free(text);
}

static void a_game_to_its_end(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	expect(rig, BOARD, "Game=/org/flagfall1/game/1 ");
	rig_moves(rig, "f2f3 e7e5 g2g4");
	expect(rig, GAME, "PgnPath=");
	rig_moves(rig, "d8h4");
	expect(rig, GAME, "Result=0-1 ");
	is(rig, GAME, "Result", "0-1");
	is(rig, GAME, "State", "over");
	assert_true(rig_has_heard(rig, "PropertiesChanged", "State=over "));
}

static void a_cable_is_pulled(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	assert_return_code(sim_unplug(rig->sim), 0);
	expect(rig, GAME, "State=board-gone ");
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	expect(rig, GAME, "State=running ");
	is(rig, GAME, "State", "running");
}

/* A claim that a person has to judge. */
static void a_question(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "wrong-hand", 1, "against", "s", "black"));
	expect(rig, GAME, "Question=wrong-hand ");
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "wrong-hand", "accept", 0));
	expect(rig, GAME, "Question= ");
	is(rig, GAME, "Question", "");
}

/* Pieces that are gone for five seconds, and are put back. */
static void the_board_differs(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	rig_time(rig, 3000000);
	rig_lift(rig, "a7");
	rig_settle(rig);
	rig_time(rig, 9000000);
	rig_lift(rig, "h7");
	expect(rig, GAME, "BoardAgrees=0 ");
	rig_time(rig, 10000000);
	rig_place(rig, "h7", 'p');
	rig_place(rig, "a7", 'p');
	expect(rig, GAME, "BoardAgrees=1 ");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_game_to_its_end),
		road(a_cable_is_pulled),
		road(a_question),
		road(the_board_differs),
	};

	return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
