/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the ten books leave as it is and another book may order otherwise: what counts as the same instant
 * (simultaneity-tolerance), whose flag must be up, how many moves an increment is added for. Each with a book's values
 * changed for the event.
 */
#include "tests/unit/core/core-testing.h"

static struct played g;

static void start(const char *header, const char *book, const char *const changes[], unsigned count)
{
	json_t *o = json_loads(header, 0, NULL);
	char err[160];

	memset(&g, 0, sizeof(g));
	g.public_only = true;
	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(core_setup_from_json(o, &g.setup, err), 0);
	json_decref(o);
	assert_int_equal(rulebook_load(book, NULL, NULL, &g.book), 0);
	for (unsigned i = 0; i < count; i++)
		if (rulebook_override(g.book, changes[i], err) < 0)
			fail_msg("%s: %s", changes[i], err);
	g.setup.rulebook = g.book;
	assert_int_equal(core_new(&g.setup, played_hear, &g, &g.core, err), 0);
}

#define START(header, book, ...) \
	start(header, book, (const char *const[]){ __VA_ARGS__ }, \
	      sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

static struct core_state now(void)
{
	struct core_state s;

	core_get_state(g.core, &s);
	return s;
}

static int64_t left_ms(enum side side)
{
	return core_clock(g.core)->left_us[side] / 1000;
}

static bool said(const char *what)
{
	return strstr(g.text, what);
}

#define CLOCK(mode, more, white, black) \
	"{\"sensors\":\"sure\",\"clock\":{\"mode\":\"" mode "\"," more "\"white_ms\":" #white ",\"black_ms\":" #black \
	",\"running\":\"white\"}}"
#define FIXED(white, black) CLOCK("sudden-death", "", white, black)
#define MATED(white, black) \
	"{\"sensors\":\"sure\",\"start\":\"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":" #white \
	",\"black_ms\":" #black ",\"running\":\"white\"}}"
#define ILLEGAL LIFT(1000, e2) "," PLACE(2000, e5) "," PRESS(3000, white)
#define FLAG_CLAIM(t, who) CLAIM(t, who, "flag")

#define MATE LIFT(1400, a1) "," PLACE(1500, a8)

/* 5.1: what ends the game on the board at the instant of the flag comes first; here an instant is a tenth of a second.
 */
static void board_and_flag_within_the_tolerance(void **state)
{
	START(MATED(1450, 60000), "fide2023-standard", "simultaneity-tolerance=100");
	play(&g, "[" MATE "]", false);
	assert_string_equal(now().reason, "checkmate");
	assert_false(said("flag"));
	play_end(&g);
	START(MATED(1390, 60000), "fide2023-standard", "simultaneity-tolerance=100");
	play(&g, "[" MATE "]", false);
	assert_string_equal(now().reason, "flag");
	play_end(&g);
	/* nobody need come: the flag is published when its instant is over, and a deadline says when that is */
	START(MATED(1450, 60000), "fide2023-standard", "simultaneity-tolerance=100");
	play(&g, "[" TICK(1500) "]", false);
	assert_false(now().over);
	assert_int_equal(core_deadline(g.core), 1550000);
	play(&g, "[" TICK(1550) "]", false);
	assert_string_equal(now().reason, "flag");
	play_end(&g);
}

/* 7a5: of two players who claim at once the one who made the illegal move loses, if the other came a moment later too.
 */
static void claims_within_the_tolerance_are_judged_together(void **state)
{
#define BOTH(later) \
	"[" LIFT(100, e2) "," PLACE(200, e5) "," PRESS(300, white) "," PAUSE( \
		1500) "," FLAG_CLAIM(1500, white) "," CLAIM(later, black, "illegal-move") "," TICK(2000) "]"
	START(FIXED(60000, 1000), "nsb-2004", "simultaneity-tolerance=50");
	play(&g, BOTH(1540), true);
	assert_string_equal(now().reason, "illegal-loses");
	assert_string_equal(now().result, "0-1");
	play_end(&g);
	START(FIXED(60000, 1000), "nsb-2004", "simultaneity-tolerance=50");
	play(&g, BOTH(1560), true);
	assert_string_equal(now().reason, "flag");
	assert_string_equal(now().result, "1-0");
	play_end(&g);
	/* the claim is answered though nothing else comes, with the clock as it stood when it was made */
	START(FIXED(1000, 60000), "wbca-1992", "simultaneity-tolerance=50");
	play(&g, "[" FLAG_CLAIM(1500, black) "," PAUSE(1520) "]", true);
	assert_int_equal(core_deadline(g.core), 1550000);
	assert_false(said("needs-stop"));
	play(&g, "[" TICK(1550) "]", true);
	assert_true(said("needs-stop"));
	play_end(&g);
	START(FIXED(1000, 60000), "wbca-1992", "simultaneity-tolerance=50");
	play(&g, "[" PAUSE(1500) "," FLAG_CLAIM(1500, black) "]", true);
	assert_false(now().over);
	assert_int_equal(core_input(g.core, &(struct input){ .type = INPUT_FINISH }, (char[160]){ "" }), 0);
	assert_string_equal(now().result, "0-1");
	play_end(&g);
}

/* 8a: stalemate beats a flag claim of the same instant. */
static void stalemate_beats_a_claim_within_the_tolerance(void **state)
{
	START("{\"sensors\":\"sure\",\"start\":\"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":1000,\"black_ms\":60000,\"running\":\"white\"}}",
	      "wbca-1992", "simultaneity-tolerance=50");
	play(&g, "[" LIFT(1400, f6) "," FLAG_CLAIM(1500, black) "," PAUSE(1500) "," PLACE(1530, f7) "," TICK(1600) "]",
	     false);
	assert_string_equal(now().reason, "stalemate");
	play_end(&g);
}

/* 7c: he who claims must have his own flag up, where the book says so. */
static void the_claimants_own_flag(void **state)
{
#define BOTH_DOWN "[" TICK(1500) "," MOVED_LATE PRESS(2000, white) "," TICK(60000) "," FLAG_CLAIM(60000, black) "]"
#define MOVED_LATE LIFT(1600, e2) "," PLACE(1700, e4) ","
	START(FIXED(1000, 2000), "handbook", "flag-call-default=claim", "flag-claimant-own-flag-up=yes");
	play(&g, BOTH_DOWN, false);
	assert_false(now().over);
	assert_string_equal(now().reason, "own-flag-down");
	assert_true(said("\"event\""));
	play_end(&g);
	START(FIXED(1000, 2000), "handbook", "flag-call-default=claim");
	play(&g, BOTH_DOWN, false);
	assert_string_equal(now().result, "0-1");
	play_end(&g);
}

#define TURN_E4 LIFT(1000, e2) "," PLACE(1500, e4) "," PRESS(2000, white)
#define TURN_E5 LIFT(3000, e7) "," PLACE(3500, e5) "," PRESS(4000, black)
#define TURN_D3 LIFT(5000, d2) "," PLACE(5500, d3) "," PRESS(6000, white)

/* 6.2a: the increment comes for all moves, or for the first ones. */
static void increments_as_the_book_has_them(void **state)
{
#define FISCHER CLOCK("fischer", "\"increment_ms\":5000,", 60000, 60000)
	START(FISCHER, "handbook", "increment-move-limit=1");
	play(&g, "[" TURN_E4 "," TURN_E5 "," TURN_D3 "]", false);
	assert_int_equal(left_ms(WHITE), 61000); /* 60 - 2 + 5 - 2 */
	assert_int_equal(left_ms(BLACK), 63000);
	play_end(&g);
}

#define REPORT_FLAG "{\"t_ms\":2500,\"type\":\"report\",\"by\":\"arbiter\",\"report\":\"flag\"}"

/* 6.8: an official may say that a flag is down unless the book forbids it, or leaves it to the players. */
static void who_may_report_a_flag(void **state)
{
	static const struct {
		const char *caller, *silence;
		bool may;
	} values[] = {
		{ "flag-caller=arbiter-and-players", "arbiter-silence=none", true },
		{ "flag-caller=arbiter-and-players", "arbiter-silence=illegal-and-flags", false },
		{ "flag-caller=opponent", "arbiter-silence=none", false },
		{ "flag-caller=opponent", "arbiter-silence=illegal-and-flags", false },
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		START(FIXED(1000, 60000), "fide2023-standard", values[i].caller, values[i].silence,
		      "flag-call-default=claim");
		play(&g, "[" TICK(2000) "," REPORT_FLAG "]", false);
		if (now().over != values[i].may || said("not-entitled") == values[i].may)
			fail_msg("%s, %s: %s", values[i].caller, values[i].silence, g.text);
		play_end(&g);
	}
}

/* The last ruling as it was published. */
static const char *last_ruling(void)
{
	static char line[4096];

	*line = '\0';
	for (const char *at = g.text; *at; at = strchr(at, '\n') + 1)
		if (strstr(at, "\"type\":\"ruling\"") && strstr(at, "\"type\":\"ruling\"") < strchr(at, '\n'))
			snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	return line;
}

/* What was refused before is nothing to the flag that falls later: by an event's word, and by the book's. */
static void what_was_refused_leaves_nothing_behind(void **state)
{
#define BRONSTEIN \
	"{\"sensors\":\"sure\",\"options\":{\"min_draw_move\":10,\"flag_call\":\"auto\"}," \
	"\"clock\":{\"mode\":\"bronstein\",\"delay_ms\":1000,\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}"
	static const char *const refused[] = {
		"",
		CLAIM(500, white, "offer-draw") "," CLAIM(600, black, "accept-draw") ",",
		CLAIM(500, black, "accept-draw") ",",
		CLAIM(500, white, "fifty-moves") ",",
		CLAIM(500, white, "repetition") ",",
		CLAIM(500, black, "illegal-move") ",",
		CLAIM(500, black, "touch-move") ",",
		CLAIM(500, black, "flag") ",",
		CLAIM(500, white, "wrong-setup") ",",
		CLAIM(500, white, "dead-position") ",",
		CLAIM(500, white, "add-increment") ",",
	};
	char alone[4096] = "", events[512];

	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		START(BRONSTEIN, "handbook", "flag-call-default=auto");
		snprintf(events, sizeof(events), "[%s%s]", refused[i], TICK(62000));
		play(&g, events, false);
		assert_string_equal(now().result, "0-1");
		if (!i)
			snprintf(alone, sizeof(alone), "%s", last_ruling());
		assert_string_equal(last_ruling(), alone);
		play_end(&g);
	}
	if (!strstr(alone, "[\"6.10\",\"6.11\",\"6.2b\""))
		fail_msg("%s", alone);
}

