// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Mate, stalemate and a dead position end the game as the piece is set down (FIDE 5.1.1, 5.2.1, 5.2.2, 6.9;
 * WBCA 7a, 7c, 8a), pressed or not; and a piece that was set down may be taken up again. What comes in between
 * is judged by which came first. On both kinds of real sensors.
 */
#include "tests/unit/core/core-testing.h"

static const char *const kinds[] = { "presence", "piece-id" };
static const char *const flags_called[] = { "fide2023-standard", "fide2023-rapid", "fide2023-blitz", "handbook",
					    "ru-2013" };
static const char *const silent[] = { "wbca-1992", "nsb-2004", "ru-2013-blitz", "uschess-blitz" };
#define EACH(i, list) (size_t i = 0; i < sizeof(list) / sizeof(*(list)); i++)

#define MATE "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" /* Ra8 mates, Ra7 does not */
#define STALEMATE "7k/8/8/6K1/8/8/5Q2/8 w - - 0 1"  /* Qf7 */
#define DEAD "8/8/8/8/3k4/8/3p4/3K2N1 w - - 0 1"    /* Kxd2 */

static struct played g;
static struct core_state state;

/* White has a second. */
static void begin(const char *book, const char *kind, const char *fen)
{
	char header[300];

	snprintf(header, sizeof(header),
		 "{\"sensors\":\"%s\",\"lever\":true,\"start\":\"%s\",\"clock\":{\"mode\":\"sudden-death\","
		 "\"white_ms\":1000,\"black_ms\":60000,\"running\":\"white\"}}",
		 kind, fen);
	play_start(&g, header, book, false);
}

/* Presence sensors take a letter for no more than that a piece is there. */
static const char *game(const char *book, const char *kind, const char *fen, const char *events)
{
	static char text[120];

	begin(book, kind, fen);
	play(&g, events, false);
	core_get_state(g.core, &state);
	snprintf(text, sizeof(text), "%s %s", state.result, state.reason);
	return text;
}

static int64_t left(enum side side)
{
	return core_clock(g.core)->left_us[side];
}

#define UP(t, q, p) "{\"t_ms\":" #t ",\"type\":\"lift\",\"square\":\"" #q "\",\"piece\":\"" #p "\"}"
#define DOWN(t, q, p) "{\"t_ms\":" #t ",\"type\":\"place\",\"square\":\"" #q "\",\"piece\":\"" #p "\"}"
#define RA8(t) UP(300, a1, R) "," DOWN(t, a8, R)

static void mate_set_down_before_the_flag_has_ended_the_game(void **s)
{
	for
		EACH(b, flags_called)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(500) "," TICK(5000) "]"),
						    "1-0 checkmate");
				/* and the clock stands as it did then */
				assert_int_equal(left(WHITE), 500000);
				assert_int_equal(core_clock(g.core)->flag_us[WHITE], CLOCK_NEVER);
				assert_null(strstr(g.text, "\"type\":\"flag\""));
				play_end(&g);
				/* pressed after the flag */
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(500) "," PRESS(1100, white) "," TICK(5000) "]"),
						    "1-0 checkmate");
				assert_int_equal(left(WHITE), 500000);
				play_end(&g);
			}
}

static void one_millisecond_decides(void **s)
{
	for
		EACH(b, flags_called)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(999) "," TICK(5000) "]"),
						    "1-0 checkmate");
				play_end(&g);
				/* at the same instant the board comes first */
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(1000) "," TICK(5000) "]"),
						    "1-0 checkmate");
				play_end(&g);
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(1001) "," TICK(5000) "]"),
						    "0-1 flag");
				assert_non_null(strstr(g.text, "\"t_us\":1000000,\"type\":\"flag\""));
				play_end(&g);
			}
}

static void a_stalemate_or_a_dead_position_too(void **s)
{
	for
		EACH(b, flags_called)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(flags_called[b], kinds[k], STALEMATE,
							 "[" UP(300, f2, Q) "," DOWN(500, f7, Q) "," TICK(5000) "]"),
						    "1/2-1/2 stalemate");
				play_end(&g);
				assert_string_equal(game(flags_called[b], kinds[k], DEAD,
							 "[" UP(300, d2, p) "," UP(400, d1, K) "," DOWN(
								 500, d2, K) "," TICK(5000) "]"),
						    "1/2-1/2 dead-position");
				play_end(&g);
			}
}

