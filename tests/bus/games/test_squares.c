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

/* Events that are missing have no time of the board's own: the game goes on when the board has been read anew. */
static void what_was_lost_moves_no_time(void **state)
{
	struct rig *rig = *state;

	rig_time(rig, 7000000); /* the board's time began before the game */
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "1 white e2e4");
	sim_set_fault(rig->sim, SIM_FAULT_SEQUENCE);
	rig_moves(rig, "e7e5 g1f3");
	rig_wait(rig, "Move", "3 white g1f3");
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

/* What no move leaves behind is told under it, too: a piece that is gone, more squares than a move has. */
static void but_not_of_what_is_no_move(void **state)
{
	static const struct {
		const char *lifted, *placed; /* squares, blank-separated; pieces with theirs */
		bool agrees;
	} boards[] = {
		{ "a7", "", false },	     { "e1", "e1K", true },
		{ "e1", "e3K", true },	     { "e1 h1", "g1K f1R", true },
		{ "a7 b7", "a6p", true },    { "a2 b2 c2 d2", "a3P b3P c3P d3P", false },
		{ "a2 b2 c2", "d6P", true }, { "a2 b2 c2 d2", "d6P", false },
	};
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		const int64_t t_us = 3000000 + (int64_t)i * 20000000;
		char start[65], squares[65];
		struct native_state now;
		char place[3];

		sim_get_state(rig->sim, &now);
		memcpy(start, now.squares, 64);
		start[64] = '\0';
		rig_time(rig, t_us);
		for (const char *p = boards[i].lifted; *p; p += 2 + (p[2] == ' ')) {
			snprintf(place, sizeof(place), "%.2s", p);
			rig_lift(rig, place);
		}
		for (const char *p = boards[i].placed; *p; p += 3 + (p[3] == ' ')) {
			snprintf(place, sizeof(place), "%.2s", p);
			rig_place(rig, place, p[2]);
		}
		rig_settle(rig);
		rig_time(rig, t_us + 4000000);
		rig_settle(rig);
		assert_true(agrees(rig));
		/* a touch, so that it is looked at */
		for (int64_t later_us = t_us + 6000000; later_us < t_us + 12000000; later_us += 3000000) {
			rig_time(rig, later_us);
			rig_lift(rig, "h8");
			rig_place(rig, "h8", 'r');
			rig_settle(rig);
		}
		if (agrees(rig) != boards[i].agrees)
			fail_msg("lifted %s, placed %s", boards[i].lifted, boards[i].placed);
		memcpy(squares, start, sizeof(squares));
		assert_return_code(sim_set_squares(rig->sim, squares), 0);
		rig_settle(rig);
		rig_time(rig, t_us + 15000000);
		rig_settle(rig);
		assert_true(agrees(rig));
	}
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(pieces_that_are_gone_are_told_after_five_seconds),
		road(what_was_lost_moves_no_time),
		road(silence_is_kept),
		road(but_not_of_what_is_no_move),
	};

	return cmocka_run_group_tests_name("squares", tests, NULL, NULL);
}