/* Who comes at the time at which the game begins is not late; who comes a moment after it is, and is told. */
static void a_moment_late(void **state)
{
	static const struct {
		int64_t t_us;
		bool is_late;
	} times[] = { { 0, false }, { 1, true }, { 2, true }, { 999999, true } };

	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		struct input in = { .type = INPUT_ARRIVE, .t_us = times[i].t_us, .side = WHITE };
		char err[160];

		START("{\"sensors\":\"sure\",\"options\":{\"default_time_ms\":30000},\"state\":{\"present\":[\"black\"]},"
		      "\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":60000,\"black_ms\":60000,\"running\":\"white\"}}",
		      "fide2023-standard", "late-default-time=30000");
		assert_int_equal(core_input(g.core, &in, err), 0);
		if (times[i].is_late != !!strstr(last_ruling(), "\"reason\":\"late\""))
			fail_msg("after %lld us: %s", (long long)times[i].t_us, last_ruling());
		play_end(&g);
	}
}

/* An increment may be asked for however small it is, in a last period that has no other. */
static void the_increment_that_may_be_asked_for(void **state)
{
	static const struct {
		const char *options, *value, *reason;
	} asked[] = {
		{ "{\"guidelines_iii\":true}", "add-increment-request=1", "needs-verdict" },
		{ "{\"guidelines_iii\":true}", "add-increment-request=0", "not-entitled" },
		{ "{\"guidelines_iii\":true}", "add-increment-request=off", "not-entitled" },
		{ "{\"guidelines_iii\":true,\"phase\":\"quickplay-finish\"}", "add-increment-request=1",
		  "needs-verdict" },
		{ "{\"guidelines_iii\":true,\"phase\":\"quickplay-finish\"}", "add-increment-request=5000",
		  "needs-verdict" },
		{ "{\"guidelines_iii\":true,\"phase\":\"period\"}", "add-increment-request=5000", "not-entitled" },
		{ "{}", "add-increment-request=5000", "needs-verdict" },
	};
	char header[512], reason[64];

	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
		snprintf(header, sizeof(header),
			 "{\"sensors\":\"sure\",\"options\":%s,\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":60000,"
			 "\"black_ms\":60000,\"running\":\"white\"}}",
			 asked[i].options);
		START(header, "handbook", asked[i].value, "no-progress-claim=120000");
		play(&g, "[" CLAIM(1000, white, "add-increment") "]", false);
		snprintf(reason, sizeof(reason), "\"reason\":\"%s\"", asked[i].reason);
		if (!strstr(last_ruling(), reason))
			fail_msg("%s, %s: %s", asked[i].options, asked[i].value, last_ruling());
		play_end(&g);
	}
}

