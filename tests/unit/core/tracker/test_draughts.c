/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draughts on real sensors: whole games by several kinds of hands, and what single hands may do. FLAGFALL_GAMES: how
 * many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

#include "rules/turn.h"
#include "tests/unit/core/tracker/draughts-play.h"

/* A game of chance that prefers captures of many: those come by themselves, for they are obligatory. */
static void make_game(struct draughts_play *p, uint32_t seed)
{
	struct game_position pos;

	p->seed = seed * 2246822519u | 1;
	p->plies = 0;
	game_draughts.parse(game_draughts.start_fen, &pos, NULL);
	while (p->plies < 140 && game_draughts.end(&pos) == GAME_GOES_ON) {
		struct game_moves all;
		const struct game_move *m;

		game_draughts.moves(&pos, &all);
		m = &all.move[draughts_random(p, all.count)];
		p->move[p->plies++] = *m;
		game_draughts.play(&pos, m);
	}
}

static void whole_games_are_read_right(void **state)
{
	static struct draughts_play play;
	static const unsigned must[DRAUGHTS_STYLES][2] = { { 100, 100 }, { 100, 100 }, { 98, 98 }, { 80, 80 } };
	const unsigned games = getenv("FLAGFALL_GAMES") ? (unsigned)atoi(getenv("FLAGFALL_GAMES")) : 10;

	(void)state;
	for (unsigned s = 0; s < DRAUGHTS_STYLES; s++)
		for (unsigned k = 0; k < 2; k++) {
			unsigned right = 0;

			for (unsigned g = 1; g <= games; g++) {
				struct turn got = { 0 };
				unsigned first;
				bool all;

				make_game(&play, g);
				draughts_game(&play, &draughts_styles[s], g);
				draughts_track(&play, k ? TRACKER_PIECE_ID : TRACKER_PRESENCE, &all, &first, &got);
				right += all;
			}
			printf("# %s, %s: %u of %u games\n", draughts_styles[s].name, k ? "piece-id" : "presence",
			       right, games);
			/* of few games one may be wrong by chance where not all must be right */
			assert_true(right * 100 + (must[s][k] < 100 ? 100 : 0) >= must[s][k] * games);
		}
}

struct table {
	struct tracker *tracker;
	int64_t t_us;
};

static void ignore(void *userdata, const struct tracker_fact *fact)
{
	(void)userdata;
	(void)fact;
}

/* "-28 lift, +19 place, +1W place a king, !w press, @500 ms pass; 100 ms between others. piece: letters are sensed. */
static void play(const char *fen, enum tracker_sensors sensors, const char *text, const char *expected)
{
	struct tracker_setup setup = {
		.game = &game_draughts, .sensors = sensors, .has_lever = true, .keep_illegal = true
	};
	char got[400] = "", copy[400], *rest = copy, *word;
	struct table t = { 0 };

	assert_int_equal(game_draughts.parse(fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, ignore, NULL, &t.tracker), 0);
	snprintf(copy, sizeof(copy), "%s", text);
	while ((word = strtok_r(rest, " ", &rest))) {
		struct tracker_event e = { 0 };
		char *end;

		if (*word == '@') {
			t.t_us += atol(word + 1) * 1000;
			continue;
		}
		e.t_us = t.t_us += 100000;
		e.type = *word == '-' ? TRACKER_LIFT : *word == '+' ? TRACKER_PLACE : TRACKER_PRESS;
		if (e.type == TRACKER_PRESS) {
			e.side = word[1] == 'w' ? WHITE : BLACK;
		} else {
			e.square = (uint8_t)(strtol(word + 1, &end, 10) - 1);
			e.piece = *end;
		}
		assert_int_equal(tracker_event(t.tracker, &e), 0);
	}
	tracker_finish(t.tracker);
	for (unsigned i = 0; i < tracker_turns(t.tracker); i++) {
		const struct turn *turn = tracker_turn(t.tracker, i);
		const size_t n = strlen(got);

		snprintf(got + n, sizeof(got) - n, "%s%s:%u-%u", i ? " " : "",
			 turn->kind == TURN_LEGAL && !turn->fault ? "legal" : turn_word(turn), turn->from + 1u,
			 turn->to + 1u);
	}
	tracker_free(t.tracker);
	assert_string_equal(got, expected);
}

#define TWO "W:W28,48:B22,23,14,3"

/* 4.4: the men are lifted after the capture was shown; many hands do otherwise, and it is the same move. */
static void a_capture_is_shown_in_many_ways(void **state)
{
	static const char *const hands[] = {
		"-28 +19 -19 +10 -23 -14 !w", "-28 +10 -23 -14 !w", "-28 +10 -14 -23 !w", "-28 +19 -23 -19 +10 -14 !w",
		"-23 -14 -28 +10 !w",	      "-28 +10 !w -23 -14", "-28 +10 -23 !w -14", "-28 -23 +19 -14 -19 +10 !w",
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(hands) / sizeof(*hands); i++) {
		char text[200];

		snprintf(text, sizeof(text), "%s @1000 -3 +9 !b @2000", hands[i]);
		play(TWO, TRACKER_PRESENCE, text, "legal:28-10 legal:3-9");
	}
}

static void one_forgotten_or_one_too_many(void **state)
{
	(void)state;
	play(TWO, TRACKER_PRESENCE, "-28 +10 -23 !w @4000 -3 +9 !b @2000", "captured-left:28-10 legal:3-9");
	play(TWO, TRACKER_PRESENCE, "-28 +10 -23 -14 -22 !w @1000 -3 +9 !b @2000", "legal:28-10 legal:3-9");
}

static void the_wrong_number_is_named(void **state)
{
	(void)state;
	play(TWO, TRACKER_PRESENCE, "-28 +17 -22 !w @3000 -3 +9 !b @2000", "capture-count:28-17 legal:3-9");
	play(TWO, TRACKER_PRESENCE, "-28 +19 -23 !w @3000 -14 +23 -19 !b @2000", "unfinished:28-19 legal:14-23");
	play(TWO, TRACKER_PRESENCE, "-48 +43 !w @3000 -23 +32 -28 !b @2000", "not-captured:48-43 legal:23-32");
}

/* A second man crowns, or not: it is a king by rule, whatever the sensors say of it. */
static void a_king_is_crowned_or_not(void **state)
{
	(void)state;
	play("W:W7,48:B35,36", TRACKER_PIECE_ID, "-7w +1w +1W !w @1000 -36b +41b !b @1000 -1W +34W !w @2000",
	     "legal:7-1 legal:36-41 legal:1-34");
	play("W:W7,48:B36", TRACKER_PIECE_ID, "-7w +1w !w @1000 -36b +41b !b @1000 -1w +45w !w @2000",
	     "legal:7-1 legal:36-41 legal:1-45");
	play("W:W7,48:B36", TRACKER_PRESENCE, "-7 +1 -1 +1 !w @1000 -36 +41 !b @1000 -1 +45 !w @2000",
	     "legal:7-1 legal:36-41 legal:1-45");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_games_are_read_right),	 cmocka_unit_test(a_capture_is_shown_in_many_ways),
		cmocka_unit_test(one_forgotten_or_one_too_many), cmocka_unit_test(the_wrong_number_is_named),
		cmocka_unit_test(a_king_is_crowned_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
