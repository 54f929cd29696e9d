/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole games go from UCI to SAN, into PGN, and back, and nothing changes. */
#include <jansson.h>

#include "tests/unit/rules/chess/chess-testing.h"
#include "formats/pgn.h"
#include "tests/data/open-data.h"

static FILE *games;

static struct pgn_game *write_game(json_t *game, const char *uci)
{
	struct pgn_game *pgn = pgn_new();
	struct game_position p = position(START);
	char copy[8192], *save = NULL;
	json_t *clk = json_object_get(game, "clk");
	size_t i = 0;

	snprintf(copy, sizeof copy, "%s", uci);
	for (char *t = strtok_r(copy, " ", &save); t; t = strtok_r(NULL, " ", &save), i++) {
		struct game_move m;
		char san[GAME_TEXT];
		json_t *left = json_array_get(clk, i);

		if (game_chess.move_parse(&p, t, &m))
			fail_msg("%s is not legal", t);
		game_chess.move_notation(&p, &m, san);
		assert_int_equal(pgn_add_move(pgn, san,
					      json_is_number(left) ? (int64_t)(json_number_value(left) * 1000) :
								     PGN_NO_TIME,
					      PGN_NO_TIME, i % 7 ? NULL : "a word"),
				 0);
		game_chess.play(&p, &m);
	}
	return pgn;
}

static void compare(const struct pgn_game *back, const struct pgn_game *there, const char *uci)
{
	struct game_position p = position(START);
	char text[8192] = "";
	size_t n = 0;

	assert_int_equal(back->main.count, there->main.count);
	for (unsigned i = 0; i < back->main.count; i++) {
		struct game_move m;
		char move[GAME_TEXT];

		assert_string_equal(back->main.move[i].text, there->main.move[i].text);
		assert_int_equal(back->main.move[i].clk_ms, there->main.move[i].clk_ms);
		assert_int_equal(back->main.move[i].comment_count, there->main.move[i].comment_count);
		assert_int_equal(game_chess.move_parse(&p, back->main.move[i].text, &m), 0);
		game_chess.move_text(&p, &m, move);
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i ? " " : "", move);
		game_chess.play(&p, &m);
	}
	assert_string_equal(text, uci);
}

static void test_all(void **state)
{
	char line[65536];
	unsigned count = 0;

	while (fgets(line, sizeof line, games)) {
		json_t *game = json_loads(line, 0, NULL);
		const char *uci = json_string_value(json_object_get(game, "moves"));
		struct pgn_game *there, *back = NULL;
		char *text;

		assert_non_null(uci);
		there = write_game(game, uci);
		text = pgn_format(&game_chess, there, NULL);
		assert_int_equal(pgn_read(&game_chess, text, strlen(text), NULL, &back, NULL), 0);
		compare(back, there, uci);
		free(text);
		pgn_free(there);
		pgn_free(back);
		json_decref(game);
		count++;
	}
	assert_true(count > 0);
	fclose(games);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_all) };

	games = open_data("games/chess.jsonl", "games/chess.jsonl", NULL);
	return games ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
