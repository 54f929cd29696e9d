// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether a side can still win is not always known while an event waits. Then a flag is a loss, a position is alive,
 * the arbiter learns of the doubt, and the answer of the larger search is ruled on when it comes.
 */
#include "replay/replay.h"
#include "tests/unit/core/core-testing.h"

/* Undecided within GAME_EVENT_NODES: nobody can win here (walled off), … */
#define WALL "2k5/p1p1p1p1/P1P1P1P1/2p1P2K/8/8/2P1P3/8 w - - 0 1"
/* … and here Black can. */
#define HOLE "1k6/p1p5/P1P5/p1p5/PbP5/pBp5/P1P5/1K6 w - - 0 1"
#define GAME(fen, ms) \
	"{\"sensors\":\"sure\",\"start\":\"" fen "\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":" #ms \
	",\"black_ms\":60000,\"running\":\"white\"}}"

static struct played g, again;

static struct core_state state_now(void)
{
	struct core_state s;

	core_get_state(g.core, &s);
	return s;
}

/* What is open is answered: as told, or as the larger search finds it. */
static struct input answer(enum game_answer answer, bool search)
{
	struct core_search s;
	struct input in;
	char err[160];

	assert_true(core_next_search(g.core, &s));
	if (search)
		answer = g.setup.game->can_win(&s.position, s.side, GAME_SEARCH_NODES, NULL);
	in = core_answer(&s, answer, state_now().t_us + 500000);
	assert_int_equal(core_input(g.core, &in, err), 0);
	return in;
}

static unsigned count(const char *text, const char *what)
{
	unsigned n = 0;

	for (const char *at = text; (at = strstr(at, what)); at++)
		n++;
	return n;
}

/* Only what was said since the last call. */
static const char *said(void)
{
	static size_t from;
	const char *text = g.text + (from <= g.size ? from : 0);

	from = g.size;
	return text;
}

static void flag(const char *header, const char *rulebook, bool public_only)
{
	play_start(&g, header, rulebook, public_only);
	play(&g, "[" TICK(2000) "]", false);
}

static void an_undecided_flag_is_a_loss_with_a_note(void **state)
{
	flag(GAME(WALL, 1000), "fide2023-standard", false);
	assert_string_equal(state_now().result, "0-1");
	assert_string_equal(
		g.text,
		"{\"public\":false,\"side\":\"white\",\"t_us\":1000000,\"type\":\"flag\"}\n"
		"{\"articles\":[\"6.9\",\"6.8\",\"6.4\"],\"facts\":{\"player\":\"white\"},\"public\":true,\"reason\":\"flag\",\"result\":\"0-1\",\"rulebook\":\"fide2023-standard\",\"ruling\":\"win\","
		"\"sentence\":\"White's flag fell: Black wins on time (6.9).\",\"t_us\":1000000,\"time_adjust_ms\":{\"black\":0,\"white\":0},\"type\":\"ruling\"}\n"
		"{\"black_us\":60000000,\"public\":true,\"running\":\"none\",\"t_us\":1000000,\"type\":\"clock\",\"white_us\":0}\n"
		"{\"articles\":[],\"facts\":{\"player\":\"black\",\"text\":\"" WALL
		"\"},\"public\":false,\"reason\":\"undecided\",\"rulebook\":\"fide2023-standard\","
		"\"sentence\":\"Black may be unable to win, and the search goes on: " WALL ".\",\"t_us\":2000000,"
		"\"time_adjust_ms\":{\"black\":0,\"white\":0},\"type\":\"question\"}\n");
	play_end(&g);
}

