// SPDX-License-Identifier: GPL-2.0-or-later
/* The clock: each line of the casebook's table, and a slow clock beside it that cannot be wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/clock.h"

#define MS 1000

static struct game_clock start(const char *control, int64_t white_ms, int64_t black_ms)
{
	struct clock_control c;
	struct game_clock clock;
	char err[160];

	assert_int_equal(clock_control_parse(control, &c, err), 0);
	c.start_us[WHITE] = white_ms * MS;
	c.start_us[BLACK] = black_ms * MS;
	c.running = WHITE;
	game_clock_init(&clock, &c);
	return clock;
}

/* White thinks used_ms and presses: his time then, -1: his flag fell. */
static int64_t after_turn(const char *control, int64_t left_ms, int64_t used_ms)
{
	struct game_clock clock = start(control, left_ms, 60000);

	game_clock_advance(&clock, used_ms * MS);
	if (game_clock_flag_down(&clock, WHITE))
		return -1;
	assert_true(game_clock_press(&clock, WHITE));
	assert_int_equal(clock.running, BLACK);
	return clock.left_us[WHITE] / MS;
}

static void sudden_death(void **state)
{
	assert_int_equal(after_turn("300", 300000, 5000), 295000);
	assert_int_equal(after_turn("300", 1000, 999), 1);
	assert_int_equal(after_turn("300", 1000, 1000), -1);
}

static void fischer(void **state)
{
	assert_int_equal(after_turn("60+5", 60000, 10000), 55000);
	assert_int_equal(after_turn("60+5", 60000, 59999), 5001);
	assert_int_equal(after_turn("60+5", 60000, 60000), -1);
}

static void fischer_for_the_first_moves(void **state)
{
	struct game_clock clock = start("60+5@1", 60000, 60000);

	game_clock_press(&clock, WHITE);
	assert_int_equal(clock.left_us[WHITE], 65000 * MS);
	game_clock_press(&clock, BLACK);
	game_clock_press(&clock, WHITE);
	assert_int_equal(clock.left_us[WHITE], 65000 * MS);
}

static void delay(void **state)
{
	assert_int_equal(after_turn("60d5", 60000, 5000), 60000);
	assert_int_equal(after_turn("60d5", 60000, 5001), 59999);
	assert_int_equal(after_turn("60d5", 2000, 6999), 1);
	assert_int_equal(after_turn("60d5", 2000, 7000), -1);
}

/* A pause does not renew the fixed time: 3 s, pause, 6 s, of which 5 s are free. */
static void delay_is_not_renewed_by_a_pause(void **state)
{
	struct game_clock clock = start("60d5", 60000, 60000);

	game_clock_advance(&clock, 3000 * MS);
	game_clock_pause(&clock);
	game_clock_advance(&clock, 50000 * MS);
	game_clock_resume(&clock, WHITE);
	game_clock_advance(&clock, 56000 * MS);
	assert_int_equal(clock.left_us[WHITE], 56000 * MS);
}

static void bronstein(void **state)
{
	assert_int_equal(after_turn("60b5", 60000, 12000), 53000);
	assert_int_equal(after_turn("60b5", 60000, 3000), 60000);
	assert_int_equal(after_turn("60b5", 2000, 3000), -1);
}

static void periods_credit_on_zero(void **state)
{
	struct game_clock clock = start("40/7200:3600", 5000, 300000);

	clock.moves[WHITE] = 39;
	game_clock_advance(&clock, 4900 * MS);
	game_clock_press(&clock, WHITE);
	game_clock_press(&clock, BLACK);
	assert_int_equal(game_clock_advance(&clock, 5900 * MS), 0);
	assert_int_equal(clock.left_us[WHITE], INT64_C(3599100) * MS);
	assert_int_equal(clock.period[WHITE], 1);
}

static void periods_flag_when_moves_are_missing(void **state)
{
	struct game_clock clock = start("40/7200:3600", 5000, 300000);

	clock.moves[WHITE] = 39;
	assert_int_equal(game_clock_advance(&clock, 6000 * MS), 1u << WHITE);
	assert_int_equal(clock.flag_us[WHITE], 5000 * MS);
}

static void periods_credit_on_move(void **state)
{
	struct game_clock clock = start("40/7200:3600", 5000, 300000);

	clock.control.credit_on_move = true;
	clock.moves[WHITE] = 39;
	game_clock_advance(&clock, 4900 * MS);
	game_clock_press(&clock, WHITE);
	assert_int_equal(clock.left_us[WHITE], INT64_C(3600100) * MS);
}

static void hourglass(void **state)
{
	struct game_clock clock = start("*60", 60000, 60000);

	game_clock_advance(&clock, 10000 * MS);
	assert_int_equal(clock.left_us[WHITE], 50000 * MS);
	assert_int_equal(clock.left_us[BLACK], 70000 * MS);
	game_clock_advance(&clock, 90000 * MS);
	assert_int_equal(clock.left_us[BLACK], 120000 * MS);
	assert_int_equal(clock.flag_us[WHITE], 60000 * MS);
}

