// SPDX-License-Identifier: GPL-2.0-or-later
/* What an event shows later is never shown sooner: by moves and by time, at every instant of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "formats/record.h"

#define S INT64_C(1000000)
#define TURNS 12

static const int64_t made[TURNS] = { 10 * S, 12 * S,  20 * S,  21 * S,	22 * S,	 60 * S,
				     61 * S, 200 * S, 201 * S, 202 * S, 203 * S, 300 * S };

/* Feeds the game as it was at each instant, and looks at each turn that is shown. */
static void at_every_instant(struct delay delay, bool ends)
{
	struct delay_shown shown;
	unsigned last = 0;

	for (int64_t now = 0; now < 900 * S; now += S / 2) {
		struct delay_game game = { .made_us = made, .over = ends && now >= 300 * S, .over_us = 300 * S };

		while (game.count < TURNS && made[game.count] <= now)
			game.count++;
		delay_apply(&delay, &game, now, &shown);
		assert_true(shown.count <= game.count);
		assert_true(shown.count >= last);
		last = shown.count;
		for (unsigned i = 0; i < shown.count; i++) {
			assert_true(now - made[i] >= delay.us);
			if (!shown.all)
				assert_true(game.count - 1 - i >= delay.moves);
		}
		if (shown.all && game.over)
			assert_true(now - game.over_us >= delay.us);
		if (shown.count < game.count && !shown.all && game.count - 1 - shown.count >= delay.moves)
			assert_true(now - made[shown.count] < delay.us);
		assert_true(shown.next_us > now);
		if (game.over && !shown.all)
			assert_true(shown.next_us <= game.over_us + delay.us);
	}
	assert_int_equal(last, ends ? TURNS : TURNS - delay.moves);
}

static void nothing_younger_is_shown(void **state)
{
	static const struct delay delays[] = { { 0, 0 },       { 0, 5 * S }, { 3, 0 },	   { 3, 5 * S },
					       { 1, 100 * S }, { 11, S },    { 12, 1 * S } };

	for (unsigned i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
		at_every_instant(delays[i], true);
		at_every_instant(delays[i], false);
	}
}

/* When the last turns may be shown is known beforehand, so that nobody has to look again and again. */
static void the_next_instant(void **state)
{
	struct delay delay = { 2, 30 * S };
	struct delay_game game = { .made_us = made, .count = 5 };
	struct delay_shown shown;

	delay_apply(&delay, &game, 41 * S, &shown);
	assert_int_equal(shown.count, 1);
	assert_int_equal(shown.next_us, 42 * S);
	delay_apply(&delay, &game, 42 * S, &shown);
	assert_int_equal(shown.count, 2);
	assert_int_equal(shown.next_us, 50 * S);
	delay_apply(&delay, &game, 50 * S, &shown);
	assert_int_equal(shown.count, 3);
	assert_int_equal(shown.next_us, INT64_MAX); /* a move has to come first */
	game.over = true;
	game.over_us = 55 * S;
	delay_apply(&delay, &game, 60 * S, &shown);
	assert_int_equal(shown.count, 3); /* the others would tell that it is over */
	assert_false(shown.all);
	assert_int_equal(shown.next_us, 85 * S);
	delay_apply(&delay, &game, 85 * S, &shown);
	assert_int_equal(shown.count, 5);
	assert_true(shown.all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_younger_is_shown),
		cmocka_unit_test(the_next_instant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
