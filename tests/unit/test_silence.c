// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the arbiter must not speak first (WBCA 12, NSB 12), nothing public tells an illegal turn from a legal one, or
 * a fallen flag from one that stands, before a player claims it.
 */
#include "tests/unit/core-testing.h"

static const char *const silent_books[] = { "wbca-1992", "nsb-2004", "ru-2013-blitz", "uschess-blitz" };
#define BOOKS (sizeof(silent_books) / sizeof(silent_books[0]))

/* The squares of the move are for all to see: they are written alike here. */
static void forget_squares(char *text, const char *uci)
{
	for (char *at = text; (at = strstr(at, "\"uci\":\"")); at += 7)
		if (!strncmp(at + 7, uci, strlen(uci)))
			memset(at + 7, '-', strlen(uci));
	for (char *at = text; (at = strstr(at, "\"placement\":\"")); at += 13)
		for (char *c = at + 13; *c != '"'; c++)
			*c = '-';
	/* lengths of placements differ, not their presence */
	for (char *from = text, *to = text;; from++) {
		if (*from != '-')
			*to++ = *from;
		if (!*from)
			break;
	}
}

static void compare(const char *header, const char *legal, const char *uci, const char *illegal, const char *illegal_uci)
{
	for (size_t i = 0; i < BOOKS; i++) {
		struct played *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));

		play_start(a, header, silent_books[i], true);
		play_start(b, header, silent_books[i], true);
		play(a, legal, false);
		play(b, illegal, false);
		forget_squares(a->text, uci);
		forget_squares(b->text, illegal_uci);
		assert_non_null(strstr(a->text, "move"));
		assert_string_equal(a->text, b->text);
		play_end(a);
		play_end(b);
		free(a);
		free(b);
	}
}

static void an_illegal_move_looks_like_a_legal_one(void **state)
{
	compare(HEADER, "[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) "," TICK(900) "]", "b1c3",
		"[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," TICK(900) "]", "b1d3");
}

static void an_illegal_move_with_a_reply_looks_like_a_legal_one(void **state)
{
	compare(HEADER,
		"[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) "," LIFT(500, e7) "," PLACE(600, e5) "," PRESS(700, black) "," TICK(900) "]",
		"b1c3",
		"[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," LIFT(500, e7) "," PLACE(600, e5) "," PRESS(700, black) "," TICK(900) "]",
		"b1d3");
}

static void an_empty_press_looks_like_a_move(void **state)
{
	compare(HEADER, "[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) "," TICK(900) "]", "b1c3",
		"[" PRESS(300, white) "," TICK(900) "]", "0000");
}

#define REAL(kind) "{\"sensors\":\"" kind "\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"

/* Real sensors know a legal turn at its press and another one only later: both are told when the latter would be. */
static void real_sensors_tell_both_at_the_same_time(void **state)
{
	static const char *const after[] = {
		TICK(1400) "," TICK(1900) "," TICK(4000), TICK(700) "," PAUSE(800),
		LIFT(1000, g8) "," PLACE(1200, f6) "," PRESS(1300, black) "," TICK(5000),
	};
	static const char *const kinds[] = { REAL("presence"), REAL("piece-id") };

	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < 2; k++) {
			char legal[512], illegal[512];

			snprintf(legal, sizeof(legal), "[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) ",%s]", after[i]);
			snprintf(illegal, sizeof(illegal), "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) ",%s]", after[i]);
			compare(kinds[k], legal, "b1c3", illegal, "b1d3");
		}
}

/* A claim does not wait for the sensors: 0.4 s after the press it is heard. */
static void a_claim_finds_the_turn_judged(void **state)
{
	struct played *played = calloc(1, sizeof(*played));

	play_start(played, REAL("presence"), "wbca-1992", false);
	play(played, "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," CLAIM(700, black, "illegal-move") "]", false);
	assert_non_null(strstr(played->text, "illegal-loses"));
	play_end(played);
	free(played);
}

static const char *times_of(char *text)
{
	/* a clock that ran out stays published as it last was: the times at presses differ by the clock, not by the flag */
	for (char *at = text; (at = strstr(at, "_us\":")); at += 5)
		if (strncmp(at - 1, "t_us", 4))
			for (char *c = at + 5; *c >= '0' && *c <= '9'; c++)
				*c = '0';
	return text;
}

static void a_fallen_flag_says_nothing(void **state)
{
	const char *events = "[" LIFT(1100, b1) "," PLACE(1200, c3) "," PRESS(1300, white) "," TICK(2500) "]";

	for (size_t i = 0; i < BOOKS; i++) {
		struct played *up = calloc(1, sizeof(*up)), *down = calloc(1, sizeof(*down));
		char *p, *q;

		play_start(up, HEADER, silent_books[i], true);
		play_start(down, SHORT, silent_books[i], true);
		play(up, events, false);
		play(down, events, false);
		assert_null(strstr(down->text, "flag"));
		assert_non_null(strstr(down->text, "\"white_us\":1000000"));
		/* the same lines, but for the digits of the times */
		for (p = (char *)times_of(up->text), q = (char *)times_of(down->text); *p && *q;) {
			if (*p == '0' || *q == '0') {
				while (*p == '0')
					p++;
				while (*q == '0')
					q++;
				continue;
			}
			assert_int_equal(*p++, *q++);
		}
		assert_int_equal(*p, *q);
		play_end(up);
		play_end(down);
		free(up);
		free(down);
	}
}

/* What is kept from the players is told to the arbiter. */
static void the_arbiter_hears_it(void **state)
{
	struct played *played = calloc(1, sizeof(*played));

	play_start(played, SHORT, "wbca-1992", false);
	play(played, "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "]", false);
	assert_non_null(strstr(played->text, "\"kind\":\"illegal\""));
	assert_non_null(strstr(played->text, "\"fault\":\"piece\""));
	play_end(played);
	play_start(played, SHORT, "wbca-1992", false);
	play(played, "[" TICK(2000) "]", false);
	assert_non_null(strstr(played->text, "\"type\":\"flag\""));
	play_end(played);
	free(played);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_illegal_move_looks_like_a_legal_one),
		cmocka_unit_test(an_illegal_move_with_a_reply_looks_like_a_legal_one),
		cmocka_unit_test(an_empty_press_looks_like_a_move),
		cmocka_unit_test(real_sensors_tell_both_at_the_same_time),
		cmocka_unit_test(a_claim_finds_the_turn_judged),
		cmocka_unit_test(a_fallen_flag_says_nothing),
		cmocka_unit_test(the_arbiter_hears_it),
	};

	return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