static void a_waiting_side_cannot_press(void **state)
{
	struct game_clock clock = start("60+5", 60000, 60000);

	assert_false(game_clock_press(&clock, BLACK));
	game_clock_pause(&clock);
	assert_false(game_clock_press(&clock, WHITE));
	assert_int_equal(clock.left_us[BLACK], 60000 * MS);
}

/* Nothing revives a flag but the ruling that says so. */
static void an_award_does_not_lift_a_flag(void **state)
{
	struct game_clock clock = start("1", 1000, 60000);

	game_clock_advance(&clock, 2000 * MS);
	game_clock_adjust(&clock, WHITE, 60000 * MS);
	assert_true(game_clock_flag_down(&clock, WHITE));
	game_clock_revive(&clock, WHITE, 0);
	assert_false(game_clock_flag_down(&clock, WHITE));
}

/* Put up again without time, it falls with the next moment of that side's thinking: there is no deadline that never
 * passes. */
static void a_flag_that_is_put_up_without_time_falls_again(void **state)
{
	static const char *const controls[] = { "300", "300+2", "300d2", "300b2", "*60", "3/60:3/60:30" };

	for (size_t i = 0; i < sizeof(controls) / sizeof(*controls); i++) {
		struct game_clock clock = start(controls[i], 1000, 60000);

		game_clock_advance(&clock, 5000 * MS);
		assert_true(game_clock_flag_down(&clock, WHITE));
		game_clock_revive(&clock, WHITE, 0);
		assert_false(game_clock_flag_down(&clock, WHITE));
		assert_true(game_clock_deadline(&clock) > 5000 * MS);
		assert_int_equal(game_clock_advance(&clock, game_clock_deadline(&clock)), 1u << WHITE);
		assert_int_equal(clock.flag_us[WHITE], 5000 * MS);
		assert_int_equal(clock.left_us[WHITE], 0);
		assert_true(game_clock_deadline(&clock) == CLOCK_NEVER);
	}
}

static void deadline_is_when_the_flag_falls(void **state)
{
	static const char *const controls[] = { "60", "60+5", "60d5", "60b5", "*60", "40/60:60" };

	for (unsigned i = 0; i < 6; i++) {
		struct game_clock clock = start(controls[i], 60000, 60000);
		int64_t when = game_clock_deadline(&clock);

		assert_int_equal(game_clock_advance(&clock, when - 1), 0);
		assert_int_equal(game_clock_advance(&clock, when), 1u << WHITE);
		assert_int_equal(clock.flag_us[WHITE], when);
	}
}

/* The model counts microseconds one at a time. */
struct model {
	enum clock_mode mode;
	int64_t left[2], bonus, turn;
	enum side running, paused;
	bool down[2];
	unsigned moves[2], first_moves;
};

static void model_tick(struct model *m)
{
	enum side s = m->running;

	if (s == NO_SIDE)
		return;
	m->turn++;
	if (m->down[s] || (m->mode == CLOCK_DELAY && m->turn <= m->bonus))
		return;
	m->left[s]--;
	if (m->mode == CLOCK_HOURGLASS)
		m->left[other_side(s)]++;
	if (!m->left[s])
		m->down[s] = true;
}