static void the_answer_makes_it_a_draw(void **state)
{
	flag(GAME(WALL, 1000), "fide2023-standard", false);
	said();
	answer(GAME_NO, true);
	assert_string_equal(
		said(),
		"{\"articles\":[],\"facts\":{\"player\":\"black\",\"text\":\"" WALL
		"\"},\"public\":false,\"reason\":\"cannot-win\",\"rulebook\":\"fide2023-standard\","
		"\"sentence\":\"Black cannot win by any series of moves: " WALL ".\",\"t_us\":2500000,"
		"\"time_adjust_ms\":{\"black\":0,\"white\":0},\"type\":\"question\"}\n"
		"{\"articles\":[\"6.9\"],\"facts\":{\"player\":\"white\"},\"public\":true,\"reason\":\"flag-cannot-mate\",\"result\":\"1/2-1/2\",\"rulebook\":\"fide2023-standard\","
		"\"ruling\":\"draw\",\"sentence\":\"White's flag fell, but Black has no way left to win: draw (6.9).\",\"t_us\":2500000,"
		"\"time_adjust_ms\":{\"black\":0,\"white\":0},\"type\":\"ruling\"}\n"
		"{\"black_us\":60000000,\"public\":true,\"running\":\"none\",\"t_us\":2500000,\"type\":\"clock\",\"white_us\":0}\n");
	assert_string_equal(state_now().result, "1/2-1/2");
	assert_string_equal(state_now().termination, "time forfeit");
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
}

static void that_it_can_be_won_changes_nothing_public(void **state)
{
	flag(GAME(HOLE, 1000), "fide2023-standard", true);
	said();
	answer(GAME_YES, true);
	assert_string_equal(said(), "");
	assert_string_equal(state_now().result, "0-1");
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
	flag(GAME(HOLE, 1000), "fide2023-standard", false);
	said();
	answer(GAME_YES, false);
	assert_int_equal(count(said(), "\"reason\":\"can-win\""), 1);
	play_end(&g);
}

static void what_stays_undecided_is_not_asked_again(void **state)
{
	flag(GAME(WALL, 1000), "fide2023-standard", true);
	said();
	answer(GAME_UNDECIDED, false);
	assert_string_equal(said(), "");
	assert_string_equal(state_now().result, "0-1");
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
}

/* An answer to another question, or a second one to the same, is no answer. */
static void only_what_is_asked_is_answered(void **state)
{
	struct input in;
	char err[160];

	flag(GAME(WALL, 1000), "fide2023-standard", false);
	in = answer(GAME_YES, false);
	in.answer = GAME_NO;
	said();
	assert_int_equal(core_input(g.core, &in, err), 0);
	assert_string_equal(said(), "");
	play_end(&g);
	flag(GAME(WALL, 1000), "fide2023-standard", false);
	strcpy(in.text, HOLE);
	said();
	assert_int_equal(core_input(g.core, &in, err), 0);
	assert_string_equal(said(), "");
	assert_true(core_next_search(g.core, NULL));
	play_end(&g);
}

/* The journal's form of the answer, given again, makes the same game, and nothing is searched. */
static void replaying_the_answer_gives_the_same_game(void **state)
{
	struct input in, read;
	char err[160], *text;
	json_t *o;

	flag(GAME(WALL, 1000), "fide2023-standard", false);
	in = answer(GAME_NO, false);
	text = input_format(g.setup.game, &in, NULL);
	o = json_loads(text, 0, NULL);
	free(text);
	assert_int_equal(input_parse(g.setup.game, o, &read, err), 0);
	json_decref(o);
	play_start(&again, GAME(WALL, 1000), "fide2023-standard", false);
	play(&again, "[" TICK(2000) "]", false);
	assert_int_equal(core_input(again.core, &read, err), 0);
	assert_string_equal(again.text, g.text);
	play_end(&again);
	play_end(&g);
}

/* Where no thread goes on with it, the end of the record does. */
static void a_recorded_game_is_searched_at_its_end(void **state)
{
	struct replay replay = { 0 };
	struct input in = { .type = INPUT_TICK, .t_us = 2000000, .side = NO_SIDE };
	char err[160];

	play_start(&g, GAME(WALL, 1000), "fide2023-standard", false);
	replay.core = g.core;
	assert_int_equal(replay_input(&replay, &in, err), 0);
	assert_int_equal(replay_finish(&replay, err), 0);
	assert_int_equal(count(g.text, "\"ruling\":\"win\""), 1);
	assert_string_equal(state_now().reason, "flag-cannot-mate");
	play_end(&g);
}