/* As many claims as an instant has room for, and more: each is judged, and once. */
static void more_claims_than_an_instant_holds(void **state)
{
	struct input in[CORE_GROUP];
	char err[160];

	for (unsigned more = 0; more < 3; more++) {
		START(FIXED(60000, 60000), "fide2023-standard", "simultaneity-tolerance=50");
		for (unsigned i = 0; i < CORE_GROUP; i++) {
			in[i] = input_at(1000000, INPUT_CLAIM);
			in[i].by = i % 2 ? PERSON_WHITE : PERSON_BLACK;
			in[i].claim = CLAIM_DECLINE_DRAW;
		}
		assert_int_equal(core_input_group(g.core, in, CORE_GROUP, err), 0);
		assert_int_equal(core_said_count(g.core), CORE_GROUP);
		assert_int_equal(core_judged_count(g.core), 0);
		for (unsigned i = 0; i < more; i++) {
			in[0].t_us++;
			assert_int_equal(core_input(g.core, &in[0], err), 0);
		}
		assert_int_equal(core_said_count(g.core), CORE_GROUP + more);
		assert_int_equal(core_judged_count(g.core), more ? CORE_GROUP : 0);
		play(&g, "[" TICK(2000) "]", false);
		assert_int_equal(core_judged_count(g.core), CORE_GROUP + more);
		play_end(&g);
	}
}

