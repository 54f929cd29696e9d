/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PDN: what is written, what real files look like, and that all games come back. */
#include <errno.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pgn.h"
#include "tests/data/open-data.h"

static struct pgn_game *read_text(const char *text)
{
	struct game_error err = { "", "", 0 };
	struct pgn_game *pgn = NULL;
	const int r = pgn_read(&game_draughts, text, strlen(text), NULL, &pgn, &err);

	if (r)
		fail_msg("%d: %s at %u: %s", r, err.field, err.offset, err.reason);
	return pgn;
}

static void test_write(void **state)
{
	struct pgn_game *pgn = pgn_new();
	char *text;

	pgn_set_tag(pgn, "White", "A");
	pgn_add_move(pgn, "32-28", 299999, PGN_NO_TIME, NULL);
	pgn_add_move(pgn, "19-23", PGN_NO_TIME, PGN_NO_TIME, NULL);
	pgn_add_move(pgn, "28x19", PGN_NO_TIME, PGN_NO_TIME, NULL);
	strcpy(pgn->result, "1-1");
	text = pgn_format(&game_draughts, pgn, NULL);
	assert_string_equal(
		text,
		"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n[Result \"1-1\"]\n"
		"[GameType \"20\"]\n\n1. 32-28 {[%clk 0:04:59.999]} 1... 19-23 2. 28x19 *\n\n");
	free(text);
	pgn_free(pgn);
}

/* Blanks and leading zeros in moves, chess results, other signs for a capture, Latin-1, a type with its details. */
static void test_real_files(void **state)
{
	static const struct {
		const char *text, *result, *last;
		unsigned count;
	} files[] = {
		{ "[GameType \"20\"]\n1. 32 - 28 19 - 23 2. 28 x 19 14 x 23 2-0\n", "2-0", "14x23", 4 },
		{ "[Result \"1/2-1/2\"]\n1. 32-28 19-23 2. 28x19 14x23 1/2-1/2\n", "1-1", "14x23", 4 },
		{ "1. 31-27 20-24 2. 27-22 18x27 3. 32x21 16x27 0-1", "0-2", "16x27", 6 },
		{ "1. 31-26 07-12 (no result)", NULL, NULL, 0 },
		{ "[GameType \"20,W,10,0,N2,0\"]\n1. 32:28", NULL, NULL, 0 },
		{ "1. 32-28 19-23 2. 28\xc3\x97"
		  "19 14\xd7"
		  "23 1-1",
		  "1-1", "14x23", 4 },
		{ "1 32-28 19-23 2 28:19 14:23 *", "*", "14x23", 4 },
		{ "[White \"Ren\xe9\"]\n1. 32-\n28 (1. 33 - 28 19-23) 1... 19 -23 $1 {good} *", "*", "19-23", 2 },
		{ "1. 32-28 19-23 2. 28X19 14x23 *", "*", "14x23", 4 },
		{ "1. 32-28 19-23 2. 28 \xc3\x97 19 14*23 *", "*", "14x23", 4 },
		{ "1. 32-28 19-", NULL, NULL, 0 },
		{ "1. 32-28 19-\t\r\n23\t\n", "*", "19-23", 2 },
		{ "1. 132-28 *", NULL, NULL, 0 },
		/* as the grammar of PDN 3.0 has it */
		{ "1. 32-28(?) 19-23(!?!!!) 2. 28x19! 14x23!? $7", "*", "14x23", 4 },
		{ "[Result \"2-0\"]\n1. 32-28 19-23 *", "2-0", "19-23", 2 },
		{ "[Result \"1-0\"]\n1. 32-28 19-23", "2-0", "19-23", 2 },
		{ "% Board game\n1. 32-28 % a remark (\n19-23 1/2-1/2", "1-1", "19-23", 2 },
		{ "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23", "*", "14x23", 4 },
		{ "{ first } $3 1. 32-28", "*", "32-28", 1 },
		{ "(32-27) 1. 32-28", NULL, NULL, 0 },
		{ "1. 31-26 17-21 /FEN \"B:W26,28,33-50:B1-16,18-21\"/ { not as it was } 20-25 0-0", "0-0", "20-25",
		  1 },
		{ "/FEN \"B:W28,31-36,38-50:B1-20\"/\n01... 20-25 *", "*", "20-25", 1 },
		{ "1. 31-26 /FEN \"W:W99:B1\"/ *", NULL, NULL, 0 },
		{ "1. 31-26 /nothing/ *", NULL, NULL, 0 },
		{ "1. 31-26 /FEN", NULL, NULL, 0 },
		{ "1. 31-26 (31-27 /FEN \"B:W28:B1\"/) *", NULL, NULL, 0 },
		{ "[White \"one \\\" sign\"] 32-28", "*", "32-28", 1 },
		{ "1. 2-0", "2-0", NULL, 0 },
		{ "[FEN \"W:W28,48:B22,23,14,3\"]\n1. 28x19x10 03-08 2. 10-04 0-2", "0-2", "10-4", 3 },
	};

	for (unsigned i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct game_error err = { "", "", 0 };
		struct pgn_game *pgn = NULL;
		const int r = pgn_read(&game_draughts, files[i].text, strlen(files[i].text), NULL, &pgn, &err);

		if (!files[i].result) {
			if (r != -EINVAL)
				fail_msg("%u: %s", i, files[i].text);
			assert_true(*err.reason);
			continue;
		}
		if (r)
			fail_msg("%u: %s at %u: %s", i, err.field, err.offset, err.reason);
		assert_string_equal(pgn->result, files[i].result);
		assert_int_equal(pgn->main.count, files[i].count);
		if (files[i].count)
			assert_string_equal(pgn->main.move[files[i].count - 1].text, files[i].last);
		pgn_free(pgn);
	}
}

