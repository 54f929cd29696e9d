/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * King and rook are touched (FIDE 4.4.1 to 4.4.3): who touches the king and then a rook castles with it if he can; who
 * touches the rook first may not castle with it, and moves the rook; where castling cannot be, the king moves.
 */
#include "tests/unit/core/scenes/scene.h"

#define BOOKS "fide2023-standard fide2023-blitz ru-2013"
#define FREE "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w KQkq - 0 20"
#define ATTACKED "4k1r1/pppp1p1p/8/4p3/4P3/8/PPPP1P1P/R3K2R w KQ - 0 20" /* g1 is: not to that side */
#define BLACKS "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R b KQkq - 0 20"

static const struct scene scenes[] = {
	{ "the king, then the rook, and the king steps, 4.4.1", BOOKS, FREE,
	  "-e1 +e1 -h1 +h1 -e1 +e2 !w @2000 || b:touch-move", "touch-obligation must-castle none" },
	{ "… and another piece moves", BOOKS, FREE, "-e1 +e1 -h1 +h1 -a2 +a3 !w @2000 || b:touch-move",
	  "touch-obligation must-castle none" },
	{ "… and he castles to the other side", BOOKS, FREE, "-e1 +e1 -h1 +h1 -e1 +c1 -a1 +d1 !w @2000 || b:touch-move",
	  "touch-obligation must-castle none" },
	{ "… and he castles with it", BOOKS, FREE, "-e1 +e1 -h1 +h1 -e1 +g1 -h1 +f1 !w @2000 || b:touch-move",
	  "claim-rejected not-proven none" },
	{ "Black's likewise", BOOKS, BLACKS, "-e8 +e8 -a8 +a8 -e8 +e7 !b @2000 || w:touch-move",
	  "touch-obligation must-castle none" },
	{ "the rook first, and he castles with it, 4.4.2", BOOKS, FREE,
	  "-h1 +h1 -e1 +g1 -h1 +f1 !w @2000 || b:touch-move", "touch-obligation rook-first none" },
	{ "… and moves it", BOOKS, FREE, "-h1 +h1 -e1 +e1 -h1 +g1 !w @2000 || b:touch-move",
	  "claim-rejected not-proven none" },
	{ "… and castles with the other", BOOKS, FREE, "-h1 +h1 -e1 +c1 -a1 +d1 !w @2000 || b:touch-move",
	  "touch-obligation touch-move none" },
	{ "castling cannot be, and the king stays, 4.4.3", BOOKS, ATTACKED,
	  "-e1 +e1 -h1 +h1 -a2 +a3 !w @2000 || b:touch-move", "touch-obligation touch-move none" },
	{ "… and the king moves", BOOKS, ATTACKED, "-e1 +e1 -h1 +h1 -e1 +e2 !w @2000 || b:touch-move",
	  "claim-rejected not-proven none" },
	{ "… or castles to the other side", BOOKS, ATTACKED, "-e1 +e1 -h1 +h1 -e1 +c1 -a1 +d1 !w @2000 || b:touch-move",
	  "claim-rejected not-proven none" },
};

/* The king is released where castling ends and taken up again: it is to be done, and was if the rook follows. Where the
 * king may not castle there, or was not carried as far, he only has to move. */
static const struct scene released[] = {
	{ "the king where castling ends, and a step instead, 4.7.2", BOOKS, FREE,
	  "-e1 +g1 -g1 +f1 !w @2000 || b:touch-move", "touch-obligation must-castle none" },
	{ "… and home again for another piece", BOOKS, FREE, "-e1 +g1 -g1 +e1 -a2 +a3 !w @2000 || b:touch-move",
	  "touch-obligation must-castle none" },
	{ "… and castled to the other side", BOOKS, FREE, "-e1 +g1 -g1 +c1 -a1 +d1 !w @2000 || b:touch-move",
	  "touch-obligation must-castle none" },
	{ "… and there again, with the rook", BOOKS, FREE, "-e1 +g1 -g1 +g1 -h1 +f1 !w @2000 || b:touch-move",
	  "claim-rejected not-proven none" },
	{ "… to the long side", BOOKS, FREE, "-e1 +c1 -c1 +d1 !w @2000 || b:touch-move",
	  "touch-obligation must-castle none" },
	{ "… and Black's", BOOKS, BLACKS, "-e8 +c8 -c8 +d8 !b @2000 || w:touch-move",
	  "touch-obligation must-castle none" },
	{ "where he may not castle, he moves", BOOKS, ATTACKED, "-e1 +g1 -g1 +f1 !w @2000 || b:touch-move",
	  "claim-rejected not-proven none" },
	{ "… and has to", BOOKS, ATTACKED, "-e1 +g1 -g1 +e1 -a2 +a3 !w @2000 || b:touch-move",
	  "touch-obligation touch-move none" },
	{ "two ranks away", BOOKS, FREE, "-e1 +e3 -e3 +e2 !w @2000 || b:touch-move", "claim-rejected not-proven none" },
};

static void a_king_that_was_released(void **state)
{
	/* whether it is a king a sensor of presence cannot know */
	static const char *const kinds[] = { "sure", "piece-id" };

	scenes_play_by(kinds, 2, released, sizeof(released) / sizeof(*released), "chess", NULL);
}

/* Chess960: a rook beside its king may have no move but castling. Who touches it first still does not castle with it,
 * if the king can move otherwise. */
static const struct scene shut_in[] = {
	{ "a rook that cannot move first, and castled", BOOKS, "4k3/8/8/8/8/8/5PPP/5KRN w G - 0 20",
	  "-g1 +g1 -f1 -g1 +f1 +g1 !w @2000 || b:touch-move", "touch-obligation rook-first none" },
	{ "… and the king moves", BOOKS, "4k3/8/8/8/8/8/5PPP/5KRN w G - 0 20",
	  "-g1 +g1 -f1 +e2 !w @2000 || b:touch-move", "claim-rejected touched-unmovable none" },
	{ "… and nothing else can the king do", BOOKS, "4k3/8/8/8/8/8/4PPPP/4NKRN w G - 0 20",
	  "-g1 +g1 -f1 -g1 +f1 +g1 !w @2000 || b:touch-move", "claim-rejected touched-unmovable none" },
};

static void a_rook_that_is_shut_in(void **state)
{
	static const char *const sure[] = { "sure" };

	scenes_play_by(sure, 1, shut_in, sizeof(shut_in) / sizeof(*shut_in), "chess960", NULL);
}

static void king_and_rook(void **state)
{
	scenes_play(scenes, sizeof(scenes) / sizeof(*scenes), "chess", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(king_and_rook), cmocka_unit_test(a_rook_that_is_shut_in),
					    cmocka_unit_test(a_king_that_was_released) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