static void an_answer_names_what_it_answers(void **state)
{
	static const struct {
		const char *text, *why;
	} wrong[] = {
		{ "{\"t_ms\":1,\"type\":\"answer\",\"side\":\"white\",\"fen\":\"x\",\"answer\":\"perhaps\"}",
		  "perhaps" },
		{ "{\"t_ms\":1,\"type\":\"answer\",\"side\":\"white\",\"answer\":\"no\"}", "fen" },
		{ "{\"t_ms\":1,\"type\":\"answer\",\"fen\":\"x\",\"answer\":\"no\"}", "side" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		json_t *o = json_loads(wrong[i].text, 0, NULL);
		struct input in;
		char err[160];

		assert_int_equal(input_parse(&game_chess, o, &in, err), -22);
		assert_non_null(strstr(err, wrong[i].why));
		json_decref(o);
	}
}

/* Resigning where the opponent cannot win is a draw (FIDE 5.1.2). */
static void a_resignation_is_ruled_anew(void **state)
{
	play_start(&g, GAME(WALL, 60000), "fide2023-standard", false);
	play(&g, "[" CLAIM(1000, white, "resign") "]", false);
	assert_string_equal(state_now().result, "0-1");
	answer(GAME_NO, true);
	assert_string_equal(state_now().reason, "resign-cannot-mate");
	assert_string_equal(state_now().result, "1/2-1/2");
	play_end(&g);
}

/* The second illegal move loses, unless the opponent cannot win (FIDE 7.5.5). */
static void an_illegal_loss_is_ruled_anew(void **state)
{
	play_start(&g,
		   "{\"sensors\":\"sure\",\"start\":\"" WALL
		   "\",\"state\":{\"illegal_count\":{\"white\":1,\"black\":0}},"
		   "\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}",
		   "fide2023-standard", false);
	play(&g, "[" LIFT(100, h5) "," PLACE(200, f3) "," PRESS(300, white) "]", false);
	assert_string_equal(state_now().reason, "illegal-limit");
	answer(GAME_NO, true);
	assert_string_equal(state_now().reason, "illegal-cannot-mate");
	assert_string_equal(state_now().termination, "rules infraction");
	play_end(&g);
}

#define KING_MOVES LIFT(100, h5) "," PLACE(200, h4) "," PRESS(300, white)

/* Dead is a position in which neither side can win: both are asked, one after the other (FIDE 5.2.2). */
static void a_dead_position_is_found_later(void **state)
{
	play_start(&g, GAME(WALL, 60000), "fide2023-standard", false);
	play(&g, "[" KING_MOVES "]", false);
	assert_false(state_now().over);
	assert_int_equal(count(g.text, "\"reason\":\"undecided\""), 1);
	assert_int_equal(answer(GAME_NO, true).side, WHITE);
	assert_false(state_now().over);
	assert_int_equal(answer(GAME_NO, true).side, BLACK);
	assert_string_equal(state_now().reason, "dead-position");
	assert_string_equal(state_now().result, "1/2-1/2");
	assert_int_equal(count(g.text, "\"reason\":\"undecided\""), 1);
	play_end(&g);
}

/* A position that is left is not drawn: nobody asks about it any more. */
static void a_position_that_is_left_is_not_drawn(void **state)
{
	struct core_search s;
	struct input in;
	char err[160];

	play_start(&g, GAME(WALL, 60000), "fide2023-standard", false);
	play(&g, "[" KING_MOVES "]", false);
	assert_true(core_next_search(g.core, &s));
	play(&g, "[" LIFT(400, c8) "," PLACE(500, b8) "," PRESS(600, black) "]", false);
	in = core_answer(&s, GAME_NO, 700000);
	assert_int_equal(core_input(g.core, &in, err), 0);
	in.side = BLACK;
	assert_int_equal(core_input(g.core, &in, err), 0);
	assert_false(state_now().over);
	play_end(&g);
	/* taken back, it is left too */
	play_start(&g, GAME(WALL, 60000), "fide2023-standard", false);
	play(&g, "[" KING_MOVES ",{\"t_ms\":400,\"type\":\"takeback\",\"count\":1}]", false);
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
}

/* Nor does a game that ended otherwise wait for an answer. */
static void a_game_that_is_over_is_not_ruled_anew(void **state)
{
	play_start(&g, GAME(WALL, 60000), "fide2023-standard", false);
	play(&g, "[" KING_MOVES ",{\"t_ms\":400,\"type\":\"end\",\"result\":\"1-0\"}]", false);
	assert_false(core_next_search(g.core, NULL));
	assert_string_equal(state_now().result, "1-0");
	play_end(&g);
	play_start(&g, GAME(WALL, 60000), "fide2023-standard", false);
	play(&g, "[" KING_MOVES "," CLAIM(400, white, "offer-draw") "," CLAIM(500, black, "accept-draw") "]", false);
	assert_true(state_now().over);
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
}

/* Where the arbiter may not speak first (BL14), an answer waits for the claim, and then decides it at once. */
static void a_silent_arbiter_keeps_the_answer_for_the_claim(void **state)
{
	play_start(&g, GAME(WALL, 1000), "ru-2013-blitz", true);
	play(&g, "[" KING_MOVES "]", false);
	said();
	answer(GAME_NO, true);
	answer(GAME_NO, true);
	assert_string_equal(said(), "");
	assert_false(state_now().over);
	play(&g, "[" PAUSE(900) "," CLAIM(900, black, "dead-position") "]", true);
	assert_string_equal(state_now().reason, "dead-position");
	play_end(&g);
	/* a flag that nobody claimed is not asked about */
	flag(GAME(WALL, 1000), "ru-2013-blitz", false);
	assert_false(core_next_search(g.core, NULL));
	assert_int_equal(count(g.text, "\"type\":\"question\""), 0);
	play_end(&g);
}

#define CLAIMED LIFT(100, h5) "," PLACE(200, h4) "," PRESS(300, white) "," CLAIM(400, black, "no-progress")
#define DECIDE(t, verdict) \
	"{\"t_ms\":" #t ",\"type\":\"decide\",\"by\":\"arbiter\",\"about\":\"no-progress\",\"verdict\":\"" verdict "\"}"

/* A claim of no progress goes to a person (10.2); that the opponent cannot win at all draws without one (10.2a), also
 * if it is found later. */
static void a_claim_of_no_progress_is_drawn_later(void **state)
{
	play_start(&g, GAME(WALL, 60000), "handbook", false);
	play(&g, "[" CLAIMED "]", false);
	assert_int_equal(state_now().open_question, CLAIM_NO_PROGRESS);
	assert_int_equal(count(g.text, "no-progress-admissible"), 2); /* the ruling and the question */
	assert_int_equal(answer(GAME_NO, true).side, WHITE);
	assert_string_equal(state_now().result, "1/2-1/2");
	assert_int_equal(state_now().open_question, CLAIM_NONE);
	play_end(&g);
	/* the person was first */
	play_start(&g, GAME(WALL, 60000), "handbook", false);
	play(&g, "[" CLAIMED "," DECIDE(500, "reject") "]", false);
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
	/* it can be won: the person's question stays */
	play_start(&g, GAME(WALL, 60000), "handbook", false);
	play(&g, "[" CLAIMED "]", false);
	answer(GAME_YES, false);
	assert_int_equal(state_now().open_question, CLAIM_NO_PROGRESS);
	assert_false(core_next_search(g.core, NULL));
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_undecided_flag_is_a_loss_with_a_note),
		cmocka_unit_test(the_answer_makes_it_a_draw),
		cmocka_unit_test(that_it_can_be_won_changes_nothing_public),
		cmocka_unit_test(what_stays_undecided_is_not_asked_again),
		cmocka_unit_test(only_what_is_asked_is_answered),
		cmocka_unit_test(replaying_the_answer_gives_the_same_game),
		cmocka_unit_test(an_answer_names_what_it_answers),
		cmocka_unit_test(a_recorded_game_is_searched_at_its_end),
		cmocka_unit_test(a_resignation_is_ruled_anew),
		cmocka_unit_test(an_illegal_loss_is_ruled_anew),
		cmocka_unit_test(a_dead_position_is_found_later),
		cmocka_unit_test(a_position_that_is_left_is_not_drawn),
		cmocka_unit_test(a_game_that_is_over_is_not_ruled_anew),
		cmocka_unit_test(a_claim_of_no_progress_is_drawn_later),
		cmocka_unit_test(a_silent_arbiter_keeps_the_answer_for_the_claim),
	};

	return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
