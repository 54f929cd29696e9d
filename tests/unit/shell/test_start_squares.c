/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does a board show the position that a game is to start from? Each difference is a sentence; a turned board is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/games/game-setup.h"

#define START "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"
#define TURNED "RNBKQBNRPPPPPPPP................................pppppppprnbkqbnr"
#define SWAPPED "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR"

static struct game_setup setup_of(const char *game, const char *fen, enum tracker_sensors sensors)
{
	struct game_setup s = { .core = { .game = game_find(game), .sensors = sensors } };

	assert_non_null(s.core.game);
	s.core.open_start = s.core.game->starts && !fen;
	assert_int_equal(s.core.game->parse(fen ? fen : s.core.game->start_fen, &s.core.start, NULL), 0);
	return s;
}

/* As the board sees them, from a8 on; the board counts from its own first square. */
static struct board_squares seen(const char *text)
{
	struct board_squares squares = { .count = (uint8_t)strlen(text) };

	for (unsigned rank = 0; rank < 8 && *text; rank++)
		memcpy(squares.squares + 8 * rank, text + 8 * (7 - rank), 8);
	return squares;
}

/* sentences: all of them, ", " between. */
static void expect(const struct game_setup *s, const char *text, const char *sentences)
{
	struct board_squares squares = seen(text);
	char **list, all[4000] = "";

	assert_int_equal(start_squares_compare(s, &squares, &list), 0);
	for (char **one = list; *one; one++) {
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", *all ? ", " : "", *one);
		free(*one);
	}
	free(list);
	assert_string_equal(all, sentences);
}

static void squares_of_pieces(void **state)
{
	struct game_setup s = setup_of("chess", NULL, TRACKER_PIECE_ID);

	expect(&s, START, "");
	expect(&s, TURNED, "");
	expect(&s, "rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR",
	       "e2: expected P, found nothing, e4: expected nothing, found P");
	expect(&s, "Rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNr",
	       "h1: expected R, found r, a8: expected r, found R");
	expect(&s, "", "");
}

static void squares_that_only_know_whether(void **state)
{
	struct game_setup s = setup_of("chess", NULL, TRACKER_PRESENCE);

	expect(&s, "????????????????................................????????????????", "");
	expect(&s, "????????????????....................?...........????.???????????",
	       "e2: expected P, found nothing, e4: expected nothing, found a piece");
}

/* King and queen swapped are a start of its own, unless the book has none. */
static void swapped(void **state)
{
	struct game_setup s = setup_of("chess", NULL, TRACKER_PIECE_ID);
	struct rulebook *book = NULL;

	expect(&s, SWAPPED, "");
	assert_int_equal(rulebook_load("fide2023-blitz", NULL, NULL, &book), 0);
	s.core.rulebook = book;
	expect(&s, SWAPPED,
	       "d1: expected Q, found K, e1: expected K, found Q, d8: expected q, found k, e8: expected k, found q");
	rulebook_freep(&book);
}

/* 0: there was nothing to choose; else the FEN, or the sentence. */
static void choose(const struct game_setup *s, const char *text, int r, const char *expected)
{
	struct board_squares squares = seen(text);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *options = json_object();
	int got = start_squares_choose(s, &squares, options, &error);
	const char *fen = json_string_value(json_object_get(options, "fen"));

	assert_int_equal(got < 0 ? -1 : got, r);
	assert_string_equal(r < 0 ? error.message : fen ? fen : "", expected);
	assert_int_equal(fen != NULL, r > 0);
	sd_bus_error_free(&error);
	json_decref(options);
}

static void the_one_that_stands(void **state)
{
	static const char fen[] = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1";
	struct game_setup s = setup_of("chess960", NULL, TRACKER_PIECE_ID),
			  given = setup_of("chess960", fen, TRACKER_PIECE_ID),
			  blind = setup_of("chess960", NULL, TRACKER_PRESENCE),
			  chess = setup_of("chess", NULL, TRACKER_PIECE_ID);

	choose(&s, START, 1, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	choose(&s, "bqnbnrkrpppppppp................................PPPPPPPPBQNBNRKR", 1, fen);
	choose(&s, "bbqnnrkrpppppppp................................PPPPPPPPBBQNNRKR", 1,
	       "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
	/* turned round */
	choose(&s, "RKRNBNQBPPPPPPPP................................pppppppprkrnbnqb", 1, fen);
	choose(&s, "rnbqkbnrpppppppp................................PPPPPPP.RNBQKBNR", -1,
	       "array: none of the start positions of chess960 stands on the board (first rank RNBQKBNR); set one up, or give "
	       "its number");
	choose(&s, "", -1,
	       "array: this board does not name its pieces; give the number (0 to 959) or the FEN of chess960's start "
	       "position");
	choose(&blind, START, -1,
	       "array: this board does not name its pieces; give the number (0 to 959) or the FEN of chess960's start "
	       "position");
	choose(&given, START, 0, "");
	choose(&chess, START, 0, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares_of_pieces),
		cmocka_unit_test(squares_that_only_know_whether),
		cmocka_unit_test(swapped),
		cmocka_unit_test(the_one_that_stands),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
