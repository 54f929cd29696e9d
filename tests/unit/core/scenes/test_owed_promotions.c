/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pawn that is left on the last rank and pressed is no queen yet: it gives no check, it mates nobody, and where that
 * is an illegal move neither an exchange nor a reply makes it a legal one (FIDE 7.5.1, 7.5.2, Russian 7.4.1, BL12; WBCA
 * and NSB 17: a piece is owed). A board that only sees that something stands there cannot know.
 */
#include "tests/unit/core/scenes/scene.h"

#define CHECK "7k/P5r1/8/8/8/8/5K2/R7 w - - 0 40"
#define MATE "6k1/P4ppp/8/8/8/8/5K2/R7 w - - 0 40"

static const struct scene scenes[] = {
	{ "the reply passes over a check, WBCA 14, 17",
	  "wbca-1992 nsb-2004 fide2023-standard ru-2013-blitz uschess-blitz", CHECK,
	  "-a7 +a8 !w @2500 -g7 +d7 !b @2500 || w:illegal-move", "claim-rejected no-illegality none" },
	{ "no mate before the queen stands, FIDE 7.5.2", "fide2023-standard", MATE, "-a7 +a8 !w @2500 ~",
	  "move-illegal promotion-missing none" },
	{ "no mate before the queen stands, WBCA 17", "wbca-1992 nsb-2004", MATE, "-a7 +a8 !w @2500 ~",
	  "promotion-incomplete promotion-owed none" },
	{ "she stands: mate", "wbca-1992 nsb-2004 fide2023-standard", MATE, "-a7 +a8 !w @2500 -a8 +a8=Q @2500 ~",
	  "win checkmate 1-0" },
	{ "she stands, and the move may still be claimed, BL4", "ru-2013-blitz uschess-blitz", MATE,
	  "-a7 +a8 !w @2500 -a8 +a8=Q @2500 || b:illegal-move", "win illegal-loses 0-1" },
	{ "a knight after the press, claimed, FIDE 7.5.2", "fide2023-blitz", CHECK,
	  "-a7 +a8 !w @2500 -a8 +a8=N @2500 || b:illegal-move", "move-illegal promotion-missing none" },
	{ "the opponent asks for the piece, which mates, WBCA 17", "wbca-1992 ru-2013-blitz uschess-blitz", MATE,
	  "-a7 +a8 !w @2500 || b:promotion-piece-missing @1000 -a8 +a8=Q @2500 ~", "win checkmate 1-0" },
	{ "claimed after the reply: too late", "ru-2013-blitz uschess-blitz", CHECK,
	  "-a7 +a8 !w @2500 -g7 +d7 !b @2500 || b:illegal-move", "claim-rejected illegal-stands none" },
	{ "claimed after the reply was set down: too late, BL10", "ru-2013-blitz", CHECK,
	  "-a7 +a8 !w @2500 -h8 +h7 @2500 || b:illegal-move", "claim-rejected illegal-stands none" },
	{ "… and in time where it must be pressed, US 2", "uschess-blitz", CHECK,
	  "-a7 +a8 !w @2500 -h8 +h7 @2500 || b:illegal-move", "win illegal-loses 0-1" },
	{ "the reply leaves the pawn: the arbiter may observe it, the board does not, FIDE A.5.4",
	  "fide2023-rapid fide2023-blitz", CHECK, "-a7 +a8 !w @2500 -g7 +d7 !b @2500 ~", "move-accepted played none" },
	{ "a lone pawn, flag, BL6, US 7c", "ru-2013-blitz uschess-blitz", "6k1/P7/8/8/8/8/8/4K3 w - - 0 1",
	  "-a7 +a8 !w @310000 || w:flag", "win flag 1-0" },
	{ "a lone pawn, replied to: not dead", "fide2023-standard ru-2013-blitz uschess-blitz",
	  "6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "-a7 +a8 !w @2500 -g8 +g7 !b @2500 ~", "move-accepted played none" },
	{ "the reply takes the pawn", "fide2023-rapid fide2023-blitz", "1r5k/P7/8/8/8/8/5K2/R7 w - - 0 40",
	  "-a7 +a8 !w @2500 -a8 -b8 +a8 !b @2500 ~", "move-accepted played none" },
};

static const char *const seeing[] = { "sure", "piece-id" };

static void pawns_are_no_queens(void **state)
{
	scenes_play_by(seeing, 2, scenes, sizeof(scenes) / sizeof(*scenes), "chess", NULL);
}

/* A knight that is put there after the reply is not a bishop before that. */
static void one_promotion_is_recorded(void **state)
{
	for (unsigned k = 0; k < 2; k++) {
		struct played p;

		scene_play(&p, seeing[k], "ru-2013-blitz", "chess", NULL, CHECK,
			   "-a7 +a8 !w @2500 -g7 +d7 !b @2500 -a8 +a8=N @2500 -f2 +f3 !w @3000 ~");
		assert_non_null(strstr(p.text, "a7a8q"));
		assert_null(strstr(p.text, "a7a8b"));
		assert_null(strstr(p.text, "a7a8n"));
		assert_null(strstr(p.text, "\"legal\":false"));
		play_end(&p);
		/* before the reply it is what is put there */
		scene_play(&p, seeing[k], "ru-2013-blitz", "chess", NULL, CHECK,
			   "-a7 +a8 !w @2500 -a8 +a8=N @2500 -g7 +d7 !b @2500 ~");
		assert_non_null(strstr(p.text, "a7a8n"));
		assert_null(strstr(p.text, "a7a8b"));
		play_end(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pawns_are_no_queens),
		cmocka_unit_test(one_promotion_is_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