/* Taken up before the flag or after it: the game did not end on the board, and who has no mate yet lost on time. */
static void a_move_that_does_not_stay_ends_nothing(void **s)
{
	for
		EACH(b, flags_called)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(500) "," UP(900, a8, R) "," TICK(5000) "]"),
						    "0-1 flag");
				play_end(&g);
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" RA8(500) "," UP(1300, a8, R) "," TICK(5000) "]"),
						    "0-1 flag");
				play_end(&g);
				/* set down for good after the flag */
				assert_string_equal(
					game(flags_called[b], kinds[k], MATE,
					     "[" RA8(500) "," UP(900, a8, R) "," DOWN(1200, a8, R) "," TICK(5000) "]"),
					"0-1 flag");
				play_end(&g);
				/* a contact that fails for a moment is no hand */
				assert_string_equal(
					game(flags_called[b], kinds[k], MATE,
					     "[" RA8(500) "," UP(1300, a8, R) "," DOWN(1340, a8, R) "," TICK(5000) "]"),
					"1-0 checkmate");
				play_end(&g);
			}
}

/* A flag that falls where the game goes on waits for nothing. */
static void a_harmless_move_holds_no_flag_up(void **s)
{
	for
		EACH(b, flags_called)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(flags_called[b], kinds[k], MATE,
							 "[" UP(300, a1, R) "," DOWN(900, a7, R) "," TICK(1001) "]"),
						    "0-1 flag");
				play_end(&g);
			}
}

#define STOPPED(t) PAUSE(t) "," CLAIM(t, black, "flag")

/* WBCA 7c, 8a, NSB 8a: a flag is claimed while the game goes on; what ends it at the same instant comes first. */
static void a_claim_of_the_flag_comes_too_late(void **s)
{
	for
		EACH(b, silent)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(silent[b], kinds[k], MATE,
							 "[" RA8(500) "," STOPPED(1200) "," TICK(5000) "]"),
						    "1-0 checkmate");
				assert_null(strstr(g.text, "clock-stopped"));
				play_end(&g);
				/* set down after the flag, and before the claim */
				assert_string_equal(game(silent[b], kinds[k], MATE,
							 "[" RA8(1100) "," STOPPED(1200) "," TICK(5000) "]"),
						    "1-0 checkmate");
				play_end(&g);
				assert_string_equal(game(silent[b], kinds[k], STALEMATE,
							 "[" UP(300, f2, Q) "," DOWN(1100, f7, Q) "," STOPPED(
								 1100) "," TICK(5000) "]"),
						    "1/2-1/2 stalemate");
				play_end(&g);
			}
}

/* What was claimed first counts, whatever is set down and pressed while the answer waits. */
static void a_claim_before_the_mate_counts(void **s)
{
	for
		EACH(b, silent)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(silent[b], kinds[k], MATE,
							 "[" UP(300, a1, R) "," STOPPED(
								 1100) "," DOWN(1101, a8, R) "," TICK(5000) "]"),
						    "0-1 flag");
				play_end(&g);
				assert_string_equal(
					game(silent[b], kinds[k], MATE,
					     "[" UP(300, a1, R) "," DOWN(1050, a7, R) "," STOPPED(1100) "," UP(
						     1150, a7, R) "," DOWN(1200, a8, R) "," TICK(5000) "]"),
					"0-1 flag");
				play_end(&g);
				/* what is said later does not keep it waiting */
				assert_string_equal(
					game(silent[b], kinds[k], MATE,
					     "[" UP(300, a1, R) "," DOWN(1050, a7, R) "," STOPPED(1100) "," UP(
						     1150, a7,
						     R) "," DOWN(1200, a8,
								 R) "," CLAIM(1300, white,
									      "offer-draw") "," TICK(2051) "]"),
					"0-1 flag");
				play_end(&g);
			}
}

/* The end of the recording is an input: what stands then stays. */
static void what_stands_at_the_end_stays(void **s)
{
	struct input finish = { .type = INPUT_FINISH };
	char err[160];

	for
		EACH(k, kinds)
		{
			game("nsb-2004", kinds[k], MATE, "[" RA8(500) "," STOPPED(1200) "]");
			assert_false(state.over);
			assert_int_equal(core_input(g.core, &finish, err), 0);
			core_get_state(g.core, &state);
			assert_string_equal(state.reason, "checkmate");
			play_end(&g);
			/* a rook that could go on is not reported at once, and stands all the same */
			game("fide2023-blitz", kinds[k], "6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1",
			     "[" UP(300, a2, R) "," DOWN(990, a8, R) "," TICK(1100) "]");
			assert_false(state.over);
			assert_int_equal(core_input(g.core, &finish, err), 0);
			core_get_state(g.core, &state);
			assert_string_equal(state.reason, "checkmate");
			play_end(&g);
		}
}

