// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the daemon rules of itself rests on sensors that are sure: where one that missed a change, or was late, explains
 * the board as well, the arbiter is asked with both readings before anyone is punished.
 */
#include "tests/unit/core/core-testing.h"

#define ROOKS \
	"{\"start\":\"8/2k5/8/8/3R4/K7/8/3r4 w - - 0 1\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}"
#define DECIDE(t, verdict_, about_) \
	"{\"t_ms\":" #t ",\"type\":\"decide\",\"by\":\"arbiter\",\"verdict\":\"" #verdict_ "\",\"about\":\"" about_ \
	"\"}"
#define PRESENCE "{\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"
#define SAID(t, type_, by_, what, word, more) \
	"{\"t_ms\":" #t ",\"type\":\"" #type_ "\",\"by\":\"" #by_ "\",\"" #type_ "\":\"" word "\"" more "}"

static bool says(const struct played *p, const char *ruling, const char *reason)
{
	char text[128];

	snprintf(text, sizeof(text), "\"reason\":\"%s\",\"result\":", reason);
	for (const char *at = p->text; (at = strstr(at, text)); at++) {
		const char *end = strchr(at, '\n');
		char line[64];
		const char *found;

		snprintf(line, sizeof(line), "\"ruling\":\"%s\"", ruling);
		found = strstr(at, line);
		if (found && found < end)
			return true;
	}
	return false;
}

static void standing(const struct played *p, const char *want)
{
	char is[GAME_FEN];
	struct game_position pos;

	core_get_position(p->core, &pos);
	p->setup.game->format_placement(&pos, is);
	assert_string_equal(is, want);
}

/* Pressed, and no square has changed: White did nothing, or took the rook between two polls of the sensors. */
#define NOTHING_SEEN PRESS(1200, white) "," TICK(6000)

static void a_press_after_which_a_capture_may_have_been_missed_is_asked_about(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, ROOKS, "fide2023-standard", false);
	play(p, "[" NOTHING_SEEN "]", false);
	assert_non_null(strstr(p->text, "\"type\":\"question\""));
	assert_false(says(p, "move-illegal", "no-move"));
	play_end(p);
	free(p);
}

static void the_arbiter_believes_the_player_and_the_capture_was_played(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, ROOKS, "fide2023-standard", false);
	play(p, "[" NOTHING_SEEN "," PAUSE(7000) "," DECIDE(8000, reject, "illegal-move") "]", false);
	assert_true(says(p, "claim-rejected", "no-illegality"));
	standing(p, "8/2k5/8/8/8/K7/8/3R4");
	play_end(p);
	free(p);
}

static void the_arbiter_believes_the_sensors_and_the_penalty_is_due(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, ROOKS, "fide2023-standard", false);
	play(p, "[" NOTHING_SEEN "," PAUSE(7000) "," DECIDE(8000, accept, "illegal-move") "]", false);
	assert_true(says(p, "move-illegal", "no-move"));
	standing(p, "8/2k5/8/8/3R4/K7/8/3r4");
	play_end(p);
	free(p);
}

static void a_claim_against_such_a_turn_is_asked_about_too(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, ROOKS, "ru-2013-blitz", false);
	play(p, "[" NOTHING_SEEN "," SAID(7000, claim, black, claim, "illegal-move", "") "]", false);
	assert_true(says(p, "claim-pending", "needs-verdict"));
	assert_false(says(p, "win", "illegal-loses"));
	play_end(p);
	free(p);
}

static void a_press_that_nothing_else_explains_is_punished(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, PRESENCE, "fide2023-standard", false);
	play(p, "[" PRESS(1200, white) "," TICK(6000) "]", false);
	assert_true(says(p, "move-illegal", "no-move"));
	play_end(p);
	free(p);
}

/* e2e4 is pressed; the piece of d2 was lifted and has not been seen since. */
#define AWAY LIFT(1000, e2) "," PLACE(1200, e4) "," LIFT(1300, d2) "," PRESS(3600, white) "," TICK(6500)
/* … and stands on d5, where no move takes it. */
#define ELSEWHERE \
	LIFT(1000, e2) "," PLACE(1200, e4) "," LIFT(1300, d2) "," PLACE(1600, d5) "," PRESS(3600, white) "," TICK(6500)
#define DISPLACED(t, by_) SAID(t, claim, by_, claim, "displaced", ",\"against\":\"white\"")

static void a_man_that_is_only_away_may_have_been_missed(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, PRESENCE, "wbca-1992", false);
	play(p, "[" AWAY "," DISPLACED(7000, black) "]", false);
	assert_true(says(p, "claim-pending", "needs-verdict"));
	assert_false(says(p, "warning", "conduct"));
	play(p, "[" DECIDE(8000, accept, "displaced") "]", false);
	assert_true(says(p, "warning", "conduct"));
	play_end(p);
	free(p);
}

static void a_man_that_stands_elsewhere_was_displaced(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, PRESENCE, "wbca-1992", false);
	play(p, "[" ELSEWHERE "," DISPLACED(7000, black) "]", false);
	assert_true(says(p, "warning", "conduct"));
	play_end(p);
	free(p);
}

static void what_the_arbiter_saw_himself_is_not_asked_about(void **state)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, PRESENCE, "wbca-1992", false);
	play(p, "[" AWAY "," SAID(7000, report, arbiter, report, "displaced", ",\"against\":\"white\"") "]", false);
	assert_true(says(p, "warning", "conduct"));
	play_end(p);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_press_after_which_a_capture_may_have_been_missed_is_asked_about),
		cmocka_unit_test(the_arbiter_believes_the_player_and_the_capture_was_played),
		cmocka_unit_test(the_arbiter_believes_the_sensors_and_the_penalty_is_due),
		cmocka_unit_test(a_claim_against_such_a_turn_is_asked_about_too),
		cmocka_unit_test(a_press_that_nothing_else_explains_is_punished),
		cmocka_unit_test(a_man_that_is_only_away_may_have_been_missed),
		cmocka_unit_test(a_man_that_stands_elsewhere_was_displaced),
		cmocka_unit_test(what_the_arbiter_saw_himself_is_not_asked_about),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
