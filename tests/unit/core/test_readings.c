/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A turn that sensors leave in doubt: the arbiter alone is asked, in words, and the reading that he says is right is
 * what the turn was.
 */
#include "tests/unit/core/asked-evidence.h"
#include "tests/unit/core/core-testing.h"

#include <errno.h>

static struct played g;

/* A rook that is left behind: White castled, or his king stands where it cannot go. */
#define CASTLING \
	"{\"start\":\"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}"
#define ROOK_LEFT LIFT(1000, e1) "," PLACE(1400, g1) "," PRESS(1500, white) "," TICK(6000)
#define DECIDE(t, verdict_, more) \
	"{\"t_ms\":" #t ",\"type\":\"decide\",\"by\":\"arbiter\",\"verdict\":\"" #verdict_ \
	"\",\"about\":\"illegal-move\"" more "}"

static void begin_in_doubt(void)
{
	play_start(&g, CASTLING, "fide2023-standard", false);
	play(&g, "[" ROOK_LEFT "]", false);
}

static enum claim_kind asked(void)
{
	struct core_state state;

	core_get_state(g.core, &state);
	return state.open_question;
}

static void standing(const char *want)
{
	char is[GAME_FEN];
	struct game_position pos;

	core_get_position(g.core, &pos);
	g.setup.game->format_placement(&pos, is);
	assert_string_equal(is, want);
}

static void refused(const char *event, const char *because)
{
	json_t *o = json_loads(event, 0, NULL);
	struct input in;
	char err[160];

	assert_int_equal(input_parse(g.setup.game, o, &in, err), 0);
	assert_int_equal(core_input(g.core, &in, err), -EINVAL);
	assert_string_equal(err, because);
	json_decref(o);
}

static void the_arbiter_alone_is_asked_in_words(void **state)
{
	begin_in_doubt();
	assert_int_equal(asked(), CLAIM_ILLEGAL_MOVE);
	assert_non_null(strstr(g.text, "\"public\":false,\"reason\":\"readings\""));
	assert_non_null(
		strstr(g.text, "\"sentence\":\"White castled short, or put the king on g1. The sensors do not"));
	assert_null(strstr(g.text, "move-illegal"));
	play_end(&g);
	play_start(&g, CASTLING, "fide2023-standard", true);
	play(&g, "[" ROOK_LEFT "]", false);
	assert_null(strstr(g.text, "readings"));
	assert_null(strstr(g.text, "question"));
	play_end(&g);
}

static void what_was_played_is_no_longer_in_doubt(void **state)
{
	struct core_turn turn;

	begin_in_doubt();
	play(&g, "[" DECIDE(7000, reject, ",\"move\":\"e1g1\"") "]", false);
	assert_int_equal(asked(), CLAIM_NONE);
	assert_null(asked_evidence(g.core));
	assert_non_null(strstr(g.text, "\"sentence\":\"No illegal move was made, as the arbiter finds (7.5.1). Play"));
	assert_int_equal(core_get_turn(g.core, 0, &turn), 0);
	assert_true(turn.turn->decided && !turn.turn->unsure && !turn.turn->disputed && !turn.turn->other_count);
	standing("4k3/8/8/8/8/8/4P3/5RK1");
	/* and stays so, whatever the squares show */
	play(&g, "[" LIFT(8000, e8) "," PLACE(8500, e7) "," PRESS(8600, black) "," TICK(12000) "]", false);
	assert_int_equal(core_get_turn(g.core, 0, &turn), 0);
	assert_true(!turn.turn->unsure);
	assert_int_equal(asked(), CLAIM_NONE);
	play_end(&g);
}

static void what_was_no_move_is_ruled_on(void **state)
{
	begin_in_doubt();
	play(&g, "[" DECIDE(7000, accept, ",\"move\":\"e1g1\"") "]", false);
	assert_int_equal(asked(), CLAIM_NONE);
	assert_non_null(strstr(g.text, "\"ruling\":\"move-illegal\""));
	standing("4k3/8/8/8/8/8/4P3/4K2R");
	play_end(&g);
}

/* A claim about a turn in doubt that nobody was asked about yet is a question, too: in the same words. */
static void a_claim_is_asked_about_in_words(void **state)
{
	const char *asked_at;

	play_start(&g, CASTLING, "ru-2013-blitz", false);
	play(&g, "[" ROOK_LEFT "," CLAIM(7000, black, "illegal-move") "]", false);
	asked_at = strstr(g.text, "\"ruling\":\"claim-pending\"");
	assert_non_null(asked_at);
	assert_non_null(strstr(asked_at, "reject move=e1g1, accept move=e1g1."));
	assert_null(strstr(g.text, "move-illegal"));
	play_end(&g);
}

static void another_move_is_refused_with_the_readings(void **state)
{
	begin_in_doubt();
	refused(DECIDE(7000, accept, ",\"move\":\"0000\""),
		"accept move=0000 is no answer; it is one of: reject move=e1g1, accept move=e1g1");
	refused(DECIDE(7000, reject, ",\"move\":\"e2e4\""),
		"reject move=e2e4 is no answer; it is one of: reject move=e1g1, accept move=e1g1");
	refused(DECIDE(7000, postpone, ",\"move\":\"e1g1\""),
		"\"move\" goes with the verdicts accept and reject alone");
	assert_int_equal(asked(), CLAIM_ILLEGAL_MOVE);
	play(&g, "[" DECIDE(8000, reject, "") "]", false);
	assert_int_equal(asked(), CLAIM_NONE);
	refused(DECIDE(9000, reject, ",\"move\":\"e1g1\""), "no turn is in doubt, so \"e1g1\" cannot be what one was");
	play_end(&g);
}

static void a_move_is_of_a_decision_on_an_illegal_move(void **state)
{
	json_t *o = json_loads(
		"{\"t_ms\":1,\"type\":\"decide\",\"verdict\":\"accept\",\"about\":\"flag\",\"move\":\"e2e4\"}", 0,
		NULL);
	struct input in;
	char err[160], *text;

	assert_int_equal(input_parse(&game_chess, o, &in, err), -EINVAL);
	assert_string_equal(
		err, "\"move\" is the reading that is right of a turn: \"about\" is illegal-move then, not \"flag\"");
	json_object_set_new(o, "about", json_string("illegal-move"));
	assert_int_equal(input_parse(&game_chess, o, &in, err), 0);
	text = input_format(&game_chess, &in, NULL);
	assert_non_null(strstr(text, "\"move\":\"e2e4\""));
	free(text);
	json_decref(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_arbiter_alone_is_asked_in_words),
		cmocka_unit_test(what_was_played_is_no_longer_in_doubt),
		cmocka_unit_test(what_was_no_move_is_ruled_on),
		cmocka_unit_test(a_claim_is_asked_about_in_words),
		cmocka_unit_test(another_move_is_refused_with_the_readings),
		cmocka_unit_test(a_move_is_of_a_decision_on_an_illegal_move),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
