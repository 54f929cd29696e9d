/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who displaces a piece gains nothing by it. A piece of the opponent's that moves before the press is displaced by the
 * one who presses (WBCA 9, NSB 9, FIDE 7.4.1, Russian 7.3, BL5), though it may stand where the opponent could have
 * played it. Whose hand it was no square shows: for that nobody is warned on the other's word.
 */
#include "tests/unit/core/scenes/scene.h"

#define ROOKS "r4rk1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 20"
#define KNIGHT "r4rk1/5ppp/8/3n4/8/8/5PPP/3R2K1 w - - 0 20"
#define LADDER "wbca-1992 nsb-2004 ru-2013-blitz"
#define VERDICT "ru-2013 handbook fide2023-standard fide2023-rapid fide2023-blitz uschess-blitz"
#define ALL LADDER " " VERDICT

static const struct scene scenes[] = {
	{ "slid after the own move; the reply is legal, WBCA 9, 14", ALL, ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 -f8 +e8 !b @2000 || w:illegal-move", "claim-rejected no-illegality none" },
	{ "slid before the own move; the reply is legal", ALL, ROOKS,
	  "-a8 +b8 -d1 +d2 !w @2000 -f8 +e8 !b @2000 || w:illegal-move", "claim-rejected no-illegality none" },
	{ "claimed at once, WBCA 9, NSB 9, BL11", LADDER, ROOKS, "-d1 +d2 -a8 +b8 !w @2000 || b:displaced",
	  "claim-pending needs-verdict none" },
	{ "claimed at once, FIDE 7.4.1, Russian 7.3", VERDICT, ROOKS, "-d1 +d2 -a8 +b8 !w @2000 || b:displaced",
	  "claim-pending needs-verdict none" },
	{ "slid before the own move and claimed", LADDER, ROOKS, "-a8 +b8 -d1 +d2 !w @2000 || b:displaced",
	  "claim-pending needs-verdict none" },
	{ "claimed after the reply", LADDER, ROOKS, "-d1 +d2 -a8 +b8 !w @2000 -f8 +e8 !b @2000 || b:displaced",
	  "claim-pending needs-verdict none" },
	{ "found after the reply, Russian 7.5, FIDE 7.6", "ru-2013 fide2023-standard fide2023-rapid fide2023-blitz",
	  ROOKS, "-d1 +d2 -a8 +b8 !w @2000 -f8 +e8 !b @2000 || b:displaced", "restore-position displaced none" },
	{ "claimed after the reply", "handbook uschess-blitz", ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 -f8 +e8 !b @2000 || b:displaced", "claim-pending needs-verdict none" },
	{ "the culprit claims it of the other", LADDER, ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 -f8 +e8 !b @2000 || w:displaced", "claim-rejected not-entitled none" },
	{ "his own pawn, and he claims it of the other", LADDER, ROOKS,
	  "-d1 +d2 -h2 +g4 !w @2000 -f8 +e8 !b @2000 || w:displaced", "claim-rejected not-entitled none" },
	{ "his own pawn, left there for another turn", LADDER, ROOKS,
	  "-d1 +d2 -h2 +g4 !w @2000 -f8 +e8 !b @2000 -d2 +d1 !w @2000 || b:displaced", "warning conduct none" },
	{ "a knight slid to where it cannot go; the reply is legal", ALL, KNIGHT,
	  "-d1 +d2 -d5 +e5 !w @2000 -f8 +e8 !b @2000 || w:illegal-move", "claim-rejected no-illegality none" },
	{ "the reply moves the displaced piece on: whose fault, a person says", ALL, KNIGHT,
	  "-d1 +d2 -d5 +e5 !w @2000 -e5 +f3 !b @2000 || w:illegal-move", "claim-pending needs-verdict none" },
	{ "the same with a rook that could have been played there", ALL, ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 -b8 +b5 !b @2000 || w:illegal-move", "claim-pending needs-verdict none" },
	{ "… and the other claims it", ALL, ROOKS, "-d1 +d2 -a8 +b8 !w @2000 -b8 +b5 !b @2000 || b:displaced",
	  "claim-pending needs-verdict none" },
	{ "put back by the other, who then replies", ALL, ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 -b8 +a8 -f8 +e8 !b @2000 || w:illegal-move", "claim-rejected no-illegality none" },
	{ "the clock given back, and put right: no turns, WBCA 9, BL5", LADDER, ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 !b @2000 -b8 +a8 !w @2000 ||", "clock-stopped stopped none" },
	{ "the clock given back, and put right: a person says, FIDE 7.4.1, Russian 7.3", "ru-2013 fide2023-standard",
	  ROOKS, "-d1 +d2 -a8 +b8 !w @2000 !b @2000 -b8 +a8 !w @2000 ~", "claim-pending needs-verdict none" },
	{ "a reply that was made early stays a reply, WBCA 6d", "ru-2013 fide2023-standard", ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 !b @2000 -d2 +d3 !w @2000 || w:illegal-move", "claim-rejected no-illegality none" },
	{ "the same under silence, where one's own last move is not told of",
	  "wbca-1992 nsb-2004 ru-2013-blitz uschess-blitz", ROOKS,
	  "-d1 +d2 -a8 +b8 !w @2000 !b @2000 -d2 +d3 !w @2000 || w:illegal-move", "claim-rejected not-entitled none" },
	{ "the slide takes no right to claim a touched piece away",
	  "wbca-1992 ru-2013 ru-2013-blitz fide2023-standard uschess-blitz", ROOKS,
	  "-g2 +g2 -d1 +d2 -a8 +b8 !w @2000 || b:touch-move", "claim-pending needs-verdict none" },
	{ "what the culprit moved was not released by the other", "wbca-1992 ru-2013 ru-2013-blitz fide2023-standard",
	  ROOKS, "-d1 +d2 -a8 +b8 !w @2000 -f8 +e8 !b @2000 || w:touch-move", "claim-pending needs-verdict none" },
};

static void chess_scenes(void **state)
{
	scenes_play(scenes, sizeof(scenes) / sizeof(*scenes), "chess", NULL);
}

/* His own disorder is no excuse: the knight is moved on from there. What is sure that it was his is ruled, and what
 * real sensors saw is asked about: Black may have held the knight since. */
static void moved_on_from_disorder(void **state)
{
	static const char *const all[] = { "sure", "piece-id", "presence" };
	static const char *const ruled[] = { "win illegal-loses 1-0", "claim-pending needs-verdict none" };

	for (unsigned real = 0; real < 2; real++) {
		const struct scene scene = {
			"moved on from his own disorder",
			"wbca-1992 uschess-blitz",
			"r4rk1/5ppp/8/3n4/8/8/5PPP/3R2K1 b - - 0 20",
			"-f8 +e8 -d5 +e5 !b @2000 -d1 +d2 !w @2000 -e5 +f3 !b @2000 || w:illegal-move",
			ruled[real],
		};

		scenes_play_by(all + real, 1 + real, &scene, 1, "chess", NULL);
	}
}

/* The turns that were no moves are gone, and the other is to move. */
static void turns_of_a_restart_are_gone(void **state)
{
	static const char *const sensors[] = { "sure", "piece-id", "presence" };

	for (unsigned k = 0; k < 3; k++) {
		struct core_state now;
		struct played p;

		scene_play(&p, sensors[k], "wbca-1992", "chess", NULL, ROOKS,
			   "-d1 +d2 -a8 +b8 !w @2000 !b @2000 -b8 +a8 !w @2000 || ");
		core_get_state(p.core, &now);
		assert_int_equal(now.turns, 1);
		assert_int_equal(now.to_move, BLACK);
		assert_non_null(strstr(p.text, "\"ruling\":\"continue\""));
		play_end(&p);
	}
}

#define MEN "W:W32,37,42:B8,13,19"

static const struct scene draughts[] = {
	{ "a man slid by the mover; the reply is regular, AI.5.4", "fmjd-annex6", MEN,
	  "-37 +31 -13 +18 !w @2000 -8 +12 !b @2000 || w:illegal-move:want=rectify",
	  "claim-rejected no-illegality none" },
	{ "it is put right on a claim, AI.5.5", "fmjd-annex6", MEN, "-37 +31 -13 +18 !w @2000 || b:displaced",
	  "restore-position displaced none" },
	{ "… after the reply, too", "fmjd-annex6", MEN, "-37 +31 -13 +18 !w @2000 -8 +12 !b @2000 || b:displaced",
	  "restore-position displaced none" },
	{ "as an irregularity it is asked about", "fmjd-annex6", MEN,
	  "-37 +31 -13 +18 !w @2000 || b:illegal-move:want=rectify", "claim-pending needs-verdict none" },
};

static void draughts_scenes(void **state)
{
	scenes_play(draughts, sizeof(draughts) / sizeof(*draughts), "draughts-10x10", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chess_scenes),
		cmocka_unit_test(moved_on_from_disorder),
		cmocka_unit_test(turns_of_a_restart_are_gone),
		cmocka_unit_test(draughts_scenes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