/* The instants at which something was published. */
static void times_of(char *ret, size_t size)
{
	int64_t last = -1;

	*ret = 0;
	for (const char *at = g.text; (at = strstr(at, "\"t_us\":")); at++)
		if (atoll(at + 7) != last) {
			last = atoll(at + 7);
			snprintf(ret + strlen(ret), size - strlen(ret), " %lld", (long long)last);
		}
}

/* WBCA 12, NSB 12: the instant of an answer does not tell what was set down: mate, an illegal move, or neither. */
static void under_silence_every_answer_takes_as_long(void **s)
{
	static const char *const goals[] = { "a8", "a7", "b7", "b8", "h5" };
	static const char *const said[] = {
		STOPPED(1200) "," TICK(9000),
		PAUSE(1200) "," TICK(9000),
		CLAIM(1200, black, "flag") "," TICK(1600) "," TICK(9000),
		CLAIM(1200, black, "illegal-move") "," TICK(9000),
		CLAIM(1200, black, "offer-draw") "," CLAIM(1300, black, "repetition") "," TICK(9000),
		PAUSE(1200) "," CLAIM(1250, black, "fifty-moves") ",{\"t_ms\":1400,\"type\":\"resume\"}," TICK(9000),
		CLAIM(1200, black, "fifty-moves") "," PRESS(1500, white) "," TICK(9000),
	};
	char events[600], times[200], expected[200];

	for
		EACH(b, silent)
		for
			EACH(k, kinds)
			for
				EACH(h, said)
				for
					EACH(i, goals)
					{
						snprintf(
							events, sizeof(events),
							"[" UP(300, a1,
							       R) ",{\"t_ms\":1100,\"type\":\"place\",\"square\":\"%s\","
								  "\"piece\":\"R\"},%s]",
							goals[i], said[h]);
						begin(silent[b], kinds[k], MATE);
						g.public_only = true;
						play(&g, events, false);
						times_of(times, sizeof(times));
						if (!i)
							strcpy(expected, times);
						if (strcmp(times, expected))
							fail_msg("%s, %s, %s: %s, for mate %s:\n%s", silent[b],
								 kinds[k], events, times, expected, g.text);
						play_end(&g);
					}
}

/* Without silence a claim that meets no end of the game is answered at once. */
static void elsewhere_an_answer_is_not_held_back(void **s)
{
	for
		EACH(k, kinds)
		{
			game("fide2023-standard", kinds[k], MATE,
			     "[" UP(300, a1, R) "," DOWN(500, a7, R) "," CLAIM(600, black, "fifty-moves") "]");
			assert_non_null(strstr(g.text, "\"claim-rejected\""));
			play_end(&g);
			game("fide2023-standard", kinds[k], MATE,
			     "[" RA8(500) "," CLAIM(600, black, "fifty-moves") "]");
			assert_null(strstr(g.text, "\"claim-rejected\""));
			play_end(&g);
		}
}

/* A claim that waits for the piece to settle is judged by the flags as they were when it was made: said a tenth of a
 * second too early it stays too early, though the flag has fallen by then. */
static void a_claim_of_the_flag_that_comes_too_early(void **s)
{
	static const char *const claimed[] = { "wbca-1992", "ru-2013-blitz", "uschess-blitz" };

	for
		EACH(b, claimed)
		for
			EACH(k, kinds)
			{
				assert_string_equal(game(claimed[b], kinds[k], MATE,
							 "[" UP(500, a1, R) "," DOWN(850, a7, R) "," CLAIM(
								 900, black, "flag") "," TICK(5000) "]"),
						    "none flag-not-down");
				assert_false(state.over);
				play_end(&g);
				/* once it is down it is good: at once, or as soon as the clock is stopped for it */
				game(claimed[b], kinds[k], MATE,
				     "[" UP(500, a1, R) "," DOWN(850, a7, R) "," PAUSE(
					     1100) "," CLAIM(1100, black, "flag") "," TICK(5000) "]");
				assert_true(state.over);
				assert_string_equal(state.result, "0-1");
				assert_string_equal(state.reason, "flag");
				play_end(&g);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mate_set_down_before_the_flag_has_ended_the_game),
		cmocka_unit_test(one_millisecond_decides),
		cmocka_unit_test(a_stalemate_or_a_dead_position_too),
		cmocka_unit_test(a_move_that_does_not_stay_ends_nothing),
		cmocka_unit_test(a_harmless_move_holds_no_flag_up),
		cmocka_unit_test(a_claim_of_the_flag_comes_too_late),
		cmocka_unit_test(a_claim_of_the_flag_that_comes_too_early),
		cmocka_unit_test(a_claim_before_the_mate_counts),
		cmocka_unit_test(what_stands_at_the_end_stays),
		cmocka_unit_test(under_silence_every_answer_takes_as_long),
		cmocka_unit_test(elsewhere_an_answer_is_not_held_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