static void test_other_types_are_refused(void **state)
{
	const char *text = "[GameType \"40\"]\n1. 32-28 *";
	struct game_error err = { "", "", 0 };
	struct pgn_game *pgn;

	assert_int_equal(pgn_read(&game_draughts, text, strlen(text), NULL, &pgn, &err), -EINVAL);
	assert_string_equal(err.field, "GameType");
}

/* Two captures from and to the same squares are told apart by their way, there and back. */
static void test_ambiguous_capture(void **state)
{
	struct game_position pos;
	struct game_moves moves;

	assert_int_equal(game_draughts.parse("W:WK26:B12,13,21,22,31,32,8,9", &pos, NULL), 0);
	game_draughts.moves(&pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct game_move back;
		char text[GAME_TEXT], pdn[400];
		struct pgn_game *pgn;

		game_draughts.move_notation(&pos, &moves.move[i], text);
		assert_int_equal(game_draughts.move_parse(&pos, text, &back), 0);
		assert_memory_equal(&back.captured, &moves.move[i].captured, sizeof(back.captured));
		snprintf(pdn, sizeof(pdn), "[FEN \"W:WK26:B8,9,12,13,21,22,31,32\"]\n1. %s *", text);
		pgn = read_text(pdn);
		assert_string_equal(pgn->main.move[0].text, text);
		pgn_free(pgn);
	}
}

/* A position that is set in the middle begins the game anew, and what was before it is kept in words. */
static void test_setup_in_the_middle(void **state)
{
	struct pgn_game *pgn = read_text("1. 31-26 {a slip} 17-21 /FEN \"B:W26,28,33-50:B1-16,18-21\"/ 20-25 *");
	char *text = pgn_format(&game_draughts, pgn, NULL);

	assert_string_equal(pgn_tag(pgn, "FEN"), "B:W26,28,33-50:B1-16,18-21");
	assert_string_equal(pgn->main.comment[0], "1. 31-26 a slip 17-21");
	assert_non_null(strstr(text, "{1. 31-26 a slip 17-21} 1... 20-25 *"));
	free(text);
	pgn_free(pgn);
}

/*
 * Of captures that from and to do not tell apart each square where the way turns is written, and where it goes straight
 * on the one right behind the captured piece: the example of PDN 3.0.
 */
static void test_way_of_a_capture(void **state)
{
	struct game_position pos;
	struct game_moves moves;
	bool there[2] = { false, false };

	assert_int_equal(game_draughts.parse("W:WK47:B14,19,29,31,42", &pos, NULL), 0);
	game_draughts.moves(&pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		char text[GAME_TEXT];

		game_draughts.move_notation(&pos, &moves.move[i], text);
		there[0] |= !strcmp(text, "47x38x24x13x36");
		there[1] |= !strcmp(text, "47x38x20x9x36");
	}
	assert_true(there[0] && there[1]);
}

static void test_all_games(void **state)
{
	FILE *games = *state;
	char *line = NULL;
	size_t room = 0;
	unsigned count = 0;

	assert_non_null(games);
	while (getline(&line, &room, games) > 0) {
		json_t *game = json_loads(line, 0, NULL);
		const char *moves = json_string_value(json_object_get(game, "moves"));
		struct pgn_game *pgn = pgn_new(), *back;
		char copy[8192], again[8192] = "", *save = NULL, *text;
		struct game_position pos;
		size_t n = 0;

		assert_non_null(moves);
		game_draughts.parse(game_draughts.start_fen, &pos, NULL);
		snprintf(copy, sizeof(copy), "%s", moves);
		for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
			char pdn[GAME_TEXT];
			struct game_move m;

			assert_int_equal(game_draughts.move_parse(&pos, w, &m), 0);
			game_draughts.move_notation(&pos, &m, pdn);
			assert_int_equal(pgn_add_move(pgn, pdn, PGN_NO_TIME, PGN_NO_TIME, NULL), 0);
			game_draughts.play(&pos, &m);
		}
		strcpy(pgn->result, "2-0");
		text = pgn_format(&game_draughts, pgn, NULL);
		back = read_text(text);
		game_draughts.parse(game_draughts.start_fen, &pos, NULL);
		for (unsigned i = 0; i < back->main.count; i++) {
			char move[GAME_TEXT];
			struct game_move m;

			assert_int_equal(game_draughts.move_parse(&pos, back->main.move[i].text, &m), 0);
			game_draughts.move_text(&pos, &m, move);
			n += (size_t)snprintf(again + n, sizeof(again) - n, "%s%s", i ? " " : "", move);
			game_draughts.play(&pos, &m);
		}
		assert_string_equal(again, moves);
		assert_string_equal(back->result, "2-0");
		free(text);
		pgn_free(pgn);
		pgn_free(back);
		json_decref(game);
		count++;
	}
	free(line);
	assert_true(count > 0);
}

int main(void)
{
	FILE *games = open_data("games/draughts.jsonl", "games/draughts.jsonl", NULL);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_write),
		cmocka_unit_test(test_real_files),
		cmocka_unit_test(test_other_types_are_refused),
		cmocka_unit_test(test_ambiguous_capture),
		cmocka_unit_test(test_setup_in_the_middle),
		cmocka_unit_test(test_way_of_a_capture),
		cmocka_unit_test_prestate(test_all_games, games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
