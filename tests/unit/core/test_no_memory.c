// SPDX-License-Identifier: GPL-2.0-or-later
/* Where a game has no memory, the input says so, and what was allocated is given back. */
#include "tests/unit/failing-memory.h"

#include "tests/unit/core/core-testing.h"

struct day {
	struct core_setup setup;
	struct input in[64];
	unsigned count;
};

static void ignore(void *userdata, const struct publication *p)
{
}

static int play_day(void *userdata)
{
	struct day *day = userdata;
	struct core *core = NULL;
	char err[160];
	int r = core_new(&day->setup, day->setup.keeps_events ? NULL : ignore, NULL, &core, err);

	if (r < 0) {
		assert_null(core);
		return r;
	}
	for (unsigned i = 0; i < day->count && r == 0; i++)
		r = core_input(core, &day->in[i], err);
	if (r == 0)
		r = core_end_instant(core);
	core_free(core);
	return r;
}

static void fail_each(const char *header, const char *book, const char *events, unsigned one_in)
{
	static struct day day;
	struct rulebook *rules = NULL;
	json_t *o = json_loads(header, 0, NULL), *list = json_loads(events, 0, NULL), *event;
	char err[160];
	size_t i;

	memset(&day, 0, sizeof(day));
	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(core_setup_from_json(o, &day.setup, err), 0);
	json_decref(o);
	if (book)
		assert_int_equal(rulebook_load(book, NULL, NULL, &rules), 0);
	day.setup.rulebook = rules;
	assert_non_null(list);
	json_array_foreach(list, i, event)
		assert_int_equal(input_parse(day.setup.game, event, &day.in[day.count++], err), 0);
	json_decref(list);
	fail_each_allocation(play_day, &day, one_in);
	/* with the last events, and without what is told of them: whoever is asked may have to do without */
	day.setup.keeps_events = true;
	fail_each_allocation(play_day, &day, one_in);
	rulebook_free(rules);
	core_setup_done(&day.setup);
}

#define PLAY(t, from, to, side) LIFT(t##000, from) "," PLACE(t##200, to) "," PRESS(t##400, side)
#define POSITION(t, text) "{\"t_ms\":" #t ",\"type\":\"position\",\"fen\":\"" text "\"}"
#define GAME \
	"[" PLAY(1, e2, e4, white) "," PLAY(2, e7, e5, black) "," PLAY(3, g1, g3, white) "," CLAIM(4000, black, "illegal-move") ",{\"t_ms\":5000,\"type\":\"takeback\",\"count\":1}," PAUSE( \
		6000) ",{\"t_ms\":7000,\"type\":\"move\",\"move\":\"Nf3\"}," CLAIM(8000, black, \
										   "distraction") "," POSITION(9000, \
													       "4k3/8/8/8/8/8/8/4K2R w K - 0 1") "," TICK(20000) ",{\"t_ms\":21000,\"type\":\"end\",\"result\":\"1-0\"}]"
#define DECIDE "{\"t_ms\":9000,\"type\":\"decide\",\"by\":\"arbiter\",\"about\":\"distraction\",\"verdict\":\"reject\"}"
#define RULED \
	"[" PLAY(1, e2, e4, white) "," PLAY(2, e7, e5, black) "," PLAY(3, g1, g3, white) "," LIFT(4000, g3) "," PLACE(4200, g1) "," PLAY( \
		5, d2, d4, \
		white) "," PLAY(6, e5, d4, \
				black) "," PAUSE(7000) "," CLAIM(8000, white, \
								 "distraction") "," DECIDE \
										"," POSITION(10000, "4k3/8/8/8/8/8/8/4K2R w K - 0 1") ",{\"t_ms\":11000,\"type\":\"move\",\"move\":\"O-O\"}," CLAIM( \
											12000, black, \
											"offer-draw") "," CLAIM(13000, \
														white, \
														"accept-draw") "," TICK(20000) "]"
#define PIECES \
	"{\"sensors\":\"presence\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"

static void a_record(void **state)
{
	fail_each(HEADER, NULL, GAME, 1);
	fail_each(PIECES, NULL, GAME, 3);
	/* the first that is kept is one that is kept in full */
	fail_each(HEADER, NULL, "[" PAUSE(1000) "," LIFT(2000, e2) "," PLACE(3000, e4) "]", 1);
}

static void by_rules(void **state)
{
	fail_each(HEADER, "fide2023-standard", RULED, 7);
	fail_each(PIECES, "fide2023-standard",
		  "[" PLAY(1, e2, e4, white) "," PLAY(2, e7, e5, black) "," PLAY(3, g1, g3, white) "," TICK(
			  9000) "," PAUSE(10000) "," CLAIM(11000, white, "distraction") "," TICK(20000) "]",
		  7);
	/* the piece was released on e3: that is the move, and the turn is made anew */
	fail_each(HEADER, "fide2023-standard",
		  "[" LIFT(1000, e2) "," PLACE(1200, e3) "," LIFT(1800, e3) "," PLACE(2000, e4) "," PRESS(
			  2200, white) "," CLAIM(3000, black, "touch-move") "," TICK(9000) "]",
		  3);
}

/* The arbiter is silent, and what he may not tell is kept. */
static void in_silence(void **state)
{
	fail_each(HEADER, "wbca-1992", GAME, 7);
	fail_each(PIECES, "wbca-1992", GAME, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record),
		cmocka_unit_test(by_rules),
		cmocka_unit_test(in_silence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
