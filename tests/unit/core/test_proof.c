// SPDX-License-Identifier: GPL-2.0-or-later
/* The standard of proof, on what real sensors show of legal moves and of illegal ones: no innocent pays. */
#include "tests/unit/core/core-testing.h"

#define CLOCK \
	"\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"},\"lever\":true"
#define START(fen) "\"start\":\"" fen "\","
#define NAMED(t, what, q, p) "{\"t_ms\":" #t ",\"type\":\"" #what "\",\"square\":\"" #q "\",\"piece\":\"" #p "\"}"

/* word: something that is published, or not. */
static void hears(const char *header, const char *book, const char *events, const char *word, bool heard)
{
	struct played *p = calloc(1, sizeof(*p));

	play_start(p, header, book, false);
	play(p, events, false);
	if ((strstr(p->text, word) != NULL) != heard)
		fail_msg("%s, %s: %s was%s said in %s", book, events, word, heard ? " not" : "", p->text);
	play_end(p);
	free(p);
}

/* Of a capture by exchange only the lift is seen, and another square, where no move of that piece goes, is empty for
 * one scan. */
static void a_square_that_flickers_is_no_goal(void **state)
{
	static const char header[] =
		"{\"sensors\":\"presence\",\"scan_us\":50000," START("4k3/6p1/8/8/8/5b2/4Q3/4K3 w - - 0 1") CLOCK "}";
	static const char events[] =
		"[" LIFT(1000, e2) "," LIFT(1098, g7) "," PLACE(1197, g7) "," PRESS(3182, white) "," TICK(8000) "]";

	hears(header, "fide2023-standard", events, "move-illegal", false);
	hears(header, "fide2023-standard", events, "\"uci\":\"e2f3\"", true);
}

/* The clock is told at once, and the board two scans later. */
static void a_press_before_its_change_is_no_empty_turn(void **state)
{
	hears("{\"sensors\":\"piece-id\",\"scan_us\":250000,\"grace_us\":1500000," START(
		      "4k3/4n3/8/3p4/4P3/8/8/4K3 w - - 0 1") CLOCK "}",
	      "fide2023-standard",
	      "[" NAMED(1000, lift, e4, P) "," NAMED(1025, place, d5, P) "," PRESS(1079, white) "," PRESS(
		      1927, black) "," NAMED(1928, lift, d5, P) "," NAMED(1988, lift, e7,
									  n) "," NAMED(2153, place, d5,
										       n) "," TICK(6000) "]",
	      "move-illegal", false);
}

/* White's knight goes where none can, and Black's pawn takes it at once: whoever claims, Black has done no wrong. */
static void who_takes_back_what_came_illegally_is_innocent(void **state)
{
	static const char *const books[] = { "wbca-1992", "nsb-2004", "ru-2013-blitz", "uschess-blitz" };

	for (unsigned i = 0; i < sizeof(books) / sizeof(*books); i++)
		hears("{\"sensors\":\"piece-id\"," START("4k3/5ppp/8/6p1/8/8/5PPP/1N2K3 w - - 0 1") CLOCK "}", books[i],
		      "[" NAMED(1000, lift, b1, N) "," NAMED(1200, place, f4, N) "," PRESS(1400, white) "," NAMED(
			      2500, lift, f4,
			      N) "," NAMED(2900, lift, g5,
					   p) "," NAMED(3200, place, f4,
							p) "," PRESS(3600,
								     black) "," CLAIM(5700, white,
										      "illegal-move") "," TICK(9000) "]",
		      "\"result\":\"1-0\"", false);
}

/* The same move stands: it is proved, and punished where the arbiter speaks. */
static void what_was_seen_is_proved(void **state)
{
	hears("{\"sensors\":\"piece-id\"," START("4k3/5ppp/3p4/8/8/8/5PPP/4K1N1 w - - 0 1") CLOCK "}",
	      "fide2023-standard",
	      "[" NAMED(1000, lift, g1, N) "," NAMED(1300, place, e5, N) "," PRESS(1500, white) "," TICK(6000) "]",
	      "move-illegal", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_square_that_flickers_is_no_goal),
		cmocka_unit_test(a_press_before_its_change_is_no_empty_turn),
		cmocka_unit_test(who_takes_back_what_came_illegally_is_innocent),
		cmocka_unit_test(what_was_seen_is_proved),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("standard of proof", tests, NULL, NULL);
}
