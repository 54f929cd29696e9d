/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a centre knows of a pairing's game when the hall has put it right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "web/source.h"

#define RECORD(tags, moves) \
	"[Event \"Club\"]\n[White \"Kalns\"]\n[Black \"Ozols\"]\n" tags "[Rulebook \"fide2023-blitz\"]\n\n" moves "\n"

static const struct centre_subject table = { .hall = "north", .event = "club", .round = 1, .board = 3 };

static struct live_game *begin(struct live *live)
{
	struct live_game *game;

	assert_int_equal(live_init(live), 0);
	game = live_add_game(live, "north~club~1~3", "north~club~1~3");
	assert_non_null(game);
	game->has_moves = true;
	return game;
}

static void said(struct live_game *game, const char *text)
{
	json_t *publication = json_loads(text, 0, NULL);

	assert_non_null(publication);
	centre_game_publication(game, publication, 1000000);
	json_decref(publication);
}

static void recorded(struct live_game *game, const char *text)
{
	centre_game_record(game, &table, text, false, 2000000);
}

static void play(struct live_game *game, const char *id, unsigned moves)
{
	static const char *const played[] = { "e2e4", "e7e5", "g1f3" };
	char text[200];

	for (unsigned i = 0; i < moves; i++) {
		snprintf(
			text, sizeof(text),
			"{\"type\":\"move\",\"state\":\"committed\",\"t_us\":%u,\"ply\":%u,\"side\":\"%s\",\"uci\":\"%s\","
			"\"san\":\"x\",\"placement\":\"8/8\",\"game\":\"%s\"}",
			i, i + 1, i % 2 ? "black" : "white", played[i], id);
		said(game, text);
	}
}

static void end(struct live_game *game)
{
	said(game,
	     "{\"type\":\"ruling\",\"t_us\":9,\"ruling\":\"win\",\"reason\":\"resign\",\"result\":\"1-0\",\"game\":\"7\"}");
	assert_true(centre_game_is_over(game));
}

static void a_corrected_result(void **state)
{
	struct live live;
	struct live_game *game = begin(&live);

	play(game, "7", 3);
	end(game);
	recorded(game, RECORD("[UTCDate \"2026.11.22\"]\n[Result \"0-1\"]\n", "1. e4 e5 2. Nf3 0-1"));
	assert_string_equal(live_text(game->properties, "Result"), "0-1");
	assert_int_equal(game->count, 3);
	live_done(&live);
}

/* It was ended by a wrong word. */
static void a_result_that_is_undone(void **state)
{
	struct live live;
	struct live_game *game = begin(&live);

	play(game, "7", 3);
	end(game);
	said(game,
	     "{\"type\":\"undone\",\"t_us\":10,\"act\":\"claim\",\"result\":\"none\",\"ruling\":null,\"game\":\"7\"}");
	assert_false(centre_game_is_over(game));
	assert_string_equal(live_text(game->properties, "Result"), "");
	assert_string_equal(live_text(game->properties, "State"), "running");
	assert_null(game->ruling);
	assert_int_equal(game->count, 3);
	live_done(&live);
}

/* The arbiter ended the game while something was asked: nobody is asked that for ever. An appeal comes after the end.
 */
static void a_question_that_is_over(void **state)
{
	static const char asked[] = "{\"type\":\"question\",\"t_us\":5,\"reason\":\"distraction\",\"game\":\"7\"}";
	struct live live;
	struct live_game *game = begin(&live);

	play(game, "7", 2);
	said(game, asked);
	assert_string_equal(live_text(game->properties, "Question"), "distraction");
	recorded(game, RECORD("[UTCDate \"2026.11.22\"]\n[Result \"1-0\"]\n", "1. e4 e5 1-0"));
	assert_true(centre_game_is_over(game));
	assert_string_equal(live_text(game->properties, "Question"), "");
	said(game, asked);
	recorded(game, RECORD("[UTCDate \"2026.11.22\"]\n[Result \"1-0\"]\n", "1. e4 e5 1-0"));
	assert_string_equal(live_text(game->properties, "Question"), "distraction");
	live_done(&live);
}

/* The pairing has no game again: nothing of the one that is void is shown. */
static void a_void_game(void **state)
{
	struct live live;
	struct live_game *game = begin(&live);

	play(game, "7", 3);
	end(game);
	recorded(game, RECORD("[Result \"*\"]\n", "*"));
	assert_int_equal(game->count, 0);
	assert_false(centre_game_is_over(game));
	assert_null(game->ruling);
	assert_string_equal(live_text(game->properties, "Result"), "");
	live_done(&live);
}

/* The next one at that table, whose record is not there yet. */
static void the_next_game(void **state)
{
	struct live live;
	struct live_game *game = begin(&live);

	play(game, "7", 3);
	end(game);
	play(game, "8", 1);
	assert_int_equal(game->count, 1);
	assert_false(centre_game_is_over(game));
	assert_null(game->ruling);
	recorded(game, RECORD("[UTCDate \"2026.11.22\"]\n[Result \"*\"]\n", "*")); /* written before that move */
	assert_int_equal(game->count, 1);
	live_done(&live);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_corrected_result),	   cmocka_unit_test(a_result_that_is_undone),
		cmocka_unit_test(a_question_that_is_over), cmocka_unit_test(a_void_game),
		cmocka_unit_test(the_next_game),
	};

	return cmocka_run_group_tests_name("a centre's games", tests, NULL, NULL);
}
