/* SPDX-License-Identifier: GPL-2.0-or-later */
/* International draughts: moves, positions and moves as text. Articles are those of FMJD Annex I. */
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "rules/perft.h"
#include "rules/turn.h"
#include "tests/data/open-data.h"

static const struct game *const game = &game_draughts;

static struct game_position position(const char *fen)
{
	struct game_position pos;
	struct game_error err;

	if (game->parse(fen, &pos, &err))
		fail_msg("%s: %s: %s", fen, err.field, err.reason);
	return pos;
}

/* The legal moves as one text, in the order of the generator's list sorted by text. */
static void expect_moves(const char *fen, const char *const *texts)
{
	const struct game_position pos = position(fen);
	struct game_moves list;
	unsigned n = 0;

	game->moves(&pos, &list);
	for (; texts[n]; n++) {
		bool found = false;
		char text[GAME_TEXT];

		for (unsigned i = 0; i < list.count; i++) {
			game->move_text(&pos, &list.move[i], text);
			found = found || !strcmp(text, texts[n]);
		}
		if (!found)
			fail_msg("%s: %s is missing", fen, texts[n]);
	}
	assert_int_equal(list.count, n);
}

#define MOVES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Counts that several programs' test suites agree on. */
static void counts_are_exact(void **state)
{
	static const struct {
		const char *fen;
		unsigned depth;
		uint64_t count;
	} known[] = {
		{ "W:W31-50:B1-20", 1, 9 },
		{ "W:W31-50:B1-20", 4, 4265 },
		{ "W:W31-50:B1-20", 7, 1049442 },
		{ "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", 6, 629010 },
		{ "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 11, 377436 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		const struct game_position pos = position(known[i].fen);

		assert_int_equal(perft(game, &pos, known[i].depth), known[i].count);
	}
}

/* 4.1, 4.2: capturing is obligatory, and men capture backward. */
static void a_man_must_capture_also_backward(void **state)
{
	(void)state;
	expect_moves("W:W28,48:B22,3", MOVES("28x17"));
	expect_moves("W:W18,48:B23,3", MOVES("18x29"));
}

/* 4.13: the most pieces; a king counts as much as a man. */
static void the_most_pieces_must_be_taken(void **state)
{
	(void)state;
	expect_moves("W:W28,48:B22,23,14,3", MOVES("28x10"));
	expect_moves("W:W28,48:BK22,23,3", MOVES("28x17", "28x19"));
}

/* 4.3: a king captures from afar and chooses where it lands. */
static void a_king_chooses_its_landing(void **state)
{
	(void)state;
	expect_moves("W:WK46:B28,1", MOVES("46x23", "46x19", "46x14", "46x10", "46x5"));
}

/* 4.8, 4.11: what is taken stays in the way until the end and is not jumped twice. */
static void captured_pieces_block_until_the_end(void **state)
{
	(void)state;
	expect_moves("W:WK18:B9,11,20,22,32", MOVES("18x15"));
}

/* 4.15: a man that only passes the last row stays a man. 3: one that ends there is a king. */
static void promotion_needs_the_end_of_the_move(void **state)
{
	struct game_position pos = position("W:W12:B8,9");
	struct game_move m;
	char text[GAME_FEN];

	(void)state;
	assert_int_equal(game->move_parse(&pos, "12x14", &m), 0);
	assert_int_equal(m.promotion, 0);
	game->play(&pos, &m);
	game->format(&pos, text);
	assert_string_equal(text, "B:W14:B");
	assert_int_equal(game->end(&pos), GAME_NO_PIECES);
	pos = position("W:W7:B35,36");
	assert_int_equal(game->move_parse(&pos, "7-1", &m), 0);
	assert_int_equal(m.promotion, 'W');
	game->play(&pos, &m);
	game->format(&pos, text);
	assert_string_equal(text, "B:WK1:B35,36");
}

/* 7: who cannot move has lost. */
static void a_side_without_a_move_has_lost(void **state)
{
	const struct game_position pos = position("B:W47,41:B36");

	(void)state;
	assert_int_equal(game->end(&pos), GAME_NO_MOVES);
}

/* Two captures share origin and destination: all landing squares are written, and read back. */
static void ambiguous_captures_are_written_in_full(void **state)
{
	const struct game_position pos = position("W:WK1:B7,8,17,19,28,29,39,40");
	struct game_moves list;

	(void)state;
	game->moves(&pos, &list);
	for (unsigned i = 0; i < list.count; i++) {
		char text[GAME_TEXT];
		struct game_move m;

		game->move_text(&pos, &list.move[i], text);
		assert_int_equal(game->move_parse(&pos, text, &m), 0);
		assert_int_equal(m.captured, list.move[i].captured);
		assert_int_equal(m.to, list.move[i].to);
	}
}

/* The quirks of real files: blanks, leading zeros, other signs for a capture. */
static void moves_are_read_as_files_have_them(void **state)
{
	const struct game_position start = position("W:W31-50:B1-20"), takes = position("W:W28,48:B22,3");
	struct game_move m;

	(void)state;
	assert_int_equal(game->move_parse(&start, "32 - 28", &m), 0);
	assert_int_equal(game->move_parse(&start, "032-028", &m), 0);
	assert_int_equal(game->move_parse(&takes, "28X17", &m), 0);
	assert_int_equal(game->move_parse(&takes, "28-17", &m), 0);
	assert_int_equal(game->move_parse(&start, "32x28", &m), -ENOENT);
	assert_int_equal(game->move_parse(&start, "32-27-22", &m), -ENOENT);
	assert_int_equal(game->move_parse(&start, "32-51", &m), -EINVAL);
	assert_int_equal(game->move_parse(&start, "32", &m), -EINVAL);
	assert_int_equal(game->move_parse(&start, "", &m), -EINVAL);
	assert_int_equal(game->move_parse(&start, "32-28 x", &m), -EINVAL);
}

static void a_bad_position_names_field_and_place(void **state)
{
	static const struct {
		const char *fen, *field, *reason;
		unsigned offset;
	} bad[] = {
		{ "", "side to move", "must come first", 0 },
		{ "W", "side to move", "must come first", 0 },
		{ "W:W31", "pieces", "missing", 5 },
		{ "W:W31:W32", "pieces", "come twice", 9 },
		{ "W:W51:B1", "White's pieces", "1 to 50", 3 },
		{ "W:W31,K:B1", "White's pieces", "1 to 50", 7 },
		{ "W:W31:B31", "Black's pieces", "taken twice", 7 },
		{ "W:W35-31:B1", "White's pieces", "backwards", 6 },
		{ "W:W31;B1", "White's pieces", "comma", 5 },
		{ "W:W31:B1:H0", "pieces", "follows", 8 },
	};
	struct game_position pos;
	struct game_error err;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(game->parse(bad[i].fen, &pos, &err), -EINVAL);
		assert_string_equal(err.field, bad[i].field);
		if (!strstr(err.reason, bad[i].reason) || err.offset != bad[i].offset)
			fail_msg("%s: \"%s\" at %u", bad[i].fen, err.reason, err.offset);
	}
	pos = position("W:W1:B2.");
	assert_int_equal(game->playable(&pos, &err), -EINVAL);
	assert_non_null(strstr(err.reason, "last row"));
}

