/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a game is as it was published: what a turn has left where a clock beside the board says it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/publish/published-game.h"

static struct published_game *game_of(void **state)
{
	return *state;
}

static void publish_move(struct published_game *game, unsigned ply, enum side side, const char *uci, int64_t t_us,
			 int64_t left_us)
{
	struct publication p = { .type = PUBLISH_MOVE,
				 .is_public = true,
				 .is_timed = true,
				 .t_us = t_us,
				 .ply = ply,
				 .state = MOVE_COMMITTED,
				 .side = side };

	strcpy(p.uci, uci);
	p.left_us[side] = left_us;
	assert_int_equal(published_game_apply(game, &p, NULL), 0);
}

static void publish_times(struct published_game *game, int64_t t_us, int64_t white_us, int64_t black_us, bool is_read)
{
	const struct publication p = { .type = PUBLISH_CLOCK,
				       .is_public = true,
				       .t_us = t_us,
				       .left_us = { [WHITE] = white_us, [BLACK] = black_us },
				       .running = BLACK,
				       .is_read = is_read };

	assert_int_equal(published_game_apply(game, &p, NULL), 0);
}

static int begin(void **state)
{
	*state = calloc(1, sizeof(struct published_game));
	return *state ? 0 : -1;
}

static int end(void **state)
{
	published_game_free(*state);
	free(*state);
	return 0;
}

/* The press and what the clock shows then are read at once: with its increment. */
static void a_turn_has_left_what_the_clock_shows_at_its_press(void **state)
{
	struct published_game *game = game_of(state);

	publish_move(game, 0, WHITE, "e2e4", 3000, 598000000);
	publish_times(game, 3000, 607000000, 600000000, true);
	assert_int_equal(published_line_at(&game->line, 0).left_us, 607000000);
	publish_times(game, 4000, 606000000, 599000000, true); /* later: what it shows is no turn's */
	assert_int_equal(published_line_at(&game->line, 0).left_us, 607000000);
}

/* A ruling changes both times: what the turn had left after its press stays. */
static void times_that_nobody_read_are_no_turn_s(void **state)
{
	struct published_game *game = game_of(state);

	publish_move(game, 0, WHITE, "e2e4", 3000, 598000000);
	publish_times(game, 3000, 718000000, 600000000, false);
	assert_int_equal(published_line_at(&game->line, 0).left_us, 598000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_turn_has_left_what_the_clock_shows_at_its_press, begin, end),
		cmocka_unit_test_setup_teardown(times_that_nobody_read_are_no_turn_s, begin, end),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
