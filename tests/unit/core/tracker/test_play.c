/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole games by clumsy hands, of many kinds, on both kinds of sensors. FLAGFALL_GAMES: how many of each (default 8).
 * What must be right is written beside each style; the rest are changes that never came.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/unit/core/tracker/tracker-play.h"

/* right: games in a hundred that must be exactly right. */
static const struct {
	struct style style;
	unsigned presence, id;
} styles[] = {
	{ { .name = "orderly", .think = 5000, .step = 250, .rook_first = 300, .two_hands = 100 }, 100, 100 },
	{ { .name = "club",
	    .think = 4000,
	    .step = 200,
	    .slide = 150,
	    .hover = 30,
	    .takeback = 10,
	    .adjust = 30,
	    .two_hands = 200,
	    .rook_first = 200,
	    .early_press = 20,
	    .early_hand = 20,
	    .bounce = 30,
	    .late = 2,
	    .late_ms = 1000,
	    .knocked = 10,
	    .drag = 100 },
	  98,
	  98 },
	{ { .name = "two-handed",
	    .think = 1500,
	    .step = 120,
	    .two_hands = 900,
	    .rook_first = 500,
	    .early_press = 50,
	    .early_hand = 50,
	    .swap = 20 },
	  95,
	  98 },
	{ { .name = "a man rolls over three squares",
	    .think = 2500,
	    .step = 150,
	    .roll = 60,
	    .slide = 100,
	    .knocked = 20 },
	  98,
	  98 },
	{ { .name = "a sleeve sweeps a file", .think = 2500, .step = 150, .sweep = 50, .slide = 200, .adjust = 50 },
	  94,
	  98 },
	{ { .name = "early opponent",
	    .think = 800,
	    .step = 100,
	    .early_hand = 350,
	    .early_press = 120,
	    .slide = 50,
	    .bounce = 30 },
	  90,
	  96 },
	{ PLAY_SCRAMBLE, 76, 82 },
	{ { .name = "slow scan",
	    .think = 3000,
	    .step = 200,
	    .scan = 250,
	    .slide = 300,
	    .two_hands = 300,
	    .rook_first = 300,
	    .early_press = 30 },
	  90,
	  90 },
	{ { .name = "bad lever",
	    .think = 2500,
	    .step = 150,
	    .press_lost = 15,
	    .press_twice = 50,
	    .slide = 100,
	    .hover = 20 },
	  90,
	  90 },
	{ { .name = "dull sensors", .think = 3000, .step = 200, .late = 15, .late_ms = 2500, .lost = 2, .bounce = 150 },
	  86,
	  92 },
};

static void whole_games_are_read_right(void **state)
{
	static struct play play;
	unsigned games = getenv("FLAGFALL_GAMES") ? (unsigned)atoi(getenv("FLAGFALL_GAMES")) : 8;

	for (unsigned s = 0; s < sizeof(styles) / sizeof(*styles); s++)
		for (enum tracker_sensors k = TRACKER_PRESENCE; k <= TRACKER_PIECE_ID; k++) {
			struct play_score score = { 0 };
			unsigned must = k == TRACKER_PRESENCE ? styles[s].presence : styles[s].id;

			for (unsigned g = 1; g <= games; g++) {
				play_game(&play, game_find("chess"), &styles[s].style, g);
				play_track(&play, k, true, &score, false);
			}
			printf("# %s, sensors %d: %u of %u games, %u of %u plies\n", styles[s].style.name, k,
			       score.right, score.games, score.plies_right, score.plies);
			/* few games tell little: two may be wrong by chance where not all must be right */
			assert_true(score.right * 100 + (must < 100 ? 200 : 0) >= must * score.games);
		}
}

static void orderly_hands_need_no_lever(void **state)
{
	static struct play play;

	for (enum tracker_sensors k = TRACKER_PRESENCE; k <= TRACKER_PIECE_ID; k++) {
		struct play_score score = { 0 };

		for (unsigned g = 1; g <= 8; g++) {
			play_game(&play, game_find("chess"), &styles[0].style, g);
			play_track(&play, k, false, &score, false);
		}
		assert_true(score.right >= 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_games_are_read_right),
		cmocka_unit_test(orderly_hands_need_no_lever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