/* Every square of the sensors' 10x10 that is dark is one square, and only those. */
static void cells_and_squares_agree(void **state)
{
	unsigned dark = 0;

	(void)state;
	for (unsigned cell = 0; cell < 100; cell++) {
		const int square = game->square_of_cell(cell);

		if (square < 0)
			continue;
		dark++;
		assert_int_equal(game->cell_of_square((unsigned)square), cell);
	}
	assert_int_equal(dark, 50);
	assert_int_equal(game->square_of_cell(0), 45); /* 46, White's lower left corner */
	assert_int_equal(game->square_of_cell(99), 4); /* 5 */
}

/* What is wrong with a move, for 5.4. */
static void squares_are_numbers_from_1_to_50(void **state)
{
	static const char *const others[] = { "",   "0",  "51", "99", "x",  "5x", "1x",	 "51x",
					      "0x", "-1", "+1", " 1", "1 ", "5.", "1000" };

	for (int n = 1; n <= 50; n++) {
		char text[16];

		snprintf(text, sizeof(text), "%d", n);
		assert_int_equal(game->square_parse(text), n - 1);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (game->square_parse(others[i]) >= 0)
			fail_msg("\"%s\" is no square", others[i]);
}

static void faults_are_named(void **state)
{
	const struct game_position pos = position("W:W28,48:B22,23,14,3");

	(void)state;
	assert_int_equal(game->fault(&pos, 47, 42), TURN_FAULT_NOT_CAPTURED);
	assert_int_equal(game->fault(&pos, 27, 16), TURN_FAULT_CAPTURE_COUNT);
	assert_int_equal(game->fault(&pos, 21, 26), TURN_FAULT_OTHER_SIDE);
}

/* Whole games: every move is legal, and is written as it was read. */
static void real_games_come_back(void **state)
{
	char line[16384];
	unsigned games = 0;
	FILE *f = open_data("games/draughts.jsonl", "games/draughts.jsonl", NULL);

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		json_auto_t *o = json_loads(line, 0, NULL);
		char *moves = strdup(json_string_value(json_object_get(o, "moves"))), *rest = moves, *word;
		struct game_position pos = position(game->start_fen);

		while ((word = strtok_r(rest, " ", &rest))) {
			struct game_move m;
			char text[GAME_TEXT];

			if (game->move_parse(&pos, word, &m))
				fail_msg("game %u: %s is not legal", games, word);
			game->move_text(&pos, &m, text);
			assert_string_equal(text, word);
			game->play(&pos, &m);
		}
		free(moves);
		games++;
	}
	fclose(f);
	assert_int_not_equal(games, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_exact),
		cmocka_unit_test(a_man_must_capture_also_backward),
		cmocka_unit_test(the_most_pieces_must_be_taken),
		cmocka_unit_test(a_king_chooses_its_landing),
		cmocka_unit_test(captured_pieces_block_until_the_end),
		cmocka_unit_test(promotion_needs_the_end_of_the_move),
		cmocka_unit_test(a_side_without_a_move_has_lost),
		cmocka_unit_test(ambiguous_captures_are_written_in_full),
		cmocka_unit_test(moves_are_read_as_files_have_them),
		cmocka_unit_test(a_bad_position_names_field_and_place),
		cmocka_unit_test(cells_and_squares_agree),
		cmocka_unit_test(squares_are_numbers_from_1_to_50),
		cmocka_unit_test(faults_are_named),
		cmocka_unit_test(real_games_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