/* Where no clock is used there is none to have an increment, and time goes on. */
static void no_increment_without_a_clock(void **state)
{
	START("{\"sensors\":\"sure\"}", "handbook", "add-increment-request=5000", "no-progress-claim=120000");
	play(&g,
	     "[" TURN_E4 "," CLAIM(2500, black, "add-increment") "," LIFT(3000, e7) "," PLACE(
		     3500,
		     e5) ",{\"t_ms\":4000,\"type\":\"decide\",\"by\":\"arbiter\",\"about\":\"add-increment\",\"verdict\":\"accept\"},"
			 "{\"t_ms\":4500,\"type\":\"resume\",\"running\":\"black\"}," PRESS(5000,
											    black) "," TICK(60000) "]",
	     false);
	assert_true(said("needs-verdict"));
	assert_int_equal(core_clock(g.core)->running, NO_SIDE);
	assert_int_equal(core_deadline(g.core), CLOCK_NEVER);
	assert_false(now().over);
	assert_int_equal(now().turns, 2);
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(board_and_flag_within_the_tolerance),
		cmocka_unit_test(claims_within_the_tolerance_are_judged_together),
		cmocka_unit_test(stalemate_beats_a_claim_within_the_tolerance),
		cmocka_unit_test(the_claimants_own_flag),
		cmocka_unit_test(increments_as_the_book_has_them),
		cmocka_unit_test(who_may_report_a_flag),
		cmocka_unit_test(what_was_refused_leaves_nothing_behind),
		cmocka_unit_test(a_moment_late),
		cmocka_unit_test(the_increment_that_may_be_asked_for),
		cmocka_unit_test(no_increment_without_a_clock),
		cmocka_unit_test(more_claims_than_an_instant_holds),
	};

	return cmocka_run_group_tests_name("values that no book has", tests, NULL, NULL);
}
