/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * US blitz: array and times stay as they are once each side has completed a move (2); king and queen set up swapped
 * castle mirrored (2); 3+2 is a time control like others (5F).
 */
#include "tests/unit/core/scenes/scene.h"

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1"
#define THREE_TWO \
	"{\"mode\":\"fischer\",\"white_ms\":3000,\"black_ms\":180000,\"increment_ms\":2000,\"running\":\"white\"}"

static const struct scene scenes[] = {
	{ "a wrong array, Black's move only set down", "uschess-blitz", ARRAY,
	  "-e2 +e4 !w @2000 -e7 +e5 @2000 || w:wrong-setup", "restart-game wrong-setup none" },
	{ "… and completed", "uschess-blitz", ARRAY, "-e2 +e4 !w @2000 -e7 +e5 !b @2000 || w:wrong-setup",
	  "claim-rejected setup-too-late none" },
	{ "mirrored short castling", "uschess-blitz", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R2KQBNR w KQkq - 0 1",
	  "-d1 +b1 -a1 +c1 !w @2000 || b:illegal-move", "claim-rejected no-illegality none" },
	{ "mirrored long castling", "uschess-blitz", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK3R w KQkq - 0 1",
	  "-d1 +f1 -h1 +e1 !w @2000 || b:illegal-move", "claim-rejected no-illegality none" },
};

static const struct scene increments[] = {
	{ "pressed in time, and the increment lasts", "uschess-blitz", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	  "-d1 +d2 !w @2000 -g8 +f8 !b @3000 ~ || b:flag", "claim-rejected flag-not-down none" },
	{ "… and runs out", "uschess-blitz", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	  "-d1 +d2 !w @2000 -g8 +f8 !b @4000 ~ || b:flag", "win flag 0-1" },
};

static void windows_and_castling(void **state)
{
	scenes_play(scenes, sizeof(scenes) / sizeof(*scenes), "chess", NULL);
}

static void three_and_two(void **state)
{
	scenes_play(increments, sizeof(increments) / sizeof(*increments), "chess", THREE_TWO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(windows_and_castling),
		cmocka_unit_test(three_and_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
