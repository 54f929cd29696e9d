/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What time does. The daemon is killed in mid-game under each kind of clock: every time is as it would be, to the
 * microsecond. */
#include <signal.h>
#include <stdio.h>

#include "daemon/core/clock.h"
#include "tests/bus/rig-journal.h"

static void expect(struct rig *rig, const struct game_clock *clock, const char *control)
{
	int64_t white = rig_number(rig, CLOCK, "WhiteUs"), black = rig_number(rig, CLOCK, "BlackUs");

	if (white != clock->left_us[WHITE] || black != clock->left_us[BLACK])
		fail_msg("%s: %lld and %lld, not %lld and %lld", control, (long long)white, (long long)black,
			 (long long)clock->left_us[WHITE], (long long)clock->left_us[BLACK]);
}

/*
 * Six moves in odd times, the daemon killed after each, and once while the clocks stand. The clock beside it learns of
 * the same instants and is never killed.
 */
static void under(struct rig *rig, const char *control)
{
	static const struct {
		const char *move;
		int64_t t_us;
	} turns[] = {
		{ "e2e4", 1000001 }, { "e7e5", 2500500 },  { "g1f3", 3700250 },
		{ "b8c6", 9000999 }, { "f1b5", 29000000 }, { "a7a6", 31000007 },
	};
	struct clock_control c;
	struct game_clock clock;
	int64_t pressed = 0;
	char err[160];

	assert_int_equal(clock_control_parse(control, &c, err), 0);
	c.running = WHITE;
	game_clock_init(&clock, &c);
	rig_start(rig, "rulebook", "handbook", "time", control, NULL);
	for (unsigned i = 0; i < 6; i++) {
		rig_move(rig, turns[i].move, turns[i].t_us, true);
		rig_wait(rig, "Move", "committed"); /* set down it is published, too, with the time before */
		rig_drain(rig);
		pressed = rig_number(rig, CLOCK, "Instant");
		assert_true(pressed >= turns[i].t_us); /* the hand takes a moment */
		game_clock_advance(&clock, pressed);
		assert_true(game_clock_press(&clock, i % 2 ? BLACK : WHITE));
		expect(rig, &clock, control);
		rig_restart(rig, SIGKILL);
		expect(rig, &clock, control);
		if (i == 3) {
			json_decref(rig_ask(rig, GAME, "Pause", NULL));
			rig_restart(rig, SIGKILL);
			json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
			game_clock_pause(&clock);
			game_clock_resume(&clock, WHITE);
		}
	}
	/* and the time that runs now goes on from there */
	rig_time(rig, 33000000);
	rig_settle(rig);
	assert_int_equal(rig_number(rig, CLOCK, "Instant") +
				 (clock.running == WHITE ? rig_number(rig, CLOCK, "WhiteUs") : 0),
			 pressed + (clock.running == WHITE ? clock.left_us[WHITE] : 0));
}

static int64_t count_ticks(struct rig *rig)
{
	return rig_rows(rig, "input", "\"tick\"");
}

/*
 * A board says four times a second how late it is. What nothing is to be decided at is no input of the game: of twenty
 * seconds without a move the journal has next to nothing, and of the flag that falls then it has the moment.
 */
static void time_that_passes_is_no_input(void **state)
{
	struct rig *rig = *state;
	int64_t before;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "40", NULL);
	rig_move(rig, "e2e4", 1000000, true);
	rig_wait_committed(rig, "1 white e2e4");
	before = count_ticks(rig);
	for (int64_t t_us = 2000000; t_us <= 22000000; t_us += 500000) {
		rig_time(rig, t_us);
		rig_settle(rig);
	}
	rig_move(rig, "e7e5", 23000000, true);
	rig_wait_committed(rig, "2 black e7e5");
	assert_in_range(count_ticks(rig) - before, 0, 4);
	for (int64_t t_us = 24000000; t_us <= 64000000; t_us += 500000)
		rig_time(rig, t_us);
	rig_wait(rig, "Ruling", "flag");
	assert_in_range(count_ticks(rig) - before, 1, 8);
	rig_drain(rig);
	for (int64_t t_us = 65000000; t_us <= 75000000; t_us += 500000)
		rig_time(rig, t_us);
	rig_settle(rig);
	assert_in_range(count_ticks(rig) - before, 1, 8);
}

#define kind(name, control) \
	static void name(void **state) \
	{ \
		under(*state, control); \
	}
kind(sudden_death, "300") kind(fischer, "180+2") kind(fischer_for_the_first_moves, "180+2@2") kind(time_delay, "300d5")
	kind(bronstein, "300b3") kind(hourglass, "*120") kind(periods, "2/60+1:2/30:60+5")
		kind(different_times, "300|240")

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

			int main(void)
{
	const struct CMUnitTest tests[] = {
		road(sudden_death), road(fischer),	   road(fischer_for_the_first_moves),
		road(time_delay),   road(bronstein),	   road(hourglass),
		road(periods),	    road(different_times), road(time_that_passes_is_no_input),
	};

	return cmocka_run_group_tests_name("clocks", tests, NULL, NULL);
}