static void model_press(struct model *m, enum side s)
{
	if (m->running != s)
		return;
	if (!m->down[s]) {
		m->moves[s]++;
		if (m->mode == CLOCK_FISCHER && (!m->first_moves || m->moves[s] <= m->first_moves))
			m->left[s] += m->bonus;
		if (m->mode == CLOCK_BRONSTEIN)
			m->left[s] += m->turn < m->bonus ? m->turn : m->bonus;
	}
	m->running = other_side(s);
	m->turn = 0;
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* Many short games: both clocks agree at every step, and no time comes or goes but by increments and rulings. */
static void agrees_with_the_model(void **state)
{
	static const char *const controls[] = { "1", "1+1", "1+1@3", "1d1", "1b1", "*1" };
	uint32_t seed = 1;

	for (unsigned game = 0; game < 30000; game++) {
		struct game_clock clock = start(controls[game % 6], 1, 1);
		struct model m = { .running = WHITE, .paused = NO_SIDE };
		int64_t t = 0;

		clock.left_us[WHITE] = m.left[WHITE] = 20 + next(&seed) % 60;
		clock.left_us[BLACK] = m.left[BLACK] = 20 + next(&seed) % 60;
		clock.control.bonus_us = m.bonus = next(&seed) % 12;
		m.mode = clock.control.mode;
		m.first_moves = clock.control.first_moves;
		for (unsigned step = 0; step < 34; step++) {
			unsigned wait = next(&seed) % 14;
			enum side side = next(&seed) % 2 ? WHITE : BLACK;

			for (unsigned i = 0; i < wait; i++)
				model_tick(&m);
			t += wait;
			/* in two steps or in one: the same */
			game_clock_advance(&clock, t - wait / 2);
			game_clock_advance(&clock, t);
			switch (next(&seed) % 8) {
			case 0:
				game_clock_pause(&clock);
				if (m.running != NO_SIDE)
					m.paused = m.running;
				m.running = NO_SIDE;
				break;
			case 1:
				game_clock_resume(&clock, side);
				if (side != (m.running != NO_SIDE ? m.running : m.paused))
					m.turn = 0;
				m.running = side;
				break;
			case 2:
				game_clock_adjust(&clock, side, 7);
				m.left[side] += 7;
				break;
			default:
				game_clock_press(&clock, side);
				model_press(&m, side);
				break;
			}
			assert_int_equal(clock.running, m.running);
			for (enum side s = WHITE; s <= BLACK; s++) {
				assert_int_equal(clock.left_us[s], m.left[s]);
				assert_int_equal(game_clock_flag_down(&clock, s), m.down[s]);
			}
		}
	}
}

static void grammar_and_back(void **state)
{
	static const char *const texts[] = {
		"300",	    "300+2",   "300d5", "300b5",   "*300", "40/7200:3600", "40/5400+30:1800+30",
		"300+2@60", "300|240", "0.5",	"180+2.5", "-",
	};
	struct clock_control c;
	char err[160], buf[64];

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(clock_control_parse(texts[i], &c, err), 0);
		clock_control_format(&c, buf, sizeof(buf));
		assert_string_equal(buf, texts[i]);
	}
	assert_int_equal(clock_control_parse("?", &c, err), 0);
	assert_int_equal(c.mode, CLOCK_NONE);
}

static void bad_grammar_is_named(void **state)
{
	static const char *const texts[] = {
		"",
		"x",
		"-1",
		"0",
		"300+",
		"300d",
		"300x5",
		"40/",
		"40/7200:",
		"3600:40/7200",
		"0/100",
		"300+2@",
		"300+2@0",
		"300|",
		"*",
		"*40/300",
		"99999999999999999999",
		"300 ",
		"1.2345",
		"300d5@3",
		"1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1",
	};
	struct clock_control c;
	char err[160];

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		err[0] = 0;
		assert_int_equal(clock_control_parse(texts[i], &c, err), -22);
		assert_non_null(strstr(err, "time control"));
	}
}

static void said_in_words(void **state)
{
	static const char *const said[][2] = {
		{ "300", "5 minutes" },
		{ "300+2", "5 minutes, 2 seconds added at every press" },
		{ "300+2@60", "5 minutes, 2 seconds added at every press of the first 60 moves" },
		{ "60+1@1", "1 minute, 1 second added at every press of the first move" },
		{ "300d5", "5 minutes, running after a delay of 5 seconds" },
		{ "300b5", "5 minutes, what was used given back up to 5 seconds" },
		{ "*300", "5 minutes, what one uses the other gains" },
		{ "300|240", "5 minutes for White, 4 minutes for Black" },
		{ "90|1.5+0.5", "90 seconds for White, 1.5 seconds for Black, 0.5 seconds added at every press" },
		{ "40/7200:3600", "120 minutes for 40 moves, then 60 minutes for the rest" },
		{ "1/60+30:1800",
		  "1 minute for 1 move with 30 seconds added at every press, then 30 minutes for the rest" },
		{ "?", "no clock" },
		{ "-", "no clock" },
	};
	struct clock_control c;
	char err[160], buf[160];

	for (unsigned i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		assert_int_equal(clock_control_parse(said[i][0], &c, err), 0);
		clock_control_words(&c, buf, sizeof(buf));
		assert_string_equal(buf, said[i][1]);
	}
	/* a buffer too small is not overrun, and ends */
	assert_true(clock_control_words(&c, buf, 3) >= 0 && strlen(buf) < 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sudden_death),
		cmocka_unit_test(fischer),
		cmocka_unit_test(fischer_for_the_first_moves),
		cmocka_unit_test(delay),
		cmocka_unit_test(delay_is_not_renewed_by_a_pause),
		cmocka_unit_test(bronstein),
		cmocka_unit_test(periods_credit_on_zero),
		cmocka_unit_test(periods_flag_when_moves_are_missing),
		cmocka_unit_test(periods_credit_on_move),
		cmocka_unit_test(hourglass),
		cmocka_unit_test(a_waiting_side_cannot_press),
		cmocka_unit_test(an_award_does_not_lift_a_flag),
		cmocka_unit_test(a_flag_that_is_put_up_without_time_falls_again),
		cmocka_unit_test(deadline_is_when_the_flag_falls),
		cmocka_unit_test(agrees_with_the_model),
		cmocka_unit_test(grammar_and_back),
		cmocka_unit_test(bad_grammar_is_named),
		cmocka_unit_test(said_in_words),
	};

	return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
